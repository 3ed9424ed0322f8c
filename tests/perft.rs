//! Published and recorded counts of lines for every game, from the start and from positions that
//! are hard on a generator. A line is counted once for each different result.
//!
//! Each position is counted as deep as takes a few million lines at most. With
//! `DAMIER_PERFT_DEPTH` set to a number, every recorded depth up to it is counted instead,
//! however long it takes: `DAMIER_PERFT_DEPTH=9 cargo test --release --test perft`.

mod common;
#[path = "common/published.rs"]
mod published;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use damier::any::PositionText;
use damier::games::Variant;
use rayon::prelude::*;

/// No count of more lines than this is made unless it is asked for.
const LINES: u64 = 3_500_000;

/// Whether a depth with so many lines is counted in this run.
fn is_counted(depth: u32, lines: u64) -> bool {
    match std::env::var("DAMIER_PERFT_DEPTH") {
        Ok(text) => depth <= text.parse().expect("DAMIER_PERFT_DEPTH is a number of plies"),
        Err(_) => lines <= LINES,
    }
}

/// Compares the counts of a position, from depth 1 on, and tells how many were compared.
fn compare(variant: Variant, text: &PositionText, counts: &[(u32, u64)]) -> usize {
    let mut game = variant.game();
    game.set_position(text).unwrap_or_else(|error| panic!("{variant} {text:?}: {error}"));
    let mut compared = 0;
    for &(depth, expected) in counts {
        if is_counted(depth, expected) {
            let found = game.perft(depth, &AtomicBool::new(false));
            assert_eq!(found, expected, "{variant} {text:?} depth {depth}");
            compared += 1;
        }
    }
    compared
}

/// The counts of consecutive depths from 1 on.
fn from_one(counts: &[u64]) -> Vec<(u32, u64)> {
    (1..).zip(counts.iter().copied()).collect()
}

#[test]
fn the_start_of_each_game() {
    let family_8 =
        [7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_899, 4_570_586, 22_444_032, 110_917_189];
    let family_10 = [
        9,
        81,
        658,
        4_265,
        27_117,
        167_140,
        1_049_442,
        6_483_961,
        41_022_423,
        258_895_763,
        1_665_861_398,
    ];
    let czech = [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_671];
    let spanish = [7, 49, 302, 1_469, 7_361, 36_473, 177_532, 828_783, 3_860_866];
    let english = [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680];
    let italian = [7, 49, 302, 1_469, 7_361, 36_473, 177_532, 828_783, 3_860_875];
    let brazilian = [7, 49, 302, 1_469, 7_473, 37_628, 187_302, 907_830, 4_431_766];
    let pool = [7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_896, 4_570_534];
    let frisian = [9, 81, 658, 3_874, 21_265, 102_431, 540_126, 2_825_779, 15_605_069];
    let canadian = [11, 121, 1_222, 10_053, 79_049, 584_100, 4_369_366, 31_839_056];
    let thai = [7, 49, 392, 3_136, 26_592];
    let turkish = [8, 64, 708, 7_538, 85_090, 931_312, 10_782_308, 123_285_642];
    let starts: &[(Variant, &[u64])] = &[
        (Variant::International, &family_10),
        (Variant::Killer, &family_10[..8]),
        (Variant::Breakthrough, &family_10[..6]),
        (Variant::Frisian, &frisian),
        (Variant::Losing, &family_10),
        (Variant::Russian, &family_8),
        (Variant::Poddavki, &family_8),
        (Variant::Impasse, &[22, 492, 9_692, 193_139, 3_489_530, 62_805_389]),
        (Variant::Extreme, &[14, 196, 2_606, 29_762, 327_226, 3_317_152]),
        (Variant::Brazilian, &brazilian),
        (Variant::Pool, &pool),
        (Variant::English, &english),
        (Variant::Italian, &italian),
        (Variant::Spanish, &spanish),
        (Variant::Portuguese, &spanish),
        (Variant::Czech, &czech),
        (Variant::Thai, &thai),
        (Variant::Turkish, &turkish),
        (Variant::Canadian, &canadian),
        (Variant::Frysk, &[9, 81, 657, 5_329, 41_829, 328_329]),
        (Variant::FrisianLosing, &frisian),
        (Variant::BrazilianLosing, &brazilian),
        (Variant::PoolLosing, &pool),
        (Variant::EnglishLosing, &english),
        (Variant::ItalianLosing, &italian),
        (Variant::SpanishLosing, &spanish),
        (Variant::CzechLosing, &czech),
        (Variant::ThaiLosing, &thai),
        (Variant::CanadianLosing, &canadian),
        (Variant::Alquerque, &[4, 5, 6, 12, 27, 95, 411, 1_756, 7_623]),
    ];
    let games: Vec<Variant> = starts.iter().map(|&(variant, _)| variant).collect();
    assert_eq!(games, Variant::ALL, "each game is here");
    for &(variant, counts) in starts {
        assert!(compare(variant, &PositionText::Start, &from_one(counts)) >= 4);
    }
}

