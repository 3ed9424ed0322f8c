//! Transcripts of the Hub protocol: what every known client sends, and the answers that all of
//! them accept. The driver checks the form of every line. What no good client sends is in
//! `hostile.rs`, how the program ends in `hub_end.rs`.

#[path = "common/hub_process.rs"]
mod hub_process;

use std::time::Duration;

use hub_process::{HubProcess, field, move_of};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
/// Long enough for a line that should not come to have come.
const A_WHILE: Duration = Duration::from_millis(150);

fn parameter<'a>(lines: &'a [String], name: &str) -> &'a str {
    let start = format!("param name={name} value=");
    let rest = lines.iter().find_map(|line| line.strip_prefix(&start));
    let rest = rest.unwrap_or_else(|| panic!("no parameter {name}"));
    rest.split(' ').next().unwrap_or_default()
}

fn handshake(hub: &mut HubProcess) -> Vec<String> {
    hub.say("hub");
    hub.until("wait")
}

#[test]
fn the_handshake_has_the_form_that_every_client_takes() {
    let mut hub = HubProcess::start_with(&[], &[]);
    let lines = handshake(&mut hub);
    assert!(lines[0].starts_with("id name=damier version="));
    assert!(lines[1].starts_with("param name=variant value=normal type=enum values=\"normal "));
    for (name, value) in [
        ("threads", "1"),
        ("hash", "64"),
        ("tt-size", "22"),
        ("ponder", "false"),
        ("book", "true"),
        ("numbering", "board"),
        ("line-delay", "0"),
    ] {
        assert_eq!(parameter(&lines, name), value, "{name}");
    }
    for name in ["kings15", "majority", "sandwich", "wrap"] {
        parameter(&lines, name);
    }
    assert_eq!(lines.iter().filter(|line| line.starts_with("id ")).count(), 1);
    assert_eq!(hub.ask("init"), "ready");
    assert_eq!(hub.ask("init"), "ready");
    assert_eq!(hub.ask("ping"), "pong");
}

#[test]
fn nothing_is_said_unasked() {
    let mut hub = HubProcess::start();
    hub.expect_silence(A_WHILE);
    // Clients exist that do not wait for `wait`.
    hub.say_all(&["hub", "set-param name=variant value=russian", "init"]);
    let lines = hub.until("ready");
    assert_eq!(lines.iter().filter(|line| *line == "wait").count(), 1);
    hub.say_all(&["stop", "ponder-hit", "", "new-game", "level depth=3", "pos start", "stop"]);
    hub.expect(&[]);
}

#[test]
fn hub_lists_the_values_of_now() {
    let mut hub = HubProcess::start();
    handshake(&mut hub);
    for (name, value) in [
        ("variant", "poddavki"),
        ("threads", "2"),
        ("hash", "16"),
        ("ponder", "false"),
        ("book", "false"),
        ("numbering", "national"),
        ("kings15", "on"),
        ("sandwich", "each"),
        ("wrap", "off"),
        ("majority", "on"),
    ] {
        hub.say(&format!("set-param name={name} value={value}"));
        hub.expect(&[]);
        let lines = handshake(&mut hub);
        assert_eq!(parameter(&lines, name), value);
    }
    // Between searches, and again after `init`.
    assert_eq!(hub.ask("init"), "ready");
    hub.search(&["pos start", "level depth=2", "go think"]);
    hub.say("set-param name=hash value=32");
    let lines = handshake(&mut hub);
    assert_eq!(parameter(&lines, "hash"), "32");
    assert_eq!(parameter(&lines, "variant"), "poddavki");
    hub.search(&["level depth=2", "go think"]);
}

#[test]
fn the_last_real_change_of_the_table_wins() {
    let mut hub = HubProcess::start();
    handshake(&mut hub);
    // A client that sends all that it was told, with one value changed.
    hub.say_all(&["set-param name=hash value=16", "set-param name=tt-size value=22"]);
    let lines = handshake(&mut hub);
    assert_eq!((parameter(&lines, "hash"), parameter(&lines, "tt-size")), ("16", "20"));
    hub.say_all(&["set-param name=hash value=16", "set-param name=tt-size value=18"]);
    let lines = handshake(&mut hub);
    assert_eq!((parameter(&lines, "hash"), parameter(&lines, "tt-size")), ("4", "18"));
    hub.say_all(&["set-param name=tt-size value=19", "set-param name=hash value=2"]);
    let lines = handshake(&mut hub);
    assert_eq!((parameter(&lines, "hash"), parameter(&lines, "tt-size")), ("2", "17"));
}

