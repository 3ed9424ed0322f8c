//! The lines that damier writes, in the form that every known client accepts: the order of the
//! fields, the quotation marks and the number of decimals matter to some of them.

use std::fmt::Write as _;

use crate::engine::{Answer, News};
use crate::game::Notation;

/// `info`, all fields always there, the line always between quotation marks.
pub(super) fn info(news: &News, notation: Notation) -> String {
    let mut pv = String::new();
    for turn in &news.pv {
        if !pv.is_empty() {
            pv.push(' ');
        }
        pv.push_str(turn.get(notation));
    }
    let rank = news.rank.map_or_else(String::new, |rank| format!(" multipv={rank}"));
    format!(
        "info depth={} mean-depth={:.1} score={} nodes={} time={:.3} nps={:.1} pv=\"{pv}\"{rank}",
        news.depth,
        news.mean_depth,
        news.score,
        news.nodes,
        news.time.as_secs_f64(),
        news.nps() / 1e6,
    )
}

/// `done`, bare if there is no legal turn.
pub(super) fn done(answer: &Answer, notation: Notation) -> String {
    let mut text = String::from("done");
    if let Some(best) = &answer.best {
        // Writing to a String cannot fail.
        let _ = write!(text, " move={}", best.get(notation));
        if let Some(ponder) = &answer.ponder {
            let _ = write!(text, " ponder={}", ponder.get(notation));
        }
    }
    text
}

/// `error`.
pub(super) fn error(message: &str) -> String {
    format!("error message=\"{}\"", clean(message))
}

/// A text with nothing in it that would end a value or a line.
pub(super) fn clean(text: &str) -> String {
    let clean = text.chars().map(|c| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    });
    clean.collect()
}
