//! `damier solve --campaign`: many positions, one after the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, ensure};
use damier::any::PositionText;
use damier::solve::any::{Answer, AnySolver, Means, Wants};
use damier::solve::campaign::{Campaign, Record, Sheet, Task};
use damier::solve::proven::Proven;
use damier::solve::solver::Limits;
use damier::tables::store::Sources;
use damier::tournament::schedule::Share;
use indicatif::{ProgressBar, ProgressStyle};
use xxhash_rust::xxh3::xxh3_64;

use crate::cli::interrupt;

/// Solves what is not yet solved; false if something stays unknown.
pub(super) fn run(path: &Path, share: Option<Share>) -> anyhow::Result<bool> {
    let campaign = Campaign::read(path)?;
    let variant = campaign.variant()?;
    let tasks = campaign.tasks()?;
    let options = campaign.options()?;
    let means = Means {
        hash: usize::try_from(campaign.hash << 20).context("hash is too large")?,
        threads: campaign.threads.into(),
        tables: Sources { folder: campaign.tables.clone(), ..Sources::default() },
    };
    ensure!(campaign.threads > 0 && campaign.hash > 0, "threads and hash are 1 or more");
    let (solver, refused) = variant.solver(&options, &means)?;
    for file in &refused {
        eprintln!("damier: {file}");
    }
    let (proven_path, results) = match share {
        Some(share) => (part(&campaign.proven, share), part(&campaign.results, share)),
        None => (campaign.proven.clone(), campaign.results.clone()),
    };
    let mut proven = Proven::new(solver.rules());
    for known in [&campaign.proven, &proven_path] {
        if known.exists() {
            let read = Proven::read(known).and_then(|read| Ok(proven.merge(&read)?));
            read.with_context(|| format!("{}", known.display()))?;
        }
    }
    solver.learn(&proven)?;
    let sheet = Sheet::open(&results).with_context(|| format!("{}", results.display()))?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    interrupt::do_instead(move || asked.store(true, Relaxed))?;
    let mine: Vec<(usize, &Task)> = tasks
        .iter()
        .enumerate()
        .filter(|&(number, _)| share.unwrap_or(Share::ALL).takes(number))
        .collect();
    let bar = ProgressBar::new(mine.len() as u64);
    bar.set_style(ProgressStyle::with_template("{pos}/{len} {msg}")?);
    let mut work = Work { campaign, solver, proven, proven_path, sheet };
    let mut is_known = true;
    for (number, task) in mine {
        let is_done = work.sheet.get(&task.fen).is_some_and(|known| work.campaign.is_done(known));
        if !is_done {
            work.solve(number, task, &stop, &bar)?;
        }
        if stop.load(Relaxed) {
            return Ok(false);
        }
        if let Some(record) = work.sheet.get(&task.fen) {
            bar.suspend(|| crate::cli::say(line(record)))?;
            is_known &= record.value.outcome().is_some();
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(is_known)
}

/// Joins files of proven positions.
pub(super) fn merge(files: &[PathBuf], output: &Path) -> anyhow::Result<bool> {
    let mut all: Option<Proven> = None;
    for path in files {
        let read = Proven::read(path).with_context(|| format!("{}", path.display()))?;
        match &mut all {
            None => all = Some(read),
            Some(all) => all.merge(&read).with_context(|| format!("{}", path.display()))?,
        }
    }
    let all = all.context("there are no files")?;
    all.write(output).with_context(|| format!("cannot write {}", output.display()))?;
    crate::cli::say(format_args!(
        "{}: {} positions of {}",
        output.display(),
        all.len(),
        all.rules()
    ))?;
    Ok(true)
}

/// The name of a file that one share writes.
fn part(path: &Path, share: Share) -> PathBuf {
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy()));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{share}{}", extension.unwrap_or_default()))
}

fn line(record: &Record) -> String {
    let value = record.value;
    let Record { moves, fen, nodes, time, .. } = record;
    format!("{value}\t{nodes} nodes\ttime {time:.1}\t{moves}\t{fen}")
}

struct Work {
    campaign: Campaign,
    solver: Box<dyn AnySolver>,
    proven: Proven,
    proven_path: PathBuf,
    sheet: Sheet,
}

impl Work {
    fn solve(
        &mut self,
        number: usize,
        task: &Task,
        stop: &AtomicBool,
        bar: &ProgressBar,
    ) -> anyhow::Result<()> {
        let limits = Limits {
            nodes: self.campaign.nodes,
            time: self.campaign.time.map(Duration::from_secs_f64),
        };
        let wants = Wants { file: self.campaign.proofs.is_some(), positions: true };
        bar.set_message(format!("{} {}", task.moves, task.fen));
        let position = PositionText::Fen(&task.fen);
        let answer = self.solver.solve(&position, limits, wants, stop, &mut |_| bar.tick())?;
        if stop.load(Relaxed) && answer.verdict.outcome().is_none() {
            return Ok(());
        }
        for &(key, claim, plies) in &answer.proven {
            self.proven.add(key, claim, plies);
        }
        if !answer.proven.is_empty() {
            let written = self.proven.write(&self.proven_path);
            written.with_context(|| format!("cannot write {}", self.proven_path.display()))?;
        }
        let proof = self.keep_proof(number, &answer)?;
        let (proof, sum) = proof.unzip();
        self.sheet.add(Record {
            moves: task.moves.clone(),
            fen: task.fen.clone(),
            value: answer.verdict,
            nodes: answer.nodes,
            time: answer.time.as_secs_f64(),
            most_nodes: self.campaign.nodes,
            most_time: self.campaign.time,
            positions: answer.proofs.iter().map(|&(_, positions)| positions).sum(),
            proof,
            sum,
        })?;
        Ok(())
    }

    /// Writes the proof; its name and its sum.
    fn keep_proof(
        &self,
        number: usize,
        answer: &Answer,
    ) -> anyhow::Result<Option<(String, String)>> {
        let (Some(folder), Some(bytes)) = (&self.campaign.proofs, &answer.file) else {
            return Ok(None);
        };
        fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
        let name = format!("{:04}.proof", number + 1);
        super::write_whole(&folder.join(&name), bytes)?;
        Ok(Some((name, format!("{:016x}", xxh3_64(bytes)))))
    }
}
