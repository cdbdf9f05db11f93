//! Search over all words of the API's description: names, descriptions, arguments, answers and errors.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};
use serde_json::Value;

use super::reference::{NOUNS, Operation, add_types, object, text, type_schema};

/// Weight of a word in the name of an operation.
const NAME: u32 = 64;
/// Weight in its first sentence.
const SUMMARY: u32 = 12;
/// Weight in the rest of its description, and in names of its arguments, members and errors.
const DESCRIPTION: u32 = 5;
/// Weight in descriptions of arguments, members and errors.
const DETAIL: u32 = 3;
/// Weight in shared types.
const TYPE: u32 = 1;

/// Words that say nothing about an operation.
const STOP_WORDS: [&str; 33] = [
    "a", "about", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from",
    "how", "i", "in", "is", "it", "my", "of", "on", "or", "out", "that", "the", "this", "to", "up",
    "what", "when", "with", "you",
];

/// Operations and weights of each stem. An operation is its place in the list of all.
static INDEX: LazyLock<BTreeMap<String, BTreeMap<usize, u32>>> = LazyLock::new(index);

/// Operations that were found.
pub struct Found {
    /// Best first.
    pub operations: Vec<Operation>,
    /// True if they contain all words of the search. Otherwise none does, and these contain the most.
    pub is_whole: bool,
}

/// Returns the operations that contain the words of a search. Names count most.
#[must_use]
pub fn search(query: &str) -> Found {
    let wanted: BTreeSet<String> = stems(query).collect();
    // For each operation: the number of words that it contains, and the sum of their weights.
    let mut scores: BTreeMap<usize, (usize, u32)> = BTreeMap::new();
    for stem in &wanted {
        let mut best: BTreeMap<usize, u32> = BTreeMap::new();
        let beginning = INDEX.range(stem.clone()..);
        for (word, weights) in beginning.take_while(|(word, _)| word.starts_with(stem)) {
            for (operation, weight) in weights {
                // The word itself counts more than one that begins with it.
                let weight = if word == stem { weight * 2 } else { *weight };
                let known = best.entry(*operation).or_default();
                *known = weight.max(*known);
            }
        }
        for (operation, weight) in best {
            let (words, sum) = scores.entry(operation).or_default();
            *words += 1;
            *sum += weight;
        }
    }
    let most = scores.values().map(|(words, _)| *words).max().unwrap_or(0);
    let mut ranked: Vec<_> = scores
        .into_iter()
        .filter(|(_, (words, _))| *words == most)
        .collect();
    let all: Vec<Operation> = all().collect();
    let is_named = |operation: usize| all[operation].name == query.trim();
    ranked.sort_by_key(|(operation, (_, sum))| (!is_named(*operation), u32::MAX - sum, *operation));
    Found {
        operations: ranked
            .into_iter()
            .map(|(operation, _)| all[operation])
            .collect(),
        is_whole: most == wanted.len(),
    }
}

fn all() -> impl Iterator<Item = Operation> {
    NOUNS
        .iter()
        .flat_map(|noun| noun.operations.iter().copied())
}

fn index() -> BTreeMap<String, BTreeMap<usize, u32>> {
    let mut index: BTreeMap<String, BTreeMap<usize, u32>> = BTreeMap::new();
    for (nth, operation) in all().enumerate() {
        let mut add = |text: &str, weight: u32| {
            for stem in stems(text) {
                let known = index.entry(stem).or_default().entry(nth).or_default();
                *known = weight.max(*known);
            }
        };
        add(operation.name, NAME);
        add(operation.summary(), SUMMARY);
        add(operation.description(), DESCRIPTION);
        for (reason, means) in operation.refusals() {
            add(reason, DESCRIPTION);
            add(means, DETAIL);
        }
        let mut types = BTreeSet::new();
        for member in operation.arguments().into_iter().chain(operation.answer()) {
            add(member.name, DESCRIPTION);
            add(text(&member.schema["description"]), DETAIL);
            add_types(member.schema, &mut types);
        }
        for name in types {
            add(name, TYPE);
            add_words(type_schema(name), &mut |text| add(text, TYPE));
        }
    }
    index
}

/// Passes the names and descriptions of a schema to `add`.
fn add_words(schema: &'static Value, add: &mut impl FnMut(&str)) {
    match schema {
        Value::Object(members) => {
            for (name, inner) in members {
                match inner {
                    Value::String(text) if name == "description" => add(text),
                    _ => add_words(inner, add),
                }
            }
            object(&schema["properties"]).for_each(|(name, _)| add(name));
        }
        Value::Array(items) => items.iter().for_each(|item| add_words(item, add)),
        _ => {}
    }
}

/// Returns the stems of the words of a text, without stop words.
fn stems(text: &str) -> impl Iterator<Item = String> + '_ {
    let stemmer = Stemmer::create(Algorithm::English);
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    let words = words.filter(|word| !STOP_WORDS.contains(&word.as_str()));
    words.map(move |word| stemmer.stem(&word).into_owned())
}

#[cfg(test)]
mod tests {
    use super::search;

    fn names(query: &str) -> Vec<&'static str> {
        let found = search(query).operations.into_iter();
        found.map(|operation| operation.name).collect()
    }

    #[test]
    fn the_name_comes_first() {
        for query in ["task_claim", "task claim", "Claim TASKS", "claiming a task"] {
            assert_eq!(names(query).first(), Some(&"task_claim"), "{query}");
        }
        assert_eq!(names("nudge")[..2], ["nudge_acknowledge", "nudge_send"]);
        assert_eq!(names("purge")[0], "purge");
    }

    #[test]
    fn everyday_words_are_found_in_descriptions() {
        let found = names("give up a task");
        assert!(found[..3].contains(&"task_release"), "{found:?}");
        assert!(names("renew the lease")[..3].contains(&"task_heartbeat"));
        assert!(names("wait seconds").contains(&"task_claim"), "an argument");
        assert!(names("nothing_ready").contains(&"task_claim"), "an error");
        assert_eq!(names("csv").first(), Some(&"audit_export_csv"));
    }

    #[test]
    fn without_a_whole_match_the_nearest_are_shown() {
        assert!(search("claim").is_whole);
        let near = search("claim xylophone");
        assert!(!near.is_whole);
        assert!(near.operations.iter().any(|one| one.name == "task_claim"));
        assert!(search("xylophone").operations.is_empty());
        for nothing in ["", "  ", "the of", "<>"] {
            assert!(search(nothing).operations.is_empty(), "{nothing}");
        }
    }
}
