//! FEN: every form that is read, and every refusal, which names the part that is wrong.

use damier::any::PositionText;
use damier::game::{HubPosition, Notation};
use damier::games::Variant;

fn read(variant: Variant, fen: &str) -> Result<String, String> {
    let mut game = variant.game();
    let before = game.fen();
    match game.set_position(&PositionText::Fen(fen)) {
        Ok(()) => Ok(game.fen()),
        Err(error) => {
            assert_eq!(game.fen(), before, "a refusal changes nothing");
            Err(error.to_string())
        }
    }
}

fn reads_as(variant: Variant, fen: &str, written: &str) {
    assert_eq!(read(variant, fen).as_deref(), Ok(written), "{variant} {fen}");
    assert_eq!(read(variant, written).as_deref(), Ok(written), "{variant} {written}");
}

/// The FEN is refused, and the message has all the parts.
fn refused(variant: Variant, fen: &str, parts: &[&str]) {
    let error = read(variant, fen).expect_err(fen);
    for part in parts {
        assert!(error.contains(part), "{variant} {fen}: '{error}' does not tell '{part}'");
    }
}

#[test]
fn every_form_of_the_standard_is_read() {
    use Variant::{International, Poddavki, Russian};
    for fen in [
        "W:W31,32,33:BK1,K2,20",
        "W:W31-33:BK1-2,20",
        "W:BK1,K2,20:W31,32,33",
        "W:W33,31,32:B20,K2,K1.",
        "  W:W31-33:BK1-2,20  ",
        "[FEN \"W:W31-33:BK1-2,20\"]",
        "W:W31-33:BK1-2,20:H0:F1",
        "W:W31-33:BK1-2,20:H0:F1.",
        "W:W031-33:BK01,K2,20",
    ] {
        reads_as(International, fen, "W:W31,32,33:BK1,K2,20");
    }
    reads_as(International, "B:W31:B:F12", "B:W31:B");
    reads_as(International, "B:W:B1", "B:W:B1");
    reads_as(International, "W:W31:BK5:H12:F30", "W:W31:BK5:H12");
    reads_as(International, "W:W31:BK5:F30:H12", "W:W31:BK5:H12");
    // Algebraic names are those of any board.
    reads_as(International, "W:Wa1,Kb2:Bj10", "W:WK41,46:B5");
    for variant in [Russian, Poddavki] {
        for fen in [
            "W:Wa1,c1,Kg1:Bb8,Kh8",
            "W:W29,30,K32:B1,K4",
            "W:W29-30,K32:B1,K4:H0:F1",
            "W:BKh8,b8:WKg1,c1,a1.",
            "W:Wa1,30,Kg1:BKh8,1",
        ] {
            reads_as(variant, fen, "W:Wa1,c1,Kg1:Bb8,Kh8");
        }
        reads_as(variant, "W:W:Bc3", "W:W:Bc3");
        reads_as(variant, "B:Wc3:B", "B:Wc3:B");
    }
    reads_as(Russian, "W:WKa1:BKh2:H29", "W:WKa1:BKh2:H29");
    reads_as(Poddavki, "W:WKa1:BKh2:H29", "W:WKa1:BKh2");
    reads_as(Variant::Extreme, "B:Wa1,Kb1:B8,a8", "B:Wa1,Kb1:Ba8,h8");
}

#[test]
fn the_moves_of_frisian_kings_are_read() {
    let frisian = |fen, written| {
        for variant in [Variant::Frisian, Variant::Frysk, Variant::FrisianLosing] {
            reads_as(variant, fen, written);
        }
    };
    // As lidraughts writes them: Black first, the square in two digits.
    frisian("W:WK28,32:B14,K19:H0:F1:+0+228", "W:WK28,32:B14,K19:+0+228");
    frisian("B:WK28,32:B14,K19:H3:F9:+119+228", "B:WK28,32:B14,K19:+119+228");
    frisian("B:WK28,32:BK5,14:+305+0.", "B:WK28,32:BK5,14:+305+0");
    frisian("W:WK28,32:B14,K19:+0+0", "W:WK28,32:B14,K19");
    frisian("W:WK28,32,K50:B14,K19:+0+350", "W:WK28,32,K50:B14,K19:+0+350");
    // The only king need not be named.
    frisian("W:WK28,32:B14,K19:+0+3", "W:WK28,32:B14,K19:+0+328");
    // No king of the side stands there, or it has no men.
    frisian("W:WK28,32:B14,K19:+0+332", "W:WK28,32:B14,K19");
    frisian("W:WK28,32:B14,K19:+0+301", "W:WK28,32:B14,K19");
    frisian("W:WK28,32:B14,K19:+328+119", "W:WK28,32:B14,K19");
    frisian("W:WK28:B14,K19:+119+228", "W:WK28:B14,K19:+119+0");
    frisian("W:W32:B14:+3+3", "W:W32:B14");
    // Nothing is held in other games.
    reads_as(Variant::International, "W:WK28,32:B14,K19:+0+328", "W:WK28,32:B14,K19");
    for (suffix, part) in [
        ("+", "'+'"),
        ("+0", "'+0'"),
        ("+0+", "'+0+'"),
        ("+0+428", "'+0+428'"),
        ("+x+0", "'+x+0'"),
        ("+0+2é", "'é'"),
        ("+0+228+0", "'+0+228+0'"),
        ("+0+251", "'51'"),
        ("+0+2285", "'285'"),
    ] {
        refused(Variant::Frisian, &format!("W:WK28,32:B14,K19:{suffix}"), &[part]);
    }
    refused(Variant::Frisian, "W:WK28,32,K50:B14,K19:+0+3", &["'+3'", "White", "name the one"]);
}

