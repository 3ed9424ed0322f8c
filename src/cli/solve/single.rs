//! One position is solved.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use damier::any::PositionText;
use damier::games::Variant;
use damier::solve::any::{Answer, AnySolver, News, Wants};
use damier::solve::reference::Generator;
use damier::solve::solver::Limits;
use damier::solve::state::Spent;
use damier::solve::verdict::Verdict;

use crate::cli::interrupt;

/// Seconds between two lines about how it goes: where somebody watches, and in a log.
const WATCHED: f64 = 2.0;
const LOGGED: f64 = 60.0;

pub(super) fn run(arguments: &super::Arguments, variant: Variant) -> anyhow::Result<bool> {
    let game = arguments.position(variant).game()?;
    let options = game.options();
    ensure!(
        arguments.proof.is_none() || Generator::of(variant, &options).is_some(),
        "no proofs of {variant} can be written: there is nothing to check them with"
    );
    let solver = arguments.solver(variant)?;
    let fen = game.fen();
    let position = PositionText::Fen(&fen);
    let before = match &arguments.state {
        Some(path) if path.exists() => solver
            .load(path, &position)
            .with_context(|| format!("cannot go on with {}", path.display()))?,
        _ => Spent::default(),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    interrupt::do_instead(move || asked.store(true, Relaxed))?;
    let limits =
        Limits { nodes: arguments.nodes, time: arguments.time.map(Duration::from_secs_f64) };
    let state = arguments.state.as_deref().map(|path| State {
        path,
        interval: arguments.state_interval,
        before,
        position,
        solver: &*solver,
    });
    let (mut told, mut saved) = (Instant::now(), Instant::now());
    let pace = if io::stderr().is_terminal() { WATCHED } else { LOGGED };
    let mut watch = |news: &News| {
        if told.elapsed().as_secs_f64() >= pace {
            told = Instant::now();
            eprint!("{}", describe(news));
        }
        if let Some(state) = &state
            && saved.elapsed().as_secs_f64() >= state.interval
        {
            if let Err(error) = state.save(news.nodes, news.time) {
                eprintln!("damier: {error:#}");
            }
            // What the writing took does not come out of the next interval.
            saved = Instant::now();
        }
    };
    let wants = Wants { file: arguments.proof.is_some(), positions: false };
    let answer = solver.solve(&position, limits, wants, &stop, &mut watch)?;
    if let Some(state) = &state {
        state.save(answer.nodes, answer.time)?;
    }
    if let (Some(path), Some(bytes)) = (&arguments.proof, &answer.file) {
        super::write_whole(path, bytes)?;
    }
    let is_known = answer.verdict != Verdict::Unknown;
    let spent = before.with(answer.nodes, answer.time);
    let mut output = io::stdout().lock();
    if arguments.json {
        write_json(&mut output, variant, &options, &answer, spent)?;
    } else {
        write_text(&mut output, variant, &options, &answer, spent)?;
    }
    Ok(is_known)
}

/// The file that keeps what is known.
struct State<'a> {
    path: &'a Path,
    interval: f64,
    before: Spent,
    position: PositionText<'a>,
    solver: &'a dyn AnySolver,
}

impl State<'_> {
    fn save(&self, nodes: u64, time: Duration) -> anyhow::Result<()> {
        let spent = self.before.with(nodes, time);
        let saved = self.solver.save(self.path, &self.position, spent);
        saved.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// How it goes: the numbers of the position and of each turn.
fn describe(news: &News) -> String {
    let numbers = |numbers: Option<(u32, u32)>| match numbers {
        Some((0, _)) => "won".to_owned(),
        Some((_, 0)) => "not won".to_owned(),
        Some((proof, disproof)) => format!("{proof}/{disproof}"),
        None => "-".to_owned(),
    };
    let turns = news.turns.iter().map(|(turn, of)| format!(" {} {}", turn.own, numbers(*of)));
    format!(
        "{} wins? {}  nodes {}  time {:.0}  table {:.1} %\n {}\n",
        news.attacker,
        numbers(news.numbers),
        news.nodes,
        news.time.as_secs_f64(),
        f64::from(news.fill) / 10.0,
        turns.collect::<String>(),
    )
}

type Options = [(&'static str, &'static str)];

fn write_text(
    output: &mut impl Write,
    variant: Variant,
    options: &Options,
    answer: &Answer,
    spent: Spent,
) -> anyhow::Result<()> {
    let options = options.iter().map(|(name, value)| format!(" {name}={value}"));
    writeln!(output, "game      {variant}{}", options.collect::<String>())?;
    writeln!(output, "position  {}", answer.fen)?;
    writeln!(output, "value     {}", answer.verdict)?;
    for (claim, positions) in &answer.proofs {
        writeln!(output, "proven    {claim}, by {positions} positions")?;
    }
    if !answer.line.is_empty() {
        let line: Vec<&str> = answer.line.iter().map(|turn| turn.own.as_str()).collect();
        let end = if answer.is_tabled { " (tables)" } else { "" };
        writeln!(output, "line      {}{end}", line.join(" "))?;
    }
    writeln!(output, "spent     {} nodes, time {:.1} s", spent.nodes, spent.seconds)?;
    Ok(())
}

fn write_json(
    output: &mut impl Write,
    variant: Variant,
    options: &Options,
    answer: &Answer,
    spent: Spent,
) -> anyhow::Result<()> {
    let hub: Vec<&str> = answer.line.iter().map(|turn| turn.hub.as_str()).collect();
    let own: Vec<&str> = answer.line.iter().map(|turn| turn.own.as_str()).collect();
    let proofs = answer
        .proofs
        .iter()
        .map(|(claim, positions)| serde_json::json!({ "claim": claim, "positions": positions }));
    let told = serde_json::json!({
        "variant": variant.name(),
        "options": options.iter().copied().collect::<std::collections::BTreeMap<_, _>>(),
        "fen": answer.fen,
        "side": answer.side,
        "value": answer.verdict,
        "proofs": proofs.collect::<Vec<_>>(),
        "line": { "hub": hub, "own": own },
        "tables": answer.is_tabled,
        "nodes": spent.nodes,
        "time": spent.seconds,
    });
    crate::cli::write_json(output, &told)
}
