//! What the agent does not know: searches that found nothing, memories that disagree; and which memories say nearly
//! the same. Compares by terms, and only what shares a rare one. Knows no document.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::crystal::similar::Shape;
use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::material::{Material, Missed, Said};
use crate::mind::dream::words::{Terms, quoted, terms};
use crate::mind::section::Section;
use kernel::time::{HOUR, Time};

/// The most gaps in a document.
pub const MOST: usize = 10;
/// How long a gap is looked into.
pub const LASTS: i64 = 48 * HOUR;
/// So many of the newest memories are compared.
const COMPARED: usize = 600;
/// A term that more of them have brings nobody together.
const COMMON: usize = 40;
/// Less alike they do not say the same, whatever letters they share.
const SAME: f64 = 0.9;
/// So alike, and different in a number or a "not", they disagree.
const ALIKE: f64 = 0.5;
/// What disagrees with more than so many others is one of a log.
const OFTEN: usize = 2;
/// The most pairs that say the same.
const DOUBLES: usize = 50;
/// Shorter texts are alike by chance.
const SHORTEST: usize = 4;

/// What came of comparing the memories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Those that say nearly the same, the newer first.
    pub doubles: Vec<(usize, usize)>,
    /// Those that disagree, the newer first.
    pub disagree: Vec<(usize, usize)>,
}

/// The lines of gaps.
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
            quoted(&newer.text, 120),
            newer.at.date(),
            quoted(&older.text, 120),
            older.at.date()
        );
        let mut item = Item::new(Role::Disagreement, &says, &newer.text, 0.75, newer.at);
        // Whoever may not read what they say may not read that they disagree either.
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
    let says = format!("{}, searched for {times}.", quoted(&missed.query, 120));
    let weight = 0.4 + 0.1 * f64::from(missed.count.min(5));
    Item::new(Role::Missed, &says, &missed.query, weight, missed.at)
}

/// Compares the newest of these.
#[must_use]
pub fn compare(all: &[&Said]) -> Pairs {
    let from = all.len().saturating_sub(COMPARED);
    let sets: Vec<Terms> = all[from..].iter().map(|said| terms(&said.text)).collect();
    let mut having: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut pairs = Pairs::default();
    // Terms know neither an order nor a "before".
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
            // Terms that many have were not counted.
            let alike = crate::mind::dream::words::likeness(set, &sets[other]);
            let (newer, older) = (from + at, from + other);
            // How work went on is no contradiction, nor is a mood, and each of their memories is of a thing of its own.
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

/// What is said again and again with other numbers is a log, and no contradiction.
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

/// Whether two texts differ in a number or in a word of denial.
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
