//! Frysk!: Frisian draughts with five men a side (lidraughts: frysk).

use super::frisian::Frisian;
use super::*;

/// Frysk!.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frysk;

impl Rules for Frysk {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "frysk",
            title: "Frysk! (Frisian draughts with five men)",
            aliases: &["frysk!"],
            pdn: "GameType \"97\"",
            ..Frisian::SET.facts
        },
        men: 5,
        ..Frisian::SET
    };
}
