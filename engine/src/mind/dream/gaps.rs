//! Finds gaps in the agent's knowledge (searches without a result, memories that disagree) and memories that say nearly
//! the same. Compares terms, and only memories that share a rare one.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::crystal::similar::Shape;
use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::material::{Material, Missed, Said};
use crate::mind::dream::words::{Terms, quote, terms};
use crate::mind::section::Section;
use kernel::time::{HOUR, Time};

/// Maximum number of gaps in a document.
pub const MAX_GAPS: usize = 10;
/// Age limit of a gap, in milliseconds.
pub const LASTS: i64 = 48 * HOUR;
/// Maximum number of memories that are compared, the newest.
const COMPARED: usize = 600;
/// Terms in more memories than this do not make two memories candidates for comparison.
const COMMON: usize = 40;
/// Minimum likeness of two memories that say the same.
const SAME: f64 = 0.9;
/// Minimum likeness of two memories that disagree, if they differ in a number or a negation.
const ALIKE: f64 = 0.5;
/// A memory that disagrees with more than this many others is part of a log.
const OFTEN: usize = 2;
/// Maximum number of pairs that say the same.
const DOUBLES: usize = 50;
/// Minimum number of terms. Shorter texts are alike by chance.
const SHORTEST: usize = 4;

/// Result of comparing memories. Pairs are indexes into the compared memories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Pairs that say nearly the same, the newer first.
    pub doubles: Vec<(usize, usize)>,
    /// Pairs that disagree, the newer first.
    pub disagree: Vec<(usize, usize)>,
}

/// Returns the lines about gaps.
#[must_use]
pub fn items(material: &Material, all: &[&Said], pairs: &Pairs) -> Vec<Item> {
    let is_fresh = |at: Time| material.now.since(at) <= LASTS;
    let missed = material.misses.iter().filter(|missed| is_fresh(missed.at));
    let mut items: Vec<Item> = missed.map(not_found).collect();
    for (newer, older) in &pairs.disagree {
        let (newer, older) = (all[*newer], all[*older]);
        if !is_fresh(newer.at) {
            continue;
        }
        let says = format!(
            "{} ({}) and {} ({}).",
            quote(&newer.text, 120),
            newer.at.date(),
            quote(&older.text, 120),
            older.at.date()
        );
        let mut item = Item::new(Role::Disagreement, &says, &newer.text, 0.75, newer.at);
        // Readers who may not see these memories may not see that they disagree either.
        if newer.is_of_bond() || older.is_of_bond() {
            item.section = Section::Bond;
        }
        items.push(item);
    }
    items
}

fn not_found(missed: &Missed) -> Item {
    let times = match missed.count {
        0 | 1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    };
    let says = format!("{}, searched for {times}.", quote(&missed.query, 120));
    let weight = 0.4 + 0.1 * f64::from(missed.count.min(5));
    Item::new(Role::Missed, &says, &missed.query, weight, missed.at)
}

/// Compares the newest of these memories.
#[must_use]
pub fn compare(all: &[&Said]) -> Pairs {
    let from = all.len().saturating_sub(COMPARED);
    let sets: Vec<Terms> = all[from..].iter().map(|said| terms(&said.text)).collect();
    let mut having: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut pairs = Pairs::default();
    // Sets of terms lose the order of words and words such as "before".
    let shapes: Vec<OnceCell<Shape>> = all.iter().map(|_| OnceCell::new()).collect();
    let shape = |at: usize| shapes[at].get_or_init(|| Shape::of(&all[at].text));
    let is_double = |newer: usize, older: usize| {
        let is_known = !all[newer].is_cut && !all[older].is_cut;
        is_known && shape(newer).says_the_same(shape(older))
    };
    for (at, set) in sets.iter().enumerate() {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for term in set {
            let others = having.entry(term.as_str()).or_default();
            if others.len() <= COMMON {
                for other in others.iter() {
                    *shared.entry(*other).or_default() += 1;
                }
            }
            others.push(at);
        }
        for (other, count) in shared {
            let both = set.len() + sets[other].len();
            if set.len() < SHORTEST
                || sets[other].len() < SHORTEST
                || count * 3 < both.saturating_sub(count)
            {
                continue;
            }
            // The shared count leaves out common terms, so the likeness is computed from all terms.
            let alike = crate::mind::dream::words::likeness(set, &sets[other]);
            let (newer, older) = (from + at, from + other);
            // Progress of work and moods do not contradict each other: each of these memories describes an event of its
            // own.
            let is_of_its_own = |said: &Said| said.is_work || said.is_of_mood();
            if is_of_its_own(all[newer]) || is_of_its_own(all[older]) {
                continue;
            }
            if differs(&all[newer].text, &all[older].text) {
                if alike >= ALIKE {
                    pairs.disagree.push((newer, older));
                }
            } else if alike >= SAME && pairs.doubles.len() < DOUBLES && is_double(newer, older) {
                pairs.doubles.push((newer, older));
            }
        }
    }
    leave_logs(&mut pairs);
    pairs
}

/// Removes entries of logs: statements repeated with other numbers are no contradiction.
fn leave_logs(pairs: &mut Pairs) {
    let mut times: BTreeMap<usize, usize> = BTreeMap::new();
    for (newer, older) in &pairs.disagree {
        *times.entry(*newer).or_default() += 1;
        *times.entry(*older).or_default() += 1;
    }
    let is_log = |at: &usize| times.get(at).is_some_and(|times| *times > OFTEN);
    pairs
        .disagree
        .retain(|(newer, older)| !is_log(newer) && !is_log(older));
}

