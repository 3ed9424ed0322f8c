//! Each rule alone, on the smallest position that shows it. Recorded positions and random games
//! are tested from outside.

use super::{Extreme, Position, Turn};
use crate::game::{Game, HubPosition, Notation, Outcome, Position as _, Settings, Turns};

fn with(options: &[(&str, &str)], fen: &str) -> Position {
    let mut settings = Settings::defaults(&Extreme::FACTS);
    for (name, value) in options {
        settings.set(&Extreme::FACTS, name, value).expect("known option");
    }
    Extreme::read_fen(fen, &settings).expect("a position")
}

fn position(fen: &str) -> Position {
    with(&[], fen)
}

fn turns(position: &Position) -> Turns<Turn> {
    let mut turns = Turns::new();
    position.generate(&mut turns);
    turns
}

/// The turns as people write them, sorted.
fn texts(position: &Position) -> Vec<String> {
    let write = |turn: &Turn| Extreme::write_turn(position, *turn, Notation::Own);
    let mut texts: Vec<_> = turns(position).iter().map(write).collect();
    texts.sort();
    texts
}

fn read(position: &Position, text: &str) -> Turn {
    Extreme::read_turn(position, &turns(position), text, Notation::Own).expect("a legal turn")
}

/// What a turn sandwiches, as names from a8 on.
fn sandwiched(position: &Position, text: &str) -> String {
    let set = read(position, text).sandwiched;
    let names = (0..64).filter(|square| set >> square & 1 == 1);
    names.map(|square| Extreme::FACTS.squares.name(square)).collect::<Vec<_>>().join(" ")
}

fn after(position: &Position, text: &str) -> Position {
    let mut next = position.clone();
    next.play(read(position, text));
    next
}

fn outcome(position: &Position) -> Option<Outcome> {
    position.outcome(&turns(position))
}

#[test]
fn step() {
    assert_eq!(texts(&position("W:Wd4,e4:Ba8,h8")), ["d4-c5", "d4-e5", "e4-d5", "e4-f5"]);
    assert_eq!(
        texts(&position("B:Wa1,h1:Bd4,Ke4")),
        ["d4-c3", "d4-e3", "e4-d3", "e4-d5", "e4-f3", "e4-f5"]
    );
}

#[test]
fn jump_compulsory_on_either_colour() {
    assert_eq!(texts(&position("W:Wd4,e4:Bc5,a8,h8")), ["d4xb6"]);
    assert_eq!(texts(&position("W:Wd4,e4:Bd5,a8,h8")), ["e4xc6"]);
    assert_eq!(texts(&position("W:Wd4,e4:Bc3,a8,h8")).len(), 4, "men do not jump backward");
}

#[test]
fn finish_the_jump() {
    assert_eq!(texts(&position("W:Wc1,h1:Bd2,d4,a8,h8")), ["c1xe3xc5"]);
}

#[test]
fn free_choice_or_majority() {
    let fen = "W:We3,h1:Bd4,f4,b6,c8,h8";
    assert_eq!(texts(&position(fen)), ["e3xc5xa7", "e3xg5"]);
    assert_eq!(texts(&with(&[("majority", "on")], fen)), ["e3xc5xa7"]);
}

#[test]
fn majority_counts_jumped_pieces_only() {
    let fen = "W:We3,h1,Kg8:Bd4,f4,b6,g6,g7,c8,h8";
    assert_eq!(sandwiched(&position(fen), "e3xg5"), "g7 g6");
    assert_eq!(texts(&with(&[("majority", "on")], fen)), ["e3xc5xa7"]);
}

#[test]
fn kings_jump_in_a_circle() {
    let circle = position("W:WKc3,h1:Bb4,d4,b6,d6,a8,h8");
    assert_eq!(turns(&circle).len(), 1, "both ways round have one result");
    assert_eq!(read(&circle, "c3xa5xc7xe5xc3"), read(&circle, "c3xe5xc7xa5xc3"));
}

#[test]
fn sandwich_of_a_run() {
    let run = position("W:Wa5,f4,h1:Bb5,c5,d5,a8,h8");
    assert_eq!(sandwiched(&run, "f4-e5"), "b5 c5 d5");
    assert_eq!(sandwiched(&position("W:Wd2,e4:Bd3,d4,a8,h8"), "e4-d5"), "d4 d3");
    assert_eq!(sandwiched(&position("W:Wa5,f4,h1:Bb5,d5,a8,h8"), "f4-e5"), "", "a gap");
    assert_eq!(sandwiched(&position("W:Wf4,h1:Ba5,b5,c5,d5,h8"), "f4-e5"), "", "the edge");
}

#[test]
fn a_sandwich_is_not_compulsory() {
    assert_eq!(texts(&position("W:Wc5,f4,h1:Bd5,a8,h8")).len(), 5);
    assert_eq!(texts(&position("W:Wc5,f4,a1,h1:Bd5,b2,a8,h8")), ["a1xc3"]);
}

