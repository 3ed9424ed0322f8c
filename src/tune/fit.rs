//! Logistic regression: the weights with which an evaluation tells best how games end.
//!
//! The chance that the side to move gets the point is taken for 1 / (1 + exp(-scale x / 100)) for
//! a worth of x centimen. The scale is fitted first, for the weights as they are, so that a man
//! keeps its worth. What is aimed at is the result of the game, mixed with what the search thought.
//! The loss is the cross-entropy; each weight is drawn a little towards 0, and towards the same
//! weight in the stage beside it, so that what is seldom seen means little.
//!
//! Each step looks at all positions: steps after a few of them move what is seldom seen by chance.

use std::cell::RefCell;

use rayon::prelude::*;

use crate::linear::Group;
use crate::tune::descent;
use crate::tune::samples::{Sample, Samples};

/// No position has more pieces.
const MOST_PIECES: usize = 256;
/// Positions that a thread looks at in one go.
const PART: usize = 256;
/// Parts of the positions whose slopes are summed up apart, so that the sums do not depend on how
/// many threads there are.
const PARTS: usize = 16;
/// Bounds of the scale.
const SCALES: [f32; 2] = [0.02, 5.0];

/// How to fit.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The share of the result in what is aimed at; the score of the search has the rest.
    pub lambda: f32,
    /// Steps of the descent, at most.
    pub steps: u32,
    /// How strongly weights are drawn towards 0: a weight of a man costs half of this.
    pub ridge: f32,
    /// How strongly weights are drawn towards those of the stage beside.
    pub smooth: f32,
    /// The scale, if it is not to be fitted.
    pub scale: Option<f32>,
    /// The numbers of groups whose weights stay as they are.
    pub left: Vec<usize>,
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
pub struct News<'a> {
    /// How often all positions have been looked at.
    pub looks: u32,
    /// How well the weights do, with the games and what the search thought of them.
    pub loss: f32,
    /// What a man is worth in the logistic function.
    pub scale: f32,
    /// The weights of all groups, one after the other.
    pub values: &'a [f32],
}

/// What came of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    /// What a man is worth in the logistic function.
    pub scale: f32,
    /// How well the weights did before.
    pub before: Loss,
    /// How well they do.
    pub after: Loss,
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
    let one = |(worth, sample): (&f32, Sample)| entropy(*worth, scale, sample.result());
    let sum: f64 = worths.iter().zip(samples.iter()).map(one).sum();
    (sum / samples.len() as f64) as f32
}

