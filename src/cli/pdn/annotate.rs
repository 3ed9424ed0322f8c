//! `damier pdn annotate`: what the search thinks of the moves of games.

mod journal;
mod remark;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;
use damier::any::PositionText;
use damier::engine::{AnyEngine, News};
use damier::game::{GameResult, Notation, Side};
use damier::games::Variant;
use damier::notation::pdn::record::{Item, Record};
use damier::notation::pdn::replay::Keep;
use damier::notation::pdn::writer::Movetext;
use damier::score::Score;
use damier::search::{Control, Request};
use indicatif::ProgressBar;

use crate::cli::analyse::LimitArguments;
use journal::{Journal, Unfinished};
use remark::Remark;

/// Search the positions of games and write what is thought of each move
///
/// Behind each move of the main line a comment tells the score after it, the best move, its score
/// and its line, all scores in men for White; errors get the marks ? ($2) from 1 man lost,
/// ?? ($4) from 2, ?! ($6) from half a man, and the only good move ! ($1): every other loses a man
/// or more. Scores beyond 10 men count as 10.
///
/// A move is written as soon as it is searched, so that whoever stops it has a file with all moves
/// so far, and --resume goes on from there.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  damier pdn annotate games.pdn --depth 12 -o annotated.pdn")]
pub(in crate::cli) struct Arguments {
    /// The file; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    limits: LimitArguments,

    /// Write to this file.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Go on where an earlier run with the same input and limits was stopped.
    #[arg(long)]
    resume: bool,

    /// Threads.
    #[arg(allow_negative_numbers = true, long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Megabytes of the transposition table.
    #[arg(allow_negative_numbers = true, long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    hash: u64,

    #[command(flatten)]
    fallback: super::FallbackArguments,
}

/// What the search found in a position, for the side to move.
struct Finding {
    side: Side,
    score: Score,
    /// The lines that it looked at, the best first; none if the game is over.
    lines: Vec<News>,
}

impl Arguments {
    pub(in crate::cli) fn run(self) -> anyhow::Result<bool> {
        let name = super::shown(&self.file);
        let (games, progress) = super::open(&self.file, &self.fallback, Keep::National, 0)?;
        let mut journal = Journal::open(&self.output, self.resume)?;
        let mut engine: Option<(Variant, Box<dyn AnyEngine>)> = None;
        let (mut written, mut faults) = (0_u64, 0_u64);
        for outcome in games {
            let outcome = outcome.with_context(|| format!("cannot read {name}"))?;
            let record = match outcome.record {
                Ok(Some(record)) => record,
                Ok(None) => continue,
                Err(fault) => {
                    progress.suspend(|| eprintln!("{name}:{fault}"));
                    faults += 1;
                    continue;
                }
            };
            written += 1;
            if written <= journal.finished() {
                continue;
            }
            let known = engine.take().filter(|(variant, _)| *variant == record.variant);
            let (_, engine) = engine.insert(match known {
                Some(engine) => engine,
                None => (record.variant, self.engine(record.variant)?),
            });
            self.annotate(&mut **engine, &record, &mut journal, &progress)
                .with_context(|| format!("{name}: game {}", outcome.game))?;
        }
        ensure!(
            journal.finished() <= written,
            "{} has more games than {name}",
            self.output.display()
        );
        progress.finish_and_clear();
        eprintln!("{}", super::summary(&name, written, faults));
        Ok(faults == 0)
    }

    fn engine(&self, variant: Variant) -> anyhow::Result<Box<dyn AnyEngine>> {
        let bytes = usize::try_from(self.hash << 20).context("--hash is too large")?;
        let mut engine = variant.engine(self.threads as usize, bytes)?;
        engine.get_ready();
        Ok(engine)
    }

