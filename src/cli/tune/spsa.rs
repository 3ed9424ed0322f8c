//! `damier tune spsa`: the constants of the search, fitted by games.

mod log;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{bail, ensure};
use clap::Args;
use damier::games::Variant;
use damier::search::Parameters;
use damier::tournament::config::{Order, Participant, Tournament};
use damier::tournament::limits::{Limits, TimeControl};
use damier::tournament::openings::{self, Opening};
use damier::tournament::player::{BUILTIN, Launcher, Stop};
use damier::tournament::runner::{Bench, Runner};
use damier::tournament::schedule::{Schedule, Share};
use damier::tournament::standings::Standings;
use damier::tournament::store::Store;
use damier::tune::spsa::{Constant, Plan, Trial};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::interrupt;
use log::Log;

/// Fit constants of the search by games against itself
///
/// Simultaneous perturbation stochastic approximation. Each iteration plays pairs of games of
/// values moved one way against values moved the other, and goes a little towards the winner. The
/// log has a line of JSON for the plan and one for each iteration; begun again with the same log
/// and the same options, it goes on. The values that it ends with are printed.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  damier tune spsa -g impasse --parameters reduction_base,reduction_scale --iterations 500 --nodes 2000 --concurrency 2 --log impasse.jsonl"
)]
pub(super) struct Arguments {
    /// The game.
    #[arg(short = 'g', long = "game", value_name = "VARIANT")]
    variant: Variant,

    /// What is fitted, with commas, each with a value to begin with if it is not the present one
    /// (probe_margin=30); those with a step if none are told.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    parameters: Vec<String>,

    /// Values of parameters that are not fitted (futile_to=3), with commas.
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    fixed: Vec<String>,

    /// How many iterations.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,

    /// Pairs of games in each.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pairs: u32,

    /// How much of its step a value goes for each point at the end.
    #[arg(long, value_name = "X", default_value_t = 0.02)]
    rate: f64,

    /// Nodes for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// A clock, such as 1+0.01, instead.
    #[arg(long, value_name = "CONTROL")]
    tc: Option<TimeControl>,

    /// Games that are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_024))]
    concurrency: u32,

    /// What chance goes by.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The log; what it says already is not played again.
    #[arg(long, value_name = "FILE")]
    log: PathBuf,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<bool> {
        ensure!(
            cfg!(feature = "tune"),
            "this program was built without the feature tune: cargo build --release --features tune"
        );
        let limits = Limits { tc: self.tc, nodes: self.nodes, ..Limits::default() };
        ensure!(!limits.is_empty() && limits.unsound().is_none(), "the games need --nodes or --tc");
        ensure!(self.rate.is_finite() && self.rate > 0.0, "--rate is a number above 0");
        let fixed = self.fixed.iter().map(|text| setting(text)).collect::<Result<Vec<_>, _>>()?;
        let plan = Plan {
            iterations: self.iterations,
            rate: self.rate,
            seed: self.seed,
            constants: self.constants(&fixed)?,
        };
        let header = log::Header {
            game: self.variant.name().to_owned(),
            pairs: self.pairs,
            limits: limits.clone(),
            fixed: fixed.clone(),
            plan: plan.clone(),
        };
        let mut log = Log::open(&self.log, &header)?;
        let mut values = plan.start();
        for (iteration, lead) in (1..).zip(log.leads()) {
            values = plan.after(&values, &plan.trial(iteration, &values), *lead);
        }
        let openings = openings::builtin(self.variant, &mut *self.variant.game())?;
        let stop = Arc::new(Stop::default());
        let asked = Arc::clone(&stop);
        interrupt::do_instead(move || asked.ask())?;
        let style = ProgressStyle::with_template(
            "{elapsed_precise} {wide_bar} {pos}/{len} eta {eta}\n{msg}",
        );
        let bar = ProgressBar::new(u64::from(plan.iterations))
            .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            .with_position(log.leads().len() as u64);
        bar.reset_eta();
        for iteration in log.leads().len() as u32 + 1..=plan.iterations {
            let trial = plan.trial(iteration, &values);
            let lead = self.lead(&plan, &trial, &fixed, &limits, &openings, iteration, &stop)?;
            let Some(lead) = lead else { break };
            values = plan.after(&values, &trial, lead);
            log.add(iteration, &trial, lead, &values)?;
            bar.set_message(told(&plan, &values));
            bar.inc(1);
        }
        bar.finish_and_clear();
        crate::cli::say(told(&plan, &values))?;
        if stop.is_asked() {
            std::process::exit(interrupt::INTERRUPTED);
        }
        Ok(true)
    }

