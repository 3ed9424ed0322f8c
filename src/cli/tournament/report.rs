//! The sums of a match as people read them.

use std::fmt::Write as _;

use damier::tournament::config::Tournament;
use damier::tournament::record::{ForfeitKind, GameRecord, Reason};
use damier::tournament::sprt::{Sprt, Verdict};
use damier::tournament::standings::{Meeting, Score, Standings, Tally};
use damier::tournament::statistics::Estimate;

/// One line on a game.
pub(super) fn game(record: &GameRecord) -> String {
    let mut text = format!(
        "game {}: {} - {} {}, {} plies",
        record.number,
        record.white,
        record.black,
        record.result,
        record.moves.len()
    );
    match (&record.forfeit, record.reason) {
        (Some(forfeit), _) => {
            let kind = forfeit.kind.text();
            let message = forfeit.message.strip_prefix(&format!("{kind}: "));
            let message = message.unwrap_or(&forfeit.message);
            let _ = write!(
                text,
                "; {} forfeits by {kind}: {message} (ply {}, {})",
                forfeit.engine, forfeit.ply, forfeit.fen
            );
        }
        (None, Reason::Adjudication) => text.push_str("; adjudicated"),
        (None, Reason::Tables) => text.push_str("; adjudicated by tables"),
        (None, Reason::MaxPlies) => text.push_str("; too long"),
        (None, Reason::Resignation) => text.push_str("; resigned"),
        (None, Reason::Agreement) => text.push_str("; agreed"),
        (None, _) => {}
    }
    text
}

/// The engines and their points, the best first: a short table.
pub(super) fn table(standings: &Standings) -> String {
    let mut engines: Vec<(&str, &Tally)> = standings.engines().collect();
    engines.sort_by(|a, b| b.1.score.points().total_cmp(&a.1.score.points()));
    let width = engines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:width$}  {:>6} {:>6} {:>6} {:>6} {:>8} {:>7}  {:>14} {:>8}\n",
        "engine", "games", "won", "drawn", "lost", "points", "%", "Elo", "forfeits"
    );
    for (name, tally) in engines {
        let Score { wins, draws, losses } = tally.score;
        let elo = tally.pairs.elo().map_or_else(|| "-".to_owned(), short);
        let forfeits: u64 = tally.forfeits.values().sum();
        let _ = writeln!(
            text,
            "{name:width$}  {:>6} {wins:>6} {draws:>6} {losses:>6} {:>8.1} {:>6.1}%  {elo:>14} {forfeits:>8}",
            tally.score.games(),
            tally.score.points(),
            percent(&tally.score),
        );
    }
    text
}

fn percent(score: &Score) -> f64 {
    100.0 * score.points() / score.games().max(1) as f64
}

fn short(estimate: Estimate) -> String {
    format!("{:+.1} ±{:.1}", estimate.value, estimate.error())
}

fn long(estimate: Estimate) -> String {
    format!("{:+.1} [{:+.1}, {:+.1}]", estimate.value, estimate.bounds.0, estimate.bounds.1)
}

/// All that is known at the end.
pub(super) fn full(tournament: &Tournament, standings: &Standings) -> String {
    let mut text = table(standings);
    for (first, second, meeting) in standings.meetings() {
        text.push('\n');
        text.push_str(&met(first, second, meeting));
        if let Some(test) = &tournament.sprt {
            text.push_str(&tested(test, meeting));
        }
    }
    text.push('\n');
    for (name, tally) in standings.engines() {
        text.push_str(&thought(name, tally));
    }
    text
}

fn met(first: &str, second: &str, meeting: &Meeting) -> String {
    let Score { wins, draws, losses } = meeting.score;
    let [none, half, one, more, two] = meeting.pairs.0;
    let mut text = format!(
        "{first} - {second}: {} games, +{wins} ={draws} -{losses}, {:.1} points ({:.1} %)\n",
        meeting.score.games(),
        meeting.score.points(),
        percent(&meeting.score)
    );
    let _ = writeln!(text, "  pairs with 0, ½, 1, 1½, 2 points: {none} {half} {one} {more} {two}");
    let pairs = &meeting.pairs;
    if let (Some(elo), Some(normalised), Some(superiority)) =
        (pairs.elo(), pairs.normalised_elo(), pairs.superiority())
    {
        let _ = writeln!(text, "  Elo {}, normalised {}", long(elo), long(normalised));
        let _ = writeln!(text, "  likelihood of superiority {:.1} %", 100.0 * superiority);
    }
    text
}

fn tested(test: &Sprt, meeting: &Meeting) -> String {
    let (low, high) = test.bounds();
    let ratio = test.log_likelihood_ratio(&meeting.pairs);
    let verdict = match test.verdict(&meeting.pairs) {
        Verdict::First => format!("elo0={} is accepted", test.elo0),
        Verdict::Second => format!("elo1={} is accepted", test.elo1),
        Verdict::Open => "more games are needed".to_owned(),
    };
    format!(
        "  SPRT elo0={} elo1={}: LLR {ratio:.2} [{low:.2}, {high:.2}], {verdict}\n",
        test.elo0, test.elo1
    )
}

fn thought(name: &str, tally: &Tally) -> String {
    let mut text = format!("{name}:");
    if let Some(depth) = tally.depth() {
        let _ = write!(text, "  depth {depth:.1}");
    }
    if let Some(nodes) = tally.nodes() {
        let _ = write!(text, "  nodes {nodes:.0}");
    }
    if let Some(time) = tally.time() {
        let _ = write!(text, "  time {time:.6}");
    }
    if let Some(nps) = tally.nps() {
        let _ = write!(text, "  nps {nps:.0}");
    }
    let forfeits =
        ForfeitKind::ALL.iter().filter_map(|kind| Some((kind, tally.forfeits.get(kind)?)));
    let forfeits: Vec<String> =
        forfeits.map(|(kind, count)| format!("{} {count}", kind.text())).collect();
    if !forfeits.is_empty() {
        let _ = write!(text, "  forfeits: {}", forfeits.join(", "));
    }
    text.push('\n');
    text
}
