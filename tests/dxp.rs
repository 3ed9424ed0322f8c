//! `damier dxp` as other programs meet it over TCP, and two of it playing each other.

#[path = "common/dxp_program.rs"]
mod dxp_program;

use std::net::TcpListener;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use damier::game::Side;
use damier::games::Variant;
use damier::notation::pdn::Games;
use damier::notation::pdn::record::Item;
use damier::notation::pdn::replay::Keep;
use damier::protocol::dxp::connection::{Connection, addresses};
use damier::protocol::dxp::message::{GameEnd, GameRequest, MoveMessage, Reason};
use damier::protocol::dxp::opponent::{Opponent, Reply};

use dxp_program::{PATIENCE, Peer, Program};

/// A request for a game of the follower's colour and so many moves.
fn request(follower: char, moves: u16, start: &str) -> String {
    format!("R01{:32}{follower}005{moves:03}{start}", "Tester")
}

#[test]
fn the_follower_plays_the_initiator() {
    for variant in ["normal", "frisian", "russian"] {
        let mut follower = Program::listen(&["-g", variant, "--once"]);
        let initiator = Program::start(&[
            "-g",
            variant,
            "--connect",
            &follower.address,
            "--games",
            "2",
            "--json",
        ]);
        let (code, told) = initiator.end();
        assert_eq!(code, Some(0), "{variant}: {told:?}");
        let games: Vec<serde_json::Value> =
            told.iter().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
        assert_eq!(games.len(), 2, "{variant}");
        for (index, game) in games.iter().enumerate() {
            assert_eq!(game["game"], index + 1);
            assert_eq!(game["variant"], variant);
            assert_eq!(game["ending"], "by the rules", "{game}");
            assert_ne!(game["result"], "*");
            assert!(game["moves"].as_array().is_some_and(|moves| moves.len() > 20), "{game}");
            // Both sides tell the same.
            let line = follower.told();
            let result = game["result"].as_str().expect("a result");
            assert!(line.contains(&format!("game {}  ", index + 1)), "{line}");
            assert!(line.contains(&format!("  {result}  ")), "{line} {game}");
        }
        assert_eq!(follower.end(), (Some(0), vec![]));
    }
}

#[test]
fn a_game_from_a_position_ends_by_the_rules_on_both_sides() {
    // Who has no piece left has won, and says so at its turn.
    let position = ["--fen", "W:W32:B28,5", "--games", "2", "--minutes", "0.5"];
    let mut follower = Program::listen(&["-g", "losing", "--once"]);
    let connect = ["-g", "losing", "--connect", &follower.address];
    let (code, told) = Program::start(&[&connect[..], &position[..]].concat()).end();
    assert_eq!((code, told.len()), (Some(0), 2), "{told:?}");
    for line in told {
        assert!(line.contains("by the rules"), "{line}");
        assert!(follower.told().contains("by the rules"));
    }
    assert_eq!(follower.end().0, Some(0));
}

#[test]
fn games_are_added_to_a_file_that_can_be_read() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = directory.path().join("games.pdn");
    let path = path.to_str().expect("a path is text");
    let starts: [&[&str]; 2] = [&[], &["--fen", "B:Wa1,c1,e1:Bh8,f8,d8"]];
    for start in starts {
        let follower = Program::listen(&["-g", "russian", "--once"]);
        let plan = ["-g", "russian", "--connect", &follower.address, "--games", "2"];
        let more = ["--moves", "9", "--pdn", path];
        let (code, told) = Program::start(&[&plan[..], &more[..], start].concat()).end();
        assert_eq!((code, told.len()), (Some(0), 2));
    }
    let file = std::fs::File::open(path).expect("it is there");
    let games: Vec<_> = Games::new(file, None, Keep::National)
        .map(|game| game.expect("it can be read").record.expect("it is right").expect("it is kept"))
        .collect();
    assert_eq!(games.len(), 4);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game.variant, Variant::Russian);
        assert_eq!(game.is_set_up, index >= 2);
        assert!(game.tags.iter().any(|(name, value)| name == "White" && value.contains("damier")));
        assert!(game.main_line().count() > 2);
        let date = game.tags.iter().find(|(name, _)| name == "Date").map(|(_, date)| date.as_str());
        assert!(date.is_some_and(|date| date.len() == 10 && date.starts_with('2')), "{date:?}");
        let first = game.main_line().next();
        let Some(Item::Turn(played)) = first else { panic!("{first:?}") };
        assert_eq!(played.number, 1);
    }
}

#[test]
fn two_that_listen_on_ipv6_and_call_play() {
    if TcpListener::bind("[::1]:0").is_err() {
        eprintln!("this machine has no IPv6");
        return;
    }
    let follower = Program::listen_on("[::1]:0", &["-g", "frysk", "--once"]);
    assert!(follower.address.starts_with("[::1]:"));
    let plan = ["-g", "frysk", "--connect", &follower.address, "--games", "1", "--moves", "3"];
    let (code, told) = Program::start(&plan).end();
    assert_eq!(code, Some(0));
    assert!(told[0].contains("  *  6 plies  the agreed number of moves"), "{told:?}");
}

