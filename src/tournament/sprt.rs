//! The sequential probability ratio test, which tells when a match has found out enough.
//!
//! A hypothesis says how strong the first engine is, not how its pairs of games are spread over
//! the five scores: of all spreads that have the strength, the one counts under which the results
//! are the likeliest. This holds for a few pairs and for one-sided matches too, where the formulas
//! for a normal distribution promise many times what has been shown. As in fishtest: M. Van den
//! Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution"
//! and "Comments on normalized Elo".

use std::f64::consts::SQRT_2;

use serde::{Deserialize, Serialize};

use super::statistics::{NORMALISED, Pairs, SCORES, Spread, moments};

/// No strength is taken to be further from an even score than this: as a mean score from 0 or 1,
/// and in standard deviations of a pair's score.
const UTMOST: (f64, f64) = (1e-6, 20.0);
/// The spread with a distance from the even score is found in so many rounds at most.
const ROUNDS: usize = 100;
/// Two spreads that differ by no more are the same.
const SAME: f64 = 1e-9;
/// Halvings of an interval, until a double cannot tell its ends apart.
const HALVINGS: usize = 200;

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

    /// The logarithm of how much likelier the second hypothesis makes the pairs than the first.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        let Some((number, found)) = pairs.spread() else { return 0.0 };
        let likeliest = |elo| match self.model {
            Model::Normalized => with_distance(&found, elo * SQRT_2 / NORMALISED),
            Model::Logistic => with_mean(&found, expected(elo)),
        };
        let (first, second) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = first.iter().zip(second).map(|(first, second)| (second / first).ln());
        number * found.iter().zip(ratios).map(|(share, ratio)| share * ratio).sum::<f64>()
    }

    /// Whether the pairs are enough.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let ratio = self.log_likelihood_ratio(pairs);
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

/// The score from Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The spread with this mean score under which what was found is the likeliest.
fn with_mean(found: &Spread, mean: f64) -> Spread {
    let mean = mean.clamp(UTMOST.0, 1.0 - UTMOST.0);
    balanced(found, &SCORES.map(|score| score - mean)).unwrap_or(*found)
}

/// The spread whose mean score is so many of its standard deviations above an even one, under which
/// what was found is the likeliest. The condition is made linear about a spread that may not meet
/// it, again and again.
fn with_distance(found: &Spread, distance: f64) -> Spread {
    let distance = distance.clamp(-UTMOST.1, UTMOST.1);
    // Only wins and losses, as many of each as the distance asks for.
    let lead = 0.5 * distance / (1.0 + distance * distance).sqrt();
    let mut spread = [0.5 - lead, 0.0, 0.0, 0.0, 0.5 + lead];
    for _ in 0..ROUNDS {
        let (mean, variance) = moments(&spread);
        let deviation = variance.sqrt();
        let surplus = SCORES.map(|score| {
            let off = (mean - score) / deviation;
            score - 0.5 - distance * deviation * (1.0 + off * off) / 2.0
        });
        let Some(next) = balanced(found, &surplus) else { break };
        let change = next.iter().zip(spread).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        spread = next;
        if change < SAME {
            break;
        }
    }
    spread
}

