//! The second generator of `damier::solve::reference`, written from the rules alone, and the one that
//! plays must find the same turns, leading to the
//! same positions, in the positions of random games and with pieces thrown on the board.
//!
//! `DAMIER_REFERENCE=n cargo test --release --test reference` compares `n` times as many positions.

mod reference {
    pub(crate) mod altered;
    pub(crate) mod fen;
    pub(crate) mod samples;
}
#[path = "common/published.rs"]
mod published;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use damier::any::{AnyGame, PositionText};
use damier::game::{GameResult, HubPosition};
use damier::games::Variant;
use damier::solve::reference::captures::perft_in_order;
use damier::solve::reference::position::{Move, Position};
use damier::solve::reference::rules::{Rules, base};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use reference::altered::altered;
use reference::fen::read_fen;
use reference::samples::{any_move, crowd, thrown};
use serde::Deserialize;

/// How many times as many positions as usual are compared.
fn times() -> u64 {
    let times = std::env::var("DAMIER_REFERENCE");
    times.map_or(1, |text| text.parse().expect("DAMIER_REFERENCE is a number"))
}

/// The games of the draughts family and their rules.
fn family() -> impl Iterator<Item = (Variant, Rules)> {
    Variant::ALL.iter().filter_map(|&variant| Some((variant, Rules::of(variant)?)))
}

fn set(game: &mut dyn AnyGame, position: &Position) {
    let (squares, wolf) = (position.hub(), position.wolf());
    let text = HubPosition { squares: &squares, halfmove: 0, wolf: &wolf };
    game.set_position(&PositionText::Hub(text)).unwrap_or_else(|error| panic!("{text:?}: {error}"));
}

/// What a turn does: the squares it names and the position after it.
type Done = (usize, usize, BTreeSet<usize>, Position);

/// Compares the turns of a position and where they lead.
fn compare(game: &mut dyn AnyGame, position: &Position, rules: &Rules) {
    let id = || format!("{} {} {}", game.facts().name, position.hub(), position.wolf());
    let moves = position.moves(rules);
    if game.result() == Some(GameResult::Draw) {
        // Turkish draughts, one piece against one.
        let pieces = ['W', 'B'].map(|side| position.pieces(side).len());
        let steps = moves.iter().all(|m| m.captured.is_empty());
        assert!(game.facts().name == "turkish" && pieces == [1, 1] && steps, "{}", id());
        return;
    }
    let ours: BTreeSet<Done> =
        moves.iter().map(|m| (m.from, m.to, m.captured.clone(), position.play(m, rules))).collect();
    let legal = game.legal();
    assert_eq!(legal.len(), ours.len(), "{}: {legal:?} {ours:?}", id());
    let theirs: BTreeSet<Done> = legal
        .iter()
        .map(|turn| {
            let text = turn.text.hub.strip_suffix("+K").unwrap_or(&turn.text.hub);
            let mut squares = text
                .split(['-', 'x'])
                .map(|number| number.parse::<usize>().expect("the number of a square") - 1);
            let mut next = || squares.next().expect("a square");
            let (from, to) = (next(), next());
            (from, to, squares.collect(), read_fen(&turn.fen, rules.board))
        })
        .collect();
    assert_eq!(theirs, ours, "{}", id());
}

#[test]
fn the_positions_of_random_games() {
    for (variant, rules) in family() {
        let mut game = variant.game();
        assert_eq!(game.hub(), Position::start(&rules).hub(), "{variant}");
        for seed in 0..50 * times() {
            let mut random = StdRng::seed_from_u64(seed);
            let mut position = Position::start(&rules);
            for _ in 0..80 {
                set(&mut *game, &position);
                compare(&mut *game, &position, &rules);
                let Some(next) = any_move(&position, &rules, &mut random) else { break };
                position = position.play(&next, &rules);
            }
        }
    }
}

#[test]
fn positions_of_pieces_thrown_on_the_board() {
    for (variant, rules) in family() {
        let mut game = variant.game();
        let mut random = StdRng::seed_from_u64(variant as u64);
        for _ in 0..3000 * times() {
            let position = thrown(&rules, crowd(&rules), &mut random);
            set(&mut *game, &position);
            compare(&mut *game, &position, &rules);
        }
    }
}

#[derive(Deserialize)]
struct RulePosition {
    id: String,
    variant: String,
    fen: String,
    legal_hub: BTreeSet<String>,
}