#[test]
fn a_whole_game_by_captures_in_any_writing() {
    let mut hub = HubProcess::start();
    hub.say("pos start moves=\"32-28 19-23 28x19x23\"");
    let fen = hub.fen();
    for text in ["28x19", "28-19", "28:19", "28x19x23", "  28x19  "] {
        hub.say(&format!("pos pos={START} moves=\"32-28 19-23 {text}\""));
        assert_eq!(hub.fen(), fen, "{text}");
    }
    // Several captured squares, in any order or left out.
    let position = "pos fen=\"W:W47:B41,32,22\" moves=";
    hub.say("pos fen=\"W:W46:B41,32,22\"");
    let moves = hub.moves();
    let longest = moves.iter().find(|text| text.matches('x').count() == 4);
    let longest = longest.unwrap_or_else(|| panic!("{position} {moves:?}")).clone();
    hub.say(&format!("pos fen=\"W:W46:B41,32,22\" moves=\"{longest}\""));
    let after = hub.fen();
    let squares: Vec<&str> = longest.split('x').collect();
    let [from, to, a, b, c] = squares[..] else { panic!("{longest}") };
    for text in
        [format!("{from}x{to}x{c}x{a}x{b}"), format!("{from}x{to}x{b}x{a}"), format!("{from}x{to}")]
    {
        hub.say(&format!("pos fen=\"W:W46:B41,32,22\" moves=\"{text}\""));
        assert_eq!(hub.fen(), after, "{text}");
    }
}

#[test]
fn the_games_own_text_is_read_too() {
    let mut hub = HubProcess::start_variant("russian");
    hub.say("pos start moves=\"21-17 10-14 17x10x14\"");
    let by_numbers = hub.fen();
    hub.say("pos start moves=\"a3-b4 d6-c5 b4:d6\"");
    assert_eq!(hub.fen(), by_numbers);
}

#[test]
fn an_ambiguous_capture_is_refused_by_name() {
    let mut hub = HubProcess::start();
    // The man on 38 comes to 20 over 32 and 22 or over 33 and 23.
    let position = "W:W38:B33,32,23,22,14,13";
    hub.say(&format!("pos fen=\"{position}\""));
    let moves = hub.moves();
    let short = |text: &String| text.split('x').take(2).collect::<Vec<_>>().join("x");
    let shorts: Vec<String> = moves.iter().map(short).collect();
    let twice = (1..moves.len()).find(|&i| shorts[..i].contains(&shorts[i]));
    let twice = twice.unwrap_or_else(|| panic!("no two captures between two squares: {moves:?}"));
    let short = &shorts[twice];
    let answer = hub.ask(&format!("pos fen=\"{position}\" moves=\"{short}\""));
    assert!(answer.starts_with("error ") && answer.contains(short.as_str()), "{answer}");
    hub.say(&format!("pos fen=\"{position}\" moves=\"{}\"", moves[twice]));
    hub.expect(&[]);
}

#[test]
fn national_numbers_are_read_and_written() {
    for variant in ["russian", "poddavki"] {
        let mut hub = HubProcess::start();
        hub.say(&format!("set-param name=variant value={variant}"));
        hub.say("set-param name=numbering value=national");
        // The client's own geometry in `pos`, national numbers in `moves`.
        hub.say("pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"9-13\"");
        let by_national = hub.fen();
        let moves = hub.moves();
        assert!(moves.contains(&"24-20".to_owned()), "{moves:?}");
        let best = hub.search(&["level depth=4", "go think"]).expect("there are moves");
        assert!(moves.contains(&best), "{best} of {moves:?}");
        hub.say("set-param name=numbering value=board");
        hub.say("pos start moves=\"21-17\"");
        assert_eq!(hub.fen(), by_national);
        hub.say("pos start moves=\"a3-b4\"");
        assert_eq!(hub.fen(), by_national);
    }
}

