//! An analysis as a JSON object; `protocol.md` has its schema.

use damier::engine::{Answer, News};
use damier::game::GameResult;
use serde::Serialize;

/// A text for Hub and one for people.
#[derive(Serialize)]
pub(super) struct Both<T> {
    hub: T,
    own: T,
}

/// One of several lines, the best first.
#[derive(Serialize)]
struct RankedLine {
    score: f64,
    distance: Option<u32>,
    pv: Both<Vec<String>>,
}

/// What is told of a position.
#[derive(Serialize)]
pub(super) struct Record {
    variant: &'static str,
    fen: String,
    depth: u32,
    /// Men, for the side to move.
    score: f64,
    /// Plies to the end, if one is forced.
    distance: Option<u32>,
    nodes: u64,
    /// Seconds.
    time: f64,
    /// Nodes a second.
    nps: u64,
    pv: Both<Vec<String>>,
    best_move: Option<Both<String>>,
    /// The result, if the game is over.
    result: Option<String>,
    /// The best moves, if more than one is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<RankedLine>>,
}

/// What is told of a line of input that cannot be analysed.
#[derive(Serialize)]
pub(super) struct Refusal {
    /// The number of the line, from 1.
    pub(super) line: u64,
    pub(super) error: String,
}

fn texts(news: &News) -> Both<Vec<String>> {
    let (hub, own) = news.pv.iter().map(|turn| (turn.hub.clone(), turn.own.clone())).unzip();
    Both { hub, own }
}

impl Record {
    /// The record of a position: with an answer, or with the result of a game that is over.
    pub(super) fn new(
        arguments: &super::Arguments,
        fen: String,
        answer: Option<&Answer>,
        result: Option<GameResult>,
    ) -> Record {
        let news = answer.map(Answer::news);
        let ranked = |news: &News| RankedLine {
            score: news.score.men(),
            distance: news.score.plies_to_end(),
            pv: texts(news),
        };
        let lines = answer.filter(|_| arguments.multipv > 1);
        let most = usize::from(arguments.multipv);
        Record {
            variant: arguments.position.variant().name(),
            fen,
            depth: news.map_or(0, |news| news.depth),
            score: news.map_or(0.0, |news| news.score.men()),
            distance: news.and_then(|news| news.score.plies_to_end()),
            nodes: news.map_or(0, |news| news.nodes),
            time: news.map_or(0.0, |news| news.time.as_secs_f64()),
            nps: news.map_or(0, |news| news.nps() as u64),
            pv: news.map_or_else(|| Both { hub: Vec::new(), own: Vec::new() }, texts),
            best_move: answer
                .and_then(|answer| answer.best.as_ref())
                .map(|best| Both { hub: best.hub.clone(), own: best.own.clone() }),
            result: result.map(|result| result.to_string()),
            lines: lines.map(|answer| answer.lines.iter().take(most).map(ranked).collect()),
        }
    }

    /// One line for people: FEN, depth, score, best move and line, with tabs between them.
    pub(super) fn line(&self) -> String {
        let best = self.best_move.as_ref().map_or("-", |best| best.own.as_str());
        match &self.result {
            Some(result) => format!("{}\t{result}", self.fen),
            None => format!(
                "{}\t{}\t{:.2}\t{best}\t{}",
                self.fen,
                self.depth,
                self.score,
                self.pv.own.join(" ")
            ),
        }
    }
}
