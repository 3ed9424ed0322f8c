//! Frisian draughts: captures along rows and columns too. Rules of the World Frisian Draughts
//! Federation as lidraughts and Scan play them.

use super::international::International;
use super::losing::{GiveAway, Names};
use super::*;
use crate::games::draughts::eval::weights;

/// Frisian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frisian;

impl Rules for Frisian {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "frisian",
            title: "Frisian draughts",
            aliases: &[],
            pdn: "GameType \"40\"",
            ..International::SET.facts
        },
        lines: Lines::DiagonalButCapturesAll,
        // A king that has made three moves in a row without a capture may not step until another
        // piece has moved, while its side has men.
        king_limit: 3,
        // The greatest value, at equal value with a king.
        selection: Selection::Frisian,
        draws: Draws {
            material: &[
                // Two kings against one: 7 moves each.
                Material {
                    least: 2,
                    most: 2,
                    kings: 2,
                    kings_only: true,
                    road: Road::Anywhere,
                    plies: 14,
                    restarts: false,
                },
                // One king against one: 2 moves each.
                Material {
                    least: 1,
                    most: 1,
                    kings: 1,
                    kings_only: true,
                    road: Road::Anywhere,
                    plies: 4,
                    restarts: false,
                },
            ],
            ..Draws::NONE
        },
        weights: &weights::FRISIAN,
        ..International::SET
    };
}

impl GiveAway for Frisian {
    const NAMES: Names = Names {
        name: "frisian-losing",
        title: "Frisian give-away draughts",
        aliases: &[],
        pdn: "GameType \"40\" Variant \"Losing\"",
    };
    const WEIGHTS: &'static Weights = &weights::LOSING;
}