/// The cross-entropy of a result with what a worth says of it.
fn entropy(worth: f32, scale: f32, result: f32) -> f64 {
    // The logarithm of the chance, without its rounding to 0 or 1.
    let x = f64::from(scale * worth / 100.0);
    let result = f64::from(result);
    result * (-x).exp().ln_1p() + (1.0 - result) * x.exp().ln_1p()
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

/// Fits the weights of the groups; tells how it goes after each look at the positions.
/// The same samples and the same plan give the same weights.
pub fn fit(
    groups: &mut [Group],
    training: &Samples,
    validation: &Samples,
    plan: &Plan,
    news: impl FnMut(News),
) -> Fitted {
    let model = Model::new(groups);
    let scale = plan.scale.unwrap_or_else(|| fitted_scale(&model.worths(training), training));
    let before = model.loss(training, validation, scale);
    let task = Task {
        scale,
        samples: training,
        plan,
        stages: groups.iter().flat_map(|group| vec![group.knots.len(); group.len()]).collect(),
        is_left: left(groups, &model, training, plan),
    };
    let model = task.run(model, news);

    let mut rest = model.values.as_slice();
    for group in groups {
        let (own, after) = rest.split_at(group.values.len());
        group.values.copy_from_slice(own);
        rest = after;
    }
    Fitted { scale, before, after: model.loss(training, validation, scale) }
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

/// What is made as small as can be.
struct Task<'a> {
    scale: f32,
    samples: &'a Samples,
    plan: &'a Plan,
    /// For each weight the number of its stages.
    stages: Vec<usize>,
    /// Values that stay as they are.
    is_left: Vec<bool>,
}

impl Task<'_> {
    /// The model with the values that do best.
    fn run(&self, model: Model, mut news: impl FnMut(News)) -> Model {
        // In units in which the loss bends alike along every value, one step fits all.
        let units: Vec<f64> =
            self.bends(&model).into_iter().map(|bend| bend.sqrt().recip()).collect();
        let start: Vec<f64> =
            model.values.iter().zip(&units).map(|(value, unit)| f64::from(*value) / unit).collect();
        let set = |model: &mut Model, point: &[f64]| {
            for (value, (place, unit)) in model.values.iter_mut().zip(point.iter().zip(&units)) {
                *value = (place * unit) as f32;
            }
        };
        let model = RefCell::new(model);
        let mut looks = 0;
        let point = descent::minimise(start, self.plan.steps, |point| {
            let model = &mut *model.borrow_mut();
            set(model, point);
            let (loss, mut slopes) = self.slopes(model);
            slopes.iter_mut().zip(&units).for_each(|(slope, unit)| *slope *= unit);
            looks += 1;
            news(News { looks, loss: loss as f32, scale: self.scale, values: &model.values });
            (loss, slopes)
        });
        let mut model = model.into_inner();
        set(&mut model, &point);
        model
    }

    /// How much at most the loss bends along each value, were it the only one.
    fn bends(&self, model: &Model) -> Vec<f64> {
        let per_man = f64::from(self.scale / 100.0);
        let looked = self.sum(model, |sample, bends| {
            model.visit(sample, |at, count| bends[at] += f64::from(count * count));
        });
        let held = f64::from(self.plan.ridge + 2.0 * self.plan.smooth) / 1e4;
        let positions = self.samples.len() as f64;
        looked
            .iter()
            .map(|bend| (bend * per_man * per_man / 4.0 + held) / positions + 1e-18)
            .collect()
    }

    /// The loss, and its slope along each value.
    fn slopes(&self, model: &Model) -> (f64, Vec<f64>) {
        let positions = self.samples.len() as f64;
        let last = model.values.len();
        // Behind the slopes of all values stands the loss.
        let mut sums = self.sum(model, |sample, sums| {
            let plan = self.plan;
            let thought = chance(sample.score(), self.scale);
            let aim = plan.lambda * sample.result() + (1.0 - plan.lambda) * thought;
            let worth = model.worth(sample);
            let error = chance(worth, self.scale) - aim;
            model.visit(sample, |at, count| sums[at] += f64::from(error * count));
            sums[last] += entropy(worth, self.scale, aim);
        });
        let mut loss = sums[last] / positions;
        sums.truncate(last);
        let per_man = f64::from(self.scale / 100.0);
        sums.iter_mut().for_each(|slope| *slope *= per_man / positions);
        loss += self.hold(model, &mut sums) / positions;
        let is_left = self.is_left.iter();
        sums.iter_mut().zip(is_left).filter(|(_, left)| **left).for_each(|(slope, _)| *slope = 0.0);
        (loss, sums)
    }

    /// Adds what draws values towards 0 and towards those of the stages beside.
    fn hold(&self, model: &Model, slopes: &mut [f64]) -> f64 {
        let [ridge, smooth] = [self.plan.ridge, self.plan.smooth].map(|x| f64::from(x) / 1e4);
        let positions = self.samples.len() as f64;
        let value = |at: usize| f64::from(model.values[at]);
        let (mut first, mut loss) = (0, 0.0);
        for &stages in &self.stages {
            for at in first..first + stages {
                slopes[at] += ridge * value(at) / positions;
                loss += ridge * value(at) * value(at) / 2.0;
                if at > first {
                    let bend = value(at) - value(at - 1);
                    slopes[at] += smooth * bend / positions;
                    slopes[at - 1] -= smooth * bend / positions;
                    loss += smooth * bend * bend / 2.0;
                }
            }
            first += stages;
        }
        loss
    }

    /// The sums over all positions of what `add` adds for each: one for each value and one more.
    fn sum(&self, model: &Model, add: impl Fn(Sample, &mut [f64]) + Sync) -> Vec<f64> {
        let part = self.samples.len().div_ceil(PARTS).max(1);
        let sum = |number: usize| {
            let mut sums = vec![0.0; model.values.len() + 1];
            let end = self.samples.len().min((number + 1) * part);
            (number * part..end).for_each(|index| add(self.samples.get(index), &mut sums));
            sums
        };
        let sums: Vec<Vec<f64>> = (0..PARTS).into_par_iter().map(sum).collect();
        let mut all = vec![0.0; model.values.len() + 1];
        for sums in sums {
            all.iter_mut().zip(sums).for_each(|(all, sum)| *all += sum);
        }
        all
    }
}
