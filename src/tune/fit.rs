//! Logistic regression: the weights with which an evaluation tells best how games end.
//!
//! The chance that the side to move gets the point is taken for 1 / (1 + exp(-scale x / 100)) for
//! a worth of x centimen. The scale is fitted first, for the weights as they are, so that a man
//! keeps its worth. What is aimed at is the result of the game, mixed with what the search thought.
//! The loss is the cross-entropy; each weight is drawn a little towards 0, and towards the same
//! weight in the stage beside it, so that what is seldom seen means little. Steps are those of Adam
//! (Kingma and Ba 2015), getting smaller to the end along a cosine.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use crate::linear::Group;
use crate::tune::samples::{Sample, Samples};

/// No position has more pieces.
const MOST_PIECES: usize = 256;
/// Adam's memory of gradients and of their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// Positions that a thread looks at in one go.
const PART: usize = 256;
/// Bounds of the scale.
const SCALES: [f32; 2] = [0.02, 5.0];

/// How to fit.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The share of the result in what is aimed at; the score of the search has the rest.
    pub lambda: f32,
    /// How often each position is looked at.
    pub epochs: u32,
    /// Positions for each step.
    pub batch: usize,
    /// The size of the first steps, in centimen.
    pub rate: f32,
    /// How strongly weights are drawn towards 0: a weight of a man costs half of this.
    pub ridge: f32,
    /// How strongly weights are drawn towards those of the stage beside.
    pub smooth: f32,
    /// The scale, if it is not to be fitted.
    pub scale: Option<f32>,
    /// The numbers of groups whose weights stay as they are.
    pub left: Vec<usize>,
    /// What chance goes by.
    pub seed: u64,
}

/// How well weights tell the results: the mean cross-entropy with the results themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// For the positions that were learnt from.
    pub training: f32,
    /// For the others; not a number if there are none.
    pub validation: f32,
}

/// Where a fit has got to.
#[derive(Clone, Copy, Debug)]
pub struct News {
    /// Epochs that are over.
    pub epoch: u32,
    /// How well the weights do.
    pub loss: Loss,
}

/// The weights with what is worked out once.
struct Model {
    /// For each group and number of pieces the stage, and its share.
    shares: Vec<Vec<(usize, f32)>>,
    /// All values of all groups.
    values: Vec<f32>,
}

impl Model {
    fn new(groups: &[Group]) -> Model {
        let shares = |group: &Group| (0..MOST_PIECES).map(|pieces| group.share(pieces)).collect();
        Model {
            shares: groups.iter().map(shares).collect(),
            values: groups.iter().flat_map(|group| group.values.iter().copied()).collect(),
        }
    }

    /// Visits each value that counts in a position, by its place, with how much it counts.
    #[inline(always)]
    fn visit(&self, sample: Sample, mut visit: impl FnMut(usize, f32)) {
        let pieces = sample.pieces();
        for (group, shares) in self.shares.iter().enumerate() {
            let (stage, share) = shares[pieces];
            for (first, count) in sample.counts(group) {
                if share > 0.0 {
                    visit(first + stage, count * share);
                }
                if share < 1.0 {
                    visit(first + stage + 1, count * (1.0 - share));
                }
            }
        }
    }

    /// What a position is worth, in centimen for the side to move.
    fn worth(&self, sample: Sample) -> f32 {
        let mut worth = 0.0;
        self.visit(sample, |at, count| worth += self.values[at] * count);
        worth
    }

    /// The worth of each position.
    fn worths(&self, samples: &Samples) -> Vec<f32> {
        let indices = (0..samples.len()).into_par_iter().with_min_len(PART);
        indices.map(|index| self.worth(samples.get(index))).collect()
    }

    fn loss(&self, training: &Samples, validation: &Samples, scale: f32) -> Loss {
        let loss = |samples: &Samples| loss(&self.worths(samples), samples, scale);
        Loss { training: loss(training), validation: loss(validation) }
    }
}

fn chance(worth: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-scale * worth / 100.0).exp())
}

/// The mean cross-entropy of the results with what these worths say of them.
fn loss(worths: &[f32], samples: &Samples, scale: f32) -> f32 {
    let one = |(worth, sample): (&f32, Sample)| {
        // The logarithm of the chance, without its rounding to 0 or 1.
        let x = f64::from(scale * worth / 100.0);
        let result = f64::from(sample.result());
        result * (-x).exp().ln_1p() + (1.0 - result) * x.exp().ln_1p()
    };
    let sum: f64 = worths.iter().zip(samples.iter()).map(one).sum();
    (sum / samples.len() as f64) as f32
}

