//! `damier tune fit`: the weights with which an evaluation tells best how games end.

mod reached;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use damier::game::Game;
use damier::games::{Variant, Visitor};
use damier::linear::{Group, Linear};
use damier::tune::fit::{self, Plan};
use damier::tune::games::Games;
use damier::tune::samples::{Choice, Split};
use indicatif::{ProgressBar, ProgressStyle};
use reached::{Keeper, Reached};

use crate::cli::output::Output;

/// Fit the weights of an evaluation to games that `damier tune selfplay` has played
///
/// Tells on standard output the weights before and after, and how well they tell the results. The
/// same games and options give the same weights. Interrupted, it goes on from what is kept beside
/// the file of --out, with the ending `.reached`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  damier tune fit -g poddavki poddavki.games --out src/games/draughts/eval/weights/poddavki.rs"
)]
pub(super) struct Arguments {
    /// The game.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Variant,

    /// Files of games.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the weights as source to this file.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The share of the result in what is aimed at; the score of the search has the rest.
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = share)]
    lambda: f32,

    /// Steps of the descent, at most; most of them look at all positions once.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    steps: u32,

    /// How strongly weights are drawn towards 0.
    #[arg(long, value_name = "STRENGTH", default_value_t = 30.0, value_parser = size)]
    ridge: f32,

    /// How strongly weights are drawn towards those of the stage beside.
    #[arg(long, value_name = "STRENGTH", default_value_t = 100.0, value_parser = size)]
    smooth: f32,

    /// What a man is worth in the logistic function; fitted if it is left out.
    #[arg(long, value_name = "SCALE", value_parser = size)]
    scale: Option<f32>,

    /// One of so many games is kept to look how well it went; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 10)]
    validation: u64,

    /// Take positions too from which the search chose a tactical turn.
    #[arg(long)]
    tactical: bool,

    /// Take positions too that the search found decided.
    #[arg(long)]
    decided: bool,

    /// Plies at the beginning of the games from which no position is taken.
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u16,

    /// Leave the weights of a group as they are.
    #[arg(long, value_name = "GROUP")]
    leave: Vec<String>,

    /// Set the weights of a group to 0.
    #[arg(long, value_name = "GROUP")]
    without: Vec<String>,
}

fn share(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

fn size(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(size) if size.is_finite() && size >= 0.0 => Ok(size),
        _ => Err("expected a number, 0 or more".to_owned()),
    }
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        self.variant.visit(Work(self))
    }

    fn plan(&self, groups: &[Group]) -> anyhow::Result<Plan> {
        let names = || groups.iter().map(|group| group.name);
        let number = |name: &String| {
            let known = || names().collect::<Vec<_>>().join(" ");
            names()
                .position(|group| group == name)
                .with_context(|| format!("there is no group '{name}': the groups are {}", known()))
        };
        let left = self.leave.iter().chain(&self.without).map(number);
        Ok(Plan {
            left: left.collect::<anyhow::Result<_>>()?,
            lambda: self.lambda,
            steps: self.steps,
            ridge: self.ridge,
            smooth: self.smooth,
            scale: self.scale,
        })
    }

    /// Reads all files.
    fn split<G: Game>(&self, groups: &[Group]) -> anyhow::Result<Split> {
        let Arguments { validation, tactical, decided, skip, .. } = *self;
        let choice = Choice { validation, tactical, decided, skip };
        let size = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
        let bar = bar("{elapsed_precise} {wide_bar} {bytes}/{total_bytes} eta {eta}");
        bar.set_length(self.files.iter().map(size).sum());
        let mut split = Split::new(groups);
        let mut before = 0;
        for path in &self.files {
            let name = || path.display().to_string();
            let games = Games::open(path).with_context(name)?;
            let news = |read| bar.set_position(before + read);
            split.add::<G>(groups, games, &choice, news).with_context(name)?;
            before += size(path);
        }
        bar.finish_and_clear();
        ensure!(!split.training.is_empty(), "there is no position to learn from");
        Ok(split)
    }
}

