//! Evaluations that add up counts of what can be seen on the board, each with a weight: what such
//! an evaluation must tell so that its weights can be fitted to games, and the form in which the
//! weights stand in the source.
//!
//! A weight is told for a few stages of the game, that is numbers of pieces; between them it lies
//! on a straight line.

pub mod patterns;
pub mod source;

use crate::game::{Evaluator, Position};

/// Stages for which weights are told.
pub const STAGES: usize = 5;
/// A weight in each stage, in centimen.
pub type Curve = [i16; STAGES];
/// The pieces of both sides that make up each stage, falling.
pub type Knots = [usize; STAGES];

/// A weight when so many pieces are left.
#[must_use]
pub const fn between(curve: &Curve, knots: &Knots, pieces: usize) -> i16 {
    if pieces >= knots[0] {
        return curve[0];
    }
    let mut stage = 1;
    while stage < STAGES {
        if pieces >= knots[stage] {
            let (more, fewer) = (curve[stage - 1] as i32, curve[stage] as i32);
            let whole = (knots[stage - 1] - knots[stage]) as i32;
            let part = (pieces - knots[stage]) as i32;
            return (fewer + (more - fewer) * part / whole) as i16;
        }
        stage += 1;
    }
    curve[STAGES - 1]
}

/// Declares the terms of an evaluation: a structure with a value for each, which are counts, or
/// weights, or the weights of all stages.
macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// One value for each term: a count, a weight or the weights of all stages.
        #[allow(unreachable_pub, reason = "only the family tells its terms to the world")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Terms<T> {
            $($(#[$doc])* pub $name: T,)*
        }

        #[allow(unreachable_pub, reason = "only the family tells its terms to the world")]
        impl<T: Copy> Terms<T> {
            /// The names of the terms.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The values in the order of [`Terms::NAMES`].
            #[must_use]
            pub fn values(&self) -> [T; Terms::<()>::NAMES.len()] {
                [$(self.$name),*]
            }
        }

        #[allow(unreachable_pub, reason = "only the family tells its terms to the world")]
        impl Terms<i32> {
            /// The sum of all counts, each with its weight.
            #[inline(always)]
            #[must_use]
            pub fn worth(&self, weights: &Terms<i16>) -> i32 {
                0 $(+ self.$name * i32::from(weights.$name))*
            }

            #[inline(always)]
            fn minus(&self, other: &Terms<i32>) -> Terms<i32> {
                Terms { $($name: self.$name - other.$name),* }
            }
        }

        #[allow(dead_code, unreachable_pub, reason = "not every game leaves terms out")]
        impl Terms<$crate::linear::Curve> {
            /// No count is worth anything.
            pub const NONE: Terms<$crate::linear::Curve> =
                Terms { $($name: [0; $crate::linear::STAGES]),* };

            /// The weights when so many pieces are left.
            pub(super) const fn at(
                &self,
                knots: &$crate::linear::Knots,
                pieces: usize,
            ) -> Terms<i16> {
                Terms { $($name: $crate::linear::between(&self.$name, knots, pieces)),* }
            }
        }
    };
}
pub(crate) use terms;

/// Weights that are told for the same stages.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What they are called.
    pub name: &'static str,
    /// The pieces of both sides that make up each stage, falling.
    pub knots: Vec<usize>,
    /// The names of the weights, where they have any.
    pub names: &'static [&'static str],
    /// The weights as they are: those of the stages of the first, of the second and so on, in
    /// centimen.
    pub values: Vec<f32>,
}

impl Group {
    /// A group of curves.
    #[must_use]
    pub fn of_curves(
        name: &'static str,
        names: &'static [&'static str],
        knots: &Knots,
        curves: impl IntoIterator<Item = Curve>,
    ) -> Group {
        let values = curves.into_iter().flatten().map(f32::from).collect();
        Group { name, knots: knots.to_vec(), names, values }
    }

    /// How many weights there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len() / self.knots.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether no weight is worth anything.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.values.iter().all(|value| value.round() == 0.0)
    }

    /// The stage at or before so many pieces, and its share in what a weight is worth then; the
    /// next one has the rest.
    #[must_use]
    pub fn share(&self, pieces: usize) -> (usize, f32) {
        let last = self.knots.len() - 1;
        match self.knots.iter().position(|knot| pieces >= *knot) {
            _ if last == 0 => (0, 1.0),
            Some(0) => (0, 1.0),
            Some(stage) => {
                let (more, fewer) = (self.knots[stage - 1], self.knots[stage]);
                (stage - 1, (pieces - fewer) as f32 / (more - fewer) as f32)
            }
            None => (last - 1, 0.0),
        }
    }
}

/// A file that holds weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightFile {
    /// What its name ends with behind that of the game, such as `.rs`.
    pub ending: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// An evaluation whose weights can be fitted.
///
/// What a position is worth to the side to move is the sum of all counts, each with its weight.
pub trait Linear<P: Position>: Evaluator<P> {
    /// The weights as they are.
    fn groups() -> Vec<Group>;

    /// The pieces that tell the stage.
    fn pieces(position: &P) -> usize;

    /// Tells each weight that counts in the position, by its number from the first of the first
    /// group on, and how often. A weight may be told several times: its counts add up.
    fn counts(position: &P, tell: &mut dyn FnMut(usize, i32));

    /// The files that hold these weights, of which `story` says where they come from.
    fn files(groups: &[Group], story: &str) -> Vec<WeightFile>;
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn weights_between_stages_lie_on_a_straight_line() {
        let curve = [100, 50, 0, -40, 8];
        let knots = [24, 18, 12, 7, 3];
        let expected = [
            (30, 100),
            (24, 100),
            (21, 75),
            (18, 50),
            (15, 25),
            (7, -40),
            (5, -16),
            (3, 8),
            (0, 8),
        ];
        for (pieces, worth) in expected {
            assert_eq!(between(&curve, &knots, pieces), worth, "{pieces} pieces");
        }
    }
}
