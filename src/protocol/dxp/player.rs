//! An engine that plays over DXP. Threads read the connection, wait for callers and search; this
//! one alone writes, and drives the session.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::any::PositionText;
use crate::clock::{Clock, move_time};
use crate::engine::{AnyEngine, EngineError};
use crate::game::Notation;
use crate::protocol::dxp::connection::{Connection, ConnectionError, Incoming, Listener, Writer};
use crate::protocol::dxp::message::Answer;
use crate::protocol::dxp::record::Record;
use crate::protocol::dxp::session::{self, Action, OptionsError, Session, Think};
use crate::search::{Control, Limits, Request};

/// Events that may wait before their senders must.
const WAITING: usize = 64;
/// The stack of a thread that searches.
const STACK: usize = 16 << 20;
/// So often in a row a peer is called in vain.
const TRIES: u32 = 5;
/// The time between two tries.
const PAUSE: Duration = Duration::from_secs(1);
/// So long a peer may take to close its end of a connection.
const FAREWELL: Duration = Duration::from_secs(1);
/// Seconds for a move where nothing limits it.
const UNLIMITED: f64 = 1.0;

/// How an engine plays.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the session needs to know.
    pub session: session::Options,
    /// Threads that search.
    pub threads: usize,
    /// Bytes of the table.
    pub table: usize,
    /// Plies of a search.
    pub depth: Option<u32>,
    /// Nodes of a search.
    pub nodes: Option<u64>,
    /// Seconds for each move, instead of a share of the time that is agreed upon.
    pub move_time: Option<f64>,
}

/// How peers are found.
#[derive(Debug)]
pub enum Way {
    /// One after the other calls.
    Listen {
        /// Where they do.
        listener: Listener,
        /// Whether only the first is waited for.
        once: bool,
    },
    /// One is called.
    Call(Vec<SocketAddr>),
}

