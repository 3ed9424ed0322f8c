//! What the results of a match say: the score of pairs of games (pentanomial), Elo, normalised
//! Elo, the likelihood of superiority, and the sequential test that tells when enough is known.
//!
//! The formulas are those of fishtest and OpenBench: M. Van den Bergh, "Comments on normalized
//! Elo" and "The generalized maximum likelihood ratio for the expectation value of a
//! distribution".

use serde::{Deserialize, Serialize};

/// Normalised Elo of one standard deviation of a game's score.
const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// Standard deviations on either side of the mean that hold 95 % of a normal distribution.
const BOUND: f64 = 1.959_963_984_540_054;

/// What stands for none in a count, so that no variance is zero.
const NEARLY_NONE: f64 = 1e-3;

/// How many pairs of games have given 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// A value and its 95 % bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// Bounds of the interval that holds the true value with 95 %.
    pub bounds: (f64, f64),
}

impl Estimate {
    /// Half the width of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.bounds.1 - self.bounds.0) / 2.0
    }
}

impl Pairs {
    /// Counts a pair that has given so many half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of pairs, the mean of their scores from 0 to 1, and its variance.
    fn moments(&self) -> Option<(f64, f64, f64)> {
        if self.count() == 0 {
            return None;
        }
        let counts = self.0.map(|count| if count == 0 { NEARLY_NONE } else { count as f64 });
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let number: f64 = counts.iter().sum();
        let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
            counts.iter().zip(scores).map(|(count, score)| count * value(score)).sum()
        };
        let mean = sum(&|score| score) / number;
        let variance = sum(&|score| (score - mean) * (score - mean)) / number;
        Some((number, mean, variance))
    }

    fn estimate(&self, scale: impl Fn(f64, f64) -> f64) -> Option<Estimate> {
        let (number, mean, variance) = self.moments()?;
        let error = BOUND * (variance / number).sqrt();
        let at = |mean| scale(mean, variance);
        Some(Estimate { value: at(mean), bounds: (at(mean - error), at(mean + error)) })
    }

    /// The logistic Elo difference.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        self.estimate(|mean, _| elo(mean))
    }

    /// The normalised Elo difference, which the share of draws does not change.
    #[must_use]
    pub fn normalised_elo(&self) -> Option<Estimate> {
        self.estimate(|mean, variance| NORMALISED * normalised(mean, variance))
    }

    /// The likelihood that the first engine is the better one.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let (number, mean, variance) = self.moments()?;
        Some(normal((mean - 0.5) / (variance / number).sqrt()))
    }

    /// The logarithm of how much likelier the second hypothesis of a test is than the first.
    #[must_use]
    pub fn log_likelihood_ratio(&self, test: &Sprt) -> f64 {
        let Some((number, mean, variance)) = self.moments() else { return 0.0 };
        match test.model {
            Model::Normalized => {
                let (first, second) = (test.elo0 / NORMALISED, test.elo1 / NORMALISED);
                let found = normalised(mean, variance);
                number * (second - first) * (2.0 * found - first - second)
            }
            Model::Logistic => {
                let (first, second) = (expected(test.elo0), expected(test.elo1));
                number * (second - first) * (2.0 * mean - first - second) / (2.0 * variance)
            }
        }
    }
}

/// Elo from a score of 0 to 1.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score from Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The distance from an even score in standard deviations of one game, of which a pair has two.
fn normalised(mean: f64, variance: f64) -> f64 {
    (mean - 0.5) / (2.0 * variance).sqrt()
}

/// The normal distribution function (Abramowitz and Stegun 7.1.26; off by 1e-7 at most).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let coefficients =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let sum = coefficients.iter().fold(0.0, |sum, coefficient| t * (sum + coefficient));
    let tail = 0.5 * sum * (-z * z).exp();
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// Which Elo a test means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// A sequential probability ratio test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sprt {
    /// The Elo difference of the first hypothesis.
    pub elo0: f64,
    /// The Elo difference of the second.
    pub elo1: f64,
    /// The risk of accepting the second though the first is true.
    pub alpha: f64,
    /// The risk of accepting the first though the second is true.
    pub beta: f64,
    /// Which Elo is meant.
    pub model: Model,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized }
    }
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first hypothesis is accepted.
    First,
    /// The second hypothesis is accepted.
    Second,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The bounds of the logarithm of the ratio at which the first and the second hypothesis are
    /// accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Whether the pairs are enough.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let ratio = pairs.log_likelihood_ratio(self);
        let (first, second) = self.bounds();
        if ratio <= first {
            Verdict::First
        } else if ratio >= second {
            Verdict::Second
        } else {
            Verdict::Open
        }
    }

    /// Whether the hypotheses and the risks make sense.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
        self.elo0.is_finite()
            && self.elo1.is_finite()
            && self.elo0 < self.elo1
            && is_risk(self.alpha)
            && is_risk(self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(value: f64, expected: f64, error: f64) {
        assert!((value - expected).abs() <= error, "{value}, not {expected}");
    }

    /// Two tests of 0 against 3 that OpenBench has published with these figures.
    #[test]
    fn published_results_are_met() {
        let test = Sprt { elo1: 3.0, ..Sprt::default() };
        for (pairs, ratio, elo, error) in [
            ([398, 4112, 7672, 4336, 430], 2.96, 2.95, 2.18),
            ([56, 1144, 2546, 1310, 77], 2.95, 7.04, 3.62),
        ] {
            let pairs = Pairs(pairs);
            is_near(pairs.log_likelihood_ratio(&test), ratio, 0.005);
            assert_eq!(test.verdict(&pairs), Verdict::Second);
            let found = pairs.elo().unwrap();
            is_near(found.value, elo, 0.005);
            is_near(found.error(), error, 0.005);
        }
    }

    #[test]
    fn bounds_are_those_of_the_risks() {
        let (first, second) = Sprt::default().bounds();
        is_near(first, -2.944, 0.001);
        is_near(second, 2.944, 0.001);
    }

    #[test]
    fn results_without_variance_are_finite() {
        for pairs in [[0, 0, 100, 0, 0], [0, 0, 0, 0, 100], [100, 0, 0, 0, 0], [0, 1, 0, 0, 0]] {
            let pairs = Pairs(pairs);
            for test in [Model::Normalized, Model::Logistic] {
                let test = Sprt { model: test, ..Sprt::default() };
                assert!(pairs.log_likelihood_ratio(&test).is_finite());
            }
            for estimate in [pairs.elo().unwrap(), pairs.normalised_elo().unwrap()] {
                assert!(estimate.value.is_finite() && estimate.error().is_finite());
            }
            assert!((0.0..=1.0).contains(&pairs.superiority().unwrap()));
        }
        assert_eq!(Pairs::default().elo(), None);
        assert_eq!(Sprt::default().verdict(&Pairs::default()), Verdict::Open);
    }

    #[test]
    fn models_agree_about_which_side_is_better() {
        let better = Pairs([1, 10, 30, 40, 9]);
        let worse = Pairs([9, 40, 30, 10, 1]);
        for model in [Model::Normalized, Model::Logistic] {
            let test = Sprt { elo0: -5.0, elo1: 5.0, model, ..Sprt::default() };
            let ratio = better.log_likelihood_ratio(&test);
            assert!(ratio > 0.0);
            is_near(worse.log_likelihood_ratio(&test), -ratio, 1e-9);
        }
        is_near(better.superiority().unwrap() + worse.superiority().unwrap(), 1.0, 1e-6);
        is_near(normal(1.959_964), 0.975, 1e-6);
    }
}