#[test]
fn several_runs_at_once() {
    assert_eq!(sandwiched(&position("W:Wa1,b5,d3,e4:Bc5,d4,a8,h8"), "e4-d5"), "c5 d4");
    let four = position("W:WKe4,Kd8,d3,b5,f5:BKd7,Kd6,c5,e5,d4,a8,h8");
    assert_eq!(sandwiched(&four, "e4-d5"), "d7 d6 c5 e5 d4");
}

#[test]
fn moving_in_between_is_safe() {
    let between = after(&position("W:Wa1,e4:Bc5,e5,a8"), "e4-d5");
    assert_eq!(Extreme::write_fen(&between), "B:Wa1,d5:Bc5,e5,a8");
}

#[test]
fn only_the_moved_piece_sandwiches() {
    let standing = position("W:Wc5,e5,h1:Bd5,a8,h8");
    assert!(turns(&standing).iter().all(|turn| turn.sandwiched == 0));
}

#[test]
fn kings_in_sandwiches() {
    assert_eq!(sandwiched(&position("W:Wc5,f4,h1:BKd5,a8,h8"), "f4-e5"), "d5");
    assert_eq!(sandwiched(&position("W:WKc5,Kf6,h1:Bd5,a8,h8"), "f6-e5"), "d5");
}

#[test]
fn sandwich_after_a_jump() {
    let both = position("W:Wc3,g5,h1:Bd4,f5,a8,h8");
    assert_eq!(sandwiched(&both, "c3xe5"), "f5");
    assert_eq!(Extreme::write_turn(&both, read(&both, "c3xe5"), Notation::Hub), "43x29x30x36");
}

#[test]
fn timing_at_the_end_or_at_each_landing() {
    let fen = "W:Wc3,g5,h1:Bd4,d6,f5,a8,h8";
    assert_eq!(sandwiched(&position(fen), "c3xe5xc7"), "");
    assert_eq!(sandwiched(&with(&[("sandwich", "each")], fen), "c3xe5xc7"), "f5");
}

#[test]
fn the_jump_goes_on_after_a_sandwich_at_a_landing() {
    let fen = "W:Wc3,Ke8,h1:Bd4,e6,e7,f6,a8,h8";
    assert_eq!(texts(&position(fen)), ["c3xe5xg7"]);
    let each = with(&[("sandwich", "each")], fen);
    assert_eq!(sandwiched(&each, "c3xe5xg7"), "e7 e6");
    assert_eq!(read(&each, "c3xg7"), read(&each, "c3xe5xg7"));
}

#[test]
fn wrap_round_one_corner() {
    let fen = "W:WKf7,h7,a1:Bh8,b6,a8";
    assert_eq!(sandwiched(&position(fen), "f7-g8"), "h8");
    assert_eq!(sandwiched(&with(&[("wrap", "off")], fen), "f7-g8"), "");
    assert_eq!(sandwiched(&position("W:WKd7,g1:Ba7,a8,b8,h4,h5"), "d7-c8"), "", "not closed");
    assert_eq!(sandwiched(&position("W:WKd5,d6,Kb8:Bc7,c8,h4,h5"), "d5-c6"), "", "no corner");
}

#[test]
fn wrap_round_several_corners() {
    let fen = "W:Wa7,g6:Ba8,b8,c8,d8,e8,f8,g8,h8,c3,c4";
    let row = "a8 b8 c8 d8 e8 f8 g8 h8";
    assert_eq!(sandwiched(&position(fen), "g6-h7"), row);
    assert_eq!(sandwiched(&with(&[("wrap", "off")], fen), "g6-h7"), "");
    // The opening trap: two men on the side files take all fourteen men of the upper rim.
    let trap = ["b6-a5", "b3-a4", "g6-h5", "g3-h4"];
    let last = trap.iter().fold(Extreme::start(&Settings::default()), |p, text| after(&p, text));
    assert_eq!(last.pieces(crate::game::Side::Black).count_ones(), 24 - 14);
}

#[test]
fn a_line_is_not_closed_by_the_square_that_the_mover_left() {
    let left = position("W:WKf7,h7,a1:Bh8,b6,a8");
    assert_eq!(sandwiched(&left, "h7-g8"), "");
}

#[test]
fn promotion_ends_the_turn() {
    let jump = position("W:Wb6,h1:Bc7,e7,a4");
    assert_eq!(texts(&jump), ["b6xd8"]);
    assert_eq!(Extreme::write_fen(&after(&jump, "b6xd8")), "B:Wh1,Kd8:Ba4,e7");
    let step = position("B:Wa4,Kh8:BKa8,b2,h5:H3");
    assert!(turns(&step).iter().any(|turn| turn.promotes && turn.to == 56));
}

#[test]
fn win_by_clearing_one_colour() {
    let dark = after(&position("W:Wd4,e4:Bc5,a8"), "d4xb6");
    assert_eq!(outcome(&dark), Some(Outcome::Loss));
    assert!(turns(&dark).is_empty());
    assert_eq!(dark.count(&mut Turns::new()), 0);
    let light = after(&position("W:Wc5,f4,h1:Bd5,h8"), "f4-e5");
    assert_eq!(outcome(&light), Some(Outcome::Loss));
    assert_eq!(outcome(&position("W:Wd4,e4:Bc5")), Some(Outcome::Win), "set up so");
    assert_eq!(outcome(&position("W:Wd4:Bc5")), Some(Outcome::Loss), "both are cleared");
}

