//! Finds logs: facts of one author that differ only in their numbers. The last entry represents all.

use std::collections::BTreeMap;

use crate::mind::dream::material::Said;
use crate::mind::dream::sort;
use crate::mind::dream::words::{shape, telling};
use crate::mind::note::NoteKind;

/// Number of words in the search for the entries of a log.
const SEARCHED: usize = 6;
/// Minimum number of facts in a log.
const LOG: usize = 4;
/// Importance from which an entry is not part of a log.
const STANDS_OUT: f64 = 0.85;

/// Returns all entries of the log for each of its entries, oldest first.
#[must_use]
pub fn logs(all: &[&Said]) -> BTreeMap<usize, Vec<usize>> {
    let mut shapes: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, said) in all.iter().enumerate() {
        let is_plain = sort::kind(said.kind, &said.text) == NoteKind::Fact;
        if is_plain && said.importance < STANDS_OUT {
            let by = said.by.as_deref().unwrap_or_default();
            let shape = format!("{by}\n{}", shape(&said.text));
            shapes.entry(shape).or_default().push(at);
        }
    }
    let mut logs = BTreeMap::new();
    for entries in shapes.into_values().filter(|entries| entries.len() >= LOG) {
        for at in &entries {
            logs.insert(*at, entries.clone());
        }
    }
    logs
}

/// Returns the words of a search for the entries of a log. All entries share these words and differ in numbers.
#[must_use]
pub fn search_for(text: &str) -> String {
    let shape = shape(text);
    let words: Vec<&str> = telling(&shape).into_iter().take(SEARCHED).collect();
    if words.is_empty() {
        return ".".into();
    }
    format!(", found by a search for `{}`.", words.join(" "))
}
