//! `numbering=national`: moves by the numbers of each game's books, as pydraughts sends and expects
//! them, while `pos` names the places of the board. English positions are turned round and their
//! colours exchanged, so that the side that begins is White.

#[path = "common/hub_process.rs"]
mod hub_process;

use hub_process::HubProcess;

/// A game by both numberings, and the FEN that it leads to.
struct Transcript {
    variant: &'static str,
    national: &'static str,
    board: &'static str,
    fen: &'static str,
}

const TRANSCRIPTS: &[Transcript] = &[
    Transcript {
        variant: "english",
        national: "10-15 22-17 7-10 17-14 9x18x14 23x7x10x18",
        board: "10-15 22-17 7-10 17-14 9x18x14 23x7x10x18",
        fen: "B:W7,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,8,11,12,15",
    },
    Transcript {
        variant: "italian",
        national: "24-20 12-16 21-18 11-15 20x11x15 7x21x11x18",
        board: "24-20 12-16 21-18 11-15 20x11x15 7x21x11x18",
        fen: "W:W22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,8,9,10,16,21",
    },
    Transcript {
        variant: "brazilian",
        national: "10-14 22-18 6-10 26-22 14-19 22x13x19x10x11",
        board: "22-18 10-14 26-22 6-10 18-15 10x17x15x22x23",
        fen: "W:Wa1,c1,e1,g1,b2,f2,h2,a3,g3:Bb4,c5,b6,f6,h6,a7,e7,g7,b8,d8,f8,h8",
    },
    Transcript {
        variant: "turkish",
        national: "22-30 48-40 24-32 40x6x32x23x14",
        board: "46-38 24-32 48-40 32x62x40x47x54",
        fen: "W:Wa2,b2,c2,d2,e2,g2,h2,a3,b3,c3,d3,e3,f4:BKf1,a6,b6,c6,d6,e6,f6,g6,a7,b7,c7,d7,e7,f7,g7,h7",
    },
    Transcript {
        variant: "spanish",
        national: "9-13 21-17 12-15 22-18 13x22x18 26x12x22x15",
        board: "24-20 12-16 21-18 11-15 20x11x15 7x21x11x18",
        fen: "W:W22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,8,9,10,16,21",
    },
];

const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
const TURKISH_START: &str = "Weeeeeeeebbbbbbbbbbbbbbbbeeeeeeeeeeeeeeeewwwwwwwwwwwwwwwweeeeeeee";

fn start(variant: &str, numbering: &str) -> HubProcess {
    let mut hub = HubProcess::start();
    hub.say_all(&["hub", &format!("set-param name=variant value={variant}")]);
    hub.say_all(&[&format!("set-param name=numbering value={numbering}"), "init"]);
    hub.until("ready");
    hub
}

/// The beginnings of a game, from none of its moves to all.
fn beginnings(moves: &str) -> impl Iterator<Item = Vec<&str>> {
    let moves: Vec<&str> = moves.split(' ').collect();
    (0..=moves.len()).map(move |length| moves[..length].to_vec())
}

#[test]
fn each_game_is_played_by_the_numbers_of_its_books() {
    for Transcript { variant, national, board, fen } in TRANSCRIPTS {
        let pos = if *variant == "turkish" { TURKISH_START } else { START };
        let mut client = start(variant, "national");
        let mut place = start(variant, "board");
        for (by_books, by_board) in beginnings(national).zip(beginnings(board)) {
            client.say(&format!("pos pos={pos} moves=\"{}\"", by_books.join(" ")));
            place.say(&format!("pos start moves=\"{}\"", by_board.join(" ")));
            assert_eq!(client.fen(), place.fen(), "{variant} {by_books:?}");
            // Both list the same moves in the same order; so they name the next one alike.
            let (books, places) = (client.moves(), place.moves());
            let all: Vec<&str> = national.split(' ').collect();
            if let Some(next) = all.get(by_books.len()) {
                let index = books.iter().position(|text| text == next);
                let index = index.unwrap_or_else(|| panic!("{variant}: no {next} in {books:?}"));
                let named = places.get(index).map(String::as_str);
                assert_eq!(named, board.split(' ').nth(by_board.len()), "{variant}");
            }
            let best = client.search(&["level depth=3", "go think"]).expect("there are moves");
            assert!(books.contains(&best), "{variant}: {best} of {books:?}");
        }
        assert_eq!(client.fen(), *fen, "{variant}");
    }
}

#[test]
fn moves_may_leave_out_what_is_captured() {
    for Transcript { variant, national, fen, .. } in TRANSCRIPTS {
        let mut hub = start(variant, "national");
        let short = |text: &str| text.split('x').take(2).collect::<Vec<_>>().join("x");
        let moves: Vec<String> = national.split(' ').map(short).collect();
        hub.say(&format!("pos start moves=\"{}\"", moves.join(" ")));
        assert_eq!(hub.fen(), *fen, "{variant}");
    }
}

#[test]
fn english_positions_are_those_of_the_side_that_begins() {
    let seen_from_black = "WBeeeeeeeeebeeebeeweeeeeeeeeWeeee";
    let seen_from_white = "BeeeeBeeeeeeeeebeeweeeweeeeeeeeeW";
    for variant in ["english", "english-losing"] {
        let mut client = start(variant, "national");
        client.say(&format!("pos pos={seen_from_black}"));
        assert_eq!(client.fen(), "B:W18,22,K32:BK5,15");
        client.say(&format!("pos pos={seen_from_black} moves=\"15-19 22-17\""));
        assert_eq!(client.fen(), "B:W17,18,K32:BK5,19");
        // A FEN is no place to exchange anything.
        client.say("pos fen=\"B:W18,22,K32:BK5,15\"");
        assert_eq!(client.fen(), "B:W18,22,K32:BK5,15");
        let mut place = start(variant, "board");
        place.say(&format!("pos pos={seen_from_white}"));
        assert_eq!(place.fen(), "B:W18,22,K32:BK5,15");
    }
    // Pool checkers begin with Black too, but no client turns them.
    let mut pool = start("pool", "national");
    pool.say(&format!("pos pos={seen_from_white}"));
    assert_eq!(pool.fen(), "B:W18,22,K32:BK5,15");
}

#[test]
fn what_is_no_number_of_the_books_is_refused() {
    for (variant, wrong) in
        [("brazilian", "22-18"), ("turkish", "46-38"), ("spanish", "24-20"), ("english", "22-18")]
    {
        let mut hub = start(variant, "national");
        let answer = hub.ask(&format!("pos start moves=\"{wrong}\""));
        assert!(answer.starts_with("error ") && answer.contains(wrong), "{answer}");
    }
}
