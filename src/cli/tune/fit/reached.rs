//! What a fit has reached, kept beside the file that it is to write, so that it goes on from there
//! after a break.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use damier::linear::Group;
use damier::tune::fit::News;
use serde::{Deserialize, Serialize};

use crate::cli::output::Output;

/// So often it is written.
const INTERVAL: Duration = Duration::from_secs(1);

/// The weights of a fit that is under way.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reached {
    /// What is fitted, and how.
    plan: String,
    /// What a man is worth in the logistic function.
    pub(super) scale: f32,
    loss: f32,
    values: Vec<f32>,
}

impl Reached {
    /// What was reached by the same plan; none if there is no such file, or it is of another plan.
    pub(super) fn read(path: &Path, plan: &str) -> anyhow::Result<Option<Reached>> {
        if !path.exists() {
            return Ok(None);
        }
        let name = || path.display().to_string();
        let reached: Reached =
            serde_json::from_slice(&fs::read(path).with_context(name)?).with_context(name)?;
        if reached.plan != plan {
            log::warn!("{} is of another fit and begun anew", path.display());
            return Ok(None);
        }
        Ok(Some(reached))
    }

    /// Gives the groups the weights; false if there are not as many.
    pub(super) fn give(&self, groups: &mut [Group]) -> bool {
        let count: usize = groups.iter().map(|group| group.values.len()).sum();
        let values = groups.iter_mut().flat_map(|group| &mut group.values);
        values.zip(&self.values).for_each(|(value, reached)| *value = *reached);
        count == self.values.len()
    }
}

/// Writes what is reached from time to time.
pub(super) struct Keeper {
    path: PathBuf,
    plan: String,
    lowest: f32,
    written: Instant,
}

impl Keeper {
    pub(super) fn new(path: PathBuf, plan: String) -> Keeper {
        Keeper { path, plan, lowest: f32::INFINITY, written: Instant::now() }
    }

    /// Takes in news, and writes the weights if they are the best and it is time.
    pub(super) fn keep(&mut self, news: &News) -> anyhow::Result<()> {
        if news.loss >= self.lowest || self.written.elapsed() < INTERVAL {
            return Ok(());
        }
        self.lowest = news.loss;
        let reached = Reached {
            plan: self.plan.clone(),
            scale: news.scale,
            loss: news.loss,
            values: news.values.to_vec(),
        };
        let mut output = Output::open(Some(&self.path))?;
        output.write_all(&serde_json::to_vec(&reached)?)?;
        output.finish()?;
        self.written = Instant::now();
        Ok(())
    }

    /// Removes the file of a fit that is over.
    pub(super) fn finish(self) {
        // Without a break there may be none.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_reached_is_read_by_the_same_plan_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.reached");
        assert!(Reached::read(&path, "plan").expect("no file is no error").is_none());

        let mut keeper = Keeper::new(path.clone(), "plan".to_owned());
        keeper.written -= INTERVAL;
        let news = |loss, values| News { looks: 1, loss, scale: 0.5, values };
        keeper.keep(&news(0.6, &[1.0, 2.5])).expect("it is written");
        keeper.written -= INTERVAL;
        keeper.keep(&news(0.7, &[3.0, 4.0])).expect("it is worse");

        let reached = Reached::read(&path, "plan").expect("whole").expect("the same plan");
        let mut groups = [Group { name: "all", knots: vec![2], names: &[], values: vec![0.0; 2] }];
        assert!(reached.give(&mut groups));
        assert_eq!((groups[0].values.as_slice(), reached.scale), ([1.0, 2.5].as_slice(), 0.5));
        assert!(Reached::read(&path, "other").expect("whole").is_none());

        fs::write(&path, "{").expect("it is cut");
        assert!(Reached::read(&path, "plan").is_err());
        keeper.finish();
        assert!(!path.exists());
    }
}
