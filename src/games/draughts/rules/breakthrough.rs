//! Breakthrough draughts: international draughts, but who first gets a king has won (lidraughts:
//! breakthrough). There are no draws.

use super::international::International;
use super::*;
use crate::games::draughts::eval::weights;

/// Breakthrough draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakthrough;

impl Rules for Breakthrough {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "bt",
            title: "Breakthrough draughts",
            aliases: &["breakthrough"],
            pdn: "GameType \"96\"",
            ..International::SET.facts
        },
        goal: Goal::FirstKing,
        draws: Draws::NONE,
        weights: &weights::BREAKTHROUGH,
        ..International::SET
    };
}
