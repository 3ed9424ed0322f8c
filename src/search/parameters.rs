//! The constants of the search: each with a name, the value that suits most games, and the range
//! in which it makes sense. A game that fares better with others says so in
//! [`Game::SEARCH`](crate::game::Game::SEARCH). With the feature `tune` they are engine parameters,
//! so that matches can fit them; without it the compiler knows them.

/// What is known of one parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// How far a fit moves it at a time; 0 for a choice, which cannot be fitted.
    pub step: i32,
}

macro_rules! parameters {
    ($($(#[$help:meta])* $name:ident: $value:literal in $least:literal..=$most:literal by $step:literal,)*) => {
        /// The values of all parameters. Scores are in centimen, depths in plies.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$help])* pub $name: i32,)*
        }

        impl Parameters {
            /// The values that suit most games.
            pub const COMMON: Parameters = Parameters { $($name: $value,)* };

            /// Every parameter, in the order of the fields.
            pub const LIST: &'static [Parameter] = &[
                $(Parameter { name: stringify!($name), least: $least, most: $most, step: $step },)*
            ];

            /// The value of the parameter at an index of [`Parameters::LIST`].
            #[must_use]
            pub fn get(&self, index: usize) -> i32 {
                [$(self.$name,)*][index]
            }

            /// Sets the parameter at an index of [`Parameters::LIST`] to the nearest value in its
            /// range.
            pub fn set(&mut self, index: usize, value: i32) {
                let Parameter { least, most, .. } = Parameters::LIST[index];
                *[$(&mut self.$name,)*][index] = value.clamp(least, most);
            }
        }
    };
}

parameters! {
    /// The half width of the first window round the last score.
    aspiration: 12 in 4..=200 by 4,
    /// The least depth at which late turns are reduced.
    reduce_from: 2 in 2..=10 by 0,
    /// So many turns are not reduced where the window is null.
    reduce_after: 1 in 1..=20 by 1,
    /// So many turns are not reduced where it is open.
    reduce_after_open: 3 in 1..=20 by 1,
    /// Added to the product of sixteen times the binary logarithms of depth and number of a turn.
    reduction_base: 1170 in 0..=4000 by 150,
    /// So much of that product reduces by one ply.
    reduction_scale: 1170 in 300..=8000 by 150,
    /// So much history of a turn reduces by one ply less, its lack by one more; 0 for not at all.
    reduction_history: 0 in 0..=16384 by 0,
    /// So much less, or more if it is negative, is a turn reduced that forces the opponent to
    /// capture.
    forcing_less: 0 in -4..=4 by 1,
    /// The greatest depth at which such a turn costs no depth.
    forcing_to: 0 in 0..=12 by 1,
    /// The least depth at which a shallow search may cut a node off; beyond all depths for never.
    probe_from: 5 in 2..=255 by 1,
    /// The depth of that search, in hundredths of the depth of the node ...
    probe_part: 100 in 10..=100 by 8,
    /// ... less so many plies.
    probe_less: 4 in 0..=10 by 1,
    /// How far above the window its score must be ...
    probe_margin: 40 in 0..=400 by 8,
    /// ... and more for each ply of the node.
    probe_slope: 0 in 0..=100 by 2,
    /// The greatest depth at which a quiet node is cut off whose evaluation is far above the window.
    futile_to: 3 in 0..=12 by 1,
    /// How far it must be above it for each ply.
    futile_slope: 45 in 5..=1000 by 15,
    /// The greatest depth at which a quiet node far below the window is taken for a leaf.
    razor_to: 0 in 0..=12 by 1,
    /// How far it must be below it for each ply.
    razor_slope: 100 in 5..=1000 by 15,
    /// The greatest depth at which late quiet turns are left out.
    skip_to: 5 in 0..=12 by 1,
    /// So many turns are looked at there ...
    skip_base: 4 in 1..=40 by 1,
    /// ... and so many more, in hundredths, for each ply squared.
    skip_slope: 110 in 0..=1000 by 25,
    /// The least depth at which the turn of the table goes deeper if no other comes near it; beyond
    /// all depths for never.
    single_from: 255 in 4..=255 by 1,
    /// How far below the turn of the table the others must be.
    single_margin: 40 in 0..=400 by 10,
    /// Whether that is asked in null windows as well.
    single_null: 0 in 0..=1 by 0,
    /// The least depth at which a node without a turn from the table is looked at one ply less
    /// deep; beyond all depths for never.
    unknown_from: 255 in 2..=255 by 1,
    /// Whether a line goes on for a ply where the opponent threatens to capture.
    threat: 0 in 0..=1 by 0,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::{Variant, Visitor};

    #[test]
    fn every_game_has_values_in_range() {
        struct Look;
        impl Visitor for Look {
            type Output = ();
            fn visit<G: Game>(self) {
                for (index, parameter) in Parameters::LIST.iter().enumerate() {
                    let range = parameter.least..=parameter.most;
                    let value = G::SEARCH.get(index);
                    assert!(range.contains(&value), "{} {}", G::FACTS.name, parameter.name);
                }
            }
        }
        Variant::ALL.iter().for_each(|variant| variant.visit(Look));
    }

    #[test]
    fn what_is_set_is_got_within_its_range() {
        let mut parameters = Parameters::COMMON;
        for (index, parameter) in Parameters::LIST.iter().enumerate() {
            parameters.set(index, parameter.most);
            assert_eq!(parameters.get(index), parameter.most);
            parameters.set(index, i32::MIN);
            assert_eq!(parameters.get(index), parameter.least);
        }
    }
}
