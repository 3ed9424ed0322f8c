//! An engine that speaks Hub: a process, or damier itself on a thread.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::link::{Heard, Link, Until};
use super::{Answer, Beginning, Fault, Launcher, Player, Reply, Situation, Stop, handshake};
use crate::game::GameResult;
use crate::tournament::limits::Allowance;

/// How long an engine may take to end a search that it is told to end.
const TO_STOP: Duration = Duration::from_secs(5);

pub(super) struct HubPlayer {
    link: Link,
    /// Whether it answers `ping` at any time.
    has_ping: bool,
    patience: Duration,
    margin: Duration,
    /// The position that it ponders on, as it was told.
    pondered: Option<String>,
}

impl HubPlayer {
    pub(super) fn start(
        launcher: &Launcher,
        engine: usize,
        worker: usize,
        stop: &Stop,
    ) -> Result<HubPlayer, Fault> {
        let (link, has_ping) = handshake::start(launcher, engine, worker, stop)?;
        Ok(HubPlayer {
            link,
            has_ping,
            patience: Duration::from_secs_f64(launcher.tournament.patience),
            margin: Duration::from_secs_f64(launcher.tournament.margin),
            pondered: None,
        })
    }

    /// Ends pondering; what was found is of no use.
    fn stop_pondering(&mut self, stop: &Stop) -> Result<(), Fault> {
        if self.pondered.take().is_none() {
            return Ok(());
        }
        let sent = self.link.say("stop")?;
        loop {
            match self.link.hear(Until::Time(sent + TO_STOP), stop)? {
                Some(heard) if heard.line.command == "done" => return Ok(()),
                Some(_) => {}
                None => return Err(Fault::Silence(TO_STOP)),
            }
        }
    }

    /// Nothing is searched any more, and what has been said is passed over.
    fn rest(&mut self, stop: &Stop) -> Result<(), Fault> {
        self.stop_pondering(stop)?;
        self.link.drain()
    }

    /// Sees that the engine is there, if it can say so.
    fn answer_ping(&mut self, stop: &Stop) -> Result<(), Fault> {
        if !self.has_ping {
            return Ok(());
        }
        let until = Until::silence(self.patience, self.link.say("ping")?);
        loop {
            match self.link.hear(until, stop)? {
                Some(heard) if heard.line.command == "pong" => return Ok(()),
                Some(_) => {}
                None => return Err(Fault::Silence(self.patience)),
            }
        }
    }

    /// The `done` of a search that has begun at some time.
    fn answer(
        &mut self,
        begun: Instant,
        time: Option<Duration>,
        stop: &Stop,
    ) -> Result<Heard, Fault> {
        let until = match time {
            // A late answer is measured and judged: here the waiting must only end.
            Some(time) => Until::Time(begun + time + self.margin + Duration::from_millis(20)),
            None => Until::silence(self.patience, begun),
        };
        loop {
            let Some(heard) = self.link.hear(until, stop)? else {
                // One that was lively to the end has not been silent.
                let is_silent = Instant::now() < until.latest();
                return Err(match time {
                    None if is_silent => Fault::Silence(self.patience),
                    _ => Fault::Time(begun.elapsed()),
                });
            };
            match heard.line.command.as_str() {
                "done" => return Ok(heard),
                "error" => return Err(Fault::Error(heard.message())),
                _ => {}
            }
        }
    }
}

impl Player for HubPlayer {
    fn is_ready(&mut self, stop: &Stop) -> bool {
        self.rest(stop).and_then(|()| self.answer_ping(stop)).is_ok()
    }

    fn begin(&mut self, _game: &Beginning, stop: &Stop) -> Result<(), Fault> {
        self.rest(stop)?;
        self.link.say("new-game")?;
        self.answer_ping(stop)
    }

    fn think(
        &mut self,
        situation: Situation,
        allowance: &Allowance,
        stop: &Stop,
    ) -> Result<Answer, Fault> {
        let position = position(situation);
        let begun = if self.pondered.as_ref() == Some(&position) {
            self.pondered = None;
            self.link.say("ponder-hit")?
        } else {
            self.stop_pondering(stop)?;
            self.link.say(&format!("{position}{}go think", levels(allowance)))?
        };
        let heard = self.answer(begun, allowance.time(), stop)?;
        let value = |name| heard.line.get(name).filter(|value| !value.is_empty());
        let turn = value("move").ok_or_else(|| Fault::NoMove(heard.text.clone()))?;
        Ok(Answer::Move(Reply {
            turn: turn.to_owned(),
            ponder: value("ponder").map(str::to_owned),
            told: heard.told,
            time: heard.when.saturating_duration_since(begun),
        }))
    }

    fn ponder(&mut self, situation: Situation, allowance: &Allowance) -> Result<(), Fault> {
        let position = position(situation);
        self.link.say(&format!("{position}{}go ponder", levels(allowance)))?;
        self.pondered = Some(position);
        Ok(())
    }

    fn end(&mut self, _: Situation, _: GameResult, stop: &Stop) -> Result<(), Fault> {
        self.stop_pondering(stop)
    }
}

/// The `pos` line.
fn position(situation: Situation) -> String {
    let mut text = format!("pos pos={}", situation.start);
    for (index, turn) in situation.turns.iter().enumerate() {
        text.push_str(if index == 0 { " moves=\"" } else { " " });
        text.push_str(&turn.hub);
    }
    text.push_str(if situation.turns.is_empty() { "\n" } else { "\"\n" });
    text
}

/// The `level` lines, one a limit, for many engines know no two on one line.
fn levels(allowance: &Allowance) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    if let Some(clock) = allowance.clock {
        text.push_str("level");
        if let Some(moves) = clock.moves {
            let _ = write!(text, " moves={moves}");
        }
        let _ = write!(text, " time={:.3}", clock.time);
        if clock.increment > 0.0 {
            let _ = write!(text, " inc={:.3}", clock.increment);
        }
        text.push('\n');
    }
    if let Some(time) = allowance.move_time {
        let _ = writeln!(text, "level move-time={time:.3}");
    }
    if let Some(nodes) = allowance.nodes {
        let _ = writeln!(text, "level nodes={nodes}");
    }
    if let Some(depth) = allowance.depth {
        let _ = writeln!(text, "level depth={depth}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Variant;
    use crate::tournament::limits::{GameClock, Limits};

    #[test]
    fn searches_are_told_as_engines_understand_them() {
        let mut game = Variant::Russian.game();
        let start = game.hub();
        let turns = vec![game.turns().remove(0)];
        let told = position(Situation { start: &start, turns: &[] });
        assert_eq!(told, format!("pos pos={start}\n"));
        game.play(&turns[0].hub, crate::game::Notation::Hub).unwrap();
        let told = position(Situation { start: &start, turns: &turns });
        assert_eq!(told, format!("pos pos={start} moves=\"{}\"\n", turns[0].hub));
        let limits = Limits {
            tc: "40/60+0.5".parse().ok(),
            nodes: Some(7),
            depth: Some(3),
            move_time: Some(0.25),
        };
        assert_eq!(
            levels(&GameClock::new(&limits).allowance()),
            "level moves=40 time=60.000 inc=0.500\nlevel move-time=0.250\nlevel nodes=7\nlevel depth=3\n"
        );
    }
}
