//! DXP over TCP: messages with a NUL behind each. A message may come in pieces, and several in
//! one; each is given out by itself, with an end to every wait.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use crate::notation::turn::shown;
use crate::protocol::dxp::PORT;
use crate::protocol::dxp::message::{LONGEST, Message, MessageError};

/// So long a peer may take to be reached.
const REACH: Duration = Duration::from_secs(10);
/// So long a peer may take to read what is sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// A peer that has gone without a word is noticed about so much later.
const KEEPALIVE: Duration = Duration::from_secs(30);
/// The time between two messages of which the peer may not have read the first: some read only
/// the first of two that come together.
const GAP: Duration = Duration::from_millis(200);
/// How often it is looked whether a caller has come.
const LOOK: Duration = Duration::from_millis(5);

/// A message, or what should have been one.
pub type Incoming = Result<Message, MessageError>;

/// Nothing can be sent or received.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The peer has closed the connection.
    #[error("the peer has closed the connection")]
    Closed,
    /// The deadline has passed.
    #[error("nothing came in time")]
    Timeout,
    /// The connection is broken.
    #[error(transparent)]
    Broken(#[from] io::Error),
}

/// No address is meant by a text.
#[derive(Debug, thiserror::Error)]
#[error("'{text}' is no address, such as 127.0.0.1:27531, [::1]:27531 or a name and a port")]
pub struct AddressError {
    text: String,
    source: Option<io::Error>,
}

/// The addresses that a text means: `HOST:PORT`, the port alone for this machine, or the host
/// alone for the port of DXP. It may take a moment to look up a name.
///
/// # Errors
/// If it means none.
pub fn addresses(text: &str) -> Result<Vec<SocketAddr>, AddressError> {
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let port = text.strip_prefix(':').unwrap_or(text);
    if let Ok(address) = text.parse() {
        return Ok(vec![address]);
    }
    let host = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    if let Ok(host) = host.parse() {
        return Ok(vec![SocketAddr::new(host, PORT)]);
    }
    if let Ok(port) = port.parse() {
        return Ok(vec![SocketAddr::new(loopback, port)]);
    }
    let found = match text.contains(':') {
        true => text.to_socket_addrs(),
        false => (text, PORT).to_socket_addrs(),
    };
    let error = |source| AddressError { text: shown(text), source };
    let found: Vec<_> = found.map_err(|source| error(Some(source)))?.collect();
    if found.is_empty() { Err(error(None)) } else { Ok(found) }
}

/// A place where callers are waited for.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
}

impl Listener {
    /// Listens on the first of the addresses that can be had.
    ///
    /// # Errors
    /// If none can.
    pub fn new(addresses: &[SocketAddr]) -> io::Result<Listener> {
        let listener = TcpListener::bind(addresses)?;
        listener.set_nonblocking(true)?;
        Ok(Listener { listener })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits for a caller.
    ///
    /// # Errors
    /// If none comes before the deadline.
    pub fn accept(&self, deadline: Option<Instant>) -> Result<Connection, ConnectionError> {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false)?;
                    return Ok(Connection::new(stream)?);
                }
                // A caller that has gone again is none.
                Err(error)
                    if !matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock
                            | io::ErrorKind::Interrupted
                            | io::ErrorKind::ConnectionAborted
                    ) =>
                {
                    return Err(error.into());
                }
                Err(_) => (),
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(ConnectionError::Timeout);
            }
            thread::sleep(LOOK);
        }
    }
}

/// A connection with a peer.
#[derive(Debug)]
pub struct Connection {
    reader: Reader,
    writer: Writer,
}