#[test]
fn messages_may_come_byte_by_byte_or_together() {
    let mut program = Program::listen(&["-g", "normal"]);
    let mut peer = program.call();
    for byte in format!("{}\0", request('Z', 0, "A")).bytes() {
        peer.write(&char::from(byte).to_string());
        thread::sleep(Duration::from_millis(1));
    }
    peer.expect("A");
    peer.write("Cgood luck\0M0000322800\0");
    peer.expect("M");
    // It ends a game and asks for another in one packet, and moves at once.
    peer.write(&format!("E10\0{}\0M0000322800\0", request('Z', 0, "A")));
    peer.expect("E0");
    assert!(peer.expect("A").ends_with('0'));
    peer.expect("M");
    // White has given up.
    assert!(program.told().contains("  0-1  2 plies  the opponent has ended it"));
}

#[test]
fn what_is_wrong_is_answered_and_survived() {
    let mut program = Program::listen(&["-g", "normal"]);
    let mut peer = program.call();
    peer.say("M0000322800");
    peer.expect("Cerror: there is no game");
    // Only a position of this game is accepted.
    let squares = |count: usize| format!("BW{}", "e".repeat(count - 2) + "zw");
    for start in [squares(32), squares(51), squares(64), "B".into(), "BW".into(), "X".into()] {
        peer.say(&request('W', 0, &start));
        assert!(peer.expect("A").ends_with('2'), "{start}");
    }
    peer.say("R02 of the future");
    assert!(peer.expect("A").ends_with('1'));
    peer.say("R01");
    assert!(peer.expect("A").ends_with('2'));
    // White has no piece to move with.
    peer.say(&request('W', 0, &format!("BW{}z", "e".repeat(49))));
    assert!(peer.expect("A").ends_with('2'));

    peer.begin(&request('Z', 0, "A"));
    peer.say("M0000322700");
    peer.expect("M");
    for (wrong, answer) in [
        ("M0000322800", "Cerror: illegal move M0000322800"),
        ("M000001020299", "Cerror: message 'M000001020299' has a wrong length"),
        ("Mxxxx322800", "Cerror: message 'Mxxxx322800': bad time"),
        ("Q", "Cerror: unknown message 'Q'"),
        ("\u{7}\u{e9}", "Cerror: unknown message"),
        (&"C".repeat(500), "Cerror: a message of more than 127 characters"),
        ("B999W", "K2"),
        (&request('Z', 0, "A"), "A"),
    ] {
        peer.say(wrong);
        let answer = peer.expect(answer);
        assert!(answer.len() <= 127 && !answer.starts_with('A') || answer.ends_with('2'));
    }
    // Nothing of that has an answer.
    peer.write("\0\0K0\0A\0Chello\0");
    peer.expect("Cerror: message 'A' has a wrong length");
    peer.say("E21");
    peer.expect("E01");
    peer.expect_close();
    assert!(program.told().contains("Tester - damier"));
}

#[test]
fn it_goes_back_when_asked_to() {
    let program = Program::listen(&["-g", "normal"]);
    let mut peer = program.call();
    peer.begin(&request('Z', 0, "A"));
    peer.say("M0000322800");
    let first = peer.expect("M");
    peer.say("B001W");
    peer.expect("K0");
    // The first move again, and its answer has not changed.
    peer.say("M0000322800");
    assert_eq!(peer.expect("M")[5..], first[5..]);
    // Back to where it is to move: it does.
    peer.say("B001Z");
    peer.expect("K0");
    assert_eq!(peer.expect("M")[5..], first[5..]);
    for beyond in ["B002Z", "B000W", "B500W"] {
        peer.say(beyond);
        peer.expect("K2");
    }
    let program = Program::listen(&["-g", "normal", "--no-takeback"]);
    let mut peer = program.call();
    peer.begin(&request('Z', 0, "A"));
    peer.say("B001W");
    peer.expect("K1");
}

#[test]
fn a_peer_that_interrupts_its_search_is_heard() {
    let program = Program::listen(&["-g", "normal", "--move-time", "1000"]);
    let mut peer = program.call();
    peer.begin(&request('W', 0, "A"));
    // A complaint waits for the move, so that no peer takes one for the other.
    peer.say("M0000322800");
    peer.say("B002Z");
    peer.expect("K2");
    peer.say("E00");
    peer.expect("E00");
    peer.begin(&request('W', 0, "A"));
    peer.say("E01");
    peer.expect("E01");
    peer.expect_close();
}