    /// What is fitted.
    fn constants(&self, fixed: &[(String, i32)]) -> anyhow::Result<Vec<Constant>> {
        let own = self.variant.search();
        let all = Parameters::LIST.iter().filter(|parameter| parameter.step > 0);
        let asked: Vec<String> = if self.parameters.is_empty() {
            all.map(|parameter| parameter.name.to_owned()).collect()
        } else {
            self.parameters.clone()
        };
        let mut constants: Vec<Constant> = Vec::new();
        for text in asked {
            let (name, value) = match text.contains('=') {
                true => setting(&text).map(|(name, value)| (name, Some(value)))?,
                false => (text, None),
            };
            let index = index(&name)?;
            if fixed.iter().any(|(other, _)| *other == name) {
                bail!("'{name}' cannot be fixed and fitted");
            }
            if constants.iter().any(|other| other.name == name) {
                bail!("'{name}' is told twice");
            }
            let parameter = Parameters::LIST[index];
            ensure!(parameter.step > 0, "'{name}' is a choice and cannot be fitted");
            constants.push(Constant {
                name,
                value: f64::from(value.unwrap_or_else(|| own.get(index))),
                least: f64::from(parameter.least),
                most: f64::from(parameter.most),
                step: f64::from(parameter.step),
            });
        }
        Ok(constants)
    }

    /// Plays the games of a trial; none if they were broken off.
    #[expect(clippy::too_many_arguments, reason = "what one iteration is made of")]
    fn lead(
        &self,
        plan: &Plan,
        trial: &Trial,
        fixed: &[(String, i32)],
        limits: &Limits,
        openings: &[Opening],
        iteration: u32,
        stop: &Stop,
    ) -> anyhow::Result<Option<f64>> {
        let engine = |name: &str, values: &[i32]| {
            let fitted = plan.constants.iter().map(|constant| &constant.name).zip(values);
            let fixed = fixed.iter().map(|(name, value)| (name, value));
            let param = fitted.chain(fixed).map(|(name, value)| (name.clone(), (*value).into()));
            Participant {
                name: name.to_owned(),
                cmd: BUILTIN.to_owned(),
                hash: Some(8),
                param: param.collect(),
                ..Participant::default()
            }
        };
        let mut tournament = Tournament {
            variant: self.variant.name().to_owned(),
            games: 2 * self.pairs as usize,
            limits: limits.clone(),
            concurrency: self.concurrency as usize,
            engine: vec![engine("plus", &trial.plus), engine("minus", &trial.minus)],
            ..Tournament::default()
        };
        tournament.prepare()?;
        let mut openings = openings.to_vec();
        openings::arrange(&mut openings, Order::Random, plan.seed ^ u64::from(iteration) << 20);
        let Tournament { format, games, .. } = tournament;
        let schedule = Schedule::new(format, 2, games, openings.len(), Share::ALL);
        let store = Store::open(&tournament, false, |_| ())?;
        let standings = Standings::new(vec!["plus".to_owned(), "minus".to_owned()]);
        let launcher = Launcher { tournament, variant: self.variant, guard: None };
        let runner = Runner { launcher: &launcher, openings: &openings, stop };
        let (played, bench) = (HashSet::new(), Bench::default());
        let (standings, kept) = runner.run(schedule, &played, bench, store, standings, |_, _| ());
        kept?;
        if standings.games() < games {
            return Ok(None);
        }
        let score = standings.engines().next().map(|(_, tally)| tally.score).unwrap_or_default();
        Ok(Some(score.wins as f64 - score.losses as f64))
    }
}

/// `NAME=VALUE` of a parameter, in its range.
fn setting(text: &str) -> anyhow::Result<(String, i32)> {
    let Some((name, value)) = text.split_once('=') else { bail!("'{text}' is not NAME=VALUE") };
    let parameter = Parameters::LIST[index(name)?];
    let range = parameter.least..=parameter.most;
    match value.parse::<i32>() {
        Ok(value) if range.contains(&value) => Ok((name.to_owned(), value)),
        _ => bail!(
            "'{name}' is a whole number from {} to {}, not '{value}'",
            range.start(),
            range.end()
        ),
    }
}

/// The index of a parameter.
fn index(name: &str) -> anyhow::Result<usize> {
    let found = Parameters::LIST.iter().position(|parameter| parameter.name == name);
    let Some(found) = found else {
        let known: Vec<_> = Parameters::LIST.iter().map(|parameter| parameter.name).collect();
        bail!("there is no parameter '{name}'; there are {}", known.join(", "));
    };
    Ok(found)
}

fn told(plan: &Plan, values: &[f64]) -> String {
    let pairs = plan.constants.iter().zip(values);
    let words: Vec<_> = pairs.map(|(c, value)| format!("{}={value:.1}", c.name)).collect();
    words.join(" ")
}
