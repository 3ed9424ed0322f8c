//! Portuguese draughts: the rules that [`super::spanish`] cites.

use super::spanish::Spanish;
use super::*;

/// Portuguese draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Portuguese;

impl Rules for Portuguese {
    type Bits = u64;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: "portuguese",
            title: "Portuguese draughts",
            aliases: &[],
            pdn: "GameType \"28\"",
            ..Spanish::SET.facts
        },
        ..Spanish::SET
    };
}
