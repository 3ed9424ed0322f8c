//! The give-away form of a game: the same moves, but who cannot move has won, and only repetition
//! draws (as lidraughts plays antidraughts).

use std::marker::PhantomData;

use super::*;

/// A game that has a give-away form.
pub trait GiveAway: Rules {
    /// What that is called.
    const NAMES: Names;
    /// What its evaluation thinks.
    const WEIGHTS: &'static Weights;
}

/// What a game is called.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// [`Facts::name`].
    pub name: &'static str,
    /// [`Facts::title`].
    pub title: &'static str,
    /// [`Facts::aliases`].
    pub aliases: &'static [&'static str],
    /// [`Facts::pdn`].
    pub pdn: &'static str,
}

/// The give-away form of the game `R`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losing<R>(PhantomData<R>);

impl<R: GiveAway> Rules for Losing<R> {
    type Bits = R::Bits;
    const SET: RuleSet = RuleSet {
        facts: Facts {
            name: R::NAMES.name,
            title: R::NAMES.title,
            aliases: R::NAMES.aliases,
            pdn: R::NAMES.pdn,
            ..R::SET.facts
        },
        goal: Goal::GiveAway,
        draws: Draws::NONE,
        weights: R::WEIGHTS,
        search: poddavki::Poddavki::SEARCH,
        ..R::SET
    };
}
