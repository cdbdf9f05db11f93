//! Parses the change that a note describes: the object that changed, and the value that no longer holds.

use crate::mind::dream::settle::cues::{CHANGE_VERBS, OBJECT_ENDS, OLD_VALUES, PASSIVE};
use crate::mind::dream::subject::Subject;
use crate::mind::dream::words::{Terms, in_order};

/// Maximum length of an old value, in words.
const MAX_VALUE_WORDS: usize = 4;
/// Characters that end a clause.
const STOPS: [char; 6] = ['.', ',', ';', ':', '!', '?'];

/// A change.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Terms of the changed object.
    pub object: Terms,
    /// Words of the value that no longer holds.
    old: Vec<String>,
}

impl Change {
    /// Returns the change that a text describes, if there is one.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let old = old_value(text);
        let object = object(text);
        match object {
            Some(object) => Some(Self { object, old }),
            // In "75 euros instead of 60" the object is before the phrase.
            None if !old.is_empty() && !text.contains(" from ") => {
                let begin = first_clause(text);
                let object = Subject::of(begin).terms;
                Some(Self { object, old })
            }
            None => None,
        }
    }

    /// Returns true if a text names the value that no longer holds.
    #[must_use]
    pub fn names(&self, text: &str) -> bool {
        let words = in_order(text);
        !self.old.is_empty() && self.old.iter().all(|word| words.contains(word))
    }
}

fn first_clause(text: &str) -> &str {
    let end = text
        .find(" instead of ")
        .or_else(|| text.find(" rather than "));
    &text[..end.unwrap_or(text.len())]
}

/// Returns the words of the value that a text says was replaced.
fn old_value(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut found = OLD_VALUES.iter().filter_map(|phrase| {
        let at = lower.find(phrase)?;
        Some(&lower[at + phrase.len()..])
    });
    let Some(rest) = found.next() else {
        return Vec::new();
    };
    let end = rest.find(STOPS).unwrap_or(rest.len());
    in_order(&rest[..end])
        .into_iter()
        .take_while(|word| !OBJECT_ENDS.contains(&word.as_str()))
        .filter(|word| !matches!(word.as_str(), "the" | "a" | "an"))
        .take(MAX_VALUE_WORDS)
        .collect()
}

/// Returns the terms of the object of a verb of change.
fn object(text: &str) -> Option<Terms> {
    let parts = text.split(STOPS);
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let verb = lower
            .iter()
            .position(|word| CHANGE_VERBS.contains(&word.as_str()));
        let Some(verb) = verb else { continue };
        let is_passive = lower[..verb]
            .iter()
            .rev()
            .take(2)
            .any(|word| PASSIVE.contains(&word.as_str()));
        let ends = |word: &String| OBJECT_ENDS.contains(&word.as_str());
        let is_bare = lower.get(verb + 1).is_none_or(ends);
        let of = if is_passive || is_bare {
            words[..verb].join(" ")
        } else {
            let end = lower[verb + 1..].iter().position(ends);
            let end = end.map_or(words.len(), |end| verb + 1 + end);
            words[verb + 1..end].join(" ")
        };
        let object = Subject::of(&of).terms;
        return (!object.is_empty()).then_some(object);
    }
    None
}
