//! What the counts are worth: numbers for a few stages of the game, and between them numbers on
//! a straight line, worked out at compile time for every number of pieces.
//!
//! Where a file does not say that they were set by hand, the numbers come from logistic regression
//! on games that the engine played against itself ([`crate::tune`]). A weight is held towards 0 and
//! towards the same weight in the stages beside it, so one that stands where its count hardly
//! occurs means little by itself.

mod breakthrough;
mod canadian;
mod english;
mod english_losing;
mod frisian;
mod italian;
mod losing;
mod normal;
mod poddavki;
mod russian;
mod spanish;
mod thai;
mod turkish;

pub use breakthrough::BREAKTHROUGH;
pub use canadian::CANADIAN;
pub use english::ENGLISH;
pub use english_losing::ENGLISH_LOSING;
pub use frisian::FRISIAN;
pub use italian::ITALIAN;
pub use losing::LOSING;
pub use normal::NORMAL;
pub use poddavki::PODDAVKI;
pub use russian::RUSSIAN;
pub use spanish::SPANISH;
pub use thai::THAI;
pub use turkish::TURKISH;

use crate::game::{Facts, Side};
use crate::games::draughts::bits::Bits;
use crate::games::draughts::board::Board;
use crate::games::draughts::eval::patterns::{self, Entry, Share, Windows};
use crate::games::draughts::eval::terms::Terms;
use crate::games::draughts::position::Position;
use crate::games::draughts::rules::Rules;
use crate::linear::{Curve, Group, Knots, STAGES, between, source};
use crate::notation::square::{Layout, Squares};

/// The weights of one game.
#[derive(Debug)]
pub struct Weights {
    /// The stages.
    pub knots: Knots,
    /// What each count is worth.
    pub terms: Terms<Curve>,
    /// The board that `squares` tells of. A game on another board takes the nearest square.
    pub board: Squares,
    /// What a white man is worth for standing on a square, square by square, besides what any
    /// man is worth.
    pub squares: &'static [Curve],
    /// What patterns of men are worth on this board, if anything, as [`patterns::unfold`] gives it.
    pub patterns: Option<fn() -> &'static [Entry]>,
}

impl Weights {
    /// Where `squares` tells of a square of a board.
    pub(super) const fn place(&self, board: &Squares, square: usize) -> usize {
        let (column, row) = board.place(square);
        // A mirrored board is looked at in a mirror.
        let is_seen_otherwise = matches!(
            (self.board.layout, board.layout),
            (Layout::Dark, Layout::Mirrored) | (Layout::Mirrored, Layout::Dark)
        );
        let column = if is_seen_otherwise { board.width - 1 - column } else { column };
        let column = column * self.board.width / board.width;
        let row = row * self.board.height / board.height;
        let place = column * self.board.row() / self.board.width;
        row * self.board.row() + place
    }

    /// The weights, as they are fitted.
    pub(super) fn groups(&self) -> Vec<Group> {
        let terms = self.terms.values();
        let names = Terms::<Curve>::NAMES;
        let none = vec![[0; STAGES]; self.board.count()];
        let squares = if self.squares.is_empty() { &none } else { self.squares };
        let mut groups = vec![
            Group::of_curves("terms", names, &self.knots, terms),
            Group::of_curves("squares", &[], &self.knots, squares.iter().copied()),
        ];
        let windows = Windows::of(&self.board);
        if windows.count() > 0 {
            let values = match self.patterns {
                Some(entries) => patterns::fold(windows, entries()),
                None => vec![0.0; windows.own() * patterns::PATTERNS * patterns::STAGES],
            };
            let knots = self.knots[..patterns::STAGES].to_vec();
            groups.push(Group { name: "patterns", knots, names: &[], values });
        }
        groups
    }