fn bar(style: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(style);
    // Hidden by itself where nobody watches.
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

struct Work(Arguments);

impl Visitor for Work {
    type Output = anyhow::Result<bool>;

    fn visit<G: Game>(self) -> anyhow::Result<bool> {
        let Work(arguments) = self;
        let mut groups = G::Evaluator::groups();
        let before = groups.clone();
        let mut plan = arguments.plan(&groups)?;
        let is_without =
            |group: &&mut Group| arguments.without.iter().any(|name| name == group.name);
        groups.iter_mut().filter(is_without).for_each(|group| group.values.fill(0.0));
        let Split { training, validation, games } = arguments.split::<G>(&groups)?;
        let mut output = Output::open(None)?;
        writeln!(
            output,
            "{} games, {} positions to learn from, {} to look at",
            games,
            training.len(),
            validation.len()
        )?;

        let mut keeper = None;
        if let Some(out) = &arguments.out {
            let path = out.with_extension("reached");
            let told = format!("{} {:?} {}", G::FACTS.name, arguments, training.len());
            if let Some(reached) = Reached::read(&path, &told)? {
                ensure!(reached.give(&mut groups), "{} has other weights", path.display());
                plan.scale = Some(reached.scale);
            }
            keeper = Some(Keeper::new(path, told));
        }
        let bar = bar("{elapsed_precise} {wide_bar} look {pos}/{len} {msg} eta {eta}");
        bar.set_length(arguments.steps.into());
        let mut kept = Ok(());
        let fitted = fit::fit(&mut groups, &training, &validation, &plan, |news| {
            bar.set_position(news.looks.into());
            bar.set_message(format!("loss {:.5}", news.loss));
            if let (Some(keeper), Ok(())) = (&mut keeper, &kept) {
                kept = keeper.keep(&news);
            }
        });
        bar.finish_and_clear();
        kept?;
        writeln!(output, "a man is worth {:.3} in the logistic function", fitted.scale)?;
        for (name, loss) in [("before", fitted.before), ("after", fitted.after)] {
            let (learnt, looked) = (loss.training, loss.validation);
            writeln!(output, "loss {name}: {learnt:.5} learnt from, {looked:.5} looked at")?;
        }
        for (group, before) in groups.iter().zip(&before) {
            write!(output, "{}", table(group, before))?;
        }
        output.finish()?;

        if let Some(path) = &arguments.out {
            let story = format!(
                "fitted by `damier tune fit` to {} positions of {games} games.",
                training.len()
            );
            for file in G::Evaluator::files(&groups, &story) {
                write_file(&path.with_extension(&file.ending[1..]), &file.bytes)?;
            }
        }
        if let Some(keeper) = keeper {
            keeper.finish();
        }
        Ok(true)
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut output = Output::open(Some(path))?;
    output.write_all(bytes)?;
    output.finish()
}

/// The weights of a group, those that have names one by one.
fn table(group: &Group, before: &Group) -> String {
    let knots: Vec<String> = group.knots.iter().map(ToString::to_string).collect();
    let mut text = format!("{} (with {} pieces)\n", group.name, knots.join(", "));
    let stages = group.knots.len();
    let curve = |values: &[f32]| {
        values.iter().map(|value| format!("{value:7.1}")).collect::<Vec<_>>().join("")
    };
    if group.names.is_empty() {
        let (least, most) = group
            .values
            .iter()
            .fold((0.0_f32, 0.0_f32), |(least, most), value| (least.min(*value), most.max(*value)));
        return text + &format!("  {} weights from {least:.1} to {most:.1}\n", group.len());
    }
    let values = group.values.chunks(stages).zip(before.values.chunks(stages));
    for (name, (now, before)) in group.names.iter().zip(values) {
        text += &format!("  {name:<16}{}   before{}\n", curve(now), curve(before));
    }
    text
}
