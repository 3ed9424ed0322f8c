//! Turkish draughts, dama, on all 64 squares: everything goes along rows and columns. Rules as
//! damaturk.com and damaakademisi.com tell them; no source names a count that draws.

use super::russian::Russian;
use super::*;
use crate::games::draughts::eval::weights;
use crate::notation::square::Squares;

/// Turkish draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turkish;

impl Rules for Turkish {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "turkish",
            title: "Turkish draughts (dama)",
            aliases: &["dama"],
            squares: Squares::ALL_8,
            pdn: "GameType \"30\"",
            ..Russian::SET.facts
        },
        capture_sign: 'x',
        full_captures: false,
        men: 16,
        // Men start on the second and third rows.
        rows_behind: 1,
        lines: Lines::Orthogonal,
        // Men capture as they step: forward and to the side.
        men_capture: MenCapture::AsTheyStep,
        // Captured pieces leave the board one by one, and a king does not turn round between two.
        removal: Removal::AtOnce,
        half_turns: false,
        // A man that reaches the far row during a capture goes on as a man.
        promotion: Promotion::AtTheEnd,
        selection: Selection::MostPieces,
        draws: Draws {
            // damaakademisi.com 19b: one piece each, kings or men, is a draw.
            one_each: true,
            ..Draws::NONE
        },
        weights: &weights::TURKISH,
        ..Russian::SET
    };
}