    /// The source that holds such weights, for a game of that name.
    pub(super) fn source(&self, facts: &Facts, groups: &[Group], story: &str) -> String {
        let [terms, squares, rest @ ..] = groups else { return String::new() };
        let patterns = rest.first().filter(|group| !group.is_zero());
        let board = match self.board {
            Squares::DARK_8 => "DARK_8",
            Squares::MIRRORED_8 => "MIRRORED_8",
            Squares::DARK_10 => "DARK_10",
            Squares::DARK_12 => "DARK_12",
            _ => "ALL_8",
        };
        let name = facts.name.to_uppercase().replace('-', "_");
        let mut text = source::head(facts.title, story);
        if patterns.is_some() {
            text += "use std::sync::LazyLock;\n\n";
        }
        text += "use super::Weights;\n";
        if patterns.is_some() {
            text += "use crate::games::draughts::eval::patterns::{Entry, read};\n";
        }
        text += "use crate::games::draughts::eval::terms::Terms;\n";
        text += "use crate::notation::square::Squares;\n\n";
        text += &format!("/// The weights of {}.\n", facts.title);
        text += &format!("pub const {name}: Weights = Weights {{\n");
        text += &source::knots(terms);
        text += &format!("    board: Squares::{board},\n");
        text += &source::terms("terms", terms);
        if squares.is_zero() {
            text += "    squares: &[],\n";
        } else {
            text += &source::table("squares", squares, self.board.row(), self.board.height);
        }
        if patterns.is_none() {
            return text + "    patterns: None,\n};\n";
        }
        text += "    patterns: Some(patterns),\n};\n\n";
        text += "fn patterns() -> &'static [Entry] {\n";
        text += "    static PATTERNS: LazyLock<Vec<Entry>> = LazyLock::new(|| {\n";
        let file = facts.name;
        text += &format!("        read(&{name}.board, include_bytes!(\"{file}.patterns\"))\n");
        text + "    });\n    &PATTERNS\n}\n"
    }
}

/// No position has more pieces.
const MOST_PIECES: usize = 80;

/// The pieces of both sides.
#[inline]
pub(super) fn pieces<R: Rules>(position: &Position<R>) -> usize {
    (position.pieces(Side::White) | position.pieces(Side::Black)).count() as usize
}

/// The weights for one number of pieces.
#[derive(Clone, Copy)]
pub(super) struct Phase {
    pub(super) terms: Terms<i16>,
    /// For each side, what a man is worth on each bit of the board.
    pub(super) squares: [[i16; 96]; 2],
    /// What the stages of patterns have in the worth of a position.
    pub(super) share: Share,
}

impl Phase {
    /// The weights for a position.
    #[inline]
    pub(super) fn of<R: Rules>(position: &Position<R>) -> &'static Phase {
        &Phases::<R>::ALL[pieces(position).min(MOST_PIECES)]
    }

    const fn new<R: Rules>(pieces: usize) -> Phase {
        let weights = R::SET.weights;
        let board = Board::<R>::SQUARES;
        let count = board.count();
        let terms = weights.terms.at(&weights.knots, pieces);
        let mut squares = [[0; 96]; 2];
        let mut square = 0;
        while square < count {
            let worth = if weights.squares.is_empty() {
                0
            } else {
                let curve = &weights.squares[weights.place(&board, square)];
                between(curve, &weights.knots, pieces)
            };
            squares[0][Board::<R>::index(square) as usize] = worth;
            // Black sees the board turned by half a turn.
            squares[1][Board::<R>::index(count - 1 - square) as usize] = worth;
            square += 1;
        }
        let [first, second, third, fourth, _] = weights.knots;
        let share = Share::new(&[first, second, third, fourth], pieces);
        Phase { terms, squares, share }
    }
}

/// The weights of the game `R` for every number of pieces.
struct Phases<R>(std::marker::PhantomData<R>);

impl<R: Rules> Phases<R> {
    const ALL: &'static [Phase; MOST_PIECES + 1] = &{
        let mut all = [Phase::new::<R>(0); MOST_PIECES + 1];
        let mut pieces = 1;
        while pieces <= MOST_PIECES {
            all[pieces] = Phase::new::<R>(pieces);
            pieces += 1;
        }
        all
    };
}
