//! Endings of poddavki with two and three pieces, solved backwards on the library's own list of
//! turns and without draw rules, against recorded counts; and the search against the solution:
//! it must find the shortest win, the longest loss, and no end where there is none.

mod common;

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use common::{after, settings, turns};
use damier::any::PositionText;
use damier::engine::News;
use damier::game::{Game, HubPosition, Outcome, Position as _};
use damier::games::Variant;
use damier::games::draughts::{Draughts, position, rules};
use damier::score::Score;
use damier::search::{Control, Limits};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use serde::Deserialize;

type Poddavki = Draughts<rules::poddavki::Poddavki>;
type Position = position::Position<rules::poddavki::Poddavki>;

const SQUARES: usize = 32;

#[derive(Deserialize)]
struct Recorded {
    two: BTreeMap<String, [usize; 3]>,
    three: BTreeMap<String, [usize; 3]>,
    longest_decided_plies: BTreeMap<String, u32>,
}

fn recorded() -> Recorded {
    serde_json::from_str(include_str!("data/poddavki-endgames.json")).expect("the counts")
}

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Open,
    Win(u32),
    Loss(u32),
}

struct Node {
    /// The indices of the positions after each turn.
    next: Vec<u32>,
    value: Value,
    material: String,
}

/// All endings of up to three pieces with White to move; Black's turn is looked at from the
/// other side of the board.
struct Endings {
    nodes: Vec<Node>,
    hubs: Vec<String>,
    index: HashMap<String, u32>,
}

/// The position with the board turned and the colours exchanged, if Black is to move.
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

/// `KM v M`: the pieces of the side to move, White, first.
fn material(hub: &str) -> String {
    let of = |king: char, man: char| {
        let count = |piece| hub.chars().skip(1).filter(|&c| c == piece).count();
        "K".repeat(count(king)) + &"M".repeat(count(man))
    };
    format!("{} v {}", of('W', 'w'), of('B', 'b'))
}

fn position(hub: &str) -> Option<Position> {
    Poddavki::read_hub(&HubPosition::new(hub), &settings::<Poddavki>()).ok()
}

/// Every way to put so many more pieces on the squares from `next` on.
fn fill(board: &mut [u8; SQUARES], next: usize, left: usize, visit: &mut dyn FnMut(&str)) {
    if left == 0 {
        let squares = board.iter().map(|&piece| char::from(piece));
        visit(&std::iter::once('W').chain(squares).collect::<String>());
        return;
    }
    for square in next..SQUARES {
        for piece in *b"wWbB" {
            board[square] = piece;
            fill(board, square + 1, left - 1, visit);
        }
        board[square] = b'e';
    }
}

impl Endings {
    fn new() -> Endings {
        let mut hubs = Vec::new();
        for pieces in 1..=3 {
            fill(&mut [b'e'; SQUARES], 0, pieces, &mut |hub| {
                if position(hub).is_some() {
                    hubs.push(hub.to_owned());
                }
            });
        }
        let index: HashMap<String, u32> = hubs.iter().cloned().zip(0..).collect();
        let node = |hub: &String| {
            let position = position(hub).expect("it was read before");
            let turns = turns(&position);
            let ended = position.outcome(&turns);
            assert!(ended.is_none() || ended == Some(Outcome::Win) && turns.is_empty());
            let next =
                |&turn| index[&with_white_to_move(&Poddavki::write_hub(&after(&position, turn)))];
            Node {
                next: turns.iter().map(next).collect(),
                value: if ended.is_some() { Value::Win(0) } else { Value::Open },
                material: material(hub),
            }
        };
        let nodes = hubs.iter().map(node).collect();
        let mut endings = Endings { nodes, hubs, index };
        endings.solve();
        endings
    }

