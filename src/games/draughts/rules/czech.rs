//! Czech draughts, as fmjd.org tells the rules; articles are those of the Česká federace dámy.

use super::losing::{GiveAway, Names};
use super::russian::Russian;
use super::*;
use crate::games::draughts::eval::weights;

/// Czech draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Czech;

impl Rules for Czech {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "czech",
            title: "Czech draughts",
            aliases: &[],
            pdn: "GameType \"29\"",
            ..Russian::SET.facts
        },
        capture_sign: 'x',
        full_captures: false,
        // Men capture forward.
        men_capture: MenCapture::AsTheyStep,
        promotion: Promotion::EndsTheTurn,
        // 4.14: a king's capture goes before a man's; otherwise any may be chosen.
        selection: Selection::ByKing,
        draws: Draws {
            // fmjd.org, Czech draughts: 15 moves each without a jump and without a man's move.
            quiet: 30,
            ..Draws::NONE
        },
        weights: &weights::RUSSIAN,
        ..Russian::SET
    };
}

impl GiveAway for Czech {
    const NAMES: Names = Names {
        name: "czech-losing",
        title: "Czech give-away draughts",
        aliases: &[],
        pdn: "GameType \"29\" Variant \"Losing\"",
    };
    const WEIGHTS: &'static Weights = &weights::PODDAVKI;
}
