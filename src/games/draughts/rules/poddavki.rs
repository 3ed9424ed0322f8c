//! Poddavki: give-away Russian draughts. Items are those of section 8 of the rules of the
//! Russian Ministry of Sport (order 201 of 2022); moves are those of [`super::russian`].

use super::russian::Russian;
use super::*;
use crate::game::Choice;
use crate::games::draughts::eval::weights;

/// Give-away Russian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Poddavki;

impl Rules for Poddavki {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "poddavki",
            title: "Poddavki (give-away Russian draughts)",
            aliases: &["russian-losing"],
            pdn: "GameType \"25\" Variant \"Poddavki\"",
            options: &[Choice {
                name: "kings15",
                values: &["off", "on"],
                default: 0,
                help: "draw after 15 moves each with kings only and no capture",
            }],
            ..Russian::SET.facts
        },
        // The side to move that has no legal move wins.
        goal: Goal::GiveAway,
        draws: Draws {
            // Item 8.2, on request only: 15 moves each with kings only and no capture.
            quiet: 30,
            quiet_is_optional: true,
            ..Draws::NONE
        },
        weights: &weights::PODDAVKI,
        ..Russian::SET
    };
}