/// The scale with which these worths tell the results best, by golden section.
fn fitted_scale(worths: &[f32], samples: &Samples) -> f32 {
    const GOLDEN: f32 = 0.618_034;
    let [mut low, mut high] = SCALES.map(f32::ln);
    let at = |x: f32| loss(worths, samples, x.exp());
    let mut inner = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    let mut losses = inner.map(at);
    while high - low > 1e-3 {
        if losses[0] < losses[1] {
            high = inner[1];
            inner = [high - GOLDEN * (high - low), inner[0]];
            losses = [at(inner[0]), losses[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + GOLDEN * (high - low)];
            losses = [losses[1], at(inner[1])];
        }
    }
    ((low + high) / 2.0).exp()
}

/// The scale with which the weights as they are tell the results best, and how well.
#[must_use]
pub fn scale(groups: &[Group], samples: &Samples) -> f32 {
    fitted_scale(&Model::new(groups).worths(samples), samples)
}

/// Fits the weights of the groups; tells how well they do before the first and after each epoch.
/// The same samples and the same plan give the same weights.
pub fn fit(
    groups: &mut [Group],
    training: &Samples,
    validation: &Samples,
    plan: &Plan,
    mut news: impl FnMut(News),
) -> f32 {
    let mut model = Model::new(groups);
    let scale = plan.scale.unwrap_or_else(|| fitted_scale(&model.worths(training), training));
    news(News { epoch: 0, loss: model.loss(training, validation, scale) });
    let stages: Vec<usize> =
        groups.iter().flat_map(|group| vec![group.knots.len(); group.len()]).collect();
    let is_left = left(groups, &model, training, plan);

    let batch = plan.batch.clamp(1, training.len().max(1));
    let steps = (training.len().div_ceil(batch) as u32 * plan.epochs).max(1);
    let mut step = 0;
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut random = StdRng::seed_from_u64(plan.seed);
    let mut moments = [vec![0.0; model.values.len()], vec![0.0; model.values.len()]];
    let mut gradient = vec![0.0; model.values.len()];
    for epoch in 1..=plan.epochs {
        order.shuffle(&mut random);
        for part in order.chunks(batch) {
            slope(&model, training, part, plan, scale, &mut gradient);
            draw(&model.values, &stages, training.len(), plan, &mut gradient);
            gradient
                .iter_mut()
                .zip(&is_left)
                .filter(|(_, is_left)| **is_left)
                .for_each(|(slope, _)| *slope = 0.0);
            step += 1;
            let rest = (step - 1) as f32 / steps as f32;
            let rate = plan.rate * (0.01 + 0.495 * (1.0 + (std::f32::consts::PI * rest).cos()));
            descend(&mut model.values, &gradient, &mut moments, rate, step);
        }
        news(News { epoch, loss: model.loss(training, validation, scale) });
    }

    let mut rest = model.values.as_slice();
    for group in groups {
        let (own, after) = rest.split_at(group.values.len());
        group.values.copy_from_slice(own);
        rest = after;
    }
    scale
}

/// Which values stay as they are: those of weights that no position tells anything of, and of groups
/// that are left out.
fn left(groups: &[Group], model: &Model, samples: &Samples, plan: &Plan) -> Vec<bool> {
    let mut is_left = vec![true; model.values.len()];
    for sample in samples.iter() {
        for group in (0..groups.len()).filter(|group| !plan.left.contains(group)) {
            let stages = groups[group].knots.len();
            for (first, _) in sample.counts(group) {
                is_left[first..first + stages].fill(false);
            }
        }
    }
    is_left
}

/// The gradient of the mean loss of some positions, by men.
fn slope(
    model: &Model,
    samples: &Samples,
    part: &[u32],
    plan: &Plan,
    scale: f32,
    gradient: &mut [f32],
) {
    gradient.fill(0.0);
    let error = |index: &u32| {
        let sample = samples.get(*index as usize);
        let thought = chance(sample.score(), scale);
        let aim = plan.lambda * sample.result() + (1.0 - plan.lambda) * thought;
        chance(model.worth(sample), scale) - aim
    };
    let errors: Vec<f32> = part.par_iter().with_min_len(PART).map(error).collect();
    // One thread adds them up, so that the sums do not depend on how many there are.
    for (index, error) in part.iter().zip(errors) {
        let error = error * scale / part.len() as f32;
        model.visit(samples.get(*index as usize), |at, count| gradient[at] += error * count);
    }
}

/// Adds what draws weights towards 0 and towards those of the stages beside.
fn draw(values: &[f32], stages: &[usize], samples: usize, plan: &Plan, gradient: &mut [f32]) {
    let [ridge, smooth] = [plan.ridge, plan.smooth].map(|x| x / (100.0 * samples as f32));
    let mut first = 0;
    for &stages in stages {
        for at in first..first + stages {
            gradient[at] += ridge * values[at];
            if at > first {
                let bend = smooth * (values[at] - values[at - 1]);
                gradient[at] += bend;
                gradient[at - 1] -= bend;
            }
        }
        first += stages;
    }
}

/// A step against the gradient.
fn descend(
    values: &mut [f32],
    gradient: &[f32],
    moments: &mut [Vec<f32>; 2],
    rate: f32,
    step: u32,
) {
    let fade = MEMORY.map(|memory| 1.0 - memory.powi(step.min(1 << 20) as i32));
    let [means, squares] = moments;
    let places = values.iter_mut().zip(gradient).zip(means.iter_mut().zip(squares));
    for ((value, slope), (mean, square)) in places {
        *mean += (1.0 - MEMORY[0]) * (slope - *mean);
        *square += (1.0 - MEMORY[1]) * (slope * slope - *square);
        *value -= rate * (*mean / fade[0]) / ((*square / fade[1]).sqrt() + 1e-12);
    }
}
