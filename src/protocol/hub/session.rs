//! A Hub session: a state machine over typed commands. One thread reads the input, one searches,
//! and this one alone writes; all meet in one channel. A command that comes while a search runs
//! and is not meant for it ends the search and waits for its `done`.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::any::PositionText;
use crate::book::choose;
use crate::book::shelf::Shelf;
use crate::engine::{Answer, AnyEngine, EngineError, News};
use crate::game::{HubPosition, Notation, Numbering};
use crate::games::Variant;
use crate::notation::fen;
use crate::perft;
use crate::protocol::hub::command::{Command, GoCommand, Level, Mode, PositionCommand};
use crate::protocol::hub::input::{Heavy, Input, LONGEST_LINE, Queue};
use crate::protocol::hub::message;
use crate::protocol::hub::parameters::Parameters;
use crate::search::{Control, Request};

/// Events that may wait before their senders must.
const WAITING: usize = 64;
/// The stack of the thread that reads positions and counts perft.
const STACK: usize = 16 << 20;

/// How a session begins.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game, until the client chooses another.
    pub variant: Variant,
    /// Milliseconds between two lines.
    pub line_delay: u64,
    /// Further parameters and their values, for clients that cannot set them.
    pub parameters: Vec<(String, String)>,
}

/// Runs a session until the input ends or the client quits.
///
/// # Errors
/// If a parameter cannot be set, the output cannot be written, or the first engine cannot be made.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write,
    options: Options,
) -> Result<(), SessionError> {
    let mut parameters = Parameters::new(options.variant, options.line_delay);
    for (name, value) in &options.parameters {
        if !parameters.is_known(name) {
            return Err(SessionError::Parameter(format!("there is no parameter '{name}'")));
        }
        parameters.set(name, value).map_err(|error| SessionError::Parameter(error.to_string()))?;
    }
    let mut shelf = Shelf::default();
    let put = shelf.put(&parameters.book_path);
    put.map_err(|error| SessionError::Parameter(error.to_string()))?;
    let engine = new_engine(&parameters, parameters.table)?;
    let (sender, events) = sync_channel(WAITING);
    let (queue, reader) = Queue::new();
    let lines = sender.clone();
    let send = move |heavy| lines.send(Event::Input(heavy)).is_ok();
    thread::spawn(move || reader.read_lines(input, send));
    let session = Session {
        output,
        events,
        sender,
        parameters,
        shelf,
        engine: Some(engine),
        is_placed: true,
        level: Level::default(),
        job: None,
        queue,
        at_end: false,
    };
    Ok(session.run()?)
}

/// A session cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The output is gone.
    #[error("the output cannot be written")]
    Output(#[from] io::Error),
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A parameter cannot be set from the start.
    #[error("{0}")]
    Parameter(String),
}

/// What happens to a session.
enum Event {
    Input(Heavy),
    News(News),
    /// The job has ended and gives the engine back.
    Finished(Box<dyn AnyEngine>, Outcome),
    /// The job has ended by a fault of the program.
    Crashed,
}

/// What a job has found.
enum Outcome {
    Searched(Answer),
    Counted { depth: u32, nodes: u64, time: Duration },
}

/// Work that runs beside the session.
struct Job {
    control: Arc<Control>,
    /// The same for a count.
    stop: Arc<AtomicBool>,
    /// Whether it is a search, which owes the client a `done`.
    is_search: bool,
    /// Whether the client must say when a search ends: it analyses or ponders without a limit.
    is_held: bool,
    /// Whether it has a limit once it does not ponder.
    is_limited: bool,
    /// Whether it ends by itself soon enough to be waited for when the input has ended.
    is_bounded: bool,
    /// The answer, while it is held.
    answer: Option<Answer>,
}

/// Tells the session of a job that did not end as it should.
struct Alarm(Option<SyncSender<Event>>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some(sender) = self.0.take() {
            let _ = sender.send(Event::Crashed);
        }
    }
}

struct Session<W: Write> {
    output: W,
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    parameters: Parameters,
    /// The opening books.
    shelf: Shelf,
    /// The engine, unless a job has it.
    engine: Option<Box<dyn AnyEngine>>,
    /// Whether the last position that the client told could be read.
    is_placed: bool,
    level: Level,
    job: Option<Job>,
    queue: Queue,
    at_end: bool,
}

