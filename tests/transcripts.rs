//! Short sessions as other clients hold them: those of lidraughts' web page and of its servers,
//! and GWDGUI. Each is a list of what the client sends, with what it would choke on checked.

#[path = "common/hub_process.rs"]
mod hub_process;

use std::time::Duration;

use hub_process::{HubProcess, field};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
/// White to move, kings on both sides, as after the last man has gone.
const KINGS: &str = "WeeeeeBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWeee";
/// Long enough for a line that should not come to have come.
const A_WHILE: Duration = Duration::from_millis(100);

/// What the page reads by one regular expression; anything else it passes over, and shows nothing.
fn lidraughts_reads(info: &str) -> bool {
    let Some(rest) = info.strip_prefix("info depth=") else { return false };
    let names = [" mean-depth=", " score=", " nodes=", " time=", " nps=", " pv=\""];
    let mut rest = Some(rest);
    for name in names {
        rest = rest
            .and_then(|rest| rest.split_once(name))
            .and_then(|(value, rest)| (!value.is_empty() && !value.contains(' ')).then_some(rest));
    }
    let pv = rest.and_then(|rest| rest.strip_suffix('"'));
    pv.is_some_and(|pv| {
        !pv.is_empty() && pv.bytes().all(|b| b.is_ascii_digit() || b"-x ".contains(&b))
    })
}

/// A search of the page: it waits for the `done` after a `stop`.
fn analyse_on_the_page(hub: &mut HubProcess, lines: &[&str]) {
    hub.say_all(lines);
    // The page stops when it has seen enough.
    let mut seen = hub.until("info");
    hub.say("stop");
    seen.extend(hub.until("done"));
    let (_, infos) = seen.split_last().expect("at least the done");
    for info in infos {
        assert!(lidraughts_reads(info), "{info}");
    }
    hub.expect(&[]);
}

#[test]
fn the_page_of_lidraughts_analyses() {
    let mut hub = HubProcess::start();
    // It does not wait for `wait`.
    hub.say_all(&[
        "hub",
        "set-param name=tt-size value=18",
        "set-param name=variant value=normal",
        "set-param name=bb-size value=0",
        "init",
    ]);
    let told = hub.until("ready");
    assert_eq!(told.iter().filter(|line| *line == "wait").count(), 1);
    assert!(told.iter().all(|line| !line.starts_with("error")), "{told:?}");
    let pos = format!("pos pos={START} wolf=\"\" moves=\"\"");
    analyse_on_the_page(
        &mut hub,
        &["set-param name=threads value=1", &pos, "level infinite", "go analyze"],
    );
    let pos = format!("pos pos={START} wolf=\"\" moves=\"32-28 19-23 28x19x23 14x23x19\"");
    analyse_on_the_page(
        &mut hub,
        &["set-param name=threads value=2", &pos, "level infinite", "go analyze"],
    );
    // Another size of the table: all is begun anew.
    hub.say_all(&["set-param name=tt-size value=16", "init"]);
    assert_eq!(hub.until("ready"), ["ready"]);
    let pos = format!("pos pos={KINGS} wolf=\"W47=2 B6=1\" moves=\"\"");
    analyse_on_the_page(
        &mut hub,
        &["set-param name=threads value=1", &pos, "level infinite", "go analyze"],
    );
    // A limit to the depth ends it alone.
    let pos = format!("pos pos={START} wolf=\"W28=2 B19=1\" moves=\"\"");
    hub.say_all(&[&pos, "level move-time=90", "level depth=6", "go analyze"]);
    let lines = hub.until("done");
    let (_, infos) = lines.split_last().expect("at least the done");
    assert!(infos.iter().all(|info| lidraughts_reads(info)), "{infos:?}");
    assert_eq!(infos.last().map(|info| field(info, "depth")), Some(6.0));
    hub.expect(&[]);
}