#[test]
fn a_listener_outlives_its_peers() {
    let mut program = Program::listen(&["-g", "normal"]);
    drop(program.call());
    let mut peer = program.call();
    peer.say(&request('W', 0, "A"));
    drop(peer);
    assert!(program.told().contains("  *  "));
    let mut peer = program.call();
    // An end without a game has no answer, and it may say that no game follows.
    peer.say("E00");
    peer.begin(&request('Z', 0, "A"));
    peer.write("M0000");
    drop(peer);
    assert!(program.told().contains("  *  0 plies  the connection was lost"));
    let mut peer = program.call();
    peer.say("E01");
    peer.expect_close();
    program.call().begin(&request('Z', 0, "A"));
}

#[test]
fn a_caller_calls_again_and_plays_what_was_lost() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there are ports");
    let address = listener.local_addr().expect("it has one").to_string();
    let program = Program::start(&["-g", "normal", "--connect", &address, "--games", "2"]);
    let accept = || Peer::new(listener.accept().expect("it calls").0);
    let mut peer = accept();
    let first = peer.expect("R01damier ");
    assert_eq!(&first[35..], "Z005000A");
    peer.say(&format!("A{:32}0", "Tester"));
    peer.expect("M");
    drop(peer);
    let mut peer = accept();
    assert_eq!(peer.expect("R"), first);
    peer.say(&format!("A{:32}0", "Tester"));
    peer.expect("M");
    peer.say("E10");
    peer.expect("E00");
    assert_eq!(&peer.expect("R")[35..], "W005000A", "the colours change");
    peer.say(&format!("A{:32}0", "Tester"));
    peer.say("E20");
    peer.expect("E01");
    peer.expect_close();
    let (code, told) = program.end();
    assert_eq!(code, Some(0));
    let results: Vec<_> = told.iter().filter_map(|line| line.split("  ").nth(2)).collect();
    assert_eq!(results, ["*", "1-0", "1/2-1/2"], "{told:?}");
}

#[test]
fn a_refusal_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there are ports");
    let address = listener.local_addr().expect("it has one").to_string();
    let program = Program::start(&["-g", "normal", "--connect", &address, "--games", "1"]);
    let mut peer = Peer::new(listener.accept().expect("it calls").0);
    peer.expect("R");
    peer.say(&format!("A{:32}2", "Tester"));
    peer.expect_close();
    assert_eq!(program.end(), (Some(2), vec![]));
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    for (arguments, message) in [
        (&["-g", "impasse", "--listen"][..], "impasse cannot be played over DXP"),
        (&["-g", "canadian", "--listen"], "canadian cannot be played over DXP"),
        (&["-g", "extreme", "--connect", "localhost"], "extreme cannot be played over DXP"),
        (&["-g", "alquerque", "--listen"], "alquerque cannot be played over DXP"),
        (&["-g", "normal"], "--listen"),
        (&["-g", "normal", "--listen", "nowhere:port"], "--listen"),
        (&["-g", "normal", "--listen", "--fen", "W:W1:B2"], "--games"),
        (
            &["-g", "normal", "--connect", "127.0.0.1:1", "--games", "1", "--fen", "W:W:B2"],
            "the game is over",
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_damier"))
            .arg("dxp")
            .args(arguments)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_game_and_tells_it() {
    let mut program = Program::listen(&["-g", "normal", "--move-time", "1000"]);
    let mut peer = program.call();
    peer.begin(&request('W', 0, "A"));
    let interrupted = Command::new("kill").args(["-INT", &program.child.id().to_string()]).status();
    assert!(interrupted.is_ok_and(|status| status.success()));
    peer.expect("E01");
    peer.expect_close();
    assert!(program.told().contains("  *  0 plies  interrupted"));
    assert_eq!(program.end(), (Some(130), vec![]));
}

#[test]
fn a_referee_has_it_as_an_opponent() {
    let program = Program::listen(&["-g", "russian"]);
    let found = addresses(&program.address).expect("it is an address");
    let mut opponent = Opponent::new(Connection::connect(&found).expect("it listens"));
    let request = GameRequest {
        name: "referee".to_owned(),
        follower: Side::Black,
        minutes: 0.5,
        moves: 0,
        start: None,
    };
    let soon = || Instant::now() + PATIENCE;
    opponent.request(request.clone()).expect("it reads");
    let name = opponent.answer(soon()).expect("it plays");
    assert!(name.starts_with("damier "));
    // c3-d4 in the numbers of the Russian books.
    let step = MoveMessage { seconds: 0, from: 10, to: 14, captured: vec![] };
    opponent.play(step).expect("it reads");
    let reply = opponent.reply(soon()).expect("it answers");
    let Reply::Move(answer) = reply else { panic!("{reply:?}") };
    assert!((21..=24).contains(&answer.from), "{answer:?}");
    let end = GameEnd { reason: Reason::Draw, stop: false };
    opponent.end(end).expect("it reads");
    opponent.acknowledgement(soon()).expect("it acknowledges");
    // Another game on the same connection; it has lost at its first turn.
    opponent.request(request).expect("it reads");
    opponent.answer(soon()).expect("it plays");
    let wait = opponent.reply(Instant::now() + Duration::from_millis(50));
    assert!(wait.is_err(), "it is not to move: {wait:?}");
}