impl<W: Write> Session<W> {
    fn run(mut self) -> io::Result<()> {
        while let Ok(event) = self.events.recv() {
            match event {
                Event::Input(heavy) => self.queue.push(heavy),
                Event::News(news) => self.say(&message::info(&news, self.parameters.notation()))?,
                Event::Finished(engine, outcome) => self.finish(engine, outcome)?,
                Event::Crashed => self.recover()?,
            }
            // In the order in which it came: what stands behind a `go` is meant for its search.
            while let Some(input) = self.queue.front() {
                if self.job.is_some() && input.interrupts() {
                    if self.job.as_ref().is_some_and(|job| job.is_search) {
                        self.stop()?;
                    }
                    // A held search is over at once, another tells when it is.
                    if self.job.is_some() {
                        break;
                    }
                } else if let Some(input) = self.queue.pop()
                    && self.handle(input)?
                {
                    return Ok(());
                }
            }
            // A count is waited for, whatever stands behind it, but for its end, and as long as
            // that can be seen.
            let is_counting = self.job.as_ref().is_some_and(|job| !job.is_search);
            if is_counting && (self.queue.has_end() || self.queue.is_full()) {
                self.stop()?;
            }
            if self.at_end && self.job.is_none() && self.queue.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        log::debug!("> {line}");
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()?;
        if self.parameters.line_delay > 0 {
            thread::sleep(Duration::from_millis(self.parameters.line_delay));
        }
        Ok(())
    }

    fn complain(&mut self, message: &str) -> io::Result<()> {
        self.say(&message::error(message))
    }

    /// Deals with what the client says; true if the session is over. What interrupts comes only
    /// when there is no job.
    fn handle(&mut self, input: Input) -> io::Result<bool> {
        match input {
            Input::BrokenLine(error) => self.complain(&error.to_string())?,
            Input::LongLine => {
                self.complain(&format!("a line is longer than {LONGEST_LINE} bytes"))?
            }
            Input::End => {
                self.at_end = true;
                if self.job.as_ref().is_some_and(|job| !job.is_bounded) {
                    self.stop()?;
                }
            }
            Input::Line(Command::Quit, _) => {
                if let Some(job) = &self.job {
                    job.control.stop();
                    job.stop.store(true, Relaxed);
                }
                return Ok(true);
            }
            Input::Line(command, came) => self.obey(command, came)?,
        }
        Ok(false)
    }

    fn obey(&mut self, command: Command, came: Instant) -> io::Result<()> {
        match command {
            Command::None | Command::Quit => Ok(()),
            Command::PonderHit => self.ponder_hit(),
            Command::Stop => self.stop(),
            Command::Ping => self.say("pong"),
            Command::Hub => self.introduce(),
            Command::Init => {
                self.engine().get_ready();
                self.say("ready")
            }
            Command::NewGame => {
                let engine = self.engine();
                engine.forget();
                engine.get_ready();
                Ok(())
            }
            Command::SetParameter { name, value } => match self.set_parameter(&name, &value) {
                Ok(complaints) => complaints.iter().try_for_each(|text| self.complain(text)),
                Err(message) => self.complain(&message),
            },
            Command::Position(position) => match self.place(&position) {
                Ok(()) => Ok(()),
                Err(message) => self.complain(&message),
            },
            Command::Level(level) => {
                self.level.add(level);
                Ok(())
            }
            Command::Go(go) => self.go(&go, came),
            Command::ListMoves | Command::Fen | Command::Evaluate | Command::Perft { .. }
                if !self.is_placed =>
            {
                self.complain(NO_POSITION)
            }
            Command::ListMoves => {
                let notation = self.parameters.notation();
                let turns = self.engine().game().turns();
                let moves: Vec<_> = turns.iter().map(|turn| turn.get(notation)).collect();
                self.say(&format!("movelist moves=\"{}\"", moves.join(" ")))
            }
            Command::Fen => {
                let fen = self.engine().game().fen();
                self.say(&format!("fen fen=\"{fen}\""))
            }
            Command::Evaluate => {
                let score = self.engine().game().evaluate();
                self.say(&format!("eval score={score}"))
            }
            Command::Perft { depth: Some(depth) } if depth <= perft::MAX_DEPTH => self.count(depth),
            Command::Perft { .. } => {
                self.complain(&format!("perft needs depth=N, {} at most", perft::MAX_DEPTH))
            }
        }
    }

    fn engine(&mut self) -> &mut dyn AnyEngine {
        self.engine.as_deref_mut().expect("an idle session has its engine")
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&format!(
            "id name=damier version={} author=\"the damier developers\" country=International",
            env!("CARGO_PKG_VERSION")
        ))?;
        for line in self.parameters.list() {
            self.say(&line)?;
        }
        self.say("wait")
    }