#[test]
fn a_frisian_king_that_has_moved_three_times_has_no_steps() {
    let texts = |fen: &str| -> Vec<String> {
        let mut game = Variant::Frisian.game();
        game.set_position(&PositionText::Fen(fen)).expect(fen);
        let turns = game.turns();
        let mut texts: Vec<_> = turns.iter().map(|t| t.get(Notation::Hub).to_owned()).collect();
        texts.sort();
        texts
    };
    let steps = |fen: &str, king: &str| texts(fen).iter().any(|text| text.starts_with(king));
    assert!(steps("W:WK28,32,37:B14,K19:+0+228", "28-"));
    assert_eq!(texts("W:WK28,32,37:B14,K19:+0+328"), ["32-27", "37-31"]);
    // The count of the other side, or of another king, does not hold it.
    assert!(steps("W:WK28,32,37:B14,K19:+319+0", "28-"));
    assert!(steps("W:WK28,32,37,K50:B14,K19:+0+350", "28-"));
    assert!(!steps("W:WK28,32,37,K50:B14,K19:+0+350", "50-"));
    // It must still capture.
    assert_eq!(texts("W:WK28,45:B10,23:+0+328"), ["28x5x10x23"]);
}

#[test]
fn the_start_of_each_game_reads_as_itself() {
    for &variant in Variant::ALL {
        let game = variant.game();
        reads_as(variant, &game.fen(), &game.fen());
    }
    reads_as(Variant::Russian, "W:W21-32:B1-12", &Variant::Russian.game().fen());
    reads_as(Variant::Losing, "W:W31-50:B1-20", &Variant::International.game().fen());
}

#[test]
fn a_text_of_another_form_is_refused_by_its_part() {
    let international = |fen, parts: &[&str]| refused(Variant::International, fen, parts);
    international("", &["empty"]);
    international("X:W31:B1", &["'X'", "W or B"]);
    international("w:W31:B1", &["'w'", "W or B"]);
    international("WB:W31:B1", &["'WB'"]);
    international("W", &["'W'"]);
    international("W:H0:F1", &["'W:H0:F1'"]);
    international("W:W31:Q1", &["'Q1'"]);
    international("W:WX31:B1", &["'X31'"]);
    international("W:WKK31:B1", &["'KK31'"]);
    international("W:W31,,32:B1", &["square"]);
    international("W:W31,:B1", &["square"]);
    international("W:WK:B1", &["'K'"]);
    international("W:W31:W32", &["'W32'", "once"]);
    international("W:W31 :B1", &["'31 '"]);
    international("W:W33-31:B1", &["'33-31'"]);
    international("W:W31-:B1", &["'31-'"]);
    international("W:Wa1-c3:B1", &["'a1-c3'"]);
    international("W:W31:B1:H", &["'H'"]);
    international("W:W31:B1:Hx", &["'Hx'"]);
    international("W:W31:B1:F-1", &["'F-1'"]);
    international("W:W31:B1..", &["'1.'"]);
}

#[test]
fn a_square_that_does_not_exist_is_named() {
    for (variant, fen, square) in [
        (Variant::International, "W:W51:B1", "'51'"),
        (Variant::International, "W:W31:B0", "'0'"),
        (Variant::International, "W:W31-51:B1", "'51'"),
        (Variant::International, "W:Wa2:B1", "'a2'"),
        (Variant::International, "W:Wk1:B1", "'k1'"),
        (Variant::Russian, "W:W33:B1", "'33'"),
        (Variant::Russian, "W:Wa1:BKa10", "'a10'"),
        (Variant::Poddavki, "W:Wb1:Bb8", "'b1'"),
        (Variant::Poddavki, "W:Wi1:Bb8", "'i1'"),
        (Variant::Extreme, "W:W65:B1", "'65'"),
        (Variant::Extreme, "W:Wa9:B1", "'a9'"),
        (Variant::Russian, "W:W99999999999999999999:B1", "'99999999999999999999'"),
    ] {
        refused(variant, fen, &[square, "no square"]);
    }
}

