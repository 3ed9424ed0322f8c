//! `damier book`: opening books made, looked at and checked.

mod build;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{ArgGroup, Args, Subcommand};
use damier::any::{AnyGame, PositionText, TurnText};
use damier::book::choose::BookTurn;
use damier::book::{Book, check, shelf};
use damier::games::Variant;
use serde::Serialize;

/// So many of the first moves are told with their lines.
const FIRST_MOVES: usize = 5;
/// So many moves of a line.
const LINE: usize = 12;

/// Make opening books by searching, look into them, and check them
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Arguments),
    Info(Info),
    Probe(Probe),
    Check(Check),
}

/// Tell how a book was made, what it holds, and its best lines
///
/// Scores are in men for the side to move.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("book").required(true),
    after_help = "Examples:\n  damier book info -g poddavki\n  damier book info mine.dbook"
)]
struct Info {
    /// A book.
    #[arg(value_name = "FILE", group = "book")]
    file: Option<PathBuf>,

    /// The game, for the book that is part of the program.
    #[arg(short = 'g', long = "game", value_name = "VARIANT", group = "book")]
    variant: Option<Variant>,
}

/// Tell the moves that a book knows in a position
///
/// A move a line, the best first: score in men for the side to move, Hub text, the text of the
/// game's players, and the line that follows in the book. The exit code is 1 if it knows none.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier book probe -g impasse --json")]
struct Probe {
    #[command(flatten)]
    position: super::PositionArguments,

    /// A book, instead of the one that is part of the program.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// JSON: one object and nothing else.
    #[arg(long)]
    json: bool,
}

/// Check that books are whole, and that all of their moves are legal
///
/// The exit code is 1 if a move is not, and 2 if a file is no book, damaged or cut off.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier book check books/poddavki.dbook")]
struct Check {
    /// The books.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What `probe --json` writes.
#[derive(Serialize)]
struct Probed {
    variant: &'static str,
    fen: String,
    moves: Vec<ProbedMove>,
}

#[derive(Serialize)]
struct ProbedMove {
    hub: String,
    own: String,
    score: f64,
    pv: Line,
}

#[derive(Serialize)]
struct Line {
    hub: Vec<String>,
    own: Vec<String>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        match self.command {
            Command::Build(arguments) => arguments.run(),
            Command::Info(arguments) => arguments.run(),
            Command::Probe(arguments) => arguments.run(),
            Command::Check(arguments) => arguments.run(),
        }
    }
}

/// The book that is part of the program.
fn own_book(variant: Variant) -> anyhow::Result<Book> {
    shelf::book(variant)?.with_context(|| {
        let games: Vec<_> = shelf::games().map(Variant::name).collect();
        format!("there is no book of {variant} in the program, but of {}", games.join(", "))
    })
}

/// A line as people write it.
fn shown(line: &[TurnText]) -> String {
    let turns: Vec<&str> = line.iter().map(|turn| turn.own.as_str()).collect();
    turns.join(" ")
}

/// The game that a book is of, at its start.
fn game(book: &Book) -> anyhow::Result<Box<dyn AnyGame>> {
    let mut game = book.plan().game()?.game();
    for (name, value) in &book.plan().options {
        game.set_option(name, value)?;
    }
    game.set_position(&PositionText::Start)?;
    Ok(game)
}

impl Info {
    fn run(self) -> anyhow::Result<bool> {
        let book = match (&self.file, self.variant) {
            (Some(path), _) => Book::load(path)?,
            (None, Some(variant)) => own_book(variant)?,
            (None, None) => unreachable!("one of the two is required"),
        };
        let plan = book.plan();
        let game = game(&book)?;
        let mut output = io::stdout().lock();
        let places = book.graph().places();
        let moves: usize = places.iter().map(|place| place.moves.len()).sum();
        writeln!(output, "game       {}", plan.variant)?;
        for (name, value) in &plan.options {
            writeln!(output, "option     {name}={value}")?;
        }
        writeln!(output, "positions  {} (a game each)", places.len())?;
        writeln!(output, "moves      {moves}")?;
        writeln!(output, "depth      {} plies", book.plies())?;
        writeln!(output, "bytes      {}", book.to_bytes().len())?;
        writeln!(output, "made by    {}", book.program())?;
        writeln!(output, "           {}", build::told(plan))?;
        if let Some(first) = places.first() {
            let number = book.graph().find(first.key).unwrap_or_default();
            writeln!(output, "score      {}", book.worth(number))?;
        }
        for turn in game.book_turns(&book).iter().take(FIRST_MOVES) {
            let line = &turn.line[..turn.line.len().min(LINE)];
            writeln!(output, "line  {:>6}  {}", turn.score.to_string(), shown(line))?;
        }
        Ok(true)
    }
}

impl Probe {
    fn run(self) -> anyhow::Result<bool> {
        let book = match &self.book {
            Some(path) => Book::load(path)?,
            None => own_book(self.position.variant())?,
        };
        let game = self.position.game()?;
        let known = game.book_turns(&book);
        let mut output = io::stdout().lock();
        if self.json {
            let moves = known.iter().map(ProbedMove::new).collect();
            let probed = Probed { variant: game.facts().name, fen: game.fen(), moves };
            super::write_json(&mut output, &probed)?;
        } else {
            for turn in &known {
                let first = &turn.line[0];
                let score = turn.score.to_string();
                writeln!(
                    output,
                    "{score:>6}\t{}\t{}\t{}",
                    first.hub,
                    first.own,
                    shown(&turn.line)
                )?;
            }
        }
        Ok(!known.is_empty())
    }
}

impl ProbedMove {
    fn new(turn: &BookTurn) -> ProbedMove {
        let texts = |text: fn(&TurnText) -> &String| turn.line.iter().map(text).cloned().collect();
        ProbedMove {
            hub: turn.line[0].hub.clone(),
            own: turn.line[0].own.clone(),
            score: turn.score.men(),
            pv: Line { hub: texts(|turn| &turn.hub), own: texts(|turn| &turn.own) },
        }
    }
}

impl Check {
    fn run(self) -> anyhow::Result<bool> {
        let mut is_good = true;
        for path in &self.files {
            let book = Book::load(path)?;
            let (name, variant) = (path.display(), &book.plan().variant);
            match check::check(&book) {
                Ok(moves) => {
                    let positions = book.graph().places().len();
                    super::say(format_args!(
                        "{name}: {variant}, {positions} positions, {moves} legal moves"
                    ))?;
                }
                Err(error) => {
                    super::say(format_args!("{name}: {error}"))?;
                    is_good = false;
                }
            }
        }
        Ok(is_good)
    }
}
