//! Endgame tables as a Hub client meets them.

#[path = "common/hub_process.rs"]
mod hub_process;

use std::fs;

use damier::games::Variant;
use damier::tables::folder::{Plan, Watch};
use hub_process::HubProcess;

#[test]
fn hub_has_parameters_for_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan { folder: folder.path().to_owned(), pieces: 2, distances: false };
    let mut watch = Watch { begin: &mut |_| (), progress: &|_| (), tell: &mut |_| () };
    Variant::Poddavki.build_tables(&[], &plan, &mut watch).expect("the tables are made");
    fs::write(folder.path().join("poddavki-11v01.dt"), "no table").expect("it can be written");
    let mut hub = HubProcess::start_variant("poddavki");
    hub.say("hub");
    let lines = hub.until("wait");
    for line in [
        "param name=tables value=true type=bool",
        "param name=tables-path value=\"\" type=string",
        "param name=tables-pieces value=10 type=int min=0 max=10",
    ] {
        assert!(lines.iter().any(|known| known == line), "{line}: {lines:?}");
    }
    hub.say(&format!("set-param name=tables-path value=\"{}\"", folder.path().display()));
    hub.say("ping");
    let lines = hub.until("pong");
    assert!(
        lines.len() == 2
            && lines[0].starts_with("error message=\"")
            && lines[0].contains("poddavki-11v01.dt"),
        "{lines:?}"
    );
}

#[test]
fn a_win_by_tables_is_told_by_its_plies() {
    let mut hub = HubProcess::start_variant("poddavki");
    hub.say("set-param name=tables-pieces value=4");
    hub.say("pos fen=\"W:WKa1,Kc1,Ke1,Kg1:BKh8\"");
    hub.say("level depth=5");
    hub.say("go think");
    let lines = hub.until("done");
    // A king is given away, and what is left is in the tables.
    let last = lines.iter().rfind(|line| line.starts_with("info")).expect("news");
    assert!(last.contains(" score=89.98 "), "{last}");
}