#[test]
fn the_servers_of_lidraughts_play_and_analyse() {
    let mut hub = HubProcess::start();
    hub.say("hub");
    let told = hub.until("wait");
    let variants = told.iter().find(|line| line.starts_with("param name=variant "));
    let (_, values) = variants.and_then(|line| line.split_once(" values=")).expect("the variants");
    assert!(values.starts_with('"') && values.ends_with('"') && values.matches('"').count() == 2);
    hub.say_all(&["set-param name=variant value=normal", "set-param name=threads value=1", "init"]);
    assert_eq!(hub.until("ready"), ["ready"]);
    let mut moves = String::new();
    for (handicap, ply, depth) in [(0, 1, 3), (4, 5, 5), (9, 2, 8)] {
        // Between two searches too.
        for name in ["eval", "book-ply", "book-margin"] {
            hub.say(&format!("set-param name={name} value=4"));
        }
        hub.say_all(&[
            &format!("pos pos={START} wolf=\"\" moves=\"{moves}\""),
            &format!("level handicap={handicap}"),
            &format!("level ply={ply}"),
            &format!("level depth={depth}"),
            "level move-time=20.0",
            "level nodes=5000000",
            "go think",
        ]);
        let lines = hub.until("done");
        let (done, infos) = lines.split_last().expect("at least the done");
        // The depth is the first limit that is met.
        assert_eq!(infos.last().map(|info| field(info, "depth")), Some(f64::from(depth)));
        // It takes what stands behind the first sign of equality of the second word.
        let best = done.split_whitespace().nth(1).and_then(|word| word.split('=').nth(1));
        moves = format!("{moves} {}", best.expect("a move")).trim().to_owned();
        hub.say(&format!("pos pos={START} moves=\"{moves}\""));
        hub.expect(&[]);
    }
    // An analysis over budget is stopped.
    hub.say_all(&[&format!("pos pos={START} moves=\"{moves}\""), "level nodes=900000000"]);
    hub.say_all(&["level depth=99", "go analyze"]);
    hub.expect_silence(A_WHILE);
    hub.say("stop");
    hub.until("done");
    hub.expect(&[]);
}

/// Lines as Delphi and Lazarus end them.
fn say_crlf(hub: &mut HubProcess, lines: &[&str]) {
    hub.write(format!("{}\r\n", lines.join("\r\n")).as_bytes());
}

#[test]
fn gwdgui_sets_everything_and_writes_crlf() {
    // It may start the program without an argument.
    let mut hub = HubProcess::start_with(&[], &[]);
    say_crlf(&mut hub, &["hub"]);
    let told = hub.until("wait");
    let parameters: Vec<(String, String)> = told
        .iter()
        .filter_map(|line| line.strip_prefix("param name=")?.split_once(" value="))
        .map(|(name, rest)| {
            (name.to_owned(), rest.split(' ').next().unwrap_or_default().to_owned())
        })
        .collect();
    assert!(parameters.len() > 10, "{told:?}");
    let set: Vec<String> = parameters
        .iter()
        .map(|(name, value)| match name.as_str() {
            "hash" => "set-param name=hash value=8".to_owned(),
            _ => format!("set-param name={name} value=\"{value}\""),
        })
        .collect();
    say_crlf(&mut hub, &set.iter().map(String::as_str).collect::<Vec<_>>());
    say_crlf(&mut hub, &["init"]);
    assert_eq!(hub.until("ready"), ["ready"], "no value that was told is refused");
    // What was changed has changed, and what goes with it.
    say_crlf(&mut hub, &["hub"]);
    for (line, old) in hub.until("wait").iter().zip(&told) {
        match line.split(' ').nth(1) {
            Some("name=hash") => assert!(line.starts_with("param name=hash value=8 "), "{line}"),
            Some("name=tt-size") => assert!(line.contains(" value=19 "), "{line}"),
            _ => assert_eq!(line, old),
        }
    }
    // The last irreversible position and what was played since, or the start and all moves.
    let since = format!("pos pos={KINGS} moves=\"47-41 6-11\"");
    let all = format!("pos pos={START} moves=\"32-28 19-23 28x19x23\"");
    for pos in [since.as_str(), all.as_str()] {
        for (level, go) in [
            ("level move-time=0.050", "go think"),
            ("level time=2.000", "go think"),
            ("level move-time=0.050", "go mcts"),
        ] {
            say_crlf(&mut hub, &[pos, level, go]);
            let lines = hub.until("done");
            assert!(lines[lines.len() - 1].starts_with("done move="), "{pos} {level} {go}");
        }
        say_crlf(&mut hub, &[pos, "level infinite", "go analyze"]);
        hub.expect_silence(A_WHILE);
        say_crlf(&mut hub, &["stop"]);
        hub.until("done");
        hub.expect(&[]);
    }
    say_crlf(&mut hub, &["new-game", "quit"]);
    assert!(hub.end().1.success());
}
