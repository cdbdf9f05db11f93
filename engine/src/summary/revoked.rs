//! Statements that replace or revoke an earlier one: the same with another amount or time, another choice, or a
//! rejection of what was chosen.

use std::collections::BTreeSet;

use crate::summary::amounts::adds;
use crate::summary::cues::Cue;
use crate::summary::unit::{Unit, number};
use crate::summary::values::{Kind, Value, plain};
use crate::summary::words::words;

/// Minimum share of the shorter topic for a restatement with another amount or time.
const RESTATES: f64 = 0.6;
/// Minimum share of the old statement that a rejection repeats, in general and if it rejects by name.
const REJECTS: f64 = 0.34;
const REJECTS_NAME: f64 = 0.2;
/// Minimum share of the shorter topic for another choice.
const REDECIDES: f64 = 0.5;
/// Number of words before and after a word of rejection that it may reject.
const REACH: usize = 4;

words! {
    /// Words before the rejected thing.
    BEFORE = "against longer replace replaced replaces replacing drop dropped dropping cancel cancelled canceled forget \
     scrap scrapped not no statt anstatt nicht kein keine keinen storniert lieu lugar pas annulé";
    /// "Instead of", "rather than" and "away from" precede the rejected thing.
    LINKS = "of than from";
    OPENS = "instead rather away moving moved move switch switched switching migrate migrating";
    /// Words after the rejected thing.
    AFTER = "cancelled canceled off longer dropped left abgesagt storniert annulé cancelado";
    /// Words after the name of somebody who no longer is what an earlier statement says.
    LEAVES = "left quit resigned retired";
}

/// Returns true if `new`, with the text `said`, replaces or revokes `old`.
pub(super) fn is_revoked(old: &Unit, new: &Unit, said: &str) -> bool {
    if new.cues.has(Cue::Advises) || said.ends_with('?') && new.sentences.len() == 1 {
        return false;
    }
    restates(old, new) && !adds(said)
        || leaves(old, new, said)
        || new.cues.has(Cue::Revokes) && (rejects(old, new, said) || redecides(old, new))
}

/// Returns true for the same statement with another amount of the same unit, or another time of the same kind.
fn restates(old: &Unit, new: &Unit) -> bool {
    let shared = old.topic.intersection(&new.topic);
    let is_unit = |word: &&String| {
        old.amounts
            .iter()
            .any(|(unit, _)| word.starts_with(unit.as_str()))
    };
    let subject = shared.filter(|word| !is_unit(word)).count();
    let whole = old.topic.iter().filter(|word| !is_unit(word)).count();
    if subject == 0 || subject < whole.min(2) || old.topic_overlap(new) < RESTATES {
        return false;
    }
    let has_other_amount = old.amounts.iter().any(|(unit, value)| {
        let mut others = new.amounts.iter().filter(|(other, _)| other == unit);
        others.clone().next().is_some() && others.all(|(_, other)| other != value)
    });
    let is_event = old.cues.has(Cue::Decides) && new.cues.has(Cue::Decides);
    let is_stated = [Cue::States, Cue::Limits, Cue::Asks]
        .iter()
        .any(|cue| new.cues.has(*cue));
    let has_other_time = !is_event && is_stated && has_other_time(old, new);
    (has_other_amount || has_other_time) && !concerns_another(old, new)
}

/// Returns true if both name a time of the same kind, such as a day of the week, and not the same one.
fn has_other_time(old: &Unit, new: &Unit) -> bool {
    let only = |one: &Unit, other: &Unit| -> BTreeSet<u8> {
        let values = one.values.difference(&other.values);
        let times = values.filter(|(kind, _)| *kind == Kind::Time);
        times.map(|(_, time)| precision(time)).collect()
    };
    !only(old, new).is_disjoint(&only(new, old))
}

/// Returns the kind of a time: of the clock, a day of the week, or a date.
fn precision(time: &str) -> u8 {
    let is_clock = time.contains(':') || time.ends_with("am") || time.ends_with("pm");
    if is_clock {
        0
    } else {
        1 + u8::from(time.ends_with("day") || time.ends_with("tag"))
    }
}

/// Returns true if each names something, or counts something without a unit, that the other does not.
fn concerns_another(old: &Unit, new: &Unit) -> bool {
    let only = |one: &Unit, other: &Unit| {
        let names = |value: &&Value| {
            let is_amount = one.amounts.iter().any(|(_, amount)| amount == *value);
            matches!(value.0, Kind::Name | Kind::Mark | Kind::Number) && !is_amount
        };
        one.values
            .difference(&other.values)
            .any(|value| names(&value))
    };
    only(old, new) && only(new, old)
}

/// Returns true if a word of rejection is next to the topic or a name of the old unit.
fn rejects(old: &Unit, new: &Unit, said: &str) -> bool {
    let is_negative = old.cues.has(Cue::Revokes) || old.cues.has(Cue::Forbids);
    if is_negative || old.cues.has(Cue::Advises) {
        return false;
    }
    let before = old.about();
    let shared = number(before.intersection(&new.about()).count()) / number(before.len().max(1));
    let (mut is_rejected, mut is_named) = (false, false);
    for word in find_rejected(said) {
        let names =
            |(kind, value): &Value| *value == word && matches!(kind, Kind::Name | Kind::Mark);
        is_named |= old.values.iter().any(names);
        let is_meant = |stem: &&String| stem.len() > 2 && word.starts_with(stem.as_str());
        is_rejected |= old.topic.iter().any(|stem| is_meant(&stem));
    }
    is_named && shared >= REJECTS_NAME || is_rejected && shared >= REJECTS
}

/// Returns true if somebody whom the old unit names left, and the new one says who follows: "Ada left, the contact is
/// Bob".
fn leaves(old: &Unit, new: &Unit, said: &str) -> bool {
    let words: Vec<String> = said.split_whitespace().map(plain).collect();
    let is_named = |word: &String| old.values.contains(&(Kind::Name, word.clone()));
    let mut pairs = words.windows(2);
    let is_gone = pairs.any(|pair| is_named(&pair[0]) && LEAVES.contains(pair[1].as_str()));
    is_gone && !old.topic.is_disjoint(&new.topic)
}

/// Returns the words that are rejected.
fn find_rejected(said: &str) -> BTreeSet<String> {
    let words: Vec<String> = said.split_whitespace().map(plain).collect();
    let is = |at: usize, set: &crate::summary::words::Words| {
        words
            .get(at)
            .is_some_and(|word| set.contains(word.as_str()))
    };
    let mut rejected = BTreeSet::new();
    for at in 0..words.len() {
        let is_linked = at > 0 && is(at, &LINKS) && is(at - 1, &OPENS);
        if is_linked || is(at, &BEFORE) {
            rejected.extend(words.iter().skip(at + 1).take(REACH).cloned());
        }
        if is(at, &AFTER) {
            rejected.extend(words[at.saturating_sub(REACH)..at].iter().cloned());
        }
    }
    rejected
}

/// Returns true for another wish, choice or rule about the same thing.
fn redecides(old: &Unit, new: &Unit) -> bool {
    let both = |cue: Cue| old.cues.has(cue) && new.cues.has(cue);
    let is_choice = both(Cue::Wants) || both(Cue::Decides) || both(Cue::Asks);
    let is_other = !new.topic.is_subset(&old.topic) && !old.topic.is_subset(&new.topic);
    is_choice && is_other && old.topic_overlap(new) >= REDECIDES && !concerns_another(old, new)
}
