//! The inputs that are kept for the fuzz targets (`fuzz/corpus`) are checked as the targets check
//! them.

mod common;

use std::path::Path;

use common::checks;

fn replay(name: &str) {
    let (_, check) = checks::ALL.into_iter().find(|(known, _)| *known == name).expect(name);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let files = std::fs::read_dir(&folder).expect("there is a corpus");
    let mut count = 0;
    for file in files {
        let path = file.expect("the folder can be read").path();
        // The test's output is shown if the check fails.
        println!("{}", path.display());
        check(&std::fs::read(&path).expect("the input can be read"));
        count += 1;
    }
    assert!(count > 0, "{} is empty", folder.display());
}

#[test]
fn fen() {
    replay("fen");
}

#[test]
fn hub_line() {
    replay("hub_line");
}

#[test]
fn hub_session() {
    replay("hub_session");
}

#[test]
fn pdn() {
    replay("pdn");
}

#[test]
fn turns() {
    replay("turns");
}

#[test]
fn every_corpus_is_replayed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for entry in std::fs::read_dir(folder).expect("there are corpora") {
        let name = entry.expect("the folder can be read").file_name();
        assert!(checks::ALL.iter().any(|(known, _)| *known == name), "{name:?} has no check");
    }
}
