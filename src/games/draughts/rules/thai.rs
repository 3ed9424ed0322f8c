//! Thai draughts, makhos: two rows of men, and kings that land directly behind what they capture.
//! Rules as mindsports.nl (Mak-hot) and dctl tell them; no source names a count that draws, and
//! who starts is not settled anywhere: Black does, as PDN has it, which also numbers the squares
//! from the top left as Black sees it.

use super::losing::{GiveAway, Names};
use super::russian::Russian;
use super::*;
use crate::game::{Numbering, Side};
use crate::games::draughts::eval::weights;
use crate::notation::fen::Naming;

/// Thai draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thai;

impl Rules for Thai {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "thai",
            title: "Thai draughts (makhos)",
            aliases: &["makhos"],
            naming: Naming::Numbers,
            first: Side::Black,
            pdn: "GameType \"31\"",
            numbering: Numbering::Reversed,
            ..Russian::SET.facts
        },
        capture_sign: 'x',
        full_captures: false,
        men: 8,
        // Men capture forward.
        men_capture: MenCapture::AsTheyStep,
        landing: Landing::Behind,
        // What is jumped leaves the board at once, so that a king may turn back over its square.
        removal: Removal::AtOnce,
        promotion: Promotion::EndsTheTurn,
        draws: Draws::NONE,
        weights: &weights::THAI,
        ..Russian::SET
    };
}

impl GiveAway for Thai {
    const NAMES: Names = Names {
        name: "thai-losing",
        title: "Thai give-away draughts",
        aliases: &[],
        pdn: "GameType \"31\" Variant \"Losing\"",
    };
    const WEIGHTS: &'static Weights = &weights::PODDAVKI;
}
