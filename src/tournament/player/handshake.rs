//! The start of a Hub engine: its process, its parameters, until it is ready.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::link::{Link, Until};
use super::parameters::Parameter;
use super::{BUILTIN, Fault, Launcher, Stop, not_started};
use crate::games::Variant;
use crate::protocol::hub;
use crate::tournament::config::{Participant, plain};

/// How long an engine is waited for that may not know `ping`.
const PING: Duration = Duration::from_millis(500);
/// Bytes of an entry of Scan's table, of which `tt-size` tells the number.
const ENTRY: u64 = 16;

/// More parameters than any engine has.
const MOST_PARAMETERS: usize = 10_000;

/// Starts an engine and gets it ready. Tells whether it answers `ping` when it is idle.
pub(super) fn start(
    launcher: &Launcher,
    engine: usize,
    worker: usize,
    stop: &Stop,
) -> Result<(Link, bool), Fault> {
    let participant = &launcher.tournament.engine[engine];
    let mut link = if participant.cmd.trim() == BUILTIN {
        builtin(launcher.variant, &participant.name)?
    } else {
        let log = launcher.tournament.log.as_deref();
        process(participant, worker, log, launcher.guard.as_deref())?
    };
    let patience = Duration::from_secs_f64(launcher.tournament.patience);
    let begun = link.say("hub")?;
    let until = Until::silence(patience, begun);
    let mut parameters = Vec::new();
    let mut error = None;
    loop {
        let heard = match link.hear(until, stop) {
            Ok(heard) => heard.ok_or(Fault::Silence(patience))?,
            // What it has said before tells more than that it has ended.
            Err(Fault::Crash(ended)) => return Err(Fault::Crash(error.unwrap_or(ended))),
            Err(fault) => return Err(fault),
        };
        match heard.line.command.as_str() {
            "wait" => break,
            "param" if parameters.len() < MOST_PARAMETERS => {
                parameters.push(Parameter::new(&heard.line));
            }
            "error" => error = Some(heard.message()),
            _ => {}
        }
    }
    let mut lines = String::new();
    for (name, value) in settings(launcher, participant, &parameters)? {
        lines.push_str(&format!("set-param name={} value={}\n", quoted(&name), quoted(&value)));
    }
    let until = Until::silence(patience, link.say(&format!("{lines}init"))?);
    loop {
        let heard = link.hear(until, stop)?;
        let heard = heard.ok_or(Fault::Silence(patience))?;
        match heard.line.command.as_str() {
            "ready" => break,
            "error" => return Err(Fault::Error(heard.message())),
            _ => {}
        }
    }
    let sent = link.say("ping")?;
    loop {
        match link.hear(Until::Time(sent + PING), stop)? {
            Some(heard) if heard.line.command == "pong" => return Ok((link, true)),
            Some(_) => {}
            None => return Ok((link, false)),
        }
    }
}

/// The parameters that are set: those of the game that the engine has, and those that are asked
/// for.
fn settings(
    launcher: &Launcher,
    participant: &Participant,
    parameters: &[Parameter],
) -> Result<Vec<(String, String)>, Fault> {
    let find = |name: &str| parameters.iter().find(|parameter| parameter.name == name);
    let mut settings = Vec::new();
    if let Some(parameter) = find("variant") {
        let name = variant_name(launcher.variant, parameter.values.as_deref());
        let name = name.ok_or_else(|| {
            Fault::Error(format!("{} does not play {}", participant.name, launcher.variant))
        })?;
        settings.push(("variant".to_owned(), name));
    }
    for (name, value) in launcher.tournament.chosen() {
        if find(name).is_some() {
            settings.push((name.to_owned(), value));
        }
    }
    if let Some(megabytes) = participant.hash {
        if find("hash").is_some() || find("tt-size").is_none() {
            settings.push(("hash".to_owned(), megabytes.to_string()));
        } else {
            let entries = (megabytes.clamp(1, 1 << 40) << 20) / ENTRY;
            settings.push(("tt-size".to_owned(), entries.ilog2().to_string()));
        }
    }
    // An engine without such a parameter has one thread.
    if let Some(threads) = participant.threads
        && (threads != 1 || find("threads").is_some())
    {
        settings.push(("threads".to_owned(), threads.to_string()));
    }
    if launcher.tournament.ponder && find("ponder").is_some() {
        settings.push(("ponder".to_owned(), "true".to_owned()));
    }
    if find("book").is_some() {
        settings.push(("book".to_owned(), participant.book.to_string()));
    }
    settings.extend(participant.param.iter().map(|(name, value)| (name.clone(), plain(value))));
    for (name, value) in &settings {
        let parameter = find(name).ok_or_else(|| Fault::Error(unknown(name, parameters)))?;
        parameter.check(value).map_err(Fault::Error)?;
    }
    Ok(settings)
}

