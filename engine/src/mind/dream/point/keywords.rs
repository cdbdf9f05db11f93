//! Chooses the keywords of pointers.

use std::collections::{BTreeMap, BTreeSet};

use crate::mind::dream::item::Item;
use crate::mind::dream::topics::Topic;
use crate::mind::dream::words::telling;

/// Maximum number of lines of a text whose own words are tried.
const LINES: usize = 4;
/// Number of words in a search that no single line can match.
const MANY: usize = 16;
/// Maximum number of words in a search for a topic.
const MAX_TOPIC_WORDS: usize = 6;

/// Counts the texts that contain each word.
pub fn rarity<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut rarity = BTreeMap::new();
    for text in texts {
        for word in telling(text) {
            *rarity.entry(word.to_lowercase()).or_default() += 1;
        }
    }
    rarity
}

/// Returns keywords to try, the best first.
#[must_use]
pub fn keywords(item: &Item, rarity: &BTreeMap<String, usize>) -> Vec<String> {
    let mut words = telling(&item.topic);
    let in_topic = words.len();
    let seen: BTreeSet<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let text = telling(&item.text);
    let more = text
        .iter()
        .copied()
        .filter(|word| !seen.contains(&word.to_lowercase()));
    words.extend(more.take(60));
    let rare = |most: usize, with_numbers: bool| {
        let mut ranked: Vec<(usize, &str)> = words.iter().copied().enumerate().collect();
        let count = |word: &str| rarity.get(&word.to_lowercase()).copied().unwrap_or(1);
        // A word of the topic counts as much as one that is half as common. Numbers in many lines are rare but say
        // nothing.
        let is_number =
            |word: &str| item.is_seed && !with_numbers && !word.contains(char::is_alphabetic);
        ranked.sort_by_key(|(at, word)| {
            let weight = count(word) * if *at < in_topic { 1 } else { 2 };
            (is_number(word), weight, *at)
        });
        ranked.truncate(most);
        ranked.sort_unstable();
        let words: Vec<&str> = ranked.into_iter().map(|(_, word)| word).collect();
        clean(&words)
    };
    let topic = clean(&words[..in_topic.min(6)]);
    let begin: Vec<&str> = text.iter().copied().take(8).collect();
    let mut tries = vec![
        rare(4, false),
        topic,
        rare(6, false),
        clean(&begin),
        rare(9, false),
    ];
    if item.is_seed {
        let lines = item.text.lines().take(LINES);
        tries.extend(lines.map(|line| {
            let words: Vec<&str> = telling(line).into_iter().take(8).collect();
            clean(&words)
        }));
        // Single lines of the text may be memories too. Only the whole text has words of many lines, or their numbers.
        tries.extend([rare(MANY, false), rare(6, true)]);
    }
    tries.retain(|words| !words.is_empty());
    let mut once = BTreeSet::new();
    tries.retain(|words| once.insert(words.clone()));
    tries
}

/// Joins words to keywords, without backticks, which would end them.
fn clean(words: &[&str]) -> String {
    words.join(" ").replace('`', "")
}

/// Returns keywords to try that find all texts of a topic.
#[must_use]
pub fn of_topic(topic: &Topic, texts: &[&str], rarity: &BTreeMap<String, usize>) -> Vec<String> {
    let words: Vec<&str> = topic.words.iter().map(String::as_str).collect();
    let count = |word: &str| rarity.get(&word.to_lowercase()).copied().unwrap_or(1);
    let rare = texts.iter().filter_map(|text| {
        let words = telling(text).into_iter();
        words
            .filter(|word| word.contains(char::is_alphabetic))
            .min_by_key(|word| count(word))
    });
    let mut each: Vec<&str> = words.iter().copied().take(1).chain(rare).collect();
    each.truncate(MAX_TOPIC_WORDS);
    let mut tries = vec![
        clean(&words),
        clean(&words[..1.min(words.len())]),
        clean(&each),
    ];
    tries.retain(|words| !words.is_empty());
    tries.dedup();
    tries
}