    /// Sets a parameter and makes the engine obey it; if either fails, nothing has changed. Files
    /// of tables that are not used are told.
    fn set_parameter(&mut self, name: &str, value: &str) -> Result<Vec<String>, String> {
        let mut parameters = self.parameters.clone();
        parameters.set(name, value).map_err(|error| error.to_string())?;
        let old = &self.parameters;
        if parameters.book_path != old.book_path {
            self.shelf.put(&parameters.book_path).map_err(|error| error.to_string())?;
        }
        let mut complaints = Vec::new();
        if parameters.variant != old.variant {
            // There may not be memory for two tables.
            let mut engine = new_engine(&parameters, 0).map_err(|error| error.to_string())?;
            std::mem::swap(engine.table_mut(), self.engine().table_mut());
            engine.forget();
            complaints = engine.set_tables(&parameters.sources());
            self.engine = Some(engine);
            self.is_placed = true;
        } else {
            let engine = self.engine.as_deref_mut().expect("an idle session has its engine");
            if parameters.table != old.table {
                engine.set_table(parameters.table).map_err(|error| error.to_string())?;
            }
            if parameters.threads != old.threads {
                engine.set_threads(parameters.threads).map_err(|error| error.to_string())?;
            }
            *engine.parameters_mut() = parameters.search();
            if parameters.rules != old.rules {
                set_rules(engine, &parameters);
            }
            if parameters.sources() != old.sources() {
                complaints = engine.set_tables(&parameters.sources());
            }
        }
        self.parameters = parameters;
        Ok(complaints)
    }

    /// Sets the position up and plays the turns. If either fails there is nothing to search.
    fn place(&mut self, command: &PositionCommand) -> Result<(), String> {
        let notation = self.parameters.notation();
        self.is_placed = false;
        let numbering = self.parameters.variant.facts().numbering;
        let is_exchanged = notation == Notation::National && numbering == Numbering::HubFromStarter;
        let exchanged;
        let text = match (&command.fen, &command.pos) {
            (Some(fen), _) => PositionText::Fen(fen),
            (None, Some(pos)) => match PositionText::guess(pos) {
                PositionText::Hub(hub) => {
                    let squares: &str = if is_exchanged {
                        exchanged = fen::exchanged(hub.squares);
                        &exchanged
                    } else {
                        hub.squares
                    };
                    PositionText::Hub(HubPosition {
                        squares,
                        halfmove: command.halfmove,
                        wolf: &command.wolf,
                    })
                }
                other => other,
            },
            (None, None) if command.start => PositionText::Start,
            (None, None) => return Err("bad position: pos needs pos=, fen= or start".to_owned()),
        };
        let engine = self.engine();
        engine.get_ready();
        let game = engine.game_mut();
        game.set_position(&text).map_err(|error| format!("bad position: {error}"))?;
        for (i, turn) in command.moves.split_whitespace().enumerate() {
            game.play(turn, notation).map_err(|error| format!("{error} (move {})", i + 1))?;
        }
        self.is_placed = true;
        Ok(())
    }

    fn go(&mut self, go: &GoCommand, came: Instant) -> io::Result<()> {
        let mode = go.mode;
        let level = std::mem::take(&mut self.level).or_default(mode);
        let request = match self.request(go, &level) {
            Ok(request) => request,
            Err(message) => {
                self.complain(&message)?;
                return self.say("done");
            }
        };
        let book = self.book_answer(&request, came);
        let control = Arc::new(Control::new(came, mode == Mode::Ponder));
        let job = Job {
            control: Arc::clone(&control),
            stop: Arc::default(),
            is_search: true,
            is_held: mode == Mode::Ponder || !level.is_limited(),
            is_limited: level.is_limited(),
            is_bounded: mode == Mode::Think && level.is_bounded(),
            answer: None,
        };
        self.start(job, move |engine, sender| {
            let mut tell = |news| {
                let _ = sender.send(Event::News(news));
            };
            if let Some(answer) = book {
                tell(answer.news().clone());
                return Outcome::Searched(answer);
            }
            Outcome::Searched(engine.search(&request, &control, &mut tell))
        })
    }

    /// What is to be searched, if there is a position and the moves are legal in it.
    fn request(&mut self, go: &GoCommand, level: &Level) -> Result<Request, String> {
        if !self.is_placed {
            return Err(NO_POSITION.to_owned());
        }
        let notation = self.parameters.notation();
        let lines = go.lines.unwrap_or(self.parameters.lines);
        let skill = self.parameters.skill;
        let game = self.engine().game();
        let only = go.only.split_whitespace().map(|text| game.find(text, notation));
        let only = only.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let skill = (go.mode != Mode::Analyze).then_some(skill);
        let limits = level.limits(go.mode, game.moves_left());
        Ok(Request { limits, lines, only, skill })
    }

