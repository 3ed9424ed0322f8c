//! Each rule of the sheet alone, on positions made for it: the texts of the legal turns and the
//! positions after them.

use super::{Impasse, ImpassePosition};
use crate::game::{
    Game, HubPosition, Notation, Outcome, Position, PositionError, Settings, Side, TurnError, Turns,
};

fn position(fen: &str) -> ImpassePosition {
    Impasse::read_fen(fen, &Settings::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn refusal(fen: &str) -> PositionError {
    Impasse::read_fen(fen, &Settings::default()).unwrap_err()
}

/// The texts of the legal turns, sorted.
fn texts(fen: &str) -> Vec<String> {
    let position = position(fen);
    let mut turns = Turns::new();
    position.generate(&mut turns);
    assert_eq!(position.count(&mut Turns::new()), turns.len() as u64);
    let text = |&turn| Impasse::write_turn(&position, turn, Notation::Own);
    let mut texts: Vec<_> = turns.iter().map(text).collect();
    texts.sort();
    texts
}

fn read(fen: &str, text: &str, notation: Notation) -> Result<String, TurnError> {
    let position = position(fen);
    let mut turns = Turns::new();
    position.generate(&mut turns);
    Impasse::read_turn(&position, &turns, text, notation)
        .map(|turn| Impasse::write_turn(&position, turn, Notation::Own))
}

/// The FEN after a turn.
fn after(fen: &str, text: &str) -> String {
    let mut position = position(fen);
    let mut turns = Turns::new();
    position.generate(&mut turns);
    let turn = Impasse::read_turn(&position, &turns, text, Notation::Own).unwrap();
    position.play(turn);
    assert_eq!(position.key(), position.computed_key());
    position.check().unwrap();
    Impasse::write_fen(&position)
}

#[test]
fn a_single_slides_forward_over_empty_squares() {
    assert_eq!(
        texts("8/8/8/b7/8/2w5/8/8 w"),
        ["c3b4", "c3d4", "c3e5", "c3f6", "c3g7", "c3h8"],
        "not backward, and not beyond a piece"
    );
    assert_eq!(after("8/8/8/b7/8/2w5/8/8 w", "c3f6"), "8/8/5w2/b7/8/8/8/8 b");
    assert_eq!(
        texts("8/6w1/8/4b3/8/8/8/8 b"),
        ["e5a1", "e5b2", "e5c3", "e5d4", "e5f4", "e5g3", "e5h2"]
    );
}

#[test]
fn a_double_slides_backward_over_empty_squares() {
    assert_eq!(texts("8/8/8/b7/3W4/8/5b2/8 w"), ["d4a1", "d4b2", "d4c3", "d4e3"]);
    assert_eq!(after("8/8/8/b7/3W4/8/5b2/8 w", "d4b2"), "8/8/8/b7/8/8/1W3b2/8 b");
    assert_eq!(texts("8/8/5B2/8/1w6/8/8/8 b"), ["f6d8", "f6e7", "f6g7", "f6h8"]);
}

#[test]
fn the_top_of_a_double_transposes_one_step_backward_onto_an_own_single() {
    let fen = "8/8/8/8/3W4/2w1b3/1b6/8 w";
    assert!(texts(fen).contains(&"d4c3".to_owned()));
    assert_eq!(after(fen, "d4c3"), "8/8/8/8/3w4/2W1b3/1b6/8 b");
    assert!(!texts(fen).contains(&"d4e3".to_owned()), "not onto a piece of the opponent");
    let far_apart = "8/8/8/8/3W4/8/1w3b2/8 w";
    assert!(!texts(far_apart).contains(&"d4b2".to_owned()), "not further than one step");
    let forward = "8/8/8/2w5/3W4/8/5b2/8 w";
    assert!(!texts(forward).contains(&"d4c5".to_owned()), "not forward");
    let doubles = "8/8/8/8/3W4/2W5/5b2/8 w";
    assert!(!texts(doubles).contains(&"d4c3".to_owned()), "not onto a double");
}

#[test]
fn a_double_that_slides_to_its_nearest_row_bears_off() {
    assert_eq!(after("8/8/8/b7/3W4/8/8/8 w", "d4g1"), "8/8/8/b7/8/8/8/6w1 b");
    assert_eq!(after("8/8/8/b7/3B4/8/7w/8 b", "d4h8"), "7b/8/8/b7/8/8/7w/8 w");
}

#[test]
fn a_double_that_transposes_to_its_nearest_row_bears_off() {
    assert_eq!(after("8/8/8/b7/8/8/3W4/2w5 w", "d2c1"), "8/8/8/b7/8/8/3w4/2w5 b");
}

#[test]
fn after_a_slide_to_the_furthest_row_another_single_must_crown() {
    let fen = "8/2w5/8/b7/8/8/7w/w5B1 w";
    let crowning = ["c7b8a1", "c7b8h2", "c7d8a1", "c7d8h2"];
    let found = texts(fen);
    assert!(found.iter().filter(|text| text.starts_with("c7")).eq(crowning));
    assert_eq!(after(fen, "c7d8h2"), "3W4/8/8/b7/8/8/8/w5B1 b");
}

#[test]
fn after_a_transpose_from_the_furthest_row_another_single_must_crown() {
    let fen = "1W6/b1w5/8/8/8/8/7w/w7 w";
    assert!(texts(fen).iter().filter(|text| text.starts_with("b8")).eq(["b8c7a1", "b8c7h2"]));
    assert_eq!(after(fen, "b8c7a1"), "1W6/b1W5/8/8/8/8/7w/8 b");
    assert_eq!(after("1W6/b1w5/8/8/8/8/8/8 w", "b8c7"), "1w6/b1W5/8/8/8/8/8/8 b", "none to crown");
}

#[test]
fn the_single_that_a_bear_off_leaves_must_crown_the_one_that_waits() {
    let fen = "1w6/8/8/b7/8/2W5/8/8 w";
    let bear_offs = ["c3a1a1", "c3e1e1"];
    assert!(bear_offs.iter().all(|text| texts(fen).contains(&(*text).to_owned())));
    assert_eq!(after(fen, "c3e1"), "1W6/8/8/b7/8/8/8/8 b");
}

#[test]
fn the_single_that_a_removal_leaves_must_crown_the_one_that_waits() {
    let fen = "1w6/8/8/8/8/b7/1W6/B1B5 w";
    assert_eq!(texts(fen), ["b2b2", "b8"]);
    assert_eq!(after(fen, "b2"), "1W6/8/8/8/8/b7/8/B1B5 b");
    assert_eq!(after(fen, "b8"), "8/8/8/8/8/b7/1W6/B1B5 b", "a removal that leaves none to crown");
}

#[test]
fn a_borne_off_checker_cannot_crown() {
    assert_eq!(
        after("1W6/w7/8/8/8/2b5/1W6/8 w", "b2a1"),
        "1W6/w7/8/8/8/2b5/8/w7 b",
        "nothing waits, so nothing is crowned"
    );
    let before = position("1w6/8/8/b7/8/2W5/8/8 w");
    let after = position(&after("1w6/8/8/b7/8/2W5/8/8 w", "c3a1"));
    assert_eq!(before.checkers(Side::White), 3);
    assert_eq!(after.checkers(Side::White), 2, "the checker that left is no part of the double");
}

#[test]
fn a_lone_single_in_the_furthest_row_waits_and_cannot_move() {
    assert_eq!(after("8/2w5/8/b7/8/8/8/8 w", "c7b8"), "1w6/8/8/b7/8/8/8/8 b");
    assert_eq!(texts("1w6/8/8/b7/8/2W5/8/8 w").iter().filter(|t| t.starts_with("b8")).count(), 0);
    assert_eq!(texts("1w6/8/8/b7/8/8/8/8 w"), ["b8"], "it can only leave at an impasse");
}

#[test]
fn the_top_of_a_far_double_removed_leaves_a_single_to_crown() {
    let fen = "1W6/b1b5/1w6/8/8/8/8/8 w";
    assert_eq!(texts(fen), ["b6", "b8b6"]);
    assert_eq!(after(fen, "b8b6"), "1W6/b1b5/8/8/8/8/8/8 b");
    assert_eq!(after(fen, "b6"), after(fen, "b8b6"), "two texts, one result");
    assert_eq!(after("1W6/b1b5/8/8/8/8/8/8 w", "b8"), "1w6/b1b5/8/8/8/8/8/8 b", "none to crown");
}

#[test]
fn of_two_singles_in_the_furthest_row_either_may_be_the_base() {
    let fen = "3w3W/6b1/8/8/8/8/8/8 w";
    assert_eq!(texts(fen), ["d8", "h8d8", "h8h8"]);
    assert_eq!(after(fen, "h8d8"), "7W/6b1/8/8/8/8/8/8 b");
    assert_eq!(after(fen, "h8h8"), "3W4/6b1/8/8/8/8/8/8 b");
    assert_eq!(
        read(fen, "h8", Notation::Own),
        Err(TurnError::Ambiguous { text: "h8".into(), candidates: "h8d8, h8h8".into() })
    );
}

#[test]
fn removals_are_for_an_impasse_only_and_take_one_checker() {
    assert!(texts("8/8/8/b7/8/2w5/8/8 w").iter().all(|text| text.len() > 2));
    let fen = "1w6/8/8/8/1W6/b1b5/8/8 w";
    assert_eq!(texts(fen), ["b4b4", "b8"]);
    for text in ["b4", "b8"] {
        let after = position(&after(fen, text));
        assert_eq!(after.checkers(Side::White), 2, "never a second checker");
        assert_eq!(after.checkers(Side::Black), 2);
    }
}

#[test]
fn whether_one_could_crown_is_irrelevant_to_an_impasse() {
    // The far double could be crowned if it were a single; nothing can move, so it is an impasse.
    assert_eq!(texts("1W6/b1b5/1w6/8/8/8/8/8 w"), ["b6", "b8b6"]);
}

#[test]
fn the_first_side_without_checkers_has_won_at_once() {
    let fen = "1w6/8/8/b7/8/8/8/8 w";
    assert_eq!(after(fen, "b8"), "8/8/8/b7/8/8/8/8 b");
    for (fen, outcome) in [
        (fen, None),
        ("8/8/8/b7/8/8/8/8 b", Some(Outcome::Loss)),
        ("8/8/8/b7/8/8/8/8 w", Some(Outcome::Win)),
    ] {
        assert_eq!(position(fen).outcome(&[]), outcome, "{fen}");
        assert_eq!(texts(fen).is_empty(), outcome.is_some());
    }
}

#[test]
fn the_start_has_twelve_checkers_a_side_and_is_symmetric() {
    let start = Impasse::start(&Settings::default());
    assert_eq!(Side::ALL.map(|side| start.checkers(side)), [12, 12]);
    assert_eq!(start.side(), Impasse::FACTS.first);
    assert_eq!(Impasse::write_hub(&start), "WWbWbbWbWeeeeeeeeeeeeeeeeBwBwwBwB");
    let turned = Impasse::write_fen(&start.turned());
    assert_eq!(turned, Impasse::write_fen(&start).replace(" w", " b"));
}

#[test]
fn positions_that_no_turn_leaves_are_refused() {
    let errors = [
        ("8/8/8/b7/8/8/8/W7 w", "White double on a1: a double in its own nearest row"),
        ("3B4/8/8/b7/8/8/8/w7 w", "Black double on d8: a double in its own nearest row"),
        ("1w6/8/8/b7/8/2w5/8/8 w", "White single on b8: a single in the furthest row"),
        ("8/8/8/w7/8/8/8/b1b5 w", "Black single on a1: a single in the furthest row"),
        ("8/8/8/1b6/8/8/8/w7 w", "Black single on b5: only the dark squares"),
        ("8/W1W1W1W1/1W1W1W1w/8/8/b7/8/8 w", "White has 15 checkers, but may have 12 at most"),
        ("8/8/8/8/8/8/8/8 w", "'8/8/8/8/8/8/8/8': a checker of at least one side"),
    ];
    for (fen, start) in errors {
        let error = refusal(fen).to_string();
        assert!(error.starts_with(start), "{fen}: {error}");
    }
    position("1w6/8/8/b7/8/2W5/8/8 w");
}

#[test]
fn texts_that_are_no_position_are_refused() {
    let errors = [
        ("", "the position is empty"),
        ("8/8/8/8/8/8/8 w", "'8/8/8/8/8/8/8': 8 rows with / between, not 7"),
        ("8/8/8/b8/8/8/8/w7 w", "'b8': row 5 should have 8 squares, not 9"),
        ("8/8/8/b7/8/8/8/8w w", "'8w': row 1 should have 8 squares, not 9"),
        ("8/8/8/b6/8/8/8/w7 w", "'b6': row 5 should have 8 squares, not 7"),
        ("8/8/8/k7/8/8/8/w7 w", "'k': row 5 has w, b, W, B and numbers"),
        ("8/8/8/b7/8/8/8/w7", "'8/8/8/b7/8/8/8/w7': the side to move, w or b, should follow"),
        ("8/8/8/b7/8/8/8/w7 x", "'x': the side to move, w or b"),
        ("8/8/8/b7/8/8/8/w7 w -", "'-': nothing should follow the side to move"),
    ];
    for (fen, start) in errors {
        let error = refusal(fen).to_string();
        assert!(error.starts_with(start), "{fen}: {error}");
    }
    let hub = |text: &str| {
        Impasse::read_hub(&HubPosition::new(text), &Settings::default()).unwrap_err().to_string()
    };
    assert!(hub("WWbW").contains("33 characters"), "{}", hub("WWbW"));
    let start = "WWbWbbWbWeeeeeeeeeeeeeeeeBwBwwBwB";
    assert_eq!(hub(&start.replacen('W', "e", 1)), "'e': the side to move, W or B");
    assert_eq!(hub(&start.replacen("ee", "ez", 1)), "'z': square 10 should be w, b, W, B or e");
}

#[test]
fn turns_are_read_in_any_of_their_forms() {
    let start = "1W1b1W1b/b1W1b1W1/8/8/8/8/1B1w1B1w/w1B1w1B1 w";
    for text in ["d2f4", "d2-f4", "d2xf4", " 26-19 ", "26x19"] {
        for notation in [Notation::Hub, Notation::National, Notation::Own] {
            assert_eq!(read(start, text, notation), Ok("d2f4".to_owned()), "{text}");
        }
    }
    let crown = "8/2w5/8/b7/8/8/7w/w5B1 w";
    for text in ["c7d8h2", "c7-d8+h2", "6-2+28", "6x2x28", "6-2x28"] {
        assert_eq!(read(crown, text, Notation::Hub), Ok("c7d8h2".to_owned()), "{text}");
    }
    let impasse = "1W6/b1b5/1w6/8/8/8/8/8 w";
    for text in ["b8b6", "b8-0+b6", "1-0+9", "1x0x9", "1-0", "b8"] {
        assert_eq!(read(impasse, text, Notation::Hub), Ok("b8b6".to_owned()), "{text}");
    }
}

#[test]
fn texts_that_are_no_turn_are_told_apart() {
    let start = "1W1b1W1b/b1W1b1W1/8/8/8/8/1B1w1B1w/w1B1w1B1 w";
    for text in
        ["", "d", "d2-", "-26-19", "26", "0-26", "d2f4f6h8", "26--19", "2619", "e2é4", "26-19+0"]
    {
        let error = TurnError::Syntax { text: text.to_owned() };
        assert_eq!(read(start, text, Notation::Hub), Err(error), "{text}");
    }
    for text in ["26-33", "d2d3", "d2", "26-0", "d2f4h2", "26-1", "d2b8"] {
        let error = TurnError::Illegal { text: text.to_owned() };
        assert_eq!(read(start, text, Notation::Hub), Err(error), "{text}");
    }
    let crown = "8/2w5/8/b7/8/8/7w/w5B1 w";
    let error = TurnError::Ambiguous { text: "c7d8".into(), candidates: "6-2+29, 6-2+28".into() };
    assert_eq!(read(crown, "c7d8", Notation::Hub), Err(error));
}
