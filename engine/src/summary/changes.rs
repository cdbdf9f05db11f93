//! Finds units that no longer hold because a later one gives the same thing another value.

use std::collections::{BTreeSet, HashMap, VecDeque};

use crate::summary::cues::Cue;
use crate::summary::revoked::is_revoked;
use crate::summary::sentence::Sentence;
use crate::summary::settings::subject;
use crate::summary::stance::{self, Overtaken};
use crate::summary::unit::Unit;
use crate::summary::values::{Kind, Value};

/// Maximum number of units with a common word that a unit is compared with; the latest are used.
const LATEST: usize = 24;
/// Maximum number of words of a unit used to find candidates.
const WORDS: usize = 12;
/// Minimum share of the shorter topic that both have in common.
const SAME_THING: f64 = 0.5;

/// Same if both have several topic words in common.
const LIKELY: f64 = 0.33;

/// Number of units after a statement that are searched for answers to it.
const ECHO: usize = 3;

/// Validity of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It holds.
    Holds,
    /// A part of it was changed by the unit `by`.
    Partly { by: usize },
    /// All of it was replaced by the unit `by`.
    Superseded { by: usize },
}

/// Subject that a unit gives a value, and its place or audience.
type Subject = Option<(String, Vec<String>)>;

fn unit_subject(unit: &Unit, sentences: &[Sentence]) -> Subject {
    let (name, mut place) = subject(sentences.get(*unit.sentences.last()?)?.text)?;
    // "On Monday" is a value, "on staging" is not.
    place.retain(|word| unit.values.iter().all(|(_, value)| value != word));
    Some((name, place))
}

/// Returns the validity of each unit, in order.
pub(super) fn standings(units: &[Unit], sentences: &[Sentence]) -> Vec<Standing> {
    let mut standings = vec![Standing::Holds; units.len()];
    let mut latest: HashMap<&str, VecDeque<usize>> = HashMap::new();
    let subjects: Vec<Subject> = units
        .iter()
        .map(|unit| unit_subject(unit, sentences))
        .collect();
    for (at, unit) in units.iter().enumerate() {
        if unit.is_noise || unit.is_filler {
            continue;
        }
        let values = unit.values.iter().map(|(_, value)| value.as_str());
        let keys: Vec<&str> = unit
            .topic
            .iter()
            .map(String::as_str)
            .chain(values)
            .take(WORDS)
            .chain(subjects[at].iter().map(|(name, _)| name.as_str()))
            .collect();
        let near: BTreeSet<usize> = keys
            .iter()
            .filter_map(|key| latest.get(key))
            .flatten()
            .copied()
            .collect();
        let last = unit
            .sentences
            .last()
            .and_then(|place| sentences.get(*place));
        let said = last.map_or("", |last| last.text);
        for (old, gone) in find_changed(units, &subjects, at, &near) {
            let is_all = units[old].values.iter().all(|value| {
                gone.contains(value) || unit.values.contains(value) || value.0 == Kind::Name
            });
            if is_all {
                standings[old] = Standing::Superseded { by: at };
            } else if standings[old] == Standing::Holds {
                standings[old] = Standing::Partly { by: at };
            }
        }
        for old in near {
            let is_gone = matches!(standings[old], Standing::Superseded { .. });
            if unit.cues.has(Cue::Advises) || is_gone {
                continue;
            }
            if is_revoked(&units[old], unit, said) {
                standings[old] = Standing::Superseded { by: at };
            }
            match stance::overtaken(&units[old], unit, said) {
                Some(Overtaken::Wholly) => standings[old] = Standing::Superseded { by: at },
                Some(Overtaken::Partly) => standings[old] = Standing::Partly { by: at },
                None => {}
            }
        }
        for key in keys {
            let places = latest.entry(key).or_default();
            places.push_back(at);
            if places.len() > LATEST {
                places.pop_front();
            }
        }
    }
    for old in 0..units.len() {
        if let Standing::Superseded { by } = standings[old] {
            retire_echoes(units, sentences, &mut standings, old, by);
        }
    }
    standings
}