#[test]
fn win_by_no_move() {
    assert_eq!(outcome(&position("B:Wa1,b1,c1:Ba2,b2")), Some(Outcome::Loss));
    assert_eq!(outcome(&position("B:Wa1,c1,h1:Bb2,a8,h8")), None, "blocked on one colour only");
}

#[test]
fn draw_by_80_plies() {
    let fen = "W:WKd4,Ke4:BKa8,Kh8";
    assert_eq!(outcome(&position(&format!("{fen}:H79"))), None);
    let drawn = after(&position(&format!("{fen}:H79")), "d4-e5");
    assert_eq!((drawn.halfmove(), outcome(&drawn)), (80, Some(Outcome::Draw)));
    assert_eq!(after(&position("W:WKd4,e4:BKa8,Kh8:H79"), "e4-d5").halfmove(), 0, "a man");
    assert_eq!(after(&position("W:WKd4,Ke4:BKa8,Kh8,c5:H79"), "d4xb6").halfmove(), 0, "a jump");
    let sandwich = position("W:WKc5,Kf6,h1:Bd5,a8,h8:H79");
    assert_eq!(after(&sandwich, "f6-e5").halfmove(), 0, "a sandwich");
    let cleared = position("W:Wd4,e4:Bc5:H90");
    assert_eq!(outcome(&cleared), Some(Outcome::Win), "clearing goes before the count");
}

#[test]
fn counters_matter_late() {
    let key = |plies| position(&format!("W:WKd4,Ke4:BKa8,Kh8:H{plies}")).counter_key();
    assert_eq!((key(0), key(59)), (0, 0));
    assert_ne!(key(60), key(61));
}

#[test]
fn many_ways_to_jump_stay_few() {
    // The nine squares of one parity inside are all that a king can ever jump.
    let victims = "b2,d2,f2,b4,d4,f4,b6,d6,f6";
    for king in ["a1", "c1", "c3", "e3", "c5", "g3", "c7", "e1", "g7"] {
        let many = position(&format!("W:WK{king},Kb1:B{victims},a8,h7"));
        let turns = turns(&many);
        assert!((1..100).contains(&turns.len()), "{king}: {}", turns.len());
        assert_eq!(many.count(&mut Turns::new()), turns.len() as u64);
    }
    // One king for each set of landings.
    let kings = "Ka1,Kc1,Kb1,Kd1";
    let enemies = "b2,d2,f2,b4,d4,f4,b6,d6,f6,c2,e2,g2,c4,e4,g4,c6,e6,g6";
    for sandwich in ["end", "each"] {
        let many = with(&[("sandwich", sandwich)], &format!("W:W{kings}:B{enemies}"));
        assert!(turns(&many).len() > 20);
        assert_eq!(many.count(&mut Turns::new()), turns(&many).len() as u64);
    }
}

#[test]
fn hub_needs_no_sandwiched_squares() {
    let both = position("W:Wc3,g5,h1:Bd4,f5,a8,h8");
    let turn = read(&both, "43x29x30x36");
    for text in ["43x29x36", "43x29x36x30", "43x29", "43-29", "43x29x30", "c3xe5", "c3:e5"] {
        assert_eq!(read(&both, text), turn, "{text}");
    }
    let quiet = position("W:Wc5,f4,h1:Bd5,a8,h8");
    let turn = read(&quiet, "f4-e5");
    assert_eq!(Extreme::write_turn(&quiet, turn, Notation::Own), "f4-e5");
    assert_eq!(Extreme::write_turn(&quiet, turn, Notation::Hub), "38x29x28");
    assert_eq!(read(&quiet, "38-29"), turn);
}

#[test]
fn texts_that_mean_nothing_are_errors() {
    let quiet = position("W:Wc5,f4,h1:Bd5,a8,h8");
    let legal = turns(&quiet);
    for text in ["", "f4", "f4-e6", "f4xg5", "38x29x27", "65-1", "f4-e5-d6", "0-0", "é"] {
        assert!(Extreme::read_turn(&quiet, &legal, text, Notation::Hub).is_err(), "{text}");
    }
}

#[test]
fn positions_that_cannot_be_are_errors() {
    let settings = Settings::default();
    for fen in ["", "W", "W:Wa8:Bc3", "W:Wa1:Bc1", "W:Wa1,a1:Bc8", "W:W65:B1", "W:WK1-25:BK64"] {
        assert!(Extreme::read_fen(fen, &settings).is_err(), "{fen}");
    }
    assert!(Extreme::read_hub(&HubPosition::new("W"), &settings).is_err());
    let start = "B:W41-64:B1-24";
    assert_eq!(Extreme::read_fen(start, &settings), Ok(Extreme::start(&settings)));
}
