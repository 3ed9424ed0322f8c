//! Poddavki: give-away Russian draughts. Items are those of section 8 of the rules of the
//! Russian Ministry of Sport (order 201 of 2022); moves are those of [`super::russian`].

use super::russian::Russian;
use super::*;
use crate::game::Choice;
use crate::games::draughts::eval::weights;

/// Give-away Russian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Poddavki;

impl Poddavki {
    /// Fitted by `damier tune spsa` (2000 games at 3000 nodes a move). To give a piece away is the
    /// weapon here: such turns cost no depth near the end of a line and are hardly reduced. A
    /// position that looks better than it need be is left early.
    pub(super) const SEARCH: Parameters = Parameters {
        reduce_after: 2,
        reduce_after_open: 2,
        reduction_base: 1680,
        reduction_scale: 1510,
        forcing_less: 2,
        forcing_to: 6,
        probe_from: 7,
        probe_margin: 61,
        skip_to: 0,
        futile_to: 4,
        futile_slope: 6,
        ..Parameters::COMMON
    };
}

impl Rules for Poddavki {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "poddavki",
            title: "Poddavki (give-away Russian draughts)",
            aliases: &["russian-losing"],
            pdn: "GameType \"25\" Variant \"Poddavki\"",
            options: &[Choice {
                name: "kings15",
                values: &["off", "on"],
                default: 0,
                help: "draw after 15 moves each with kings only and no capture",
            }],
            ..Russian::SET.facts
        },
        // The side to move that has no legal move wins.
        goal: Goal::GiveAway,
        draws: Draws {
            // Item 8.2, on request only: 15 moves each with kings only and no capture.
            quiet: 30,
            quiet_is_optional: true,
            ..Draws::NONE
        },
        weights: &weights::PODDAVKI,
        search: Poddavki::SEARCH,
        ..Russian::SET
    };
}