/// Compares the `D` and `R` fields of the lines of a file, one position a line.
fn compare_file(variant: Variant, file: &str) -> usize {
    let mut compared = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" ;");
        let text = PositionText::Fen(fields.next().expect("a FEN"));
        let mut counts = Vec::new();
        for field in fields {
            let (kind, count) = field.split_once(' ').expect("a field and its count");
            let (kind, depth) = kind.split_at(1);
            let (depth, count) = (depth.parse().expect("a depth"), count.parse().expect("a count"));
            match kind {
                "D" => counts.push((depth, count)),
                "R" => {
                    let mut game = variant.game();
                    game.set_position(&text).expect("it was read before");
                    assert_eq!(game.distinct(depth), count, "{text:?} {field}");
                    compared += 1;
                }
                _ => panic!("unknown field {field}"),
            }
        }
        compared += compare(variant, &text, &counts);
    }
    compared
}

/// The recorded positions of a game, the start first, and how many counts of them are compared at
/// least. Games with the same turns share them.
fn recorded(variant: Variant) -> (&'static str, usize) {
    match variant {
        Variant::International | Variant::Losing => (include_str!("data/perft/normal.epd"), 80),
        Variant::Killer => (include_str!("data/perft/killer.epd"), 80),
        Variant::Breakthrough => (include_str!("data/perft/bt.epd"), 80),
        Variant::Frisian | Variant::FrisianLosing => (include_str!("data/perft/frisian.epd"), 80),
        Variant::Frysk => (include_str!("data/perft/frysk.epd"), 80),
        Variant::Russian | Variant::Poddavki => (include_str!("data/perft/russian.epd"), 350),
        Variant::Impasse => (include_str!("data/perft/impasse.epd"), 1_700),
        Variant::Extreme => (include_str!("data/perft/extreme.epd"), 200),
        Variant::Alquerque => (include_str!("data/perft/alquerque.epd"), 750),
        Variant::Brazilian | Variant::BrazilianLosing => {
            (include_str!("data/perft/brazilian.epd"), 80)
        }
        Variant::Pool | Variant::PoolLosing => (include_str!("data/perft/pool.epd"), 80),
        Variant::English | Variant::EnglishLosing => (include_str!("data/perft/english.epd"), 80),
        Variant::Italian | Variant::ItalianLosing => (include_str!("data/perft/italian.epd"), 80),
        Variant::Spanish | Variant::Portuguese | Variant::SpanishLosing => {
            (include_str!("data/perft/spanish.epd"), 80)
        }
        Variant::Czech | Variant::CzechLosing => (include_str!("data/perft/czech.epd"), 80),
        Variant::Thai | Variant::ThaiLosing => (include_str!("data/perft/thai.epd"), 80),
        Variant::Turkish => (include_str!("data/perft/turkish.epd"), 80),
        Variant::Canadian | Variant::CanadianLosing => {
            (include_str!("data/perft/canadian.epd"), 80)
        }
    }
}

#[test]
fn recorded_positions_of_every_game() {
    Variant::ALL.par_iter().for_each(|&variant| {
        let (file, least) = recorded(variant);
        let start = file.lines().find(|line| !line.starts_with('#'));
        let start = start.and_then(|line| Some(line.split_once(" ;")?.0));
        assert_eq!(start, Some(variant.game().fen().as_str()), "{variant}");
        let compared = compare_file(variant, file);
        assert!(compared > least, "{variant}: {compared}");
    });
}

#[test]
fn published_tables_of_the_family() {
    let mut positions = BTreeMap::<&str, usize>::new();
    for row in published::rows().iter().filter(|row| row.convention == "distinct") {
        for &variant in row.games() {
            let compared = compare(variant, &row.text(), &row.counts());
            assert!(compared >= 4, "{} of {variant}", row.position);
            *positions.entry(variant.name()).or_default() += 1;
        }
    }
    assert_eq!(positions.len(), 25, "{positions:?}");
    positions.retain(|_, count| *count > 1);
    let several = [
        ("italian", 2),
        ("italian-losing", 2),
        ("killer", 2),
        ("losing", 5),
        ("normal", 5),
        ("poddavki", 13),
        ("russian", 13),
    ];
    assert_eq!(positions, BTreeMap::from(several));
}

#[test]
fn the_short_count_is_that_of_the_lists() {
    // `perft` takes the last ply from `count`; here every ply is listed.
    use damier::games::draughts::{Draughts, rules};
    let woldouby = common::fen::<Draughts<rules::international::International>>(
        "W:W25,27,28,30,32-35,37,38:B12,13,14,16,18,19,21,23,24,26",
    );
    assert_eq!(common::perft(&woldouby, 7), 1_944);
}
