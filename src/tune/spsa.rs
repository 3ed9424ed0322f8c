//! Fits constants by games: simultaneous perturbation stochastic approximation (J. C. Spall, IEEE
//! Transactions on Automatic Control 37, 1992), with the gains that his guide of 1998 advises and
//! the scaling by a step for each constant that chess engines use.
//!
//! Each iteration moves every constant by its step up or down, by chance, plays a few games of
//! those values against the values moved the other way, and goes a little towards the winner.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// A constant that is fitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// The value that it begins with.
    pub value: f64,
    /// The least value.
    pub least: f64,
    /// The greatest.
    pub most: f64,
    /// How far it is moved for a game in the last iteration.
    pub step: f64,
}

/// What a run of so many iterations goes by. Two runs of equal plans whose games end alike take
/// the same course.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// How many iterations there are.
    pub iterations: u32,
    /// How much of its step a constant goes for each point in the last iteration.
    pub rate: f64,
    /// What chance goes by.
    pub seed: u64,
    /// What is fitted.
    pub constants: Vec<Constant>,
}

/// The two sides of an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The values of one side, whole numbers in range.
    pub plus: Vec<i32>,
    /// The values of the other.
    pub minus: Vec<i32>,
    /// What the mean values move by for each point that the one side is ahead.
    change: Vec<f64>,
}

impl Plan {
    /// Where the values begin.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.constants.iter().map(|constant| constant.value).collect()
    }

    /// What is tried in the iteration of this number, from 1, when the values are these.
    #[must_use]
    pub fn trial(&self, iteration: u32, values: &[f64]) -> Trial {
        /// The exponents that Spall's guide gives for practice.
        const ALPHA: f64 = 0.602;
        const GAMMA: f64 = 0.101;
        let (last, k) = (f64::from(self.iterations), f64::from(iteration));
        // The guide's stability constant is a tenth of the iterations.
        let slow = 0.1 * last;
        let wide = (last / k).powf(GAMMA);
        let fast = ((slow + last) / (slow + k)).powf(ALPHA);
        let mut chance =
            StdRng::seed_from_u64(crate::zobrist::mix(self.seed) ^ u64::from(iteration));
        let mut trial = Trial { plus: Vec::new(), minus: Vec::new(), change: Vec::new() };
        for (constant, value) in self.constants.iter().zip(values) {
            let sign = if chance.random() { 1.0 } else { -1.0 };
            let moved = sign * constant.step * wide;
            // Between two whole numbers chance decides, so that small steps are not lost.
            let mut whole = |value: f64| {
                let value = value.clamp(constant.least, constant.most);
                (value + chance.random::<f64>()).floor().min(constant.most) as i32
            };
            trial.plus.push(whole(value + moved));
            trial.minus.push(whole(value - moved));
            trial.change.push(self.rate * sign * constant.step * fast / wide);
        }
        trial
    }

    /// The values after a trial in which the one side came out `lead` points ahead of the other.
    #[must_use]
    pub fn after(&self, values: &[f64], trial: &Trial, lead: f64) -> Vec<f64> {
        let moves = self.constants.iter().zip(values).zip(&trial.change);
        moves.map(|((c, value), change)| (value + lead * change).clamp(c.least, c.most)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let constant = |name: &str, value, step| Constant {
            name: name.to_owned(),
            value,
            least: 0.0,
            most: 100.0,
            step,
        };
        let constants = vec![constant("a", 20.0, 4.0), constant("b", 90.0, 4.0)];
        Plan { iterations: 2_000, rate: 0.02, seed: 3, constants }
    }

    /// How good values are, seen through much noise: the best are 60 and 40.
    fn lead(trial: &Trial, chance: &mut StdRng) -> f64 {
        let loss =
            |values: &[i32]| f64::from((values[0] - 60).pow(2) + (values[1] - 40).pow(2)) / 1_000.0;
        let expected = (loss(&trial.minus) - loss(&trial.plus)).clamp(-1.0, 1.0);
        (0..8).map(|_| if chance.random_bool((1.0 + expected) / 2.0) { 1.0 } else { -1.0 }).sum()
    }

    #[test]
    fn the_best_values_are_found_through_noise() {
        let (plan, mut chance) = (plan(), StdRng::seed_from_u64(1));
        let mut values = plan.start();
        for iteration in 1..=plan.iterations {
            let trial = plan.trial(iteration, &values);
            values = plan.after(&values, &trial, lead(&trial, &mut chance));
        }
        assert!((values[0] - 60.0).abs() < 8.0 && (values[1] - 40.0).abs() < 8.0, "{values:?}");
    }

    #[test]
    fn trials_stay_in_range_and_depend_on_the_seed_alone() {
        let plan = plan();
        for iteration in 1..200 {
            let trial = plan.trial(iteration, &[0.5, 99.5]);
            assert_eq!(trial, plan.trial(iteration, &[0.5, 99.5]));
            assert!(trial.plus.iter().chain(&trial.minus).all(|value| (0..=100).contains(value)));
            let far = plan.after(&[0.5, 99.5], &trial, 1e6);
            assert!(far.iter().all(|value| (0.0..=100.0).contains(value)));
        }
        assert_ne!(plan.trial(1, &[20.0, 90.0]).plus, plan.trial(2, &[20.0, 90.0]).plus);
    }
}
