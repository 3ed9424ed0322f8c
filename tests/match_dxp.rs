//! Matches of engines that listen for DXP: damier itself, and peers written here that keep to the
//! protocol or do not.

#[path = "common/dxp_program.rs"]
mod dxp_program;
#[path = "common/match_run.rs"]
mod match_run;

use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use damier::any::PositionText;
use damier::game::{Notation, Side};
use damier::games::Variant;
use damier::notation::pdn::Games;
use damier::notation::pdn::replay::Keep;
use damier::protocol::dxp::board::{read_move, read_position, write_move};
use damier::protocol::dxp::message::Message;

use dxp_program::{Peer, Program};
use match_run::{folder, games, numbers, play, played};

/// An engine at an address that is always quick enough.
fn at(address: &str) -> [String; 2] {
    [format!("cmd=dxp:{address}"), "move-time=60".to_owned()]
}

#[test]
fn an_engine_that_listens_plays_a_match_and_goes_on_with_it() {
    let mut program = Program::listen(&["-g", "russian"]);
    let folder = folder();
    let remote = at(&program.address);
    // Two games at a time are wanted; the engine serves one.
    let arguments = [
        "-g",
        "russian",
        "--games",
        "4",
        "--concurrency",
        "2",
        "--json",
        "games.json",
        "--pdn",
        "games.pdn",
        "--engine",
        "builtin",
        "name=here",
        "nodes=100",
        "--engine",
        &remote[0],
        &remote[1],
        "name=there",
    ];
    let outcome = played(folder.path(), &arguments);
    assert!(outcome.output.contains("here - there: 4 games"), "{}", outcome.output);
    assert!(!outcome.output.contains("forfeits:"), "{}{}", outcome.output, outcome.errors);
    let path = folder.path().join("games.json");
    let all = games(&path);
    assert_eq!(numbers(&all), [1, 2, 3, 4]);
    for game in &all {
        // The engine has seen the same game, to its end.
        let told = program.told();
        let is_told = |game: &serde_json::Value| {
            let plies = game["moves"].as_array().map_or(0, Vec::len);
            let result = game["result"].as_str().expect("a result");
            let ending = if game["reason"] == "rules" { "by the rules" } else { "" };
            told.contains(&format!("  {result}  {plies} plies  {ending}"))
        };
        assert!(all.iter().any(is_told), "{told}");
        for played in game["moves"].as_array().expect("moves") {
            assert!(played["time"].as_f64().is_some_and(|time| time >= 0.0), "{played}");
        }
    }
    let file = std::fs::File::open(folder.path().join("games.pdn")).expect("it was written");
    let records = Games::new(file, None, Keep::National).map(|game| {
        game.expect("it can be read").record.expect("it is legal").expect("it is kept")
    });
    assert_eq!(records.count(), 4);
    // Games that are missing are played on a new connection.
    let text = std::fs::read_to_string(&path).expect("it is there");
    let kept: String = text.split_inclusive('\n').take(3).collect();
    std::fs::write(&path, kept).expect("it can be written");
    let arguments = [&arguments[..], &["--resume"]].concat();
    let refused = play(folder.path(), &arguments);
    assert!(refused.code == 2 && refused.errors.contains("games.pdn"), "{}", refused.errors);
    std::fs::remove_file(folder.path().join("games.pdn")).expect("it is there");
    let resumed = played(folder.path(), &arguments);
    assert_eq!(resumed.errors.lines().count(), 2, "{}", resumed.errors);
    assert_eq!(numbers(&games(&path)), [1, 2, 3, 4]);
}

#[test]
fn both_may_listen_and_ipv6_and_a_file_tell_the_same() {
    let loopback = if TcpListener::bind("[::1]:0").is_ok() { "[::1]:0" } else { "127.0.0.1:0" };
    let programs = [
        Program::listen_on(loopback, &["-g", "frisian"]),
        Program::listen(&["-g", "frisian", "--nodes", "50"]),
    ];
    let folder = folder();
    let engine = |name: &str, program: &Program| {
        format!("[[engine]]\nname = \"{name}\"\ncmd = \"dxp:{}\"\n", program.address)
    };
    let file = format!(
        "variant = \"frisian\"\ngames = 2\nlimits = {{ tc = \"600\" }}\njson = \"games.json\"\n{}{}",
        engine("A", &programs[0]),
        engine("B", &programs[1])
    );
    std::fs::write(folder.path().join("match.toml"), file).expect("it can be written");
    let outcome = played(folder.path(), &["match.toml"]);
    assert!(outcome.output.contains("A - B: 2 games"), "{}", outcome.output);
    for game in games(&folder.path().join("games.json")) {
        assert!(game["forfeit"].is_null(), "{game}");
        for played in game["moves"].as_array().expect("moves") {
            assert!(played["clock"].as_f64().is_some_and(|left| left > 0.0), "{played}");
        }
    }
}

