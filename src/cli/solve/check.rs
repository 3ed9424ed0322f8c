//! `damier solve --check`: a proof is checked.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context;
use damier::solve::check::{Checked, check};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::interrupt;

/// Checks the file; false if it does not show what it says.
pub(super) fn run(arguments: &super::Arguments, path: &Path) -> anyhow::Result<bool> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    interrupt::do_instead(move || asked.store(true, Relaxed))?;
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{pos} positions, {per_sec}")?);
    let checked = check(&bytes, &arguments.sources(), &stop, &mut |n| bar.set_position(n));
    bar.finish_and_clear();
    let checked = match checked {
        Ok(checked) => checked,
        Err(error) => {
            eprintln!("damier: {}: {error}", path.display());
            return Ok(false);
        }
    };
    let mut output = io::stdout().lock();
    if arguments.json {
        let told = serde_json::json!({
            "variant": checked.heading.rules.game,
            "options": checked.heading.rules.options,
            "fen": checked.fen,
            "side": checked.side,
            "claims": checked.heading.claims,
            "positions": checked.positions,
            "tabled": checked.tabled,
            "tables": checked.heading.tables,
        });
        crate::cli::write_json(&mut output, &told)?;
    } else {
        tell(&mut output, &checked)?;
    }
    Ok(true)
}

fn tell(output: &mut impl Write, checked: &Checked) -> anyhow::Result<()> {
    writeln!(output, "game      {}", checked.heading.rules)?;
    writeln!(output, "position  {}", checked.fen)?;
    for claim in &checked.heading.claims {
        writeln!(output, "proven    {claim}")?;
    }
    writeln!(
        output,
        "checked   {} positions, {} of them in {} endgame tables",
        checked.positions,
        checked.tabled,
        checked.heading.tables.len()
    )?;
    Ok(())
}