    /// Ply by ply: what can be won or must be lost in one ply more than is known.
    fn solve(&mut self) {
        let mut open: Vec<usize> =
            (0..self.nodes.len()).filter(|&i| self.nodes[i].value == Value::Open).collect();
        for plies in 1.. {
            let mut found = Vec::new();
            for &i in &open {
                let values = || self.nodes[i].next.iter().map(|&n| self.nodes[n as usize].value);
                if values().any(|value| matches!(value, Value::Loss(_))) {
                    found.push((i, Value::Win(plies)));
                } else if values().all(|value| matches!(value, Value::Win(_))) {
                    found.push((i, Value::Loss(plies)));
                }
            }
            if found.is_empty() {
                break;
            }
            for (i, value) in found {
                self.nodes[i].value = value;
            }
            open.retain(|&i| self.nodes[i].value == Value::Open);
        }
    }
}

#[test]
fn endings_of_poddavki_are_solved_as_recorded_and_searched_as_solved() {
    let endings = Endings::new();
    assert_eq!(endings.index.len(), endings.nodes.len(), "no position is there twice");
    let mut counts = BTreeMap::<&str, [usize; 3]>::new();
    let mut longest = BTreeMap::<&str, u32>::new();
    for node in &endings.nodes {
        let counts = counts.entry(&node.material).or_default();
        let longest = longest.entry(&node.material).or_default();
        match node.value {
            Value::Win(plies) => (counts[0], *longest) = (counts[0] + 1, plies.max(*longest)),
            Value::Open => counts[1] += 1,
            Value::Loss(plies) => (counts[2], *longest) = (counts[2] + 1, plies.max(*longest)),
        }
    }
    let recorded = recorded();
    assert_eq!((recorded.two.len(), recorded.three.len()), (4, 12));
    for (material, expected) in recorded.two.iter().chain(&recorded.three) {
        assert_eq!(counts[material.as_str()], *expected, "{material}");
    }
    for (material, expected) in &recorded.longest_decided_plies {
        assert_eq!(longest[material.as_str()], *expected, "{material}");
    }
    search_agrees(&endings);
}

/// Deep enough for the longest ending with three pieces, 22 plies.
const DEPTH: u32 = 24;

fn of_score(score: Score) -> Value {
    match score.plies_to_end() {
        None => Value::Open,
        Some(plies) if score.is_win() => Value::Win(plies),
        Some(plies) => Value::Loss(plies),
    }
}

/// Searches decided and drawn endings of each material.
fn search_agrees(endings: &Endings) {
    let mut random = StdRng::seed_from_u64(11);
    let mut engine = Variant::Poddavki.engine(1, 16 << 20).expect("an engine");
    let mut materials: Vec<&str> = endings.nodes.iter().map(|n| n.material.as_str()).collect();
    materials.sort_unstable();
    materials.dedup();
    let mut searched = [0; 2];
    for material in materials {
        for drawn in [false, true] {
            let is_sample = |i: &usize| {
                let node = &endings.nodes[*i];
                node.material == material
                    && node.value != Value::Win(0)
                    && (node.value == Value::Open) == drawn
            };
            let few = if drawn { 2 } else { 14 };
            let sample =
                (0..endings.nodes.len()).filter(is_sample).choose_multiple(&mut random, few);
            for i in sample {
                let value = endings.nodes[i].value;
                let hub = &endings.hubs[i];
                engine
                    .game_mut()
                    .set_position(&PositionText::Hub(HubPosition::new(hub)))
                    .expect("a position");
                let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
                let control = Control::new(Instant::now(), false);
                let mut scores = BTreeMap::new();
                let mut told = |news: News| {
                    scores.insert(news.depth, news.score);
                };
                let score = engine.search(&limits.into(), &control, &mut told).news().score;
                for (depth, score) in scores {
                    // A decided score within the depth of its iteration is the last word.
                    if score.plies_to_end().is_some_and(|plies| plies <= depth) {
                        assert_eq!(of_score(score), value, "{hub} depth {depth}");
                    }
                }
                assert_eq!(of_score(score), value, "{hub}: {score}");
                searched[usize::from(drawn)] += 1;
            }
        }
    }
    assert!(searched[0] >= 200 && searched[1] >= 20, "{searched:?}");
}