/// An engine cannot play on.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// The options make no sense.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Games cannot be told.
    #[error("the output cannot be written")]
    Output(#[source] io::Error),
    /// No peer can be had.
    #[error("there is no connection")]
    Connection(#[source] ConnectionError),
    /// The peer does not play this game.
    #[error("the peer does not play this game ({0:?})")]
    Refused(Answer),
    /// A thread cannot be started.
    #[error("a thread cannot be started")]
    Thread(#[source] io::Error),
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Everything has been played.
    Complete,
    /// The peer wants no more, or is gone, before everything has been played.
    Incomplete,
    /// The user wants no more.
    Interrupted,
}

/// What happens to a player.
enum Event {
    Opened(Result<Connection, ConnectionError>),
    /// What a connection, which has a number, has brought.
    Came(u64, Result<Incoming, ConnectionError>),
    /// A search has ended and gives the engine back.
    Searched(Box<dyn AnyEngine>, u64, Option<String>),
    /// A search has ended by a fault of the program.
    Crashed(u64),
    Interrupted,
}

/// How a connection ended.
#[derive(PartialEq)]
enum Parting {
    /// As both sides wanted it.
    Agreed,
    /// In the middle of something.
    Lost,
    Interrupted,
}

/// Ends the games of a player from outside.
#[derive(Clone, Debug)]
pub struct Interrupter(SyncSender<Event>);

impl Interrupter {
    /// Ends them as soon as can be.
    pub fn interrupt(&self) {
        // A player that has ended needs no interruption.
        let _ = self.0.send(Event::Interrupted);
    }
}

/// Tells of a search that did not end as it should.
struct Alarm(Option<(SyncSender<Event>, u64)>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some((sender, job)) = self.0.take() {
            let _ = sender.send(Event::Crashed(job));
        }
    }
}

/// A search that runs.
struct Search {
    job: u64,
    control: Arc<Control>,
}

/// An engine that plays over DXP.
pub struct Player {
    options: Options,
    session: Session,
    /// The engine, unless a search has it.
    engine: Option<Box<dyn AnyEngine>>,
    search: Option<Search>,
    /// What is to be searched once the engine is back.
    next: Option<Think>,
    writer: Option<Writer>,
    /// The number of the connection.
    number: u64,
    /// Games that have come to an end.
    finished: u64,
    events: Receiver<Event>,
    sender: SyncSender<Event>,
}

impl Player {
    /// An engine that is ready to play.
    ///
    /// # Errors
    /// If the options make no sense or the engine cannot be made.
    pub fn new(options: Options) -> Result<Player, PlayerError> {
        let session = Session::new(options.session.clone())?;
        let engine = Some(new_engine(&options)?);
        let (sender, events) = sync_channel(WAITING);
        Ok(Player {
            options,
            session,
            engine,
            search: None,
            next: None,
            writer: None,
            number: 0,
            finished: 0,
            events,
            sender,
        })
    }

    /// What ends the games from outside.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        Interrupter(self.sender.clone())
    }

    /// Plays until nothing is left to be played; `tell` is told of each game.
    ///
    /// # Errors
    /// If no peer can be had, none plays, or `tell` fails.
    pub fn run(
        mut self,
        way: Way,
        tell: &mut dyn FnMut(&Record) -> io::Result<()>,
    ) -> Result<Finish, PlayerError> {
        let way = Arc::new(way);
        let mut failures = 0;
        loop {
            let finished = self.finished;
            let parting = match self.open(&way, failures)? {
                None => return Ok(Finish::Interrupted),
                Some(Ok(connection)) => self.play(connection, tell)?,
                Some(Err(error)) => {
                    log::warn!("{error}");
                    failures += 1;
                    if failures >= TRIES || matches!(*way, Way::Listen { .. }) {
                        return Err(PlayerError::Connection(error));
                    }
                    continue;
                }
            };
            if let Some(answer) = self.session.refused() {
                return Err(PlayerError::Refused(answer));
            }
            let left = self.session.plan().map(|plan| plan.games);
            match (parting, &*way, left) {
                (Parting::Interrupted, ..) => return Ok(Finish::Interrupted),
                (_, _, Some(0)) => return Ok(Finish::Complete),
                (_, Way::Listen { once: true, .. }, left) => {
                    let is_complete = left.is_none();
                    return Ok(if is_complete { Finish::Complete } else { Finish::Incomplete });
                }
                (_, Way::Listen { .. }, None) => (),
                (Parting::Lost, ..) => {
                    failures = if self.finished > finished { 1 } else { failures + 1 };
                    if failures >= TRIES {
                        return Ok(Finish::Incomplete);
                    }
                }
                (Parting::Agreed, Way::Call(_), None) => return Ok(Finish::Complete),
                (Parting::Agreed, _, Some(_)) => return Ok(Finish::Incomplete),
            }
        }
    }

    /// Waits for a connection, unless the user wants no more.
    fn open(
        &mut self,
        way: &Arc<Way>,
        failures: u32,
    ) -> Result<Option<Result<Connection, ConnectionError>>, PlayerError> {
        let (way, sender) = (Arc::clone(way), self.sender.clone());
        let work = move || {
            let opened = match &*way {
                Way::Listen { listener, .. } => {
                    if let Ok(address) = listener.address() {
                        log::info!("waits for a caller on {address}");
                    }
                    listener.accept(None)
                }
                Way::Call(addresses) => {
                    if failures > 0 {
                        thread::sleep(PAUSE);
                    }
                    Connection::connect(addresses).map_err(ConnectionError::from)
                }
            };
            let _ = sender.send(Event::Opened(opened));
        };
        thread::Builder::new().spawn(work).map_err(PlayerError::Thread)?;
        loop {
            match self.next_event(None) {
                Some(Event::Opened(opened)) => return Ok(Some(opened)),
                Some(Event::Interrupted) => return Ok(None),
                Some(event) => self.searched(event)?,
                None => (),
            }
        }
    }

    fn next_event(&self, deadline: Option<Instant>) -> Option<Event> {
        let closed = "the player has a sender of its own";
        match deadline {
            None => Some(self.events.recv().expect(closed)),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                match self.events.recv_timeout(left) {
                    Ok(event) => Some(event),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => unreachable!("{closed}"),
                }
            }
        }
    }

    /// Plays with a peer until the connection ends.
    fn play(
        &mut self,
        connection: Connection,
        tell: &mut dyn FnMut(&Record) -> io::Result<()>,
    ) -> Result<Parting, PlayerError> {
        self.number += 1;
        let number = self.number;
        let (mut reader, writer) = connection.split();
        let sender = self.sender.clone();
        let read = move || {
            loop {
                let came = reader.receive(None);
                let is_over = came.is_err();
                if sender.send(Event::Came(number, came)).is_err() || is_over {
                    return;
                }
            }
        };
        thread::Builder::new().spawn(read).map_err(PlayerError::Thread)?;
        self.writer = Some(writer);
        log::info!("a connection");
        self.session.connected(Instant::now());
        let mut parting = Parting::Lost;
        while self.act(tell)? {
            let event = self.next_event(self.session.deadline());
            let now = Instant::now();
            match event {
                None => (),
                Some(Event::Came(of, came)) if of == number => match came {
                    Ok(incoming) => {
                        if let Some(writer) = &mut self.writer {
                            writer.heard();
                        }
                        self.session.receive(now, incoming);
                    }
                    Err(error) => {
                        log::info!("{error}");
                        if !self.session.is_busy() {
                            parting = Parting::Agreed;
                        }
                        self.part();
                    }
                },
                Some(Event::Interrupted) => {
                    parting = Parting::Interrupted;
                    self.session.interrupt();
                }
                // What an earlier connection has brought is of no use.
                Some(Event::Came(..) | Event::Opened(_)) => (),
                Some(event) => self.searched(event)?,
            }
            // Whatever a peer sends without end, no wait gets longer by it.
            self.session.tick(now);
        }
        let has_failed = self.writer.is_none();
        if let Some(writer) = self.writer.take() {
            self.say_farewell(&writer, number)?;
            if parting == Parting::Lost {
                parting = Parting::Agreed;
            }
        }
        if !has_failed {
            self.session.disconnected();
            self.act(tell)?;
        }
        Ok(parting)
    }

    /// There is no connection any more.
    fn part(&mut self) {
        if let Some(writer) = self.writer.take() {
            writer.close();
        }
        self.session.disconnected();
    }

    /// Waits until the peer has read the last message, so that it is not lost.
    fn say_farewell(&mut self, writer: &Writer, number: u64) -> Result<(), PlayerError> {
        writer.finish();
        let deadline = Instant::now() + FAREWELL;
        while let Some(event) = self.next_event(Some(deadline)) {
            match event {
                Event::Came(of, Err(_)) if of == number => break,
                Event::Interrupted => break,
                Event::Came(..) | Event::Opened(_) => (),
                event => self.searched(event)?,
            }
        }
        writer.close();
        Ok(())
    }

    /// Does what the session wants; false if the connection is to be ended, or has ended.
    fn act(
        &mut self,
        tell: &mut dyn FnMut(&Record) -> io::Result<()>,
    ) -> Result<bool, PlayerError> {
        let mut goes_on = true;
        loop {
            let actions = self.session.take_actions();
            if actions.is_empty() {
                return Ok(goes_on && self.writer.is_some());
            }
            for action in actions {
                match action {
                    Action::Send(message) => {
                        let sent = self.writer.as_mut().map(|writer| writer.send(&message));
                        if let Some(Err(error)) = sent {
                            log::warn!("{error}");
                            self.part();
                        }
                    }
                    Action::Think(think) => {
                        self.next = Some(think);
                        self.search()?;
                    }
                    Action::StopThinking => {
                        self.next = None;
                        if let Some(search) = &self.search {
                            search.control.stop();
                        }
                    }
                    Action::Ended(record) => {
                        self.finished += u64::from(record.is_finished());
                        tell(&record).map_err(PlayerError::Output)?;
                    }
                    Action::Close => goes_on = false,
                }
            }
        }
    }

    /// Begins the search that is wanted, if the engine is there.
    fn search(&mut self) -> Result<(), PlayerError> {
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        let Some(think) = self.next.take() else {
            self.engine = Some(engine);
            return Ok(());
        };
        let control = Arc::new(Control::new(Instant::now(), false));
        self.search = Some(Search { job: think.job, control: Arc::clone(&control) });
        let sender = self.sender.clone();
        let options = self.options.clone();
        let work = move || {
            let mut alarm = Alarm(Some((sender.clone(), think.job)));
            let best = search(&mut *engine, &think, &options, &control);
            alarm.0 = None;
            let _ = sender.send(Event::Searched(engine, think.job, best));
        };
        thread::Builder::new().stack_size(STACK).spawn(work).map_err(PlayerError::Thread)?;
        Ok(())
    }

    /// A search has ended.
    fn searched(&mut self, event: Event) -> Result<(), PlayerError> {
        let (engine, job, best) = match event {
            Event::Searched(engine, job, best) => (engine, job, best),
            Event::Crashed(job) => {
                log::error!("the search failed");
                (new_engine(&self.options)?, job, None)
            }
            _ => return Ok(()),
        };
        self.engine = Some(engine);
        self.search = self.search.take().filter(|search| search.job != job);
        self.session.chosen(Instant::now(), job, best.as_deref());
        self.search()
    }
}