/// Returns true if two texts differ in a number or in a negation.
fn differs(one: &str, other: &str) -> bool {
    let numbers = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '.'));
        words
            .map(|word| word.trim_matches('.').to_lowercase())
            .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))
            .collect()
    };
    let denies = |text: &str| {
        let text = text.to_lowercase();
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '\''));
        words
            .filter(|word| {
                matches!(
                    *word,
                    "not" | "never" | "no" | "don't" | "doesn't" | "cannot"
                )
            })
            .count()
            % 2
    };
    let (one_says, other_says) = (numbers(one), numbers(other));
    let is_other = !one_says.is_empty() && !other_says.is_empty() && one_says != other_says;
    is_other || denies(one) != denies(other)
}

#[cfg(test)]
mod tests {
    use super::{Pairs, compare};
    use crate::mind::dream::material::Said;
    use crate::mind::note::AUTO;

    fn compared(texts: &[&str]) -> Pairs {
        let all: Vec<Said> = texts
            .iter()
            .map(|text| Said {
                text: (*text).into(),
                ..Said::default()
            })
            .collect();
        compare(&all.iter().collect::<Vec<_>>())
    }

    #[test]
    fn memories_that_say_the_same_or_the_contrary_are_seen() {
        for (texts, doubles, disagree) in [
            (
                [
                    "The limit per client is 40 requests a minute",
                    "The limit per client is 60 requests a minute",
                ],
                0,
                1,
            ),
            (
                [
                    "The mobile client sends two tokens on login",
                    "The mobile client does not send two tokens on login",
                ],
                0,
                1,
            ),
            (
                [
                    "Mara reviews each morning before the stand-up",
                    "Mara reviews each morning before the stand-up!",
                ],
                1,
                0,
            ),
            (
                [
                    "Mara reviews each morning",
                    "The wasm of the page weighs 700 KB now",
                ],
                0,
                0,
            ),
            (["yes", "yes"], 0, 0),
        ] {
            let pairs = compared(&texts);
            assert_eq!(
                (pairs.doubles.len(), pairs.disagree.len()),
                (doubles, disagree),
                "{texts:?}"
            );
        }
    }

    #[test]
    fn what_turns_a_text_around_makes_no_double() {
        let long = "and whoever is on call that week tells everybody in the channel of the team what was done, \
                    which part of it went well, which part went badly, and whom to ask about it afterwards, so \
                    that nobody has to guess it from the history of the repository or from somebody's memory";
        let swapped = ["Tom", "Mara"].map(|name| {
            let other = if name == "Tom" { "Mara" } else { "Tom" };
            format!("{name} approves what {other} wrote, {long}")
        });
        for (one, other) in [
            (
                "Deploy the billing service before the database migration",
                "Deploy the billing service after the database migration",
            ),
            (
                "Keep the feature flag on for staging customers",
                "Keep the feature flag off for staging customers",
            ),
            (
                "Mara reviews the code that Tom writes",
                "Tom reviews the code that Mara writes",
            ),
            (&*swapped[0], &*swapped[1]),
        ] {
            assert!(compared(&[one, other]).doubles.is_empty(), "{other}");
            let same = format!("{one}!");
            assert_eq!(compared(&[one, &same]).doubles.len(), 1, "{one}");
        }
    }

    #[test]
    fn what_is_not_known_whole_is_no_double() {
        let said = |is_cut| Said {
            text: "Mara reviews each morning before the stand-up".into(),
            is_cut,
            ..Said::default()
        };
        for (is_cut, doubles) in [(false, 1), (true, 0)] {
            let all = [said(false), said(is_cut)];
            let pairs = compare(&all.iter().collect::<Vec<_>>());
            assert_eq!(pairs.doubles.len(), doubles, "{is_cut}");
        }
    }

    #[test]
    fn how_a_mood_stood_contradicts_nothing() {
        let noted = |begin: &str| {
            [("oxytocin", "0.90"), ("dopamine", "1.00")].map(|(level, peak)| {
                format!(
                    "{begin} Mood: {level} peaked at {peak} at noon. achievement: the build works"
                )
            })
        };
        for (begin, disagree) in [("Noted.", 1), (AUTO, 0)] {
            let [one, other] = noted(begin);
            assert_eq!(
                compared(&[&one, &other]).disagree.len(),
                disagree,
                "{begin}"
            );
        }
        let [said, mood] = [&noted("Noted.")[0], &noted(AUTO)[1]];
        assert!(compared(&[said, mood]).disagree.is_empty());
    }

    #[test]
    fn a_log_is_no_contradiction() {
        let log: Vec<String> = (0..8)
            .map(|n| {
                format!("Volume {n}: all its sheets are scanned on the large table without faults")
            })
            .collect();
        let log: Vec<&str> = log.iter().map(String::as_str).collect();
        assert!(compared(&log).disagree.is_empty());
        assert_eq!(compared(&log[..2]).disagree.len(), 1);
    }

    #[test]
    fn a_thousand_of_the_same_are_bounded() {
        let text = "Mara reviews each morning before the stand-up";
        let pairs = compared(&[text; 1_000]);
        assert_eq!(pairs.doubles.len(), 50);
    }
}
