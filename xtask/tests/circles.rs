//! Architecture test for import circles: there are none, and none may be added. Based on names only; compiles nothing.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use xtask::circles::circles;
use xtask::sources::{self, Arrow};

/// Each crate of the workspace with its maximum number of top-level modules in circles.
const CEILINGS: &[(&str, usize)] = &[
    ("app", 0),
    ("bench", 0),
    ("doors", 0),
    ("engine", 0),
    ("exchange", 0),
    ("fuzz", 0),
    ("kernel", 0),
    ("server", 0),
    ("setups", 0),
    ("store", 0),
    ("team", 0),
    ("terminal", 0),
    ("tools", 0),
    ("xtask", 0),
];

#[test]
fn no_more_modules_need_each_other_than_did() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = sources::crates(&root).unwrap();
    let listed: Vec<&str> = CEILINGS.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        crates.keys().collect::<Vec<_>>(),
        listed,
        "the table lists every crate"
    );
    let mut told = Vec::new();
    for ((name, source), (_, ceiling)) in crates.iter().zip(CEILINGS) {
        let arrows = sources::read(source).unwrap().arrows;
        let circles = circles(&arrows);
        let now: usize = circles.iter().map(BTreeSet::len).sum();
        if now < *ceiling {
            told.push(format!(
                "{name}: {now} modules stand in circles, {ceiling} did. Well done; write {now} into the table."
            ));
        }
        if now > *ceiling {
            told.push(format!(
                "{name}: {now} modules stand in circles, {ceiling} may. One of these arrows closes a circle:"
            ));
            told.extend(
                circles
                    .iter()
                    .flat_map(|circle| within(circle, &arrows, &root)),
            );
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n"));
}

/// Returns the references within a circle, those with the fewest lines first.
fn within(circle: &BTreeSet<String>, arrows: &[Arrow], root: &Path) -> Vec<String> {
    let mut places = BTreeMap::<_, Vec<&Arrow>>::new();
    for arrow in arrows {
        if circle.contains(&arrow.from) && circle.contains(&arrow.to) {
            let drawn = places.entry((&arrow.from, &arrow.to)).or_default();
            drawn.push(arrow);
        }
    }
    let mut places: Vec<_> = places.into_iter().collect();
    places.sort_by_key(|(_, drawn)| drawn.len());
    let line = |((from, to), drawn): ((&String, &String), Vec<&Arrow>)| {
        let first = drawn[0].file.strip_prefix(root).unwrap().display();
        let (at, lines) = (drawn[0].line, drawn.len());
        format!("  {from} → {to}, {lines} times, first in {first}:{at}")
    };
    places.into_iter().map(line).collect()
}
