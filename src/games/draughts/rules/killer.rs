//! Killer draughts (Christiaan Freeling): international draughts, but a king that takes a king last
//! must stop directly behind it, so that two kings often win against one (mindsports.nl).

use super::international::International;
use super::*;

/// Killer draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Killer;

impl Rules for Killer {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "killer",
            title: "Killer draughts",
            aliases: &[],
            pdn: "GameType \"20\" Variant \"Killer\"",
            ..International::SET.facts
        },
        // A king that takes a king last stops directly behind it.
        landing: Landing::BehindLastKing,
        ..International::SET
    };
}
