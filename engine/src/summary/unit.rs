//! Units of a summary: a sentence, or an answer with its question, and its worth: above all whether it binds, decides
//! or names a value.

use std::collections::BTreeSet;

use rust_stemmers::{Algorithm, Stemmer};

use crate::summary::amounts::amounts;
use crate::summary::answers::{answer, asks_leave, verdict};
use crate::summary::cues::{Cue, Cues, is_cue, is_stance};
use crate::summary::noise::is_noise;
use crate::summary::sentence::{Sentence, is_assistant, is_empty, is_set, is_tool};
use crate::summary::settings::parts;
use crate::summary::values::{Kind, Value, plain, values};
use crate::summary::worth::{advice, tells_nothing, worth};

/// Additional worth of an answer, and of one that grants or refuses permission.
const ANSWERS: f64 = 1.5;
const DECIDES: f64 = 1.0;
/// Additional worth of a statement that another speaker confirms.
const CONFIRMED: f64 = 2.0;
/// Maximum number of words of a confirmation, and of units after the statement that are searched for it.
const MAX_CONFIRMATION: usize = 3;
const MAX_REACH: usize = 2;
/// Remaining worth of a request whose report names everything that it named.
const REPORTED: f64 = 0.5;

/// A unit with its features.
pub(super) struct Unit {
    /// Indexes of its sentences.
    pub sentences: Vec<usize>,
    /// Its words, stemmed, without stop words.
    pub words: BTreeSet<String>,
    /// Values that may be others tomorrow.
    pub values: BTreeSet<Value>,
    /// Amounts: units with their numbers, which are among the values.
    pub amounts: BTreeSet<(String, Value)>,
    /// Words that distinguish it from a unit that is otherwise the same.
    pub details: BTreeSet<String>,
    /// Topic: its words without values and cues.
    pub topic: BTreeSet<String>,
    /// Functions.
    pub cues: Cues,
    /// True if it is in the current summary.
    pub known: bool,
    /// True if a program wrote it.
    pub is_noise: bool,
    /// True if it is filler, or an offer to continue.
    pub is_filler: bool,
    /// Worth of the unit alone.
    pub worth: f64,
}

/// Groups sentences into units: a short answer joins its question.
pub(super) fn units(sentences: &[Sentence]) -> Vec<Unit> {
    let stemmers = Stemmers::new();
    let mut units: Vec<Unit> = Vec::with_capacity(sentences.len());
    let mut is_taken = vec![false; sentences.len()];
    for at in 0..sentences.len() {
        if is_taken[at] {
            continue;
        }
        let answer = answer(sentences, at).unwrap_or_default();
        is_taken[answer.clone()].fill(true);
        let parts = [at].into_iter().chain(answer).collect();
        units.push(Unit::new(sentences, parts, &stemmers));
    }
    weigh_replies(&mut units, sentences);
    units
}

/// Raises the worth of statements that another speaker confirms, and lowers that of requests whose report names all of
/// their values.
fn weigh_replies(units: &mut [Unit], sentences: &[Sentence]) {
    for said in 0..units.len() {
        if let Some(confirms) = confirmation(units, sentences, said) {
            units[said].worth += CONFIRMED;
            units[confirms].worth = units[confirms].worth.max(0.5 * units[said].worth);
        }
        let next = units.get(said + 1);
        if next.is_some_and(|report| reports(report, &units[said])) {
            units[said].worth *= REPORTED;
        }
    }
}

/// Returns true if a finding names everything that the request before it named.
fn reports(report: &Unit, request: &Unit) -> bool {
    let names_all = request.values.len() > 1 && request.values.is_subset(&report.values);
    names_all && report.cues.has(Cue::Finds)
}

/// Returns the unit in which another speaker confirms the statement at once, in a few words: "Cancelled.", "Teal it
/// is."
fn confirmation(units: &[Unit], sentences: &[Sentence], said: usize) -> Option<usize> {
    let texts = |at: usize| units[at].sentences.iter().map(|place| &sentences[*place]);
    let role = |at: usize| texts(at).next().map(|sentence| sentence.role);
    let speaker = role(said).filter(|role| !is_tool(role))?;
    let later = said + 1..units.len();
    let mut others = later
        .take(MAX_REACH)
        .take_while(|at| role(*at) != Some(speaker));
    others.find(|at| {
        let count: usize = texts(*at)
            .map(|part| part.text.split_whitespace().count())
            .sum();
        let decides = units[*at].cues.has(Cue::Decides);
        let echoes = !units[*at].topic.is_disjoint(&units[said].topic);
        count <= MAX_CONFIRMATION && (decides || echoes)
    })
}

