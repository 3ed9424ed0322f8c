//! Russian draughts. Articles are those of the FMJD-64 section, Official rules of the game.

use super::*;
use crate::game::{Numbering, Side, UpperPiece};
use crate::games::draughts::eval::weights;
use crate::notation::fen::Naming;
use crate::notation::square::Squares;

/// Russian draughts (shashki).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Russian;

impl Rules for Russian {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "russian",
            title: "Russian draughts",
            aliases: &["shashki"],
            squares: Squares::DARK_8,
            naming: Naming::Algebraic,
            upper: UpperPiece::King,
            first: Side::White,
            pdn: "GameType \"25\"",
            numbering: Numbering::Upward,
            options: &[],
        },
        capture_sign: ':',
        full_captures: true,
        men: 12,
        rows_behind: 0,
        lines: Lines::Diagonal,
        // 4.1.2: men capture forward and backward.
        men_capture: MenCapture::Everywhere,
        men_capture_kings: true,
        // 4.1.3: the king captures from any distance and lands where it can go on.
        kings: Kings::Flying,
        landing: Landing::Anywhere,
        // 4.1.9: captured pieces are taken off when the whole move is over.
        removal: Removal::AtTheEnd,
        half_turns: true,
        king_limit: 0,
        // 4.1.6: a man that reaches the far row goes on as a king in the same move.
        promotion: Promotion::AtOnce,
        // 4.1.7: any of several captures may be chosen.
        selection: Selection::Free,
        goal: Goal::Usual,
        draws: Draws {
            // 7.2.5: 15 moves each with kings only and no capture.
            quiet: 30,
            quiet_is_optional: false,
            // 7.2.6: both have kings, nothing taken, nothing crowned: 30 moves each with four
            // or five pieces, 60 with six or seven.
            balance: &[(4, 5, 60), (6, 7, 120)],
            material: &[
                // 7.2.7: three pieces against a lone king on the main road: 5 moves each.
                Material {
                    least: 3,
                    most: 3,
                    kings: 0,
                    kings_only: false,
                    road: Road::LoneKing,
                    plies: 10,
                    restarts: false,
                },
                // 7.2.4: three kings or more against a lone king: 15 moves each.
                Material {
                    least: 3,
                    most: 12,
                    kings: 3,
                    kings_only: true,
                    road: Road::Anywhere,
                    plies: 30,
                    restarts: true,
                },
                // 7.2.8: two pieces against a lone king: 5 moves each.
                Material {
                    least: 2,
                    most: 2,
                    kings: 0,
                    kings_only: false,
                    road: Road::Anywhere,
                    plies: 10,
                    restarts: false,
                },
            ],
            one_each: false,
        },
        weights: &weights::RUSSIAN,
        search: Parameters::COMMON,
    };
}