/// How a peer behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Behaviour {
    /// It never answers anything.
    Mute,
    /// It closes the connection.
    Vanishing,
    /// It closes it when a game is over.
    Fickle,
    /// It makes a move that is not legal.
    Illegal,
    /// It sends what is no message.
    Malformed,
    /// It says that it was sent something wrong.
    Complaining,
    /// It does not move.
    Silent,
    /// It moves twice.
    Hasty,
    /// It ends the game without a result.
    Ending,
    /// It says that it has won.
    Winning,
    /// It gives up.
    Resigning,
    /// It ends the game as a draw.
    Drawing,
    /// It wants to go back first, and talks.
    Talking,
}

/// The turn of each game in which it does so.
const TURN: usize = 3;

/// Plays games of Russian draughts, one connection after the other, on the address that it gives.
fn peer(behaviour: Behaviour) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there are ports");
    let address = listener.local_addr().expect("it has one").to_string();
    thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            serve(Peer::new(stream), behaviour);
        }
    });
    address
}

fn serve(mut peer: Peer, behaviour: Behaviour) {
    let mut game = Variant::Russian.game();
    let (mut side, mut turn, mut is_over) = (Side::White, 0, true);
    loop {
        let text = peer.hear();
        if text.is_empty() {
            return;
        }
        match Message::read(text.as_bytes()).expect("the referee sends messages") {
            _ if behaviour == Behaviour::Mute => continue,
            Message::GameRequest(request) => {
                assert_eq!((request.minutes, request.moves), (0.0, 0), "{text}");
                (side, turn, is_over) = (request.follower, 0, false);
                match &request.start {
                    Some(start) => read_position(&mut *game, start).expect("it is a position"),
                    None => game.set_position(&PositionText::Start).expect("it is one"),
                }
                peer.say(&format!("A{:32}0", "Peer"));
            }
            Message::Move(message) => {
                let turn = read_move(&*game, &message).expect("the referee sends legal moves");
                game.play(&turn.hub, Notation::Hub).expect("it is legal");
            }
            Message::GameEnd(_) => {
                if !is_over {
                    peer.say("E00");
                }
                is_over = true;
                if behaviour == Behaviour::Fickle {
                    return;
                }
            }
            Message::BackAnswer(_) => {
                assert_eq!(text, "K1");
                continue;
            }
            _ => panic!("{text}"),
        }
        if is_over || game.side() != side {
            continue;
        }
        if game.result().is_some() {
            peer.say("E00");
            is_over = true;
            continue;
        }
        turn += 1;
        match behaviour {
            _ if turn != TURN => {}
            Behaviour::Vanishing => return,
            Behaviour::Illegal => {
                peer.say("M0000320100");
                continue;
            }
            Behaviour::Malformed => {
                peer.say("M00");
                continue;
            }
            Behaviour::Complaining => {
                peer.say("Cerror: what is this?");
                continue;
            }
            Behaviour::Silent => continue,
            Behaviour::Ending => {
                peer.say("E00");
                is_over = true;
                continue;
            }
            Behaviour::Winning => {
                peer.say("E30");
                is_over = true;
                continue;
            }
            Behaviour::Resigning => {
                peer.say("E10");
                is_over = true;
                continue;
            }
            Behaviour::Drawing => {
                peer.say("E20");
                is_over = true;
                continue;
            }
            Behaviour::Talking => {
                peer.say("B001W");
                peer.say("Cthis is a \u{1} nice game");
            }
            _ => {}
        }
        let best = game.turn(0);
        let message = Message::Move(write_move(&best, 1)).write();
        game.play(&best.hub, Notation::Hub).expect("it is legal");
        let twice = behaviour == Behaviour::Hasty && turn == TURN;
        peer.write(&format!("{message}\0").repeat(1 + usize::from(twice)));
    }
}

/// A match of a peer, without a clock if there is no move time, and its games.
fn against(behaviour: Behaviour, limit: Option<&str>) -> Vec<serde_json::Value> {
    let folder = folder();
    let cmd = format!("cmd=dxp:{}", peer(behaviour));
    let limit = format!("move-time={}", limit.unwrap_or("60"));
    let arguments = [
        "-g",
        "russian",
        "--games",
        "2",
        "--patience",
        "2",
        "--margin",
        "0.5",
        "--json",
        "games.json",
        "--adjudicate",
        "max-plies=60",
        "--engine",
        &cmd,
        "name=peer",
        &limit,
        "--engine",
        "builtin",
        "name=good",
        "nodes=5",
    ];
    let outcome = played(folder.path(), &arguments);
    let games = games(&folder.path().join("games.json"));
    assert_eq!(games.len(), 2, "{behaviour:?}: {}", outcome.errors);
    games
}

