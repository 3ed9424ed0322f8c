//! Options that take several words, such as `--engine cmd=./engine name=A`, and engines told so.

use anyhow::{Context, bail};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use damier::tournament::config::Participant;
use damier::tournament::player::BUILTIN;
use toml::{Table, Value};

/// The words of such options.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Those of each engine.
    pub(super) engines: Vec<Vec<String>>,
    /// Those of the sequential test, if it is asked for.
    pub(super) sprt: Option<Vec<String>>,
    /// Those of adjudication.
    pub(super) adjudicate: Option<Vec<String>>,
}

impl Args for Words {
    fn augment_args(command: Command) -> Command {
        command
            .arg(
                Arg::new("engine")
                    .long("engine")
                    .value_name("KEY=VALUE")
                    .num_args(1..)
                    .action(ArgAction::Append)
                    .help("An engine: cmd=COMMAND, builtin, or cmd=dxp:HOST:PORT for one that listens for DXP; and name=, dir=, hash=, threads=, param.NAME=, tc=, move-time=, nodes=, depth=; once for each engine"),
            )
            .arg(
                Arg::new("sprt")
                    .long("sprt")
                    .value_name("KEY=VALUE")
                    .num_args(0..)
                    .help("End when a sequential test has found out enough: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic"),
            )
            .arg(
                Arg::new("adjudicate")
                    .long("adjudicate")
                    .value_name("KEY=VALUE")
                    .num_args(1..)
                    .help("End games early: win=SCORE/MOVES draw=SCORE/MOVES/FROM tables max-plies=N"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Words::augment_args(command)
    }
}

impl FromArgMatches for Words {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Words, Error> {
        let occurrences = matches.get_occurrences::<String>("engine").into_iter().flatten();
        let engines = occurrences.map(|words| words.cloned().collect()).collect();
        let words = |name: &str| -> Option<Vec<String>> {
            let is_there = matches.value_source(name).is_some();
            let words = matches.get_many::<String>(name).into_iter().flatten();
            is_there.then(|| words.cloned().collect())
        };
        Ok(Words { engines, sprt: words("sprt"), adjudicate: words("adjudicate") })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Words::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A number or a truth if it is one, else a text.
fn value(text: &str) -> Value {
    if let Ok(number) = text.parse::<i64>() {
        Value::Integer(number)
    } else if let Ok(number) = text.parse::<f64>() {
        Value::Float(number)
    } else if let Ok(truth) = text.parse::<bool>() {
        Value::Boolean(truth)
    } else {
        Value::String(text.to_owned())
    }
}

/// A table of words, those of the names in `texts` kept as texts.
pub(super) fn table(words: &[String], texts: &[&str]) -> anyhow::Result<Table> {
    let mut table = Table::new();
    for word in words {
        let (name, text) = crate::cli::name_and_value(word)?;
        let is_text = texts.contains(&name);
        let value = if is_text { Value::String(text.to_owned()) } else { value(text) };
        table.insert(name.to_owned(), value);
    }
    Ok(table)
}

/// The engine that words tell.
pub(super) fn engine(words: &[String]) -> anyhow::Result<Participant> {
    let (mut engine, mut limits, mut parameters) = (Table::new(), Table::new(), Table::new());
    for word in words {
        if let Some(rest) =
            word.strip_prefix(BUILTIN).filter(|rest| rest.is_empty() || rest.starts_with(':'))
        {
            engine.insert("cmd".to_owned(), Value::String(BUILTIN.to_owned()));
            for option in
                rest.trim_start_matches(':').split(',').filter(|option| !option.is_empty())
            {
                let (name, text) = crate::cli::name_and_value(option)?;
                parameters.insert(name.to_owned(), Value::String(text.to_owned()));
            }
            continue;
        }
        let (name, text) = word.split_once('=').with_context(|| {
            format!("'{word}' has not the form key=value (an engine is told by cmd=COMMAND)")
        })?;
        match name {
            "tc" => limits.insert(name.to_owned(), Value::String(text.to_owned())),
            "move-time" | "nodes" | "depth" => limits.insert(name.to_owned(), value(text)),
            "name" | "cmd" | "dir" => {
                engine.insert(name.to_owned(), Value::String(text.to_owned()))
            }
            "hash" | "threads" => engine.insert(name.to_owned(), value(text)),
            _ => match name.strip_prefix("param.") {
                Some(parameter) => {
                    parameters.insert(parameter.to_owned(), Value::String(text.to_owned()))
                }
                None => bail!(
                    "an engine has no '{name}': it has cmd, name, dir, hash, threads, param.NAME, tc, move-time, nodes and depth"
                ),
            },
        };
    }
    if !limits.is_empty() {
        engine.insert("limits".to_owned(), Value::Table(limits));
    }
    if !parameters.is_empty() {
        engine.insert("param".to_owned(), Value::Table(parameters));
    }
    engine.try_into().with_context(|| format!("--engine {}", words.join(" ")))
}