/// The spread with a mean surplus of 0 under which what was found is the likeliest, if one can have
/// it: each share divided by 1 + x times its surplus, with the only x that gives this mean and
/// leaves all shares positive.
fn balanced(found: &Spread, surplus: &Spread) -> Option<Spread> {
    let most = surplus.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = surplus.iter().copied().fold(f64::INFINITY, f64::min);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let shares = |x: f64| std::array::from_fn(|i| found[i] / (1.0 + x * surplus[i]));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let spread: Spread = shares(middle);
        let mean: f64 = spread.iter().zip(surplus).map(|(share, surplus)| share * surplus).sum();
        if mean > 0.0 { low = middle } else { high = middle }
    }
    Some(shares(f64::midpoint(low, high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODELS: [Model; 2] = [Model::Normalized, Model::Logistic];

    fn is_near(value: f64, expected: f64, error: f64) {
        assert!((value - expected).abs() <= error, "{value}, not {expected}");
    }

    /// Two tests of 0 against 3 that OpenBench has published with these figures.
    #[test]
    fn published_results_are_met() {
        let test = Sprt { elo1: 3.0, ..Sprt::default() };
        for (pairs, ratio) in
            [([398, 4112, 7672, 4336, 430], 2.96), ([56, 1144, 2546, 1310, 77], 2.95)]
        {
            is_near(test.log_likelihood_ratio(&Pairs(pairs)), ratio, 0.005);
            assert_eq!(test.verdict(&Pairs(pairs)), Verdict::Second);
        }
    }

    /// If all pairs have the same score, the likeliest spreads are known: the share of that score
    /// is the mean that is asked for.
    #[test]
    fn a_match_without_a_loss_shows_what_it_can_show() {
        let test = Sprt { elo0: 191.0, elo1: 260.0, model: Model::Logistic, ..Sprt::default() };
        let won = |pairs| Pairs([0, 0, 0, 0, pairs]);
        let ratio = (expected(260.0) / expected(191.0)).ln();
        for pairs in [1, 10, 100] {
            let found = test.log_likelihood_ratio(&won(pairs));
            is_near(found, pairs as f64 * ratio, 0.02);
        }
        assert_eq!(test.verdict(&won(10)), Verdict::Open);
        assert_eq!(test.verdict(&won(50)), Verdict::Second);
    }

    #[test]
    fn a_likeliest_spread_is_one_and_has_what_is_asked_for() {
        for pairs in [[1, 10, 30, 40, 9], [0, 0, 0, 0, 3], [0, 0, 7, 0, 0], [0, 0, 8, 36, 56]] {
            let (_, found) = Pairs(pairs).spread().unwrap();
            for asked in [-2.0, -0.3, 0.0, 0.01, 0.9, 3.0] {
                let spread = with_distance(&found, asked);
                let (mean, variance) = moments(&spread);
                is_near((mean - 0.5) / variance.sqrt(), asked, 1e-6);
                is_near(spread.iter().sum(), 1.0, 1e-6);
            }
            for asked in [0.01, 0.5, 0.93] {
                let spread = with_mean(&found, asked);
                is_near(moments(&spread).0, asked, 1e-9);
                is_near(spread.iter().sum(), 1.0, 1e-9);
            }
        }
    }

    #[test]
    fn bounds_are_those_of_the_risks() {
        let (first, second) = Sprt::default().bounds();
        is_near(first, -2.944, 0.001);
        is_near(second, 2.944, 0.001);
    }

    #[test]
    fn no_result_and_no_hypothesis_gives_what_is_not_a_number() {
        for pairs in [[0, 0, 100, 0, 0], [0, 0, 0, 0, 100], [100, 0, 0, 0, 0], [0, 1, 0, 0, 0]] {
            for model in MODELS {
                for (elo0, elo1) in [(0.0, 5.0), (-1e300, 1e300), (700.0, 701.0), (5e3, 9e3)] {
                    let test = Sprt { elo0, elo1, model, ..Sprt::default() };
                    assert!(test.log_likelihood_ratio(&Pairs(pairs)).is_finite(), "{test:?}");
                }
            }
        }
        assert_eq!(Sprt::default().verdict(&Pairs::default()), Verdict::Open);
    }

    #[test]
    fn the_better_side_is_the_same_from_either_side() {
        let better = Pairs([1, 10, 30, 40, 9]);
        let worse = Pairs([9, 40, 30, 10, 1]);
        for model in MODELS {
            let test = Sprt { elo0: -5.0, elo1: 5.0, model, ..Sprt::default() };
            let ratio = test.log_likelihood_ratio(&better);
            assert!(ratio > 0.0);
            is_near(test.log_likelihood_ratio(&worse), -ratio, 1e-6);
        }
    }
}
