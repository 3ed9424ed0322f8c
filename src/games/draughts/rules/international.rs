//! International draughts on 100 squares. Articles are those of the FMJD, Official rules for
//! international draughts.

use super::losing::{GiveAway, Names};
use super::*;
use crate::game::{Numbering, Side, UpperPiece};
use crate::games::draughts::eval::weights;
use crate::notation::fen::Naming;
use crate::notation::square::Squares;

/// International draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct International;

impl International {
    /// What suits the search.
    const SEARCH: Parameters = Parameters {
        futile_to: 5,
        futile_slope: 20,
        probe_margin: 30,
        probe_slope: 2,
        ..Parameters::COMMON
    };
}

impl Rules for International {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "normal",
            title: "International draughts",
            aliases: &["international", "standard"],
            squares: Squares::DARK_10,
            naming: Naming::Numbers,
            upper: UpperPiece::King,
            first: Side::White,
            pdn: "GameType \"20\"",
            numbering: Numbering::Hub,
            options: &[],
        },
        capture_sign: 'x',
        full_captures: false,
        men: 20,
        rows_behind: 0,
        // 3.4, 4.1: along diagonals.
        lines: Lines::Diagonal,
        // 4.1: men capture forward and backward.
        men_capture: MenCapture::Everywhere,
        men_capture_kings: true,
        // 3.7, 4.3: the king moves and captures any distance.
        kings: Kings::Flying,
        // 4.3: on any free square behind the piece.
        landing: Landing::Anywhere,
        // 4.8: captured pieces are taken off when the whole move is over.
        removal: Removal::AtTheEnd,
        half_turns: true,
        king_limit: 0,
        // 3.5, 4.9: a man that reaches the far row during a capture and must go on stays a man.
        promotion: Promotion::AtTheEnd,
        // 4.13: the most pieces must be taken, a king counting as one.
        selection: Selection::MostPieces,
        // 7.1: who cannot move has lost.
        goal: Goal::Usual,
        draws: Draws {
            // 7.2.2: 25 moves each with kings only and no capture.
            quiet: 50,
            quiet_is_optional: false,
            balance: &[],
            material: &[
                // 7.2.3: three pieces, a king among them, against a king: 16 moves each.
                Material {
                    least: 3,
                    most: 3,
                    kings: 1,
                    kings_only: false,
                    road: Road::Anywhere,
                    plies: 32,
                    restarts: false,
                },
                // 7.2.4: two pieces, a king among them, or one king against a king: 5 moves each.
                Material {
                    least: 1,
                    most: 2,
                    kings: 1,
                    kings_only: false,
                    road: Road::Anywhere,
                    plies: 10,
                    restarts: false,
                },
            ],
            one_each: false,
        },
        weights: &weights::NORMAL,
        search: International::SEARCH,
    };
}

impl GiveAway for International {
    const NAMES: Names = Names {
        name: "losing",
        title: "International give-away draughts",
        aliases: &["antidraughts", "normal-losing"],
        pdn: "GameType \"98\"",
    };
    const WEIGHTS: &'static Weights = &weights::LOSING;
}
