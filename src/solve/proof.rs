//! A proof that stands by itself: the positions that one side's strategy leads to, one turn of its
//! own and all of the other's from each.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::{Outcome, Position, Side};

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// The side wins.
    Wins(Side),
    /// The side does not lose.
    Holds(Side),
}

impl Claim {
    /// The side whose strategy it is.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Claim::Wins(side) | Claim::Holds(side) => side,
        }
    }

    /// Whether an end of the game is what is claimed; `outcome` is that of the side to move.
    #[must_use]
    pub fn is_met(self, outcome: Outcome, to_move: Side) -> bool {
        match self {
            Claim::Wins(side) => {
                outcome == if side == to_move { Outcome::Win } else { Outcome::Loss }
            }
            Claim::Holds(side) => {
                outcome != if side == to_move { Outcome::Loss } else { Outcome::Win }
            }
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Wins(side) => write!(f, "{side} wins"),
            Claim::Holds(side) => write!(f, "{side} does not lose"),
        }
    }
}

/// How a position of a proof goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The game is over.
    Ended,
    /// The endgame tables know it.
    Tabled,
    /// There are positions behind it.
    On,
}

/// A position of a proof.
#[derive(Clone, Debug)]
pub struct Node<P> {
    /// The position.
    pub position: P,
    /// How it goes on.
    pub step: Step,
    /// Where it goes on: the one that the strategy chooses, or all.
    pub children: Vec<u32>,
    /// In a win, how many plies the end, or what the tables know, is away at most.
    pub plies: u32,
}

/// A proof; the first position is the one that it is about.
#[derive(Clone, Debug)]
pub struct Proof<P> {
    /// What is shown.
    pub claim: Claim,
    /// The positions.
    pub nodes: Vec<Node<P>>,
}

impl<P: Position> Proof<P> {
    /// The line of a won game in which the other side holds out as long as it can, as places in
    /// the list.
    #[must_use]
    pub fn line(&self) -> Vec<usize> {
        let mut line = vec![0];
        let mut at = 0;
        // The plies fall with each turn of a win; what is only held has no end.
        while let Some(&next) =
            self.nodes[at].children.iter().max_by_key(|&&child| self.nodes[child as usize].plies)
            && matches!(self.claim, Claim::Wins(_))
        {
            at = next as usize;
            line.push(at);
        }
        line
    }
}
