//! Endings solved forward: all ways to put the pieces on the board are looked at again and again
//! until nothing changes. It knows the games by their Hub positions and lists of turns only,
//! nothing of how tables number or unmake.

use std::collections::HashMap;

use damier::game::{HubPosition, Outcome, Position as _};
use damier::tables::Tabled;

use crate::common::{after, settings, turns};

/// A position and what is known of it: its value, and how far the end is.
pub(crate) struct Node<P> {
    pub(crate) position: P,
    pub(crate) value: Outcome,
    pub(crate) plies: Option<u32>,
}

/// White to move: Black's turn is looked at from the other side of the board.
fn with_white_to_move(hub: &str) -> String {
    let Some(squares) = hub.strip_prefix('B') else { return hub.to_owned() };
    let turned = squares.chars().rev().map(|piece| match piece {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    });
    std::iter::once('W').chain(turned).collect()
}

fn fill(
    board: &mut [u8],
    next: usize,
    left: u32,
    letters: &[(u8, u32)],
    visit: &mut dyn FnMut(&[u8]),
) {
    if left == 0 {
        visit(board);
        return;
    }
    for square in next..board.len() {
        for &(letter, weight) in letters.iter().filter(|(_, weight)| *weight <= left) {
            board[square] = letter;
            fill(board, square + 1, left - weight, letters, visit);
        }
        board[square] = b'e';
    }
}

/// All positions with at most so many pieces, White to move.
pub(crate) fn solve<G: Tabled>(pieces: u32) -> HashMap<String, Node<G::Position>> {
    let mut letters = vec![(b'w', 1), (b'b', 1)];
    if let Some(upper) = G::PIECES.get(1) {
        letters.extend([(b'W', u32::from(upper.weight)), (b'B', u32::from(upper.weight))]);
    }
    let settings = settings::<G>();
    let read = |hub: &str| G::read_hub(&HubPosition::new(hub), &settings).ok();
    let mut nodes = HashMap::new();
    for count in 1..=pieces {
        let mut board = vec![b'e'; G::FACTS.squares.count()];
        fill(&mut board, 0, count, &letters, &mut |board| {
            let hub: String = std::iter::once('W').chain(board.iter().map(|&c| c.into())).collect();
            if let Some(position) = read(&hub) {
                nodes.insert(hub, Node { position, value: Outcome::Draw, plies: None });
            }
        });
    }
    let links: Vec<(String, Option<Outcome>, Vec<String>)> = nodes
        .iter()
        .map(|(hub, node)| {
            let turns = turns(&node.position);
            let next = turns
                .iter()
                .map(|&turn| with_white_to_move(&G::write_hub(&after(&node.position, turn))));
            (hub.clone(), node.position.outcome(&turns), next.collect())
        })
        .collect();
    for (hub, outcome, _) in &links {
        if let (Some(outcome), Some(node)) = (outcome, nodes.get_mut(hub)) {
            (node.value, node.plies) = (*outcome, Some(0));
        }
    }
    // In the round of a number the positions with an end in so many plies are found.
    for round in 1.. {
        let mut found = Vec::new();
        for (hub, outcome, next) in &links {
            if outcome.is_some() || nodes[hub].plies.is_some() {
                continue;
            }
            let known = |hub: &String| {
                let node = &nodes[hub];
                node.plies.filter(|_| node.value != Outcome::Draw).map(|_| node.value)
            };
            if next.iter().any(|hub| known(hub) == Some(Outcome::Loss)) {
                found.push((hub.clone(), Outcome::Win));
            } else if next.iter().all(|hub| known(hub) == Some(Outcome::Win)) {
                found.push((hub.clone(), Outcome::Loss));
            }
        }
        if found.is_empty() {
            return nodes;
        }
        for (hub, value) in found {
            if let Some(node) = nodes.get_mut(&hub) {
                (node.value, node.plies) = (value, Some(round));
            }
        }
    }
    nodes
}