impl Connection {
    fn new(stream: TcpStream) -> io::Result<Connection> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let keepalive = socket2::TcpKeepalive::new().with_time(KEEPALIVE);
        socket2::SockRef::from(&stream).set_tcp_keepalive(&keepalive)?;
        let reader = Reader {
            stream: stream.try_clone()?,
            chunk: Vec::new(),
            message: Vec::new(),
            is_too_long: false,
        };
        Ok(Connection { reader, writer: Writer { stream, free: None, is_chat: false } })
    }

    /// Calls the first of the addresses that answers.
    ///
    /// # Errors
    /// If none does.
    pub fn connect(addresses: &[SocketAddr]) -> io::Result<Connection> {
        let mut last = io::Error::new(io::ErrorKind::InvalidInput, "there is no address");
        for address in addresses {
            match TcpStream::connect_timeout(address, REACH) {
                Ok(stream) => return Connection::new(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// The two directions, for two threads.
    #[must_use]
    pub fn split(self) -> (Reader, Writer) {
        (self.reader, self.writer)
    }

    /// Sends a message. It may take a moment, if the peer has not answered the last one.
    ///
    /// # Errors
    /// If the peer does not take it.
    pub fn send(&mut self, message: &Message) -> Result<(), ConnectionError> {
        self.writer.send(message)
    }

    /// Waits for the next message.
    ///
    /// # Errors
    /// If none comes before the deadline.
    pub fn receive(&mut self, deadline: Option<Instant>) -> Result<Incoming, ConnectionError> {
        let incoming = self.reader.receive(deadline)?;
        self.writer.heard();
        Ok(incoming)
    }

    /// The next message if it is there already.
    ///
    /// # Errors
    /// If nothing can come any more.
    pub fn take(&mut self) -> Result<Option<Incoming>, ConnectionError> {
        self.reader.look()?;
        match self.receive(Some(Instant::now())) {
            Ok(incoming) => Ok(Some(incoming)),
            Err(ConnectionError::Timeout) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// What comes from a peer.
#[derive(Debug)]
pub struct Reader {
    stream: TcpStream,
    /// What has come and has not been looked at, the first last.
    chunk: Vec<u8>,
    /// The beginning of a message.
    message: Vec<u8>,
    is_too_long: bool,
}

impl Reader {
    /// Waits for the next message.
    ///
    /// # Errors
    /// If none comes before the deadline.
    pub fn receive(&mut self, deadline: Option<Instant>) -> Result<Incoming, ConnectionError> {
        loop {
            while let Some(byte) = self.chunk.pop() {
                if byte == 0 {
                    let incoming = if std::mem::take(&mut self.is_too_long) {
                        Err(MessageError::TooLong)
                    } else {
                        Message::read(&self.message)
                    };
                    log::debug!("< {}", self.message.escape_ascii());
                    self.message.clear();
                    return Ok(incoming);
                }
                if self.message.len() < LONGEST {
                    self.message.push(byte);
                } else {
                    self.is_too_long = true;
                }
            }
            self.read(deadline)?;
        }
    }

    fn read(&mut self, deadline: Option<Instant>) -> Result<(), ConnectionError> {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(ConnectionError::Timeout);
        }
        self.stream.set_read_timeout(left)?;
        match self.fill() {
            // It is tried again, as long as the deadline allows it.
            Err(ConnectionError::Timeout) if left.is_some() => Ok(()),
            read => read,
        }
    }

    /// Takes what is there, without waiting for more.
    fn look(&mut self) -> Result<(), ConnectionError> {
        if !self.chunk.is_empty() {
            return Ok(());
        }
        self.stream.set_nonblocking(true)?;
        let read = self.fill();
        self.stream.set_nonblocking(false)?;
        match read {
            Err(ConnectionError::Timeout) => Ok(()),
            read => read,
        }
    }

    /// One piece of what comes.
    fn fill(&mut self) -> Result<(), ConnectionError> {
        let mut bytes = [0; 1024];
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(ConnectionError::Closed),
            Ok(count) => {
                self.chunk.extend(bytes[..count].iter().rev());
                Ok(())
            }
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => Ok(()),
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                    Err(ConnectionError::Timeout)
                }
                _ => Err(error.into()),
            },
        }
    }
}

/// What goes to a peer.
#[derive(Debug)]
pub struct Writer {
    stream: TcpStream,
    /// When the next message may be sent.
    free: Option<Instant>,
    /// Whether the last message was one that nobody answers.
    is_chat: bool,
}

impl Writer {
    /// Sends a message; see [`Connection::send`].
    ///
    /// # Errors
    /// If the peer does not take it.
    pub fn send(&mut self, message: &Message) -> Result<(), ConnectionError> {
        if let Some(free) = self.free.take() {
            thread::sleep(free.saturating_duration_since(Instant::now()));
        }
        let text = message.write();
        log::debug!("> {text}");
        // In one write: some read no further than one packet.
        self.stream.write_all(format!("{text}\0").as_bytes())?;
        self.free = Some(Instant::now() + GAP);
        self.is_chat = matches!(message, Message::Chat(_));
        Ok(())
    }

    /// A message has come, so that the peer has read the last one.
    pub fn heard(&mut self) {
        if !self.is_chat {
            self.free = None;
        }
    }

    /// Tells the peer that nothing more comes; what it still sends can be read.
    pub fn finish(&self) {
        // A connection that is broken needs no end.
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Ends the connection in both directions.
    pub fn close(&self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A connection and the bare stream at its other end.
    fn pair() -> (Connection, TcpStream) {
        let listener = Listener::new(&addresses("127.0.0.1:0").unwrap()).unwrap();
        let stream = TcpStream::connect(listener.address().unwrap()).unwrap();
        (listener.accept(None).unwrap(), stream)
    }

    fn soon() -> Option<Instant> {
        Some(Instant::now() + Duration::from_secs(20))
    }

    #[test]
    fn texts_mean_addresses() {
        let first = |text: &str| addresses(text).map(|all| all[0].to_string()).ok();
        assert_eq!(first("1234").as_deref(), Some("127.0.0.1:1234"));
        assert_eq!(first(":1234").as_deref(), Some("127.0.0.1:1234"));
        assert_eq!(first("0.0.0.0").as_deref(), Some("0.0.0.0:27531"));
        assert_eq!(first("10.0.0.1:5").as_deref(), Some("10.0.0.1:5"));
        assert_eq!(first("::1").as_deref(), Some("[::1]:27531"));
        assert_eq!(first("[::1]").as_deref(), Some("[::1]:27531"));
        assert_eq!(first("[::]:7").as_deref(), Some("[::]:7"));
        assert!(first("localhost").is_some_and(|address| address.ends_with(":27531")));
        for text in ["", "a b", "localhost:", "localhost:port", "1.2.3.4:99999", "[::1"] {
            assert_eq!(first(text), None, "{text}");
        }
    }

    #[test]
    fn messages_may_come_in_pieces_and_together() {
        let (mut connection, mut peer) = pair();
        let next = |connection: &mut Connection| connection.receive(soon()).unwrap();
        peer.write_all(b"E00\0Chello\0M00").unwrap();
        assert_eq!(next(&mut connection).unwrap().write(), "E00");
        assert_eq!(next(&mut connection).unwrap().write(), "Chello");
        for byte in b"12061100\0" {
            peer.write_all(&[*byte]).unwrap();
        }
        assert_eq!(next(&mut connection).unwrap().write(), "M0012061100");
    }

    #[test]
    fn what_is_too_long_is_passed_over_whatever_its_length() {
        let (mut connection, mut peer) = pair();
        let sender = thread::spawn(move || {
            for _ in 0..1000 {
                peer.write_all(&[b'C'; 1000]).unwrap();
            }
            peer.write_all(b"\0\0E01\0").unwrap();
            peer
        });
        assert_eq!(connection.receive(soon()).unwrap(), Err(MessageError::TooLong));
        assert!(connection.reader.message.capacity() < 1000);
        assert_eq!(connection.receive(soon()).unwrap(), Err(MessageError::Empty));
        assert_eq!(connection.receive(soon()).unwrap().unwrap().write(), "E01");
        drop(sender.join().unwrap());
        assert!(matches!(connection.receive(soon()), Err(ConnectionError::Closed)));
    }

    #[test]
    fn every_wait_has_an_end() {
        let (mut connection, mut peer) = pair();
        peer.write_all(b"E0").unwrap();
        let deadline = Some(Instant::now() + Duration::from_millis(30));
        assert!(matches!(connection.receive(deadline), Err(ConnectionError::Timeout)));
        assert_eq!(connection.take().unwrap(), None);
        peer.write_all(b"1\0").unwrap();
        assert_eq!(connection.receive(soon()).unwrap().unwrap().write(), "E01");
        assert_eq!(connection.take().unwrap(), None);
        let listener = Listener::new(&addresses("127.0.0.1:0").unwrap()).unwrap();
        assert!(matches!(listener.accept(deadline), Err(ConnectionError::Timeout)));
    }

    #[test]
    fn messages_that_nobody_answers_are_apart() {
        let (mut connection, mut peer) = pair();
        let begun = Instant::now();
        let end = Message::read(b"E00").unwrap();
        let chat = Message::Chat("hello".to_owned());
        connection.send(&end).unwrap();
        connection.send(&chat).unwrap();
        assert!(begun.elapsed() >= GAP);
        peer.write_all(b"E00\0").unwrap();
        connection.receive(soon()).unwrap().unwrap();
        // It says nothing about a text.
        connection.send(&end).unwrap();
        assert!(begun.elapsed() >= 2 * GAP);
    }
}
