//! The lowest point of a smooth function of many values, by the method of Broyden, Fletcher, Goldfarb
//! and Shanno with limited memory (Nocedal and Wright 2006) as the crate argmin has it.

use std::cell::RefCell;

use argmin::core::{CostFunction, Error, Executor, Gradient};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

/// Steps that are remembered.
const MEMORY: usize = 12;

/// A place where the function has been looked at: its value and its slopes there.
#[derive(Default)]
struct Seen {
    point: Vec<f64>,
    value: f64,
    slopes: Vec<f64>,
}

/// The function, with what is known of it.
struct Landscape<F> {
    function: RefCell<F>,
    last: RefCell<Seen>,
    /// The lowest point, and how low it is.
    lowest: RefCell<(Vec<f64>, f64)>,
}

impl<F: FnMut(&[f64]) -> (f64, Vec<f64>)> Landscape<F> {
    fn look(&self, point: &[f64]) {
        let mut last = self.last.borrow_mut();
        if last.point == point {
            return;
        }
        let (value, slopes) = (self.function.borrow_mut())(point);
        *last = Seen { point: point.to_vec(), value, slopes };
        let mut lowest = self.lowest.borrow_mut();
        if value < lowest.1 {
            *lowest = (point.to_vec(), value);
        }
    }
}

impl<F: FnMut(&[f64]) -> (f64, Vec<f64>)> CostFunction for &Landscape<F> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, point: &Vec<f64>) -> Result<f64, Error> {
        self.look(point);
        Ok(self.last.borrow().value)
    }
}

impl<F: FnMut(&[f64]) -> (f64, Vec<f64>)> Gradient for &Landscape<F> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, point: &Vec<f64>) -> Result<Vec<f64>, Error> {
        self.look(point);
        Ok(self.last.borrow().slopes.clone())
    }
}

/// The lowest point that is found from `start` in so many steps. The function tells its value at a
/// point and its slope along each axis.
pub(super) fn minimise(
    start: Vec<f64>,
    steps: u32,
    function: impl FnMut(&[f64]) -> (f64, Vec<f64>),
) -> Vec<f64> {
    let landscape = Landscape {
        function: RefCell::new(function),
        last: RefCell::default(),
        lowest: RefCell::new((start.clone(), f64::INFINITY)),
    };
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY);
    let executor = Executor::new(&landscape, solver)
        .configure(|state| state.param(start).max_iters(steps.into()));
    // Where the function is flat no step can be found: the lowest point is the answer all the same.
    if let Err(error) = executor.run() {
        log::debug!("the descent ends: {error}");
    }
    landscape.lowest.into_inner().0
}
