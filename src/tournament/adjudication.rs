//! Games that the referee ends before the rules do: both engines agree for a while that one side
//! has won, or that nobody will, or endgame tables know how it ends, or the game is too long.

use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::player::BUILTIN;
use crate::game::{GameResult, Outcome, Side};
use crate::tables::store::Sources;

/// When games are ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Adjudication {
    /// `SCORE/MOVES`: a win for the side that both engines see so many men ahead for so many
    /// moves each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// `SCORE/MOVES/FROM`: a draw if both engines see no side further ahead for so many moves
    /// each, from a move of the game on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The result that endgame tables tell, once they know the position: `builtin` for those of the
    /// program, or a folder with more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
    /// A draw after so many plies.
    pub max_plies: usize,
}

impl Adjudication {
    /// The tables that are asked; none if nobody asks any.
    #[must_use]
    pub fn sources(&self) -> Option<Sources> {
        let tables = self.tables.as_deref()?;
        let folder = (tables != BUILTIN).then(|| PathBuf::from(tables));
        Some(Sources { folder, ..Sources::default() })
    }
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { win: None, draw: None, tables: None, max_plies: 500 }
    }
}

/// When a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct WinRule {
    score: f64,
    moves: usize,
}

/// When a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DrawRule {
    score: f64,
    moves: usize,
    from: usize,
}

/// A text that tells no such rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// A win is meant.
    #[error("'{0}' is no rule for a win: write SCORE/MOVES, as in 4.0/6")]
    Win(String),
    /// A draw is meant.
    #[error("'{0}' is no rule for a draw: write SCORE/MOVES/FROM, as in 0.1/20/60")]
    Draw(String),
}

fn score(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|score| (0.0..=100.0).contains(score))
}

fn moves(text: &str) -> Option<usize> {
    text.trim().parse().ok().filter(|moves| *moves > 0)
}

impl FromStr for WinRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<WinRule, RuleError> {
        let read = || {
            let (first, second) = text.split_once('/')?;
            Some(WinRule { score: score(first)?, moves: moves(second)? })
        };
        read().ok_or_else(|| RuleError::Win(crate::notation::turn::shown(text)))
    }
}

impl FromStr for DrawRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<DrawRule, RuleError> {
        let read = || {
            let (first, rest) = text.split_once('/')?;
            let (second, third) = rest.split_once('/')?;
            Some(DrawRule { score: score(first)?, moves: moves(second)?, from: moves(third)? })
        };
        read().ok_or_else(|| RuleError::Draw(crate::notation::turn::shown(text)))
    }
}

impl TryFrom<String> for WinRule {
    type Error = RuleError;

    fn try_from(text: String) -> Result<WinRule, RuleError> {
        text.parse()
    }
}

impl TryFrom<String> for DrawRule {
    type Error = RuleError;

    fn try_from(text: String) -> Result<DrawRule, RuleError> {
        text.parse()
    }
}

impl From<WinRule> for String {
    fn from(rule: WinRule) -> String {
        format!("{}/{}", rule.score, rule.moves)
    }
}

impl From<DrawRule> for String {
    fn from(rule: DrawRule) -> String {
        format!("{}/{}/{}", rule.score, rule.moves, rule.from)
    }
}

/// What the scores of a game have said so far.
#[derive(Clone, Debug)]
pub struct Judge {
    rules: Adjudication,
    plies: usize,
    /// Plies in a row that have seen White, or Black, far enough ahead.
    ahead: [usize; 2],
    even: usize,
}

impl Judge {
    /// Nothing has been said yet.
    #[must_use]
    pub fn new(rules: Adjudication) -> Judge {
        Judge { rules, plies: 0, ahead: [0; 2], even: 0 }
    }

    /// A side has moved and seen a score, its own; none if it told none. `plies` have been played.
    pub fn hear(&mut self, side: Side, score: Option<f64>, plies: usize) {
        self.plies = plies;
        let for_white = score.map(|score| if side == Side::White { score } else { -score });
        let run = |run: &mut usize, goes_on: bool| *run = if goes_on { *run + 1 } else { 0 };
        if let Some(rule) = self.rules.win {
            run(&mut self.ahead[0], for_white.is_some_and(|score| score >= rule.score));
            run(&mut self.ahead[1], for_white.is_some_and(|score| score <= -rule.score));
        }
        if let Some(rule) = self.rules.draw {
            run(&mut self.even, for_white.is_some_and(|score| score.abs() <= rule.score));
        }
    }

    /// The result, if the game is to end now.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        if let Some(rule) = self.rules.win {
            for side in Side::ALL {
                if self.ahead[side.index()] >= 2 * rule.moves {
                    return Some(GameResult::new(Outcome::Win, side));
                }
            }
        }
        let rule = self.rules.draw?;
        (self.even >= 2 * rule.moves && self.plies >= 2 * rule.from).then_some(GameResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(win: Option<&str>, draw: Option<&str>) -> Judge {
        let win = win.map(|text| text.parse().unwrap());
        let draw = draw.map(|text| text.parse().unwrap());
        Judge::new(Adjudication { win, draw, ..Adjudication::default() })
    }

    /// The result after scores that White and Black see in turn, each its own, and at which ply.
    fn end(mut judge: Judge, scores: &[f64]) -> Option<(usize, GameResult)> {
        for (ply, &score) in scores.iter().enumerate() {
            let side = Side::ALL[ply % 2];
            judge.hear(side, Some(score), ply + 1);
            if let Some(result) = judge.result() {
                return Some((ply + 1, result));
            }
        }
        None
    }

    #[test]
    fn a_win_needs_both_engines() {
        let both = [4.0, -4.5, 5.0, -4.0];
        assert_eq!(end(judge(Some("4/2"), None), &both), Some((4, GameResult::WhiteWins)));
        assert_eq!(end(judge(Some("4/2"), None), &[4.0, -1.0, 5.0, -4.0]), None);
        let black = both.map(|score| -score);
        assert_eq!(end(judge(Some("4/2"), None), &black), Some((4, GameResult::BlackWins)));
        assert_eq!(end(judge(None, None), &both), None);
    }

    #[test]
    fn a_draw_needs_time() {
        let even = [0.1, -0.1, 0.0, 0.05, 0.0, 0.0];
        assert_eq!(end(judge(None, Some("0.1/1/1")), &even), Some((2, GameResult::Draw)));
        assert_eq!(end(judge(None, Some("0.1/2/3")), &even), Some((6, GameResult::Draw)));
        assert_eq!(end(judge(None, Some("0.05/2/1")), &even), Some((6, GameResult::Draw)));
    }

    #[test]
    fn a_move_without_a_score_says_nothing() {
        let mut judge = judge(Some("1/1"), None);
        judge.hear(Side::White, Some(3.0), 1);
        judge.hear(Side::Black, None, 2);
        assert_eq!(judge.result(), None);
    }

    #[test]
    fn rules_are_read_and_written() {
        assert_eq!(String::from("4.0/6".parse::<WinRule>().unwrap()), "4/6");
        assert_eq!(String::from("0.1/20/60".parse::<DrawRule>().unwrap()), "0.1/20/60");
        for text in ["", "4", "4/0", "-1/3", "x/3", "nan/2"] {
            assert!(text.parse::<WinRule>().is_err(), "{text}");
        }
        assert!("0.1/20".parse::<DrawRule>().is_err());
    }
}
