//! Where the results of a match go: each to a place of its own.

use std::fs;
use std::path::{Path, PathBuf};

use super::StoreError;
use crate::tournament::config::Tournament;

/// What a path means, whether or not there is anything yet.
fn place(path: &Path) -> PathBuf {
    let absolute = fs::canonicalize(path).or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
        Ok::<_, std::io::Error>(folder.join(path.file_name().unwrap_or_default()))
    });
    absolute.unwrap_or_else(|_| path.to_owned())
}

/// Whether two paths are two names of one thing.
fn is_same(a: &Path, b: &Path) -> bool {
    place(a) == place(b) || same_file::is_same_file(a, b).unwrap_or(false)
}

/// Refuses files of a match that are one.
pub(super) fn check(tournament: &Tournament) -> Result<(), StoreError> {
    let Tournament { json, pdn, log, .. } = tournament;
    if let (Some(json), Some(pdn)) = (json, pdn)
        // What is no file, such as /dev/null, may take both.
        && is_same(json, pdn)
        && !fs::metadata(pdn).is_ok_and(|found| !found.is_file() && !found.is_dir())
    {
        return Err(StoreError::Same { first: "--json", second: "--pdn", path: pdn.clone() });
    }
    let Some(log) = log else { return Ok(()) };
    for (option, path) in [("--json", json), ("--pdn", pdn)] {
        let Some(path) = path else { continue };
        // Logs are files of this kind in their folder.
        let is_log = path.extension().is_some_and(|extension| extension == "log");
        let folder = place(path).parent().map(Path::to_owned);
        if is_same(path, log) || is_log && folder == Some(place(log)) {
            return Err(StoreError::Same { first: option, second: "--log", path: path.clone() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_place_by_two_names_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| Some(folder.path().join(name));
        let of = |json: &str, pdn: &str, log: &str| Tournament {
            json: at(json),
            pdn: at(pdn),
            log: at(log),
            ..Tournament::default()
        };
        fs::create_dir(folder.path().join("log")).unwrap();
        fs::write(folder.path().join("there"), "").unwrap();
        fs::hard_link(folder.path().join("there"), folder.path().join("link")).unwrap();
        for (json, pdn, log, names) in [
            ("a", "a", "log", "--json and --pdn"),
            ("a", "log/../a", "log", "--json and --pdn"),
            ("there", "link", "log", "--json and --pdn"),
            ("a", "b", "a", "--json and --log"),
            ("a", "b", "log/../b", "--pdn and --log"),
            ("log/A-1.log", "b", "log", "--json and --log"),
        ] {
            let error = check(&of(json, pdn, log)).unwrap_err().to_string();
            assert!(error.starts_with(names), "{error}");
        }
        assert!(check(&of("a.json", "a.pdn", "log")).is_ok());
        assert!(check(&of("log/a.json", "log/a.pdn", "log")).is_ok());
    }
}
