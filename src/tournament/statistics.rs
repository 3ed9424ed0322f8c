//! What the results of a match say: the score of pairs of games (pentanomial), Elo, normalised
//! Elo, and the likelihood of superiority.
//!
//! The formulas are those of fishtest and OpenBench: M. Van den Bergh, "Comments on normalized
//! Elo".

/// Normalised Elo of one standard deviation of a game's score.
pub(super) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// Standard deviations on either side of the mean that hold 95 % of a normal distribution.
const BOUND: f64 = 1.959_963_984_540_054;

/// What stands for none in a count, so that no variance is zero.
const NEARLY_NONE: f64 = 1e-3;

/// The scores that a pair can have, from 0 to 1.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A number for each score of a pair: its share of all pairs, or what it is worth.
pub(super) type Spread = [f64; 5];

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

    /// The number of pairs and the share of each score.
    pub(super) fn spread(&self) -> Option<(f64, Spread)> {
        if self.count() == 0 {
            return None;
        }
        let counts = self.0.map(|count| if count == 0 { NEARLY_NONE } else { count as f64 });
        let number = counts.iter().sum();
        Some((number, counts.map(|count| count / number)))
    }

    /// The number of pairs, the mean of their scores, and its variance.
    fn moments(&self) -> Option<(f64, f64, f64)> {
        let (number, spread) = self.spread()?;
        let (mean, variance) = moments(&spread);
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
}

/// The mean score of a spread and its variance.
pub(super) fn moments(spread: &Spread) -> (f64, f64) {
    let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
        spread.iter().zip(SCORES).map(|(share, score)| share * value(score)).sum()
    };
    let mean = sum(&|score| score);
    (mean, sum(&|score| (score - mean) * (score - mean)))
}

/// Elo from a score of 0 to 1.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    -400.0 * (1.0 / score - 1.0).log10()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(value: f64, expected: f64, error: f64) {
        assert!((value - expected).abs() <= error, "{value}, not {expected}");
    }

    /// Results that OpenBench has published with these figures.
    #[test]
    fn published_results_are_met() {
        for (pairs, elo, error) in
            [([398, 4112, 7672, 4336, 430], 2.95, 2.18), ([56, 1144, 2546, 1310, 77], 7.04, 3.62)]
        {
            let found = Pairs(pairs).elo().unwrap();
            is_near(found.value, elo, 0.005);
            is_near(found.error(), error, 0.005);
        }
    }

    #[test]
    fn results_without_variance_are_finite() {
        for pairs in [[0, 0, 100, 0, 0], [0, 0, 0, 0, 100], [100, 0, 0, 0, 0], [0, 1, 0, 0, 0]] {
            let pairs = Pairs(pairs);
            for estimate in [pairs.elo().unwrap(), pairs.normalised_elo().unwrap()] {
                assert!(estimate.value.is_finite() && estimate.error().is_finite());
            }
            assert!((0.0..=1.0).contains(&pairs.superiority().unwrap()));
        }
        assert_eq!(Pairs::default().elo(), None);
    }

    #[test]
    fn superiority_is_the_same_from_either_side() {
        let better = Pairs([1, 10, 30, 40, 9]);
        let worse = Pairs([9, 40, 30, 10, 1]);
        is_near(better.superiority().unwrap() + worse.superiority().unwrap(), 1.0, 1e-6);
        is_near(normal(1.959_964), 0.975, 1e-6);
    }
}
