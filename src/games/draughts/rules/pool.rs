//! American pool checkers: Russian draughts (kings land where they can go on, too), but a man that reaches the far row during a capture
//! stays a man unless it ends there. Rules of the American Pool Checkers Association.

use super::losing::{GiveAway, Names};
use super::russian::Russian;
use super::*;
use crate::game::{Numbering, Side};
use crate::games::draughts::eval::weights;
use crate::notation::fen::Naming;

/// American pool checkers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool;

impl Rules for Pool {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "pool",
            title: "American pool checkers",
            aliases: &["american-pool"],
            naming: Naming::Numbers,
            first: Side::Black,
            pdn: "GameType \"23\"",
            numbering: Numbering::Hub,
            ..Russian::SET.facts
        },
        capture_sign: 'x',
        full_captures: false,
        promotion: Promotion::AtTheEnd,
        draws: Draws {
            // APCA 26: 15 moves each with kings only and no capture.
            quiet: 30,
            // Three kings against one: 13 moves of the lone king.
            material: &[Material {
                least: 3,
                most: 3,
                kings: 3,
                kings_only: true,
                road: Road::Anywhere,
                plies: 26,
                restarts: false,
            }],
            ..Draws::NONE
        },
        ..Russian::SET
    };
}

impl GiveAway for Pool {
    const NAMES: Names = Names {
        name: "pool-losing",
        title: "Give-away pool checkers",
        aliases: &[],
        pdn: "GameType \"23\" Variant \"Losing\"",
    };
    const WEIGHTS: &'static Weights = &weights::PODDAVKI;
}