#[test]
fn a_square_that_is_named_twice_is_told() {
    for (variant, fen, square) in [
        (Variant::International, "W:W31,31:B1", "square 31 "),
        (Variant::International, "W:W31,K31:B1", "square 31 "),
        (Variant::International, "W:W31:B1,31", "square 31 "),
        (Variant::International, "W:W31-35,33:B1", "square 33 "),
        (Variant::Russian, "W:Wa1:Ba1", "square a1 "),
        (Variant::Poddavki, "W:Wa1,29:Bb8", "square 29 "),
        (Variant::Extreme, "W:Wa1,b1,Ka1:Bb8", "square a1 "),
    ] {
        refused(variant, fen, &[square, "twice"]);
    }
}

#[test]
fn a_man_on_its_promotion_row_is_told() {
    for (variant, fen, parts) in [
        (Variant::International, "W:W3:B20", ["White man", "3:", "promotion row"]),
        (Variant::Losing, "W:W30:B48", ["Black man", "48:", "promotion row"]),
        (Variant::Russian, "W:Wb8:Ba3", ["White man", "b8", "promotion row"]),
        (Variant::Poddavki, "W:Wa3:B32", ["Black man", "g1", "promotion row"]),
        (Variant::Extreme, "B:Wa1,e8:Ba7", ["White man", "e8", "promotion row"]),
        (Variant::Extreme, "B:Wa3:Ba7,h1", ["Black man", "h1", "promotion row"]),
    ] {
        refused(variant, fen, &parts);
    }
    for (variant, fen) in [
        (Variant::International, "W:WK3:BK48"),
        (Variant::Poddavki, "W:WKb8:BKg1"),
        (Variant::Extreme, "B:WKe8:BKh1"),
    ] {
        reads_as(variant, fen, fen);
    }
}

#[test]
fn more_pieces_than_the_game_starts_with_are_refused() {
    refused(Variant::International, "W:W30-50:B1", &["White has 21 pieces", "20"]);
    refused(Variant::International, "W:W50:B1-20,K21", &["Black has 21 pieces", "20"]);
    refused(Variant::Russian, "W:W20-32:B1", &["White has 13 pieces", "12"]);
    refused(Variant::Poddavki, "W:W32:BK1-13", &["Black has 13 pieces", "12"]);
    refused(Variant::Extreme, "B:W40-64:B1", &["White has 25 pieces", "24"]);
    assert!(read(Variant::International, "W:WK31-50:BK1-20").is_ok());
    assert!(read(Variant::International, "W:WK31-K50:BK1-20").is_ok());
}

#[test]
fn impasse_names_what_breaks_its_rules() {
    let impasse = |fen, parts: &[&str]| refused(Variant::Impasse, fen, parts);
    impasse("", &["empty"]);
    impasse("8/8/8/8/8/8/8 w", &["8 rows", "7"]);
    impasse("8/8/8/8/8/8/8/w6 w", &["'w6'", "7"]);
    impasse("8/8/8/8/8/8/8/w8 w", &["'w8'", "9"]);
    impasse("8/8/8/8/8/8/8/wx6 w", &["'x'"]);
    impasse("8/8/8/8/8/8/8/1w6 w", &["single", "b1", "dark"]);
    impasse("8/8/8/8/8/8/8/w7", &["side to move"]);
    impasse("8/8/8/8/8/8/8/w7 x", &["'x'", "side to move"]);
    impasse("8/8/8/8/8/8/8/w7 w 1", &["'1'"]);
    impasse("8/8/8/8/8/8/8/8 w", &["checker"]);
    impasse("8/8/8/8/8/8/8/W7 w", &["White double", "a1"]);
    impasse("1B6/8/8/8/8/8/8/w7 w", &["Black double", "b8"]);
    impasse("1w6/8/3w4/8/8/8/8/b7 w", &["White single", "b8"]);
    impasse("1w6/8/8/8/8/8/3b4/b7 w", &["Black single", "a1"]);
    impasse("8/WWWWWWWW/8/8/8/8/8/8 w", &["dark"]);
    impasse("1W1W1W1W/W1W1W1W1/8/8/8/8/8/8 w", &["White has 16 checkers", "12"]);
    reads_as(Variant::Impasse, "1w6/8/8/8/8/8/8/b7 w", "1w6/8/8/8/8/8/8/b7 w");
    reads_as(Variant::Impasse, "8/8/8/8/8/8/8/b7 w", "8/8/8/8/8/8/8/b7 w");
}

#[test]
fn hub_positions_are_refused_by_their_part() {
    for (text, parts) in [
        ("Xeeee", ["'X'", "W or B"]),
        ("Weeee", ["5", "33"]),
        ("Wxeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", ["'x'", "w b W B e"]),
        ("Wweeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", ["White man", "b8"]),
        ("WWWWWWWWWWWWWWeeeeeeeeeeeeeeeeeee", ["White has 13", "12"]),
    ] {
        let mut game = Variant::Russian.game();
        let error = game
            .set_position(&PositionText::Hub(HubPosition::new(text)))
            .expect_err(text)
            .to_string();
        for part in parts {
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
