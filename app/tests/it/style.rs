//! Checks the imports of the stylesheet: every file is imported exactly once, and none loads anything from another
//! server.

use std::path::{Path, PathBuf};

const MAIN: &str = include_str!("../../../style/main.css");

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of styles can be read") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.file_name().is_some_and(|name| name != "main.css") {
            found.push(path);
        }
    }
}

#[test]
fn every_file_is_imported_once_and_stays_at_home() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../style");
    let mut found = Vec::new();
    files(&root, &mut found);
    assert!(found.len() > 30, "only {} files found", found.len());
    assert_eq!(MAIN.matches("@import ").count(), found.len());
    for path in found {
        let name = path
            .strip_prefix(&root)
            .expect("it lies in the folder")
            .to_string_lossy()
            .replace('\\', "/");
        assert_eq!(
            MAIN.matches(&format!("@import \"{name}\"")).count(),
            1,
            "{name} is imported once"
        );
        let css = std::fs::read_to_string(&path).expect("it can be read");
        assert!(css.starts_with("/*"), "{name} says what it is");
        for address in ["http:", "https:", "url(\"//", "data:"] {
            assert!(!css.contains(address), "{name} holds {address}");
        }
    }
}