    /// Writes a game, a move a line.
    fn annotate(
        &self,
        engine: &mut dyn AnyEngine,
        record: &Record,
        journal: &mut Journal,
        progress: &ProgressBar,
    ) -> anyhow::Result<()> {
        let (opening, units) = units(&record.items);
        let header = self.header(record, opening);
        let done = match journal.begin(&header)? {
            Unfinished::Nothing => 0,
            Unfinished::Lines(lines) => lines,
        };
        ensure!(done <= units.len(), "{} has more moves than it", self.output.display());
        engine.game_mut().set_position(&PositionText::Fen(&record.start.fen))?;
        set_up(engine, opening)?;
        let mut before = None;
        for (index, unit) in units.into_iter().enumerate() {
            let [turn @ Item::Turn(played), behind @ ..] = unit else { continue };
            if index < done {
                engine.game_mut().play(&played.hub, Notation::Hub)?;
            } else {
                let best = match before.take() {
                    Some(finding) => finding,
                    None => self.search(engine),
                };
                engine.game_mut().play(&played.hub, Notation::Hub)?;
                let after = self.search(engine);
                let remark = Remark::new(record.variant, played, &best, &after);
                let mut text = Movetext::in_one_line(record.variant);
                text.item(turn);
                let has_mark = |item: &Item| matches!(item, Item::Nag(1..=6));
                if let Some(nag) = remark.nag.filter(|_| !behind.iter().any(has_mark)) {
                    text.item(&Item::Nag(nag));
                }
                text.item(&Item::Comment(remark.text));
                behind.iter().for_each(|item| text.item(item));
                journal.write(&(text.text + "\n"))?;
                before = Some(after);
            }
            if set_up(engine, behind)? {
                before = None;
            }
            progress.tick();
        }
        journal.write(&format!("{}\n", record.ending_text()))
    }

    /// The tags, with a note of who annotates, and what stands before the first move.
    fn header(&self, record: &Record, opening: &[Item]) -> String {
        let mut record = record.clone();
        let note = format!("damier {}, {}", env!("CARGO_PKG_VERSION"), self.limits);
        match record.tags.iter_mut().find(|(name, _)| name == "Annotator") {
            Some((_, value)) => *value = format!("{value}; {note}"),
            None => record.tags.push(("Annotator".to_owned(), note)),
        }
        let mut text = Movetext::new(record.variant);
        opening.iter().for_each(|item| text.item(item));
        let end = if text.text.is_empty() { "" } else { "\n" };
        record.write_tags() + &text.text + end
    }

    /// Searches the position, as if no other had been searched before.
    fn search(&self, engine: &mut dyn AnyEngine) -> Finding {
        let side = engine.game().side();
        if let Some(result) = engine.game().result() {
            let winner = match result {
                GameResult::WhiteWins => Some(Side::White),
                GameResult::BlackWins => Some(Side::Black),
                GameResult::Draw => None,
            };
            let won = |winner| if winner == side { Score::WIN } else { -Score::WIN };
            return Finding { side, score: winner.map_or(Score::ZERO, won), lines: Vec::new() };
        }
        engine.forget();
        let request = Request { limits: self.limits.limits(), lines: 2, ..Request::default() };
        let control = Control::new(Instant::now(), false);
        let answer = engine.search(&request, &control, &mut |_| ());
        Finding { side, score: answer.news().score, lines: answer.lines }
    }
}

/// The items before the first move of the main line, and each such move with what stands behind it.
fn units(items: &[Item]) -> (&[Item], Vec<&[Item]>) {
    let mut depth = 0_usize;
    let mut starts = Vec::new();
    for (index, item) in items.iter().enumerate() {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth -= 1,
            Item::Turn(_) if depth == 0 => starts.push(index),
            _ => {}
        }
    }
    let opening = &items[..starts.first().copied().unwrap_or(items.len())];
    let ends = starts.iter().skip(1).copied().chain([items.len()]);
    (opening, starts.iter().zip(ends).map(|(&start, end)| &items[start..end]).collect())
}

/// Sets up the last position that is set up outside of variations, if there is one.
fn set_up(engine: &mut dyn AnyEngine, items: &[Item]) -> anyhow::Result<bool> {
    let mut depth = 0_usize;
    let mut last = None;
    for item in items {
        match item {
            Item::Open => depth += 1,
            Item::Close => depth -= 1,
            Item::Setup(position) if depth == 0 => last = Some(position),
            _ => {}
        }
    }
    if let Some(position) = last {
        engine.game_mut().set_position(&PositionText::Fen(&position.fen))?;
    }
    Ok(last.is_some())
}
