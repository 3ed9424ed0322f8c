//! English draughts, American checkers: short kings, and men that capture forward only. Articles are
//! those of the World Checkers/Draughts Federation, Rules of draughts (checkers).

use super::losing::{GiveAway, Names};
use super::russian::Russian;
use super::*;
use crate::game::{Numbering, Side};
use crate::games::draughts::eval::weights;
use crate::notation::fen::Naming;

/// English draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct English;

impl Rules for English {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "english",
            title: "English draughts (American checkers)",
            aliases: &["american", "checkers"],
            naming: Naming::Numbers,
            // 1.9: Black moves first.
            first: Side::Black,
            pdn: "GameType \"21\"",
            numbering: Numbering::HubFromStarter,
            ..Russian::SET.facts
        },
        capture_sign: 'x',
        full_captures: false,
        // 1.15: men capture forward.
        men_capture: MenCapture::AsTheyStep,
        // 1.16, 1.17: the king steps and jumps one square, in all directions.
        kings: Kings::Short,
        // 1.18: a man that reaches the far row becomes a king and its turn ends.
        promotion: Promotion::EndsTheTurn,
        // 1.20: any capture may be chosen.
        selection: Selection::Free,
        draws: Draws {
            // 1.32.2: 40 moves each without a man's advance and without a capture.
            quiet: 80,
            ..Draws::NONE
        },
        weights: &weights::ENGLISH,
        ..Russian::SET
    };
}

impl GiveAway for English {
    const NAMES: Names = Names {
        name: "english-losing",
        title: "English give-away draughts",
        aliases: &["suicide-checkers"],
        pdn: "GameType \"21\" Variant \"Losing\"",
    };
    const WEIGHTS: &'static Weights = &weights::ENGLISH_LOSING;
}