/// Retires the answers of others to a statement that no longer holds, if they repeat a replaced value and name no
/// other.
fn retire_echoes(
    units: &[Unit],
    sentences: &[Sentence],
    standings: &mut [Standing],
    old: usize,
    by: usize,
) {
    let role = |unit: &Unit| unit.sentences.first().map(|place| sentences[*place].role);
    let gone: BTreeSet<&Value> = units[old].values.difference(&units[by].values).collect();
    for echo in (old + 1..units.len()).take(ECHO) {
        let values = &units[echo].values;
        let is_echo =
            values.iter().any(|value| gone.contains(value)) && values.is_subset(&units[old].values);
        if is_echo && role(&units[echo]) != role(&units[old]) && standings[echo] == Standing::Holds
        {
            standings[echo] = Standing::Superseded { by };
        }
    }
}

/// Returns the earlier units that the unit at `at` changes, each with its replaced values.
fn find_changed(
    units: &[Unit],
    subjects: &[Subject],
    at: usize,
    near: &BTreeSet<usize>,
) -> Vec<(usize, BTreeSet<Value>)> {
    let new = &units[at];
    if new.cues.has(Cue::Advises) || !new.cues.has(Cue::Changes) && subjects[at].is_none() {
        return Vec::new();
    }
    let is_same_subject = |old: usize| match (&subjects[old], &subjects[at]) {
        (Some((old, there)), Some((new, here))) => {
            old == new && (there.is_empty() || here.is_empty() || there == here)
        }
        _ => false,
    };
    let may_change = new.cues.has(Cue::Changes);
    let names_old = may_change && new.cues.has(Cue::Contrasts);
    let mut best: Option<(f64, usize)> = None;
    let mut found = Vec::new();
    for &old in near {
        let unit = &units[old];
        let mentioned = unit
            .values
            .intersection(&new.values)
            .any(|(kind, _)| *kind != Kind::Time);
        let related = if unit.topic.is_empty() || new.topic.is_empty() {
            0.0
        } else {
            unit.topic_overlap(new)
        };
        let other = differing(unit, new, is_same_subject(old));
        let is_same_thing = related >= SAME_THING
            || related >= LIKELY && unit.topic.intersection(&new.topic).count() > 1;
        let by_cue = may_change && is_same_thing && !other.is_empty();
        let by_name = names_old
            && mentioned
            && !other.is_empty()
            && (related > 0.0 || unit.values.len() == 1);
        let by_subject = is_same_subject(old) && !other.is_empty();
        if by_cue || by_name || by_subject {
            let weight = related + f64::from(u8::from(by_subject)) + f64::from(u8::from(by_name));
            if best.is_none_or(|(known, _)| weight >= known) {
                best = Some((weight, old));
            }
            found.push((old, other));
        }
    }
    let Some((_, best)) = best else {
        return Vec::new();
    };
    // A repetition of the old value is about the same thing.
    let gone: BTreeSet<Value> = found
        .iter()
        .filter(|(old, _)| *old == best)
        .flat_map(|(_, gone)| gone.clone())
        .collect();
    found.retain(|(_, other)| !other.is_disjoint(&gone));
    found
}

/// Returns the values of the old unit that the new one replaces by another of the same kind. A thing that has one value
/// can also get a value of another kind, except times.
fn differing(old: &Unit, new: &Unit, has_one: bool) -> BTreeSet<Value> {
    let only_new: BTreeSet<Kind> = new
        .values
        .difference(&old.values)
        .map(|(kind, _)| *kind)
        .collect();
    let is_named =
        new.cues.has(Cue::Contrasts) && new.cues.has(Cue::Changes) || new.cues.has(Cue::Revokes);
    let replaced = |value: &&Value| {
        let is_gone = !new.values.contains(value) || is_named;
        let others: &[Kind] = match value.0 {
            Kind::Number => &[Kind::Mark],
            // "MySQL" looks like a mark, "Postgres" like a name.
            Kind::Mark => &[Kind::Number, Kind::Name],
            _ => &[],
        };
        let is_kind = only_new.contains(&value.0)
            || has_one && others.iter().any(|kind| only_new.contains(kind));
        is_kind && is_gone
    };
    old.values.iter().filter(replaced).cloned().collect()
}
