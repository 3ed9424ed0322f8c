//! Italian draughts on the mirrored board. Articles are those of the Federazione Italiana Dama,
//! Regolamento tecnico, chapter I.

use super::losing::{GiveAway, Names};
use super::russian::Russian;
use super::*;
use crate::game::Numbering;
use crate::games::draughts::eval::weights;
use crate::notation::fen::Naming;
use crate::notation::square::Squares;

/// Italian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Italian;

impl Rules for Italian {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "italian",
            title: "Italian draughts",
            aliases: &[],
            squares: Squares::MIRRORED_8,
            naming: Naming::Numbers,
            pdn: "GameType \"22\"",
            numbering: Numbering::Hub,
            ..Russian::SET.facts
        },
        capture_sign: 'x',
        full_captures: false,
        // 5.3: men capture forward, and men only.
        men_capture: MenCapture::AsTheyStep,
        men_capture_kings: false,
        kings: Kings::Short,
        promotion: Promotion::EndsTheTurn,
        // 6.6 most pieces, 6.7 with a king, 6.8 most kings, 6.9 where kings are met first: where two
        // captures first differ, the one that takes a king there.
        selection: Selection::Italian,
        draws: Draws {
            // 40 moves each without a man's move and without a capture.
            quiet: 80,
            ..Draws::NONE
        },
        weights: &weights::ITALIAN,
        ..Russian::SET
    };
}

impl GiveAway for Italian {
    const NAMES: Names = Names {
        name: "italian-losing",
        title: "Italian give-away draughts",
        aliases: &[],
        pdn: "GameType \"22\" Variant \"Losing\"",
    };
    const WEIGHTS: &'static Weights = &weights::ENGLISH_LOSING;
}
