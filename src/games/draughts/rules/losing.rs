//! The losing form of international draughts: the same moves, but who cannot move has won, and
//! only repetition draws (lidraughts: antidraughts).

use super::international::International;
use super::*;
use crate::games::draughts::eval::weights;

/// International give-away draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losing;

impl Rules for Losing {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "losing",
            title: "International give-away draughts",
            aliases: &["antidraughts"],
            pdn: "GameType \"98\"",
            ..International::SET.facts
        },
        goal: Goal::GiveAway,
        draws: Draws::NONE,
        weights: &weights::LOSING,
        ..International::SET
    };
}