#[test]
fn levels_add_up_until_the_search() {
    let mut hub = HubProcess::start();
    hub.say_all(&["pos start", "level move-time=20", "level depth=3", "go think"]);
    let lines = hub.until("done");
    let last = &lines[lines.len() - 2];
    assert_eq!(field(last, "depth"), 3.0, "{last}");
    // The depth is used up: the next search has only a number of nodes.
    hub.say_all(&["level nodes=20000", "go think"]);
    let lines = hub.until("done");
    assert!(field(&lines[lines.len() - 2], "depth") > 3.0, "{lines:?}");
}

#[test]
fn analysis_ends_only_by_stop() {
    let mut hub = HubProcess::start();
    // A lost and a won ending and one legal move: nothing that could end it is left out.
    for position in ["W:WK28:B1", "W:W31:B45", "W:W46:B5"] {
        hub.say(&format!("pos fen=\"{position}\""));
        hub.say_all(&["level infinite", "go analyze"]);
        hub.expect_silence(A_WHILE);
        hub.say("stop");
        let lines = hub.until("done");
        assert!(move_of(&lines[lines.len() - 1]).is_some());
        hub.expect(&[]);
    }
    // A think without limit is held as well.
    hub.say_all(&["pos fen=W:W31:B45", "level infinite", "go think"]);
    hub.expect_silence(A_WHILE);
    hub.say("stop");
    hub.until("done");
    hub.expect(&[]);
}

#[test]
fn pondering_is_held_until_a_hit_or_a_miss() {
    let mut hub = HubProcess::start();
    for level in ["move-time=0.05", "time=3 inc=0.1", "depth=4", "nodes=1000"] {
        // A hit.
        hub.say_all(&["pos start moves=\"32-28\"", &format!("level {level}"), "go ponder"]);
        hub.expect_silence(A_WHILE);
        hub.say("ponder-hit");
        let lines = hub.until("done");
        assert!(move_of(&lines[lines.len() - 1]).is_some(), "{level}");
        hub.expect(&[]);
        // A miss, and the next search right behind it.
        hub.say_all(&["pos start moves=\"32-28\"", &format!("level {level}"), "go ponder"]);
        hub.expect_silence(Duration::from_millis(50));
        hub.say_all(&["stop", "pos start", "level depth=3", "go think"]);
        assert!(move_of(hub.until("done").last().expect("done")).is_some());
        let lines = hub.until("done");
        assert_eq!(field(&lines[lines.len() - 2], "depth"), 3.0);
        hub.expect(&[]);
    }
    // Too early, too late and twice.
    hub.say_all(&["ponder-hit", "pos start", "level depth=3", "go ponder", "ponder-hit"]);
    hub.say_all(&["ponder-hit", "stop"]);
    hub.until("done");
    hub.say_all(&["ponder-hit", "stop"]);
    hub.expect(&[]);
}

#[test]
fn a_hit_does_not_end_a_thinking_search_nor_an_analysis() {
    let mut hub = HubProcess::start();
    hub.say_all(&["pos start", "level infinite", "go analyze", "ponder-hit"]);
    hub.expect_silence(A_WHILE);
    hub.say("stop");
    hub.until("done");
    hub.expect(&[]);
}

#[test]
fn a_hit_without_a_limit_leaves_the_end_to_stop() {
    let mut hub = HubProcess::start();
    // Its last depth is reached at once.
    hub.say_all(&["pos fen=W:W31:B45", "level infinite", "go ponder", "ponder-hit"]);
    hub.expect_silence(A_WHILE);
    hub.say_all(&["ponder-hit", "stop"]);
    hub.until("done");
    hub.expect(&[]);
}