#[test]
fn what_a_peer_does_wrong_is_its_fault_and_the_next_game_is_played() {
    for (behaviour, limit, kind, told) in [
        (Behaviour::Mute, None, "silence", "silence: nothing for 2s"),
        (Behaviour::Vanishing, None, "crash", "crash: the peer has closed the connection"),
        (Behaviour::Illegal, None, "illegal-move", "M0000320100"),
        (Behaviour::Malformed, None, "error", "'M00' has a wrong length"),
        (Behaviour::Complaining, None, "error", "error: what is this?"),
        (Behaviour::Silent, Some("0.5"), "time", "time: no move after"),
        (Behaviour::Hasty, None, "error", "it was not to move"),
        (Behaviour::Ending, None, "no-move", "E00"),
        (Behaviour::Winning, None, "no-move", "E30"),
    ] {
        for game in against(behaviour, limit) {
            let forfeit = &game["forfeit"];
            assert_eq!((&forfeit["engine"], &forfeit["kind"]), (&"peer".into(), &kind.into()));
            let message = forfeit["message"].as_str().expect("a message");
            assert!(message.contains(told), "{behaviour:?}: {message}");
            let mut position = Variant::Russian.game();
            let fen = forfeit["fen"].as_str().expect("a position");
            position.set_position(&PositionText::Fen(fen)).expect("it is a position");
            let winner = if game["result"] == "1-0" { &game["white"] } else { &game["black"] };
            assert_eq!(winner, "good");
        }
    }
}

#[test]
fn what_a_peer_may_do_is_no_fault() {
    for behaviour in [Behaviour::Fickle, Behaviour::Talking] {
        for game in against(behaviour, None) {
            assert!(game["forfeit"].is_null(), "{behaviour:?}: {game}");
        }
    }
    for game in against(Behaviour::Resigning, None) {
        assert_eq!((&game["reason"], &game["forfeit"]), (&"resignation".into(), &().into()));
        let winner = if game["result"] == "1-0" { &game["white"] } else { &game["black"] };
        assert_eq!(winner, "good");
    }
    // A draw is one if the opponent does not see itself ahead.
    for game in against(Behaviour::Drawing, None) {
        let moves = game["moves"].as_array().expect("moves").iter().rev().step_by(2);
        let score = moves.map(|played| played["score"].as_f64()).find_map(|score| score);
        let is_ahead = score.is_none_or(|score| score > 0.0);
        assert_eq!(game["reason"], if is_ahead { "forfeit" } else { "agreement" }, "{game}");
        assert_eq!(game["result"] == "1/2-1/2", !is_ahead);
    }
}

#[test]
fn what_dxp_cannot_tell_is_refused_before_a_game_begins() {
    let folder = folder();
    // Nobody listens there.
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let address = free.expect("there are ports").to_string();
    let cmd = format!("cmd=dxp:{address}");
    let no_form = "cannot be played over DXP";
    for (game, words, told) in [
        ("impasse", vec![&cmd[..], "tc=60"], no_form),
        ("extreme", vec![&cmd, "tc=60"], no_form),
        ("canadian", vec![&cmd, "tc=60"], no_form),
        ("alquerque", vec![&cmd, "tc=60"], no_form),
        ("normal", vec![&cmd, "nodes=5"], "no word for nodes"),
        ("normal", vec![&cmd, "depth=5", "tc=60"], "no word for nodes or depth"),
        ("normal", vec![&cmd, "tc=60+1"], "tc=60+1 cannot be told"),
        ("normal", vec![&cmd, "tc=40/60"], "tc=40/60 cannot be told"),
        ("normal", vec![&cmd, "tc=0.5"], "0.6 seconds"),
        ("normal", vec![&cmd, "tc=60", "hash=5"], "no word for hash"),
        ("normal", vec![&cmd, "tc=60", "param.book=false"], "no word for param"),
        ("normal", vec!["cmd=dxp:", "tc=60"], "is no address"),
        ("normal", vec!["cmd=dxp:a b:c", "tc=60"], "is no address"),
        ("normal", vec![&cmd, "tc=60", "--engine", &cmd, "name=C", "tc=60"], "one address"),
        ("normal", vec![&cmd, "tc=60"], "cannot be reached"),
    ] {
        let engines = ["--engine", "builtin", "name=A", "nodes=5", "--engine", "name=B"];
        let files = ["-g", game, "--json", "games.json"];
        let outcome = play(folder.path(), &[&files[..], &engines, &words].concat());
        assert_eq!(outcome.code, 2, "{words:?}: {}", outcome.output);
        assert!(outcome.errors.contains(told), "{words:?}: {}", outcome.errors);
        assert!(!folder.path().join("games.json").exists());
    }
}

#[cfg(unix)]
#[test]
fn a_break_does_not_wait_for_a_silent_peer() {
    // The peer answers nothing for ever; patience is long.
    let folder = folder();
    let cmd = format!("cmd=dxp:{}", peer(Behaviour::Mute));
    let mut child = std::process::Command::new(match_run::PROGRAM)
        .arg("match")
        .args(["-g", "russian", "--patience", "3000", "--engine", "builtin", "name=A", "nodes=5"])
        .args(["--engine", &cmd, "name=B", "move-time=60"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    // By then it can be interrupted, and it waits.
    thread::sleep(Duration::from_secs(2));
    let end = Instant::now() + dxp_program::PATIENCE;
    let code = loop {
        let id = child.id().to_string();
        let sent = std::process::Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        thread::sleep(Duration::from_millis(300));
        if let Some(status) = child.try_wait().expect("it is our child") {
            break status.code();
        }
        assert!(Instant::now() < end, "it does not end");
    };
    assert_eq!(code, Some(130));
}