/// What the tests of the rules expect holds for this generator too.
#[test]
fn the_positions_that_isolate_a_rule() {
    for file in
        [include_str!("data/rule-positions.json"), include_str!("data/family-positions.json")]
    {
        let all: Vec<RulePosition> = serde_json::from_str(file).expect("the positions");
        for RulePosition { id, variant, fen, legal_hub } in all {
            let variant: Variant = variant.parse().expect("a game");
            let rules = Rules::of(variant).expect("a game of the family");
            let mut game = variant.game();
            game.set_position(&PositionText::Fen(&fen)).expect(&fen);
            let position = read_fen(&game.fen(), rules.board);
            let found: BTreeSet<String> = position.moves(&rules).iter().map(hub).collect();
            assert_eq!(found, legal_hub, "{id}");
        }
    }
}

/// The text of a turn, as Hub writes it.
fn hub(m: &Move) -> String {
    let (from, to) = (m.from + 1, m.to + 1);
    if m.captured.is_empty() {
        return format!("{from}-{to}");
    }
    let captured = m.captured.iter().map(|square| format!("x{}", square + 1));
    format!("{from}x{to}{}", captured.collect::<String>())
}

/// The most lines that this generator counts in a published table.
const LINES: u64 = 10_000;

#[test]
fn published_tables() {
    let mut compared = 0;
    for row in published::rows() {
        let Some(&variant) = row.games().first() else { continue };
        let rules = Rules::of(variant).expect("a game of the family");
        let mut game = variant.game();
        game.set_position(&row.text()).expect("a position");
        let position = read_fen(&game.fen(), rules.board);
        for (depth, expected) in row.counts().into_iter().filter(|&(_, count)| count <= LINES) {
            let found = match row.convention.as_str() {
                "distinct" => position.perft(&rules, depth),
                "capture-order" => perft_in_order(&position, &rules, depth),
                _ => continue,
            };
            assert_eq!(found, expected, "{} of {variant}, depth {depth}", row.position);
            compared += 1;
        }
    }
    assert!(compared > 250, "{compared}");
}

/// The most lines that are counted for a recorded position.
const RECORDED: u64 = 50_000;

/// Writes the recorded positions of every game but Russian draughts, whose file is older.
#[test]
#[ignore = "writes tests/data/perft"]
fn write_the_recorded_positions() {
    for (variant, rules) in family() {
        if base(variant) != variant || variant == Variant::Russian {
            continue;
        }
        let mut game = variant.game();
        let mut text = format!(
            "# FEN ;D<depth> turns, unique by resulting position. Written by `cargo test --test reference\n\
             # -- --ignored`: counts of the library, those up to {LINES} found by the generator of\n\
             # tests/reference too. The start, then a position for each rule that would have other turns if\n\
             # that rule were another, then positions of random games.\n"
        );
        for (what, position) in recorded(variant, &rules) {
            set(&mut *game, &position);
            if let Some(what) = what {
                text += &format!("# {what}\n");
            }
            text += &game.fen();
            for depth in 1..=6 {
                let count = game.perft(depth, &AtomicBool::new(false));
                if depth > 3 && count > RECORDED {
                    break;
                }
                if count <= LINES {
                    assert_eq!(position.perft(&rules, depth), count, "{variant} {}", game.fen());
                }
                text += &format!(" ;D{depth} {count}");
                if count == 0 {
                    break;
                }
            }
            text.push('\n');
        }
        let path = format!("{}/tests/data/perft/{variant}.epd", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, text).expect("the file can be written");
    }
}

/// The positions of a game that are recorded, and what they are for.
fn recorded(variant: Variant, rules: &Rules) -> Vec<(Option<&'static str>, Position)> {
    let mut random = StdRng::seed_from_u64(variant as u64);
    let mut positions = vec![(None, Position::start(rules))];
    for (what, other) in altered(rules) {
        let told = (0..5_000).map(|_| thrown(rules, 4, &mut random));
        let mut told = told.filter(|p| p.moves(rules) != p.moves(&other));
        positions.extend(told.next().map(|position| (Some(what), position)));
    }
    while positions.len() < 23 {
        let mut position = Position::start(rules);
        for _ in 0..random.random_range(10..70) {
            let Some(next) = any_move(&position, rules, &mut random) else { break };
            position = position.play(&next, rules);
        }
        let moves = position.moves(rules);
        let kings = position.squares.iter().any(char::is_ascii_uppercase);
        if moves.len() > 1 && (kings || moves.iter().all(|m| !m.captured.is_empty())) {
            positions.push((None, position));
        }
    }
    positions
}