fn new_engine(options: &Options) -> Result<Box<dyn AnyEngine>, PlayerError> {
    let mut engine = options.session.variant.engine(options.threads, options.table)?;
    for (name, value) in &options.session.rules {
        engine.game_mut().set_option(name, value).map_err(OptionsError::from)?;
    }
    engine.get_ready();
    Ok(engine)
}

/// The best move, as Hub writes it.
fn search(
    engine: &mut dyn AnyEngine,
    think: &Think,
    options: &Options,
    control: &Control,
) -> Option<String> {
    let game = engine.game_mut();
    game.set_position(&PositionText::Fen(&think.start)).ok()?;
    for turn in &think.moves {
        game.play(turn, Notation::Hub).ok()?;
    }
    let is_free = think.only.len() == game.turns().len();
    let only = if is_free { Vec::new() } else { think.only.clone() };
    let limits = limits(options, think.clock, game.moves_left());
    let request = Request { only, ..Request::from(limits) };
    let mut news = |news: crate::engine::News| {
        log::debug!("depth {} score {} nodes {}", news.depth, news.score, news.nodes);
    };
    engine.search(&request, control, &mut news).best.map(|turn| turn.hub)
}

/// When a search ends, if the game is thought to go on for so many moves of the engine.
fn limits(options: &Options, clock: Option<Clock>, moves_left: f64) -> Limits {
    let is_limited = options.depth.is_some() || options.nodes.is_some();
    let time = match (options.move_time, clock) {
        (Some(seconds), _) => Some(move_time(seconds)),
        (None, Some(clock)) => Some(clock.budget(moves_left)),
        (None, None) => (!is_limited).then(|| move_time(UNLIMITED)),
    };
    Limits {
        depth: options.depth,
        nodes: options.nodes,
        time,
        proof_is_enough: true,
        forced_is_enough: true,
    }
}
