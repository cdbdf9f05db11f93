//! Groups texts by topic: a term that several of them share and few others have. Topics are named with words as the
//! texts write them.

use std::collections::BTreeMap;

use rust_stemmers::{Algorithm, Stemmer};

use crate::mind::dream::subject::Subject;

/// Number of texts that a topic's term may occur in, however few texts there are.
const MIN_COMMON: usize = 5;
/// Divisor of the number of texts: a term in more than a quarter of them is not a topic.
const COMMON: usize = 4;
/// Maximum number of words in a topic's name.
const MAX_WORDS: usize = 3;

/// A topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Words of the topic, the most significant first.
    pub words: Vec<String>,
    /// Indexes of its texts, in their order.
    pub members: Vec<usize>,
}

impl Topic {
    /// Returns the display name.
    #[must_use]
    pub fn name(&self) -> String {
        self.words.join(", ")
    }
}

/// Returns the topics of at least two and at most `most` texts each, the largest first. A text has at most one topic.
#[must_use]
pub fn topics(texts: &[&str], most: usize) -> Vec<Topic> {
    let subjects: Vec<Subject> = texts.iter().map(|text| Subject::of(text)).collect();
    let mut having: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for (at, subject) in subjects.iter().enumerate() {
        for (place, term) in subject.ordered.iter().enumerate() {
            having.entry(term).or_default().push((at, place));
        }
    }
    let common = (texts.len() / COMMON).max(MIN_COMMON);
    having.retain(|_, texts| (2..=common).contains(&texts.len()));
    let is_rare = |term: &str| having.contains_key(term);
    let mut is_free = vec![true; texts.len()];
    let mut topics = Vec::new();
    while let Some((term, members)) = best(&having, &is_free) {
        let members: Vec<usize> = members.into_iter().take(most).collect();
        for at in &members {
            is_free[*at] = false;
        }
        topics.push(Topic {
            words: words(term, &members, &subjects, texts, &is_rare),
            members,
        });
    }
    topics
}

/// Returns the term that most unassigned texts share, and those texts. Terms near the beginning of a text count more.
fn best<'a>(
    having: &BTreeMap<&'a str, Vec<(usize, usize)>>,
    is_free: &[bool],
) -> Option<(&'a str, Vec<usize>)> {
    let mut found: Option<(f64, &str, Vec<usize>)> = None;
    for (term, texts) in having {
        let free: Vec<&(usize, usize)> = texts.iter().filter(|(at, _)| is_free[*at]).collect();
        if free.len() < 2 {
            continue;
        }
        let weight: f64 = free.iter().map(|(_, place)| 1.0 + nearness(*place)).sum();
        if found.as_ref().is_none_or(|(most, ..)| weight > *most) {
            found = Some((weight, *term, free.iter().map(|(at, _)| *at).collect()));
        }
    }
    found.map(|(_, term, members)| (term, members))
}

#[expect(clippy::cast_precision_loss, reason = "a place in a short text")]
fn nearness(place: usize) -> f64 {
    1.0 / (1.0 + place as f64)
}

/// Returns the words of a topic: its term, and other rare terms that at least half of its texts have.
fn words(
    term: &str,
    members: &[usize],
    subjects: &[Subject],
    texts: &[&str],
    is_rare: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for at in members {
        for other in &subjects[*at].terms {
            *counts.entry(other).or_default() += 1;
        }
    }
    let mut others: Vec<(&str, usize)> = counts
        .into_iter()
        .filter(|(other, count)| {
            *other != term && is_rare(other) && *count > 1 && *count * 2 >= members.len()
        })
        .collect();
    others.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    let terms = [term]
        .into_iter()
        .chain(others.into_iter().map(|(other, _)| other));
    let texts: Vec<&str> = members.iter().map(|at| texts[*at]).collect();
    terms
        .take(MAX_WORDS)
        .map(|term| usual_form(term, &texts))
        .collect()
}

/// Returns a term in the form that most of these texts use.
fn usual_form(term: &str, texts: &[&str]) -> String {
    let stemmer = Stemmer::create(Algorithm::English);
    let mut forms: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            let lower = word.to_lowercase();
            if !word.is_empty() && stemmer.stem(&lower) == term {
                *forms.entry(word).or_default() += 1;
            }
        }
    }
    let best = forms.into_iter().max_by(|one, other| {
        let count = one.1.cmp(&other.1);
        // On a tie the lower-case form wins, because the other one may only begin a sentence.
        count.then(one.0.cmp(other.0))
    });
    best.map_or_else(|| term.to_owned(), |(form, _)| form.to_owned())
}

#[cfg(test)]
mod tests {
    use super::topics;

    #[test]
    fn texts_that_share_a_rare_term_are_of_one_topic() {
        let texts = [
            "The newsletter needs a picture of the team",
            "Jonas gave access to the database",
            "Newsletter subject line is shorter now",
            "The database has 48 GB",
            "The newsletter was sent to all readers",
            "Parcel labels come from DHL",
        ];
        let topics = topics(&texts, 5);
        let found: Vec<(&str, &[usize])> = topics
            .iter()
            .map(|topic| (topic.words[0].as_str(), topic.members.as_slice()))
            .collect();
        assert_eq!(
            found,
            [("newsletter", &[0, 2, 4][..]), ("database", &[1, 3])]
        );
        let topics = super::topics(&texts, 2);
        assert_eq!(topics[0].members, [0, 2], "at most two");
    }

    #[test]
    fn a_term_of_all_texts_is_no_topic() {
        let texts: Vec<String> = (0..8)
            .map(|n| format!("Service alpha{n} moved to host beta{n}"))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        assert_eq!(topics(&texts, 5), []);
    }
}
