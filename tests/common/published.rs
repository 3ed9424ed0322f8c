//! The published tables of counts.

use std::collections::BTreeMap;

use damier::any::PositionText;
use damier::games::Variant::{self, *};
use serde::Deserialize;

#[derive(Deserialize)]
struct Tables {
    rows: Vec<Row>,
}

/// The counts of a position.
#[derive(Deserialize)]
pub(crate) struct Row {
    variant: String,
    pub(crate) position: String,
    fen: String,
    pub(crate) convention: String,
    counts: BTreeMap<u32, u64>,
}

/// All of them.
pub(crate) fn rows() -> Vec<Row> {
    let tables: Tables =
        serde_json::from_str(include_str!("../data/perft-published.json")).expect("the tables");
    tables.rows
}

impl Row {
    /// The games that the counts are of; none if they are of a board that no game here has.
    pub(crate) fn games(&self) -> &'static [Variant] {
        match self.variant.as_str() {
            "international" => &[International, Losing],
            "killer" => &[Killer],
            "frisian" => &[Frisian, FrisianLosing],
            "canadian" => &[Canadian, CanadianLosing],
            "russian" => &[Russian, Poddavki],
            "brazilian" => &[Brazilian, BrazilianLosing],
            "pool" => &[Pool, PoolLosing],
            "english" => &[English, EnglishLosing],
            "czech" => &[Czech, CzechLosing],
            "italian" => &[Italian, ItalianLosing],
            "spanish/portuguese" => &[Spanish, Portuguese, SpanishLosing],
            "thai (3-row start)" => &[Thai, ThaiLosing],
            "turkish" => &[Turkish],
            "international on 6x6"
            | "english on 6x6"
            | "spantsireti 10x8 (international rules)"
            | "ktar 8x10"
            | "12x10" => &[],
            other => panic!("unknown game {other}"),
        }
    }

    /// The position: a FEN, which a remark may follow, or a remark about the start.
    pub(crate) fn text(&self) -> PositionText<'_> {
        let first = self.fen.split(' ').next().expect("a FEN");
        if first.contains(':') { PositionText::Fen(first) } else { PositionText::Start }
    }

    /// Depths and counts.
    pub(crate) fn counts(&self) -> Vec<(u32, u64)> {
        self.counts.iter().map(|(&depth, &count)| (depth, count)).collect()
    }
}