#[test]
fn a_search_that_is_given_up_and_the_next_in_one_write() {
    let mut hub = HubProcess::start();
    hub.say_all(&["pos start", "level infinite", "go analyze"]);
    for _ in 0..20 {
        hub.say_all(&[
            "stop",
            "pos start moves=\"32-28\"",
            "level time=30,000 inc=0,200",
            "go think",
            "stop",
            "pos start",
            "level infinite",
            "go analyze",
        ]);
        // The analysis of before, and the think.
        hub.until("done");
        hub.until("done");
    }
    hub.say_all(&["stop", "new-game", "pos start", "level depth=2", "go think"]);
    hub.until("done");
    hub.until("done");
    hub.expect(&[]);
}

#[test]
fn commands_queue_behind_each_other() {
    let mut hub = HubProcess::start();
    // No `stop` between: each command that a search cannot take ends it.
    let search = ["pos start", "level infinite", "go analyze"];
    let mut lines = Vec::new();
    for _ in 0..50 {
        lines.extend(search);
    }
    lines.extend(["stop", "ping", "list-moves"]);
    hub.say_all(&lines);
    // The ping may be answered before the last search has ended, the list may not.
    let lines = hub.until("movelist");
    assert_eq!(lines.iter().filter(|line| line.starts_with("done ")).count(), 50);
    assert_eq!(lines.iter().filter(|line| *line == "pong").count(), 1);
    hub.expect(&[]);
    // What interrupts is obeyed after the `done`.
    for (command, answer) in [
        ("hub", "wait"),
        ("init", "ready"),
        ("fen", "fen"),
        ("eval", "eval"),
        ("list-moves", "movelist"),
        ("perft depth=2", "perft"),
        ("set-param name=threads value=x", "error"),
        ("pos pos=x", "error"),
    ] {
        hub.say_all(&["pos start", "level infinite", "go analyze", command]);
        let lines = hub.until(answer);
        assert_eq!(lines.iter().filter(|line| line.starts_with("done")).count(), 1, "{command}");
        hub.expect(&[]);
    }
}

#[test]
fn a_ping_is_answered_during_a_search_and_noise_does_not_end_it() {
    let mut hub = HubProcess::start();
    hub.say_all(&["pos start", "level infinite", "go analyze"]);
    for line in ["ping", "ping\r", "  ping x=3"] {
        hub.say(line);
        let lines = hub.until("pong");
        assert!(lines.iter().all(|line| !line.starts_with("done")));
    }
    hub.write(b"\n\r\nfoo bar=3\nUCI\n\0\n\xff\xfe\n=x\npos pos=\"\n");
    let mut errors = 0;
    while errors < 2 {
        let lines = hub.until("error");
        assert!(lines.iter().all(|line| !line.starts_with("done")), "{lines:?}");
        errors += 1;
    }
    hub.expect_silence(A_WHILE);
    hub.say("stop");
    hub.until("done");
    hub.expect(&[]);
}

#[test]
fn lines_are_read_as_clients_write_them() {
    let mut hub = HubProcess::start();
    hub.write(b"ping\r\n\tping\t\r\n \x0b ping \r\r\n");
    for _ in 0..3 {
        hub.until("pong");
    }
    hub.write(format!("pos\tpos\t=\t{START}  moves = \"32-28\t19-23\"\r\n").as_bytes());
    hub.expect(&[]);
    let fen = hub.fen();
    hub.say("pos start moves=\"32-28 19-23\"");
    assert_eq!(hub.fen(), fen);
    // A position with the extension of one client before the moves.
    hub.say(&format!("pos pos={START} wolf=\"W28=2 B19=1\" moves=\"32-28 19-23\""));
    assert_eq!(hub.fen(), fen);
    // A FEN as position.
    hub.say(&format!("pos pos={fen}"));
    assert_eq!(hub.fen(), fen);
    hub.say("pos start=true moves=32-28");
    hub.expect(&[]);
}