impl Unit {
    fn new(sentences: &[Sentence], places: Vec<usize>, stemmers: &Stemmers) -> Self {
        let parts: Vec<&Sentence> = places.iter().map(|place| &sentences[*place]).collect();
        let mut unit = Self {
            sentences: places,
            words: BTreeSet::new(),
            values: BTreeSet::new(),
            amounts: BTreeSet::new(),
            details: BTreeSet::new(),
            topic: BTreeSet::new(),
            cues: Cues::default(),
            known: parts.iter().any(|part| part.known),
            is_noise: parts
                .iter()
                .all(|part| part.is_noise || is_noise(part.text) && !is_set(part)),
            is_filler: parts.iter().all(|part| tells_nothing(part)),
            worth: 0.0,
        };
        for (place, part) in parts.iter().enumerate() {
            let is_asked = place == 0 && parts.len() > 1;
            let values = values(part.text, part.language);
            let cues = Cues::of(part.text);
            let worth = worth(part, cues, &values);
            unit.worth = if is_asked {
                0.2 * worth
            } else {
                unit.worth + worth
            };
            unit.take(part, &values, stemmers);
            unit.cues = cues;
            unit.amounts.extend(amounts(part.text, &values));
            unit.values.extend(values);
        }
        if let [asks, says, ..] = parts.as_slice() {
            unit.worth += ANSWERS;
            if asks_leave(asks.text) {
                unit.worth += DECIDES;
                unit.cues = unit.cues.with_decision(verdict(says.text));
            }
        }
        let advises =
            |part: &&Sentence| is_assistant(part.role) && advice(part, Cues::of(part.text)) < 1.0;
        if parts.iter().all(advises) {
            unit.cues = unit.cues.with(Cue::Advises);
        }
        unit
    }

    fn take(&mut self, part: &Sentence, values: &BTreeSet<Value>, stemmers: &Stemmers) {
        for (nth, word) in parts(part.text).enumerate() {
            let lower = plain(word);
            if lower.is_empty() {
                continue;
            }
            if let Some((kind, _)) = values.iter().find(|(_, value)| *value == lower) {
                self.details.insert(lower.clone());
                self.words.insert(lower.clone());
                // A capital at the beginning may belong to any word.
                if *kind != Kind::Name || nth > 0 {
                    continue;
                }
            }
            for word in lower.split(|c: char| !(c.is_alphanumeric() || c == '\'')) {
                let word = word.trim_matches('\'');
                if word.is_empty() || is_empty(word) {
                    continue;
                }
                // "Approved" and "rejected" are not the same either.
                let is_decision = Cues::of(word).has(Cue::Decides);
                let stem = stemmers.stem(word, part.language);
                // "Must" and "must not" are not the same.
                let negates = matches!(word, "not" | "nicht" | "pas");
                if is_cue(word) || is_decision || negates {
                    self.details.insert(stem.clone());
                }
                if !is_cue(word) && !is_stance(word) && !negates {
                    self.topic.insert(stem.clone());
                }
                self.words.insert(stem);
            }
        }
    }

    /// Returns the topic and the named values.
    pub fn about(&self) -> BTreeSet<&str> {
        let values = self.values.iter().filter(|(kind, _)| *kind != Kind::Soon);
        let values = values.map(|(_, value)| value.as_str());
        self.topic
            .iter()
            .map(String::as_str)
            .chain(values)
            .collect()
    }

    /// Returns the share of the words of the shorter unit that the other one has, from 0 to 1.
    pub fn alike(&self, other: &Self) -> f64 {
        overlap(&self.words, &other.words)
    }

    /// Same for the topics.
    pub fn topic_overlap(&self, other: &Self) -> f64 {
        overlap(&self.topic, &other.topic)
    }
}

/// Returns the share of the smaller set that is in both, from 0 to 1.
fn overlap(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let fewer = one.len().min(other.len());
    if fewer == 0 {
        return f64::from(u8::from(one.len() == other.len()));
    }
    number(one.intersection(other).count()) / number(fewer)
}

/// Converts a count for arithmetic.
pub(super) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Stemmers of the supported languages.
struct Stemmers {
    all: [(&'static str, Stemmer); 4],
}

impl Stemmers {
    fn new() -> Self {
        let all = [
            ("en", Algorithm::English),
            ("de", Algorithm::German),
            ("fr", Algorithm::French),
            ("es", Algorithm::Spanish),
        ];
        Self {
            all: all.map(|(language, algorithm)| (language, Stemmer::create(algorithm))),
        }
    }

    fn stem(&self, word: &str, language: &str) -> String {
        let known = self.all.iter().find(|(known, _)| *known == language);
        known.map_or_else(
            || word.to_owned(),
            |(_, stemmer)| stemmer.stem(word).into_owned(),
        )
    }
}
