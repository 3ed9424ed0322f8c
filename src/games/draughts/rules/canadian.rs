//! Canadian draughts: international draughts on 144 squares with 30 men a side.

use super::international::International;
use super::losing::{GiveAway, Names};
use super::*;
use crate::games::draughts::eval::weights;
use crate::notation::square::Squares;

/// Canadian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Canadian;

impl Rules for Canadian {
    type Bits = u128;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "canadian",
            title: "Canadian draughts",
            aliases: &[],
            squares: Squares::DARK_12,
            pdn: "GameType \"27\"",
            ..International::SET.facts
        },
        men: 30,
        weights: &weights::CANADIAN,
        ..International::SET
    };
}

impl GiveAway for Canadian {
    const NAMES: Names = Names {
        name: "canadian-losing",
        title: "Canadian give-away draughts",
        aliases: &[],
        pdn: "GameType \"27\" Variant \"Losing\"",
    };
    const WEIGHTS: &'static Weights = &weights::LOSING;
}
