//! The log of a fit: a line of JSON for what is fitted, then one for each iteration.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use damier::tournament::limits::Limits;
use damier::tune::spsa::{Plan, Trial};
use serde::{Deserialize, Serialize};

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Header {
    pub(super) game: String,
    pub(super) pairs: u32,
    pub(super) limits: Limits,
    pub(super) fixed: Vec<(String, i32)>,
    pub(super) plan: Plan,
}

/// A further line. Only the lead is read again: the rest follows from the plan and the leads.
#[derive(Debug, Serialize, Deserialize)]
struct Iteration {
    iteration: u32,
    plus: Vec<i32>,
    minus: Vec<i32>,
    lead: f64,
    values: Vec<f64>,
}

/// An open log.
pub(super) struct Log {
    file: File,
    leads: Vec<f64>,
}

impl Log {
    /// Opens a log and reads what it says, or begins one.
    pub(super) fn open(path: &Path, header: &Header) -> anyhow::Result<Log> {
        let name = path.display();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {name}")),
        };
        // A line that was being written when the program ended is written again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut leads = Vec::new();
        if let Some(first) = lines.next() {
            let read = serde_json::from_str::<Header>(first);
            let read = read.with_context(|| format!("{name} is no log of a fit"))?;
            ensure!(
                read == *header,
                "{name} is the log of another fit: give another name, or the options of the first time"
            );
        }
        for (number, line) in (1..).zip(lines) {
            match serde_json::from_str::<Iteration>(line) {
                Ok(read) if read.iteration == number && read.lead.is_finite() => {
                    leads.push(read.lead);
                }
                _ => bail!("{name}: line {} is not iteration {number}", number + 1),
            }
        }
        let file = File::options().create(true).write(true).truncate(false).open(path);
        let mut file = file.with_context(|| format!("cannot write {name}"))?;
        file.set_len(whole as u64)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
        if whole == 0 {
            writeln!(file, "{}", serde_json::to_string(header)?)?;
        }
        Ok(Log { file, leads })
    }

    /// By how many points the one side was ahead in each iteration so far.
    pub(super) fn leads(&self) -> &[f64] {
        &self.leads
    }

    /// Adds an iteration.
    pub(super) fn add(
        &mut self,
        iteration: u32,
        trial: &Trial,
        lead: f64,
        values: &[f64],
    ) -> anyhow::Result<()> {
        let (plus, minus, values) = (trial.plus.clone(), trial.minus.clone(), values.to_vec());
        let line = Iteration { iteration, plus, minus, lead, values };
        writeln!(self.file, "{}", serde_json::to_string(&line)?).context("cannot write the log")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(seed: u64) -> Header {
        Header {
            game: "impasse".to_owned(),
            pairs: 4,
            limits: Limits { nodes: Some(100), ..Limits::default() },
            fixed: vec![("reduce_from".to_owned(), 2)],
            plan: Plan { iterations: 3, rate: 0.02, seed, constants: Vec::new() },
        }
    }

    #[test]
    fn a_log_goes_on_where_it_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let trial = header(1).plan.trial(1, &[]);
        for known in [&[][..], &[2.0], &[2.0, -1.0]] {
            let mut log = Log::open(&path, &header(1)).unwrap();
            assert_eq!(log.leads(), known);
            let lead = if known.is_empty() { 2.0 } else { -1.0 };
            log.add(known.len() as u32 + 1, &trial, lead, &[]).unwrap();
            // A line that was not finished.
            write!(log.file, "{{\"iteration\":").unwrap();
        }
        assert!(Log::open(&path, &header(2)).is_err(), "another fit");
        fs::write(&path, "nonsense\n").unwrap();
        assert!(Log::open(&path, &header(1)).is_err());
    }
}