#[test]
fn limited_searches_are_the_same_after_new_game() {
    let mut hub = HubProcess::start();
    let mut seen: Vec<Vec<String>> = Vec::new();
    for _ in 0..3 {
        hub.say_all(&["new-game", "pos start moves=\"32-28 19-23\"", "level nodes=30000"]);
        hub.say("go think");
        let lines = hub.until("done");
        // Time and speed are all that may differ.
        let told = lines.iter().map(|line| {
            let words =
                line.split(' ').filter(|w| !w.starts_with("time=") && !w.starts_with("nps="));
            words.collect::<Vec<_>>().join(" ")
        });
        seen.push(told.collect());
        // Something else in between.
        hub.search(&["pos start", "level depth=6", "go think"]);
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
    let nodes = seen[0].iter().filter(|line| line.starts_with("info ")).map(|l| field(l, "nodes"));
    assert!(nodes.fold(0.0, f64::max) <= 30_000.0);
}

#[test]
fn a_depth_is_reached_and_not_passed() {
    let mut hub = HubProcess::start();
    for threads in ["1", "2"] {
        hub.say(&format!("set-param name=threads value={threads}"));
        hub.say_all(&["new-game", "pos start", "level depth=7", "go think"]);
        let lines = hub.until("done");
        let depths: Vec<f64> =
            lines.iter().filter(|l| l.starts_with("info ")).map(|l| field(l, "depth")).collect();
        assert_eq!(depths.last(), Some(&7.0));
        assert!(depths.is_sorted());
    }
}

#[test]
fn a_forced_win_is_told_by_the_plies_that_are_left() {
    let mut hub = HubProcess::start();
    hub.say_all(&["pos fen=\"W:W28:B22\"", "level depth=4", "go think"]);
    let lines = hub.until("done");
    assert_eq!(field(&lines[lines.len() - 2], "score"), 99.99, "{lines:?}");
    // The same from the other side, two plies away at most: every move loses.
    hub.say_all(&["pos fen=\"B:W28,K50:B17\"", "level depth=5", "go think"]);
    let lines = hub.until("done");
    let score = field(&lines[lines.len() - 2], "score");
    assert!(score < -99.0, "{lines:?}");
}

#[test]
fn extra_commands_answer_on_request() {
    let mut hub = HubProcess::start();
    hub.say("pos start");
    assert_eq!(hub.moves().len(), 9);
    let answer = hub.ask("perft depth=5");
    assert!(answer.starts_with("perft depth=5 nodes=27117 time="), "{answer}");
    let fen = hub.fen();
    hub.say(&format!("pos fen=\"{fen}\""));
    assert_eq!(hub.fen(), fen);
    assert!(hub.ask("eval").starts_with("eval score="));
    for line in ["perft", "perft depth=x", "perft depth=100", "perft depth=4000000000"] {
        let answer = hub.ask(line);
        assert!(answer.starts_with("error ") && answer.contains("depth"), "{line}: {answer}");
    }
    assert!(hub.ask("perft depth=-1000000000000").starts_with("perft depth=0 nodes=1 "));
    // A long count can be given up; there is no `done` for it.
    hub.say_all(&["perft depth=30", "ping"]);
    hub.until("pong");
    hub.say("stop");
    assert!(hub.until("error")[0].contains("perft"));
    hub.expect(&[]);
}

#[test]
fn a_stop_ends_every_count_before_it() {
    let mut hub = HubProcess::start();
    hub.say_all(&["perft depth=30", "go", "fen", "perft depth=30", "eval", "stop"]);
    let lines = hub.until("eval");
    let count = |word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!((count("error "), count("done"), count("fen ")), (2, 1, 1), "{lines:?}");
    hub.expect(&[]);
}

#[test]
fn every_variant_answers_in_every_position_of_a_short_game() {
    let mut hub = HubProcess::start();
    let lines = handshake(&mut hub);
    let values = lines[1].split_once("values=\"").expect("values").1.trim_end_matches('"');
    for variant in values.split(' ') {
        hub.say(&format!("set-param name=variant value={variant}"));
        let mut played: Vec<String> = Vec::new();
        for ply in 0..16 {
            hub.say(&format!("pos start moves=\"{}\"", played.join(" ")));
            let moves = hub.moves();
            if moves.is_empty() {
                break;
            }
            let level = ["level depth=3", "level nodes=300", "level move-time=0.01"][ply % 3];
            let best = hub.search(&[level, "go think"]).expect("there are moves");
            assert!(moves.contains(&best), "{variant}: {best} of {moves:?} after {played:?}");
            played.push(best);
        }
        assert!(played.len() > 4, "{variant}: {played:?}");
    }
}

#[test]
fn a_change_of_variant_begins_its_game() {
    let mut hub = HubProcess::start();
    for (alias, length) in [("normal", 50), ("russian", 32), ("poddavki", 32), ("normal", 50)] {
        hub.say(&format!("set-param name=variant value={alias}"));
        let men = "b".repeat(if length == 50 { 20 } else { 12 });
        let free = "e".repeat(if length == 50 { 10 } else { 8 });
        hub.say(&format!("pos pos=W{men}{free}{}", men.replace('b', "w")));
        hub.expect(&[]);
    }
    // A position of another game is refused.
    assert!(hub.ask("pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww").starts_with("error "));
    // And the next game begins at its start.
    hub.say("set-param name=variant value=russian");
    assert_eq!(hub.moves().len(), 7);
}

#[test]
fn lines_are_paced_on_request() {
    let mut hub = HubProcess::start_with(&["hub"], &[("DAMIER_LINE_DELAY_MS", "15")]);
    hub.say("hub");
    let (first, lines) = hub.timed_until("param");
    assert!(lines.len() == 2);
    let (last, lines) = hub.timed_until("wait");
    let least = Duration::from_millis(15) * (lines.len() as u32 - 1);
    assert!(last - first >= least.mul_f64(0.8), "{:?} for {} lines", last - first, lines.len());
    let mut hub = HubProcess::start_with(&["hub", "--line-delay", "3"], &[]);
    let lines = handshake(&mut hub);
    assert_eq!(parameter(&lines, "line-delay"), "3");
    let mut hub = HubProcess::start_with(&[], &[("DAMIER_LINE_DELAY_MS", "4")]);
    let lines = handshake(&mut hub);
    assert_eq!(parameter(&lines, "line-delay"), "4");
}

#[test]
fn many_searches_with_two_threads_are_each_answered_once() {
    let mut hub = HubProcess::start();
    hub.say("set-param name=threads value=2");
    for i in 0..40 {
        let level = ["depth=1", "depth=4", "nodes=1", "nodes=700", "move-time=0.002"][i % 5];
        let go = ["go think", "go analyze"][i % 2];
        hub.search(&["pos start", &format!("level {level}"), go]).expect("there are moves");
        hub.say_all(&["level infinite", "go think", "stop"]);
        hub.until("done");
    }
    hub.expect(&[]);
}

#[test]
fn several_lines_end_with_the_best() {
    let mut hub = HubProcess::start();
    hub.say_all(&["pos start", "level depth=5", "go analyze multipv=3"]);
    let lines = hub.until("done");
    let ranks: Vec<f64> = lines
        .iter()
        .filter(|line| line.starts_with("info ") && line.contains(" multipv="))
        .map(|line| field(line, "multipv"))
        .collect();
    assert_eq!(ranks, [3.0, 2.0, 1.0].repeat(5));
    let best = lines.iter().rfind(|line| line.starts_with("info ")).expect("there is news");
    let first = best.split_once("pv=\"").and_then(|(_, pv)| pv.split(['"', ' ']).next());
    assert_eq!(move_of(lines.last().expect("done")).as_deref(), first);
    // The parameter says the same for all searches.
    hub.say("set-param name=multipv value=2");
    hub.say_all(&["level depth=2", "go think"]);
    let lines = hub.until("done");
    assert_eq!(lines.iter().filter(|line| line.ends_with(" multipv=2")).count(), 2);
    assert_eq!(hub.ask("ping"), "pong");
}

#[test]
fn moves_to_look_at_may_be_chosen() {
    let mut hub = HubProcess::start();
    let best = hub.search(&["pos start", "level depth=4", "go think search-moves=\"33-28\""]);
    assert_eq!(best.as_deref(), Some("33-28"));
    hub.say_all(&["level depth=4", "go think search-moves=\"33-28 33-27\""]);
    hub.expect(&["error message=\"illegal move '33-27'\"", "done"]);
    hub.search(&["level depth=4", "go think"]).expect("the position is still there");
}
