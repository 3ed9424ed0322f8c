//! Spanish draughts on the mirrored board. The rules are those of Portuguese draughts; articles are
//! those of the Federação Portuguesa de Damas (FPD), 2013 and 2021.

use super::losing::{GiveAway, Names};
use super::russian::Russian;
use super::*;
use crate::game::Numbering;
use crate::games::draughts::eval::weights;
use crate::notation::fen::Naming;
use crate::notation::square::Squares;

/// Spanish draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spanish;

impl Rules for Spanish {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "spanish",
            title: "Spanish draughts",
            aliases: &[],
            squares: Squares::MIRRORED_8,
            naming: Naming::Numbers,
            pdn: "GameType \"24\"",
            numbering: Numbering::Reversed,
            ..Russian::SET.facts
        },
        capture_sign: 'x',
        full_captures: false,
        // Men capture forward.
        men_capture: MenCapture::AsTheyStep,
        promotion: Promotion::EndsTheTurn,
        // The law of quantity, then the law of quality: most pieces, then most kings.
        selection: Selection::MostKings,
        draws: Draws {
            // FPD 3.2a: 20 moves each with kings only and no capture.
            quiet: 40,
            // FPD 3.2b: three kings against one, the three holding the long diagonal (the river): 12
            // moves each.
            material: &[Material {
                least: 3,
                most: 3,
                kings: 3,
                kings_only: true,
                road: Road::Stronger,
                plies: 24,
                restarts: false,
            }],
            ..Draws::NONE
        },
        weights: &weights::SPANISH,
        ..Russian::SET
    };
}

impl GiveAway for Spanish {
    const NAMES: Names = Names {
        name: "spanish-losing",
        title: "Spanish give-away draughts",
        aliases: &[],
        pdn: "GameType \"24\" Variant \"Losing\"",
    };
    const WEIGHTS: &'static Weights = &weights::PODDAVKI;
}
