//! Many positions, a line each, answered by a line each.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use damier::any::{AnyGame, PositionText};
use damier::batch;
use damier::engine::AnyEngine;
use damier::game::Notation;
use damier::search::Control;
use indicatif::{ProgressBar, ProgressStyle};

use super::record::{Record, Refusal};

/// The longest line, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// How long is waited for the first byte of a pipe that was not asked for.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where the lines come from.
pub(in crate::cli) struct Source {
    pub(in crate::cli) reader: Box<dyn Read + Send>,
    /// Bytes, if it is known how many there are.
    pub(in crate::cli) size: Option<u64>,
}

/// Opens a file, or standard input for `-`.
pub(in crate::cli) fn open(path: &Path) -> anyhow::Result<Source> {
    if path == Path::new("-") {
        return Ok(Source { reader: Box::new(io::stdin()), size: None });
    }
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    let metadata = file.metadata().with_context(|| format!("cannot read {name}"))?;
    let size = metadata.is_file().then_some(metadata.len());
    Ok(Source { reader: Box::new(file), size })
}

/// Standard input, if something comes through it: programs that start others often leave them a
/// pipe that never brings anything nor ends, so that it is not waited for long.
pub(super) fn piped() -> Option<Source> {
    if io::stdin().is_terminal() {
        return None;
    }
    let (sender, has_come) = sync_channel(1);
    // What it looks at stays in the buffer of standard input for whoever reads next.
    thread::spawn(move || {
        let _ = sender.send(io::stdin().lock().fill_buf().is_ok_and(|bytes| !bytes.is_empty()));
    });
    match has_come.recv_timeout(PATIENCE) {
        Ok(true) => Some(Source { reader: Box::new(io::stdin()), size: None }),
        Ok(false) => None,
        Err(_) => {
            log::warn!("nothing comes through standard input: it is not read");
            None
        }
    }
}

/// A line of the input.
struct InputLine {
    number: u64,
    text: Result<String, String>,
    /// Bytes up to its end.
    read: u64,
}

/// The answer to one.
struct OutputLine {
    text: String,
    is_refusal: bool,
    read: u64,
}

/// The lines that hold positions, with their numbers.
fn lines(source: Box<dyn Read + Send>) -> impl Iterator<Item = io::Result<InputLine>> + Send {
    let mut reader = BufReader::new(source);
    let (mut number, mut read) = (0, 0);
    std::iter::from_fn(move || {
        loop {
            let mut bytes = Vec::new();
            match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(count) => read += count as u64,
                Err(error) => return Some(Err(error)),
            }
            number += 1;
            let is_cut = bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n");
            if is_cut {
                if let Err(error) = reader.skip_until(b'\n') {
                    return Some(Err(error));
                }
                let text = Err(format!("the line is longer than {LONGEST_LINE} bytes"));
                return Some(Ok(InputLine { number, text, read }));
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() && !text.starts_with('#') {
                return Some(Ok(InputLine { number, text: Ok(text.to_owned()), read }));
            }
        }
    })
}

pub(super) fn run(arguments: &super::Arguments, source: Source) -> anyhow::Result<bool> {
    crate::cli::interrupt::leave_whole_lines()?;
    let mut engines = Vec::new();
    for _ in 0..arguments.jobs {
        engines.push(arguments.engine()?);
    }
    let progress = progress(source.size.filter(|_| !io::stdout().is_terminal()));
    let mut output = io::stdout();
    let mut refusals = 0;
    let shared = std::sync::Arc::new(arguments.clone());
    let worker = || {
        let mut engine = engines.pop().expect("there is an engine for each worker");
        let arguments = std::sync::Arc::clone(&shared);
        move |input: InputLine| answer(&arguments, &mut *engine, input)
    };
    batch::in_order(lines(source.reader), arguments.jobs.into(), worker, |answer: OutputLine| {
        refusals += u64::from(answer.is_refusal);
        // One write a line, so that whoever is interrupted leaves whole lines.
        output.write_all(answer.text.as_bytes())?;
        output.flush()?;
        progress.set_position(answer.read);
        Ok(())
    })?;
    progress.finish_and_clear();
    Ok(refusals == 0)
}

/// A bar on standard error, where a person waits for a file to be worked through.
pub(in crate::cli) fn progress(size: Option<u64>) -> ProgressBar {
    match size {
        Some(size) if io::stderr().is_terminal() => {
            let style = "{elapsed_precise} {wide_bar} {percent}% eta {eta}";
            let style = ProgressStyle::with_template(style);
            ProgressBar::new(size)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        }
        _ => ProgressBar::hidden(),
    }
}

fn answer(
    arguments: &super::Arguments,
    engine: &mut dyn AnyEngine,
    input: InputLine,
) -> OutputLine {
    let InputLine { number, text, read } = input;
    let record = text.map_err(anyhow::Error::msg).and_then(|text| {
        place(engine.game_mut(), &text)?;
        // Each line is answered as if it were alone: the table of the others would change nodes
        // and scores with the number of workers.
        engine.forget();
        let (fen, result) = (engine.game().fen(), engine.game().result());
        let request = arguments.request(engine)?;
        let control = Control::new(Instant::now(), false);
        let answer = result.is_none().then(|| engine.search(&request, &control, &mut |_| ()));
        Ok(Record::new(arguments, fen, answer.as_ref(), result))
    });
    let is_refusal = record.is_err();
    let mut text = match record {
        Ok(record) if arguments.json => json(&record),
        Ok(record) => record.line(),
        Err(error) if arguments.json => {
            json(&Refusal { line: number, error: format!("{error:#}") })
        }
        Err(error) => {
            eprintln!("damier: line {number}: {error:#}");
            String::new()
        }
    };
    if !text.is_empty() {
        text.push('\n');
    }
    OutputLine { text, is_refusal, read }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can always be written")
}

/// Sets up `position` or `position ; moves`.
fn place(game: &mut dyn AnyGame, text: &str) -> anyhow::Result<()> {
    let (position, moves) = text.split_once(';').unwrap_or((text, ""));
    game.set_position(&PositionText::guess(position)).context("bad position")?;
    for (i, turn) in moves.split_whitespace().enumerate() {
        game.play(turn, Notation::Hub).with_context(|| format!("move {}", i + 1))?;
    }
    Ok(())
}
