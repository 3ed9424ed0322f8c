//! The opening lists: every line is a position of its game from which both sides can play on, no
//! position stands twice, and a search finds none of them far from even.

use std::collections::HashSet;
use std::time::Instant;

use damier::any::PositionText;
use damier::games::Variant;
use damier::search::{Control, Limits};

/// Nodes for each position: few, for there are many.
const NODES: u64 = 20_000;
/// What a short search may think of a position that a long one finds even, in men.
const FAR: f64 = 1.0;

fn check(variant: Variant) {
    let path = format!("{}/openings/{variant}.fen", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the list is there");
    let mut engine = variant.engine(1, 4 << 20).expect("a small engine");
    let mut seen = HashSet::new();
    assert!(text.starts_with("# "), "{path} tells how it was made");
    for fen in text.lines().filter(|line| !line.starts_with('#')) {
        engine.forget();
        engine.game_mut().set_position(&PositionText::Fen(fen)).expect(fen);
        assert_eq!(engine.game().result(), None, "{fen}");
        assert_eq!(engine.game().fen(), fen);
        assert!(seen.insert(fen), "{fen} stands twice");
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let control = Control::new(Instant::now(), false);
        let score = engine.search(&limits.into(), &control, &mut |_| ()).news().score;
        assert!(score.men().abs() < FAR, "{fen}: {score}");
    }
    assert!(seen.len() >= 30, "{path} has {} positions", seen.len());
}

#[test]
fn poddavki() {
    check(Variant::Poddavki);
}

#[test]
fn impasse() {
    check(Variant::Impasse);
}

#[test]
fn extreme() {
    check(Variant::Extreme);
}
