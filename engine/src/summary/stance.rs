//! Prohibitions that became permissions, permissions that became prohibitions, and obligations that were removed.

use std::collections::BTreeSet;

use crate::summary::cues::{Cue, Cues, is_cue, is_stance};
use crate::summary::sentence::is_empty;
use crate::summary::unit::{Unit, number};
use crate::summary::values::{Kind, values};
use crate::summary::words::words;

/// Minimum share of the old topic that the new unit has to have.
const SAME_DEED: f64 = 0.7;
/// Number of words after a limiting word that are checked.
const LIMIT: usize = 8;

words! {
    /// Words that limit a statement to a time, a place or a purpose.
    LIMITS = "to of in for under from within with on if when only except unless until during but zu an im für nur wenn \
              außer mit von bis à sauf si pour dans avec solo para con sólo";
    /// Words that limit nothing.
    ALL = "each every all any again always more longer mehr plus más alle jede jeder wieder tous toutes todos todas";
}

/// Extent to which a statement is overtaken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overtaken {
    Wholly,
    /// Only under some circumstances.
    Partly,
}

/// Returns the extent to which `new`, with the words `said`, says the opposite of `old` about the same thing.
pub(super) fn overtaken(old: &Unit, new: &Unit, said: &str) -> Option<Overtaken> {
    let is_contrary = contrary(old.cues, new.cues);
    if !is_contrary || said.ends_with('?') && new.sentences.len() == 1 {
        return None;
    }
    let (before, now) = (old.about(), new.about());
    let shared = before.intersection(&now).count();
    let mut values = old.values.iter().filter(|(kind, _)| *kind != Kind::Soon);
    let same_values = values.all(|value| new.values.contains(value));
    if shared == 0 || number(shared) / number(before.len()) < SAME_DEED || !same_values {
        return None;
    }
    Some(if is_limited(said, &before) {
        Overtaken::Partly
    } else {
        Overtaken::Wholly
    })
}

/// Returns true if it is limited to something that was not mentioned before: "you may add packages for the tests".
fn is_limited(said: &str, before: &BTreeSet<&str>) -> bool {
    let lower = said.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    if !words.any(|word| LIMITS.contains(word)) {
        return false;
    }
    let is_known = |word: &str| {
        let soon = values(word, "en");
        is_empty(word)
            || is_cue(word)
            || LIMITS.contains(word)
            || ALL.contains(word)
            || is_stance(word)
            || before.iter().any(|known| word.starts_with(known))
            || soon.iter().any(|(kind, _)| *kind == Kind::Soon)
    };
    words
        .take(LIMIT)
        .any(|word| !word.is_empty() && !is_known(word))
}

/// Returns true if one revokes the other. A prohibition after a request may be the other half of one rule ("test it, do
/// not skip it"), so it needs a word of change.
fn contrary(old: Cues, new: Cues) -> bool {
    let changes = new.has(Cue::Changes);
    match (old.has(Cue::Forbids), new.has(Cue::Forbids)) {
        _ if new.has(Cue::Waives) => !old.has(Cue::Forbids) && !old.has(Cue::Waives),
        (true, false) => new.has(Cue::Permits) || changes,
        (false, true) => changes,
        _ => false,
    }
}