/// The words for a parameter that an engine has not listed.
fn unknown(name: &str, parameters: &[Parameter]) -> String {
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    format!("it has no parameter '{name}'; it has {known}")
}

/// What an engine calls the game: one of the values that it lists.
fn variant_name(variant: Variant, values: Option<&str>) -> Option<String> {
    let Some(values) = values else { return Some(variant.name().to_owned()) };
    let is_meant = |value: &&str| value.parse() == Ok(variant);
    values.split_whitespace().find(is_meant).map(str::to_owned)
}

fn quoted(value: &str) -> String {
    let is_plain = !value.is_empty() && !value.contains([' ', '=', '\t']);
    if is_plain { value.to_owned() } else { format!("\"{value}\"") }
}

/// damier itself, on a thread of this process.
fn builtin(variant: Variant, name: &str) -> Result<Link, Fault> {
    let pipe = || std::io::pipe().map_err(|error| Fault::Crash(error.to_string()));
    let (input, to_engine) = pipe()?;
    let (from_engine, output) = pipe()?;
    let options = hub::Options { variant, line_delay: 0, parameters: Vec::new() };
    thread::spawn(move || hub::run(input, output, options));
    Ok(Link::new(name, Box::new(to_engine), from_engine, None))
}

fn process(
    participant: &Participant,
    worker: usize,
    log: Option<&Path>,
    guard: Option<&Path>,
) -> Result<Link, Fault> {
    let shown = |error: &dyn std::fmt::Display| {
        Fault::Crash(format!("'{}' cannot be started: {error}", participant.cmd))
    };
    if let Some(folder) = participant.dir.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(shown(&format!("there is no folder {}", folder.display())));
    }
    let words = shlex::split(&participant.cmd);
    let words = words.filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| shown(&"it is no command of a shell"))?;
    let mut command = match guard {
        Some(guard) => {
            let mut command = Command::new(guard);
            command.args(["guard", "--"]).args(&words);
            command
        }
        None => {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]);
            command
        }
    };
    if let Some(directory) = &participant.dir {
        command.current_dir(directory);
    }
    let errors = match log {
        Some(folder) => {
            let open = fs::create_dir_all(folder).and_then(|()| {
                let path = folder.join(format!("{}-{worker}.log", file_name(&participant.name)));
                File::options().create(true).append(true).open(path)
            });
            open.map_err(|error| shown(&error))?.into()
        }
        None => Stdio::null(),
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
    // A group of its own: Ctrl-C on the terminal is meant for the match, not for its engines.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn();
    let mut child =
        child.map_err(|error| Fault::Crash(not_started(command.get_program(), &error)))?;
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(shown(&"it has no input or output"));
    };
    log::info!("{} is process {} since {:?}", participant.name, child.id(), Instant::now());
    Ok(Link::new(&participant.name, Box::new(input), output, Some(child)))
}

/// A name without what a file's cannot have.
fn file_name(name: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    name.chars().map(safe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_called_as_the_engine_does() {
        let scan = Some("normal killer bt frisian losing");
        assert_eq!(variant_name(Variant::International, scan).as_deref(), Some("normal"));
        assert_eq!(variant_name(Variant::Poddavki, scan), None);
        assert_eq!(variant_name(Variant::Impasse, None).as_deref(), Some("impasse"));
        let other = Some("standard breakthrough");
        assert_eq!(variant_name(Variant::International, other).as_deref(), Some("standard"));
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        assert_eq!(quoted("3"), "3");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("a b"), "\"a b\"");
    }
}
