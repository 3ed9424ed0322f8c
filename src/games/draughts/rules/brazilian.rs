//! Brazilian draughts: the rules of international draughts on 64 squares. Articles are those of the
//! FMJD-64 section, Official rules of the game.

use super::losing::{GiveAway, Names};
use super::russian::Russian;
use super::*;
use crate::games::draughts::eval::weights;

/// Brazilian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "brazilian",
            title: "Brazilian draughts",
            aliases: &[],
            pdn: "GameType \"26\"",
            ..Russian::SET.facts
        },
        capture_sign: 'x',
        full_captures: false,
        // A man that reaches the far row during a capture and must go on stays a man.
        promotion: Promotion::AtTheEnd,
        // The most pieces must be taken, a king counting as one.
        selection: Selection::MostPieces,
        ..Russian::SET
    };
}

impl GiveAway for Brazilian {
    const NAMES: Names = Names {
        name: "brazilian-losing",
        title: "Brazilian give-away draughts",
        aliases: &[],
        pdn: "GameType \"26\" Variant \"Losing\"",
    };
    const WEIGHTS: &'static Weights = &weights::PODDAVKI;
}
