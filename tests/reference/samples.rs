//! Seeded random positions: those of random games, and pieces thrown on the board.

use damier::solve::reference::position::{Move, Position, is_far_row};
use damier::solve::reference::rules::{Lines, Rules};
use rand::Rng;
use rand::rngs::StdRng;

/// The moves of a position and one of them, by chance; nothing if there is none.
pub(crate) fn any_move(position: &Position, rules: &Rules, random: &mut StdRng) -> Option<Move> {
    let moves: Vec<Move> = position.moves(rules).into_iter().collect();
    (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())].clone())
}

/// A few pieces of each side anywhere that the rules let them stand.
pub(crate) fn thrown(rules: &Rules, most: usize, random: &mut StdRng) -> Position {
    let mut squares = vec!['e'; rules.board.places().len()];
    // Of eight pieces so many are kings. A king ends breakthrough.
    let kings = if rules.first_king && random.random_ratio(31, 32) {
        0
    } else {
        [0, 1, 2, 4, 8][random.random_range(0..5)]
    };
    for side in ['W', 'B'] {
        for _ in 0..random.random_range(1..=most.min(rules.men())) {
            let square = random.random_range(0..squares.len());
            let king = random.random_range(0..8) < kings;
            if squares[square] == 'e' && (king || !is_far_row(rules.board, side, square)) {
                squares[square] = if king { side } else { side.to_ascii_lowercase() };
            }
        }
    }
    let side = if random.random() { 'W' } else { 'B' };
    let mut position = Position { squares, side, runs: [None; 2] };
    if rules.king_limit {
        position.runs = ['W', 'B'].map(|side| run(&position, side, random));
    }
    position
}

/// A king that may have moved up to three times in a row, where that counts.
fn run(position: &Position, side: char, random: &mut StdRng) -> Option<(usize, u8)> {
    let kings: Vec<usize> = position
        .pieces(side)
        .into_iter()
        .filter(|&square| position.squares[square] == side)
        .collect();
    let counts = position.men(side) > 0 && !kings.is_empty() && random.random();
    counts.then(|| (kings[random.random_range(0..kings.len())], random.random_range(1..=3)))
}

/// How many pieces of a side are thrown at most, so that the ways of a capture can be walked.
pub(crate) fn crowd(rules: &Rules) -> usize {
    match rules.lines {
        Lines::Frisian => 7,
        Lines::Diagonal | Lines::Orthogonal => 12,
    }
}
