//! One position, drawn and told as the search goes on.

use std::io::{self, Write};
use std::time::Instant;

use damier::diagram::Drawing;
use damier::engine::News;
use damier::search::Control;

use super::record::Record;

pub(super) fn run(arguments: &super::Arguments) -> anyhow::Result<bool> {
    let mut engine = arguments.engine()?;
    arguments.position.set(engine.game_mut())?;
    let request = arguments.request(&*engine)?;
    // Not locked: the search writes its lines from another thread.
    let mut output = io::stdout();
    let game = engine.game();
    let (fen, result) = (game.fen(), game.result());
    if !arguments.json {
        write!(output, "{}", Drawing::new(game.facts(), &game.hub()).text())?;
        writeln!(output, "{fen}\n{} to move", game.side())?;
        if let Some(result) = result {
            writeln!(output, "the game is over: {result}")?;
            return Ok(true);
        }
    }
    let control = Control::new(Instant::now(), false);
    let mut failed = None;
    let answer = result.is_none().then(|| {
        engine.search(&request, &control, &mut |news| {
            if arguments.json || failed.is_some() {
                return;
            }
            let line = line(&news);
            let mut output = io::stdout();
            if let Err(error) = output.write_all(line.as_bytes()).and_then(|()| output.flush()) {
                failed = Some(error);
                control.stop();
            }
        })
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    if arguments.json {
        let record = Record::new(arguments, fen, answer.as_ref(), result);
        crate::cli::write_json(&mut output, &record)?;
    } else if let Some(best) = answer.and_then(|answer| answer.best) {
        writeln!(output, "best move: {} (Hub {})", best.own, best.hub)?;
    }
    Ok(true)
}

fn line(news: &News) -> String {
    let pv: Vec<&str> = news.pv.iter().map(|turn| turn.own.as_str()).collect();
    let rank = news.rank.map_or_else(String::new, |rank| format!("  line {rank:2}"));
    format!(
        "depth {:2}{rank}  score {:>6}  nodes {:>11}  time {:8.3}  pv {}\n",
        news.depth,
        news.score.to_string(),
        news.nodes,
        news.time.as_secs_f64(),
        pv.join(" ")
    )
}
