//! Fixed positions of each game, searched to a fixed depth: the nodes are a signature of the
//! search and the evaluations, the time tells the speed.

use std::time::{Duration, Instant};

use crate::any::PositionText;
use crate::engine::EngineError;
use crate::games::Variant;
use crate::search::{Control, Limits};

/// How a bench searches.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// Plies; the depth that each game has of its own if none are told.
    pub depth: Option<u32>,
    /// Threads.
    pub threads: usize,
    /// Bytes of the table.
    pub table: usize,
}

/// What a bench has found.
#[derive(Clone, Copy, Debug)]
pub struct BenchResult {
    /// Plies.
    pub depth: u32,
    /// The sum over the positions.
    pub nodes: u64,
    /// The sum over the positions.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes a second.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Searches the positions of a game, each with an empty table.
///
/// # Errors
/// If there is no memory or no thread for an engine.
///
/// # Panics
/// If one of the positions is not of the game.
pub fn run(variant: Variant, bench: &Bench) -> Result<BenchResult, EngineError> {
    let (own_depth, positions) = positions(variant);
    let depth = bench.depth.unwrap_or(own_depth);
    let mut result = BenchResult { depth, nodes: 0, time: Duration::ZERO };
    for text in std::iter::once(PositionText::Start)
        .chain(positions.iter().map(|fen| PositionText::guess(fen)))
    {
        let mut engine = variant.engine(bench.threads, bench.table)?;
        engine.get_ready();
        engine.game_mut().set_position(&text).expect("the positions are legal");
        let begun = Instant::now();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let answer = engine.search(&limits.into(), &Control::new(begun, false), &mut |_| ());
        result.nodes += answer.news().nodes;
        result.time += begun.elapsed();
    }
    Ok(result)
}

/// The depth in plies and the positions of a game, besides its start.
fn positions(variant: Variant) -> (u32, &'static [&'static str]) {
    match variant {
        Variant::International => (13, INTERNATIONAL),
        Variant::Losing => (11, INTERNATIONAL),
        Variant::Russian => (15, RUSSIAN),
        Variant::Poddavki => (15, RUSSIAN),
        Variant::Impasse => (7, IMPASSE),
        Variant::Extreme => (9, EXTREME),
        Variant::Alquerque => (13, ALQUERQUE),
        _ if variant.facts().squares.count() > 32 => (10, &[]),
        _ => (13, &[]),
    }
}

const INTERNATIONAL: &[&str] = &[
    "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
    "B:W26,27,28,31,32,33,36,37,38,39,42,43,47,48:B2,3,6,7,8,9,11,12,13,16,18,19,23,24",
    "W:W28,33,37,38,K5:B12,18,24,K46",
];

const RUSSIAN: &[&str] = &[
    "W:Wa1,c1,e1,b2,d2,f2,c3,e3,d4:Bb6,d6,f6,c7,e7,g7,b8,d8,f8",
    "B:Wa1,g1,c3,e3,h4,Kd8:Bc5,f6,h6,a7,Kc1",
];

const IMPASSE: &[&str] =
    &["8/8/1W6/8/3w1B2/B3b3/8/8 w", "8/b1W5/3b1w2/2B1w1W1/3W1B2/b3b1w1/1B6/4w3 w"];

const EXTREME: &[&str] = &[
    "B:Wa1,c1,f1,h1,a2,e2,g2,h2,a3,h3,a4,c4,d4:BKg1,f5,c6,d6,e6,g6,a7,d7,g7,h7,a8,b8,c8,d8,e8",
    "B:Wb1,c1,f1,g1,h1,c2,b3,g3,g4,h4,Kd5:BKa1,c5,e5,g5,f6,e7,a8,d8",
];

const ALQUERQUE: &[&str] =
    &["W:Wa1,c1,d1,e1,b2,d2,e3:Bb3,a4,c4,e4,b5,d5,e5", "B:Wb1,d1,c2,a3:Bc4,e4,b5,d5"];
