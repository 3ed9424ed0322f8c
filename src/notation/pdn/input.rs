//! A window on a stream of bytes: so much of it as is looked at, and where it stands. Whatever
//! the length of the stream, no more is kept than the longest thing that is read at once.

use std::io::{self, Read};

use super::fault::Place;

/// So many bytes are read at a time.
const CHUNK: usize = 1 << 16;

pub(super) struct Input<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Where in the buffer the unread bytes begin.
    from: usize,
    is_over: bool,
    place: Place,
}

impl<R: Read> Input<R> {
    pub(super) fn new(reader: R) -> Input<R> {
        Input { reader, buffer: Vec::new(), from: 0, is_over: false, place: Place::START }
    }

    /// Where the unread bytes begin.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The unread bytes: at least `wanted` of them, unless the stream has no more.
    #[inline]
    pub(super) fn ahead(&mut self, wanted: usize) -> io::Result<&[u8]> {
        if self.buffer.len() - self.from < wanted && !self.is_over {
            self.fill(wanted)?;
        }
        Ok(&self.buffer[self.from..])
    }

    /// The next byte.
    #[inline]
    pub(super) fn byte(&mut self) -> io::Result<Option<u8>> {
        Ok(self.ahead(1)?.first().copied())
    }

    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        self.buffer.drain(..self.from);
        self.from = 0;
        while self.buffer.len() < wanted && !self.is_over {
            let kept = self.buffer.len();
            self.buffer.resize(kept + CHUNK, 0);
            let read = self.reader.read(&mut self.buffer[kept..]);
            self.buffer.truncate(kept + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => self.is_over = true,
                Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Leaves `count` of the unread bytes behind.
    #[inline]
    pub(super) fn advance(&mut self, count: usize) {
        for &byte in &self.buffer[self.from..self.from + count] {
            if byte == b'\n' {
                self.place.line += 1;
                self.place.column = 1;
            } else if byte & 0xC0 != 0x80 {
                // Bytes that go on with a character of UTF-8 begin none.
                self.place.column += 1;
            }
        }
        self.from += count;
        self.place.offset += count as u64;
    }

    /// Leaves the rest of the line behind, but not its end, however long it is.
    pub(super) fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let ahead = self.ahead(1)?;
            let ends = ahead.iter().position(|&byte| is_line_end(byte));
            let (count, is_done) =
                (ends.unwrap_or(ahead.len()), ends.is_some() || ahead.is_empty());
            self.advance(count);
            if is_done {
                return Ok(());
            }
        }
    }
}

/// Whether a byte ends a line; of `\r\n` each one does.
pub(super) fn is_line_end(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}