    /// What the book plays, if it may be asked: not where several moves or some only are looked at,
    /// nor where play is to be weak, nor in an analysis, which tells no skill.
    fn book_answer(&mut self, request: &Request, came: Instant) -> Option<Answer> {
        let is_strong = request.skill.is_some_and(|skill| !skill.is_weak());
        if !self.parameters.book || !is_strong || request.lines > 1 || !request.only.is_empty() {
            return None;
        }
        let Parameters { variant, book_margin, skill, .. } = self.parameters;
        let game = self.engine.as_deref().expect("an idle session has its engine").game();
        let book = self.shelf.book(variant)?;
        let turn = choose::turn(book, game, book_margin, skill.seed)?;
        Some(turn.answer(came.elapsed()))
    }

    fn count(&mut self, depth: u32) -> io::Result<()> {
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            control: Arc::new(Control::new(Instant::now(), false)),
            stop: Arc::clone(&stop),
            is_search: false,
            is_held: false,
            is_limited: true,
            is_bounded: true,
            answer: None,
        };
        self.start(job, move |engine, _| {
            let begun = Instant::now();
            let nodes = engine.game().perft(depth, &stop);
            Outcome::Counted { depth, nodes, time: begun.elapsed() }
        })
    }

    /// Gives the engine to a thread of its own.
    fn start(
        &mut self,
        job: Job,
        work: impl FnOnce(&mut dyn AnyEngine, &SyncSender<Event>) -> Outcome + Send + 'static,
    ) -> io::Result<()> {
        let mut engine = self.engine.take().expect("an idle session has its engine");
        let sender = self.sender.clone();
        let spawned = thread::Builder::new().stack_size(STACK).spawn(move || {
            let mut alarm = Alarm(Some(sender.clone()));
            let outcome = work(&mut *engine, &sender);
            alarm.0 = None;
            let _ = sender.send(Event::Finished(engine, outcome));
        });
        self.job = Some(job);
        if spawned.is_ok() { Ok(()) } else { self.recover() }
    }

    fn finish(&mut self, engine: Box<dyn AnyEngine>, outcome: Outcome) -> io::Result<()> {
        self.engine = Some(engine);
        let Some(job) = &mut self.job else { return Ok(()) };
        match outcome {
            Outcome::Searched(answer) => {
                // Where there is no legal turn there is nothing to wait for.
                if job.is_held && answer.best.is_some() {
                    job.answer = Some(answer);
                    return Ok(());
                }
                self.answer(&answer)
            }
            Outcome::Counted { depth, nodes, time } => {
                let was_stopped = job.stop.load(Relaxed);
                self.job = None;
                if was_stopped {
                    return self.complain("perft was stopped");
                }
                let time = time.as_secs_f64();
                self.say(&format!("perft depth={depth} nodes={nodes} time={time:.3}"))
            }
        }
    }

    fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        self.job = None;
        self.say(&message::done(answer, self.parameters.notation()))
    }

    /// The job need not be waited for any longer.
    fn stop(&mut self) -> io::Result<()> {
        let Some(job) = &mut self.job else { return Ok(()) };
        job.control.stop();
        job.stop.store(true, Relaxed);
        self.release()
    }

    /// The search that was held may give its answer.
    fn release(&mut self) -> io::Result<()> {
        let Some(job) = &mut self.job else { return Ok(()) };
        job.is_held = false;
        match job.answer.take() {
            Some(answer) => self.answer(&answer),
            None => Ok(()),
        }
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        match &self.job {
            Some(job) if job.control.is_pondering() => {
                job.control.ponder_hit();
                if job.is_limited { self.release() } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// After a fault of the program: the session goes on with a new engine.
    fn recover(&mut self) -> io::Result<()> {
        let is_search = self.job.take().is_none_or(|job| job.is_search);
        self.is_placed = false;
        match new_engine(&self.parameters, self.parameters.table) {
            Ok(engine) => self.engine = Some(engine),
            Err(error) => return Err(io::Error::other(error)),
        }
        self.complain(if is_search { "the search failed" } else { "perft failed" })?;
        if is_search { self.say("done") } else { Ok(()) }
    }
}

const NO_POSITION: &str = "there is no position: the last pos was refused";

fn new_engine(parameters: &Parameters, table: usize) -> Result<Box<dyn AnyEngine>, EngineError> {
    let mut engine = parameters.variant.engine(parameters.threads, table)?;
    set_rules(&mut *engine, parameters);
    *engine.parameters_mut() = parameters.search();
    engine.set_tables(&parameters.sources());
    Ok(engine)
}

/// Gives the engine those of the rules' options that its game has.
fn set_rules(engine: &mut dyn AnyEngine, parameters: &Parameters) {
    let game = engine.game_mut();
    for (option, value) in &parameters.rules {
        if game.facts().options.iter().any(|own| own.name == option.name) {
            game.set_option(option.name, value).expect("the value is one of the option's");
        }
    }
}
