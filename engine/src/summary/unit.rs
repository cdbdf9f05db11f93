//! What a summary is chosen from: a sentence, or an answer with its question, and what it is worth by itself:
//! above all whether it binds, decides or names a value. Knows no budget and no other unit.

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

/// What an answer is worth beside what it says, and what it is more where it gives leave or refuses it.
const ANSWERS: f64 = 1.5;
const DECIDES: f64 = 1.0;
/// The additional worth of a statement that another speaker confirms.
const CONFIRMED: f64 = 2.0;
/// The maximum number of words of a confirmation, and of units behind the statement among which it is looked for.
const MAX_CONFIRMATION: usize = 3;
const MAX_REACH: usize = 2;
/// The share of its worth that a request keeps whose report names all that it named.
const REPORTED: f64 = 0.5;

/// A unit with what is known of it.
pub(super) struct Unit {
    /// Its sentences.
    pub sentences: Vec<usize>,
    /// Its words, stemmed, without those that say nothing.
    pub words: BTreeSet<String>,
    /// What in it could be another value tomorrow.
    pub values: BTreeSet<Value>,
    /// Its amounts: units with their numbers, which are among the values.
    pub amounts: BTreeSet<(String, Value)>,
    /// Those of its words that tell it from a unit that is otherwise the same.
    pub details: BTreeSet<String>,
    /// What it is about: its words without values and without those that say how it is said.
    pub topic: BTreeSet<String>,
    /// What it does.
    pub cues: Cues,
    /// Whether it stands in the summary so far.
    pub known: bool,
    /// Whether a program wrote it.
    pub is_noise: bool,
    /// Whether it only fills the time, or offers to.
    pub is_filler: bool,
    /// What it is worth by itself.
    pub worth: f64,
}

/// Cuts sentences into units: a short answer goes with its question.
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

/// Raises the worth of what another speaker confirms, and lowers that of requests whose report names all of them.
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

/// Whether a report of something found or done names everything that the request before it named.
fn reports(report: &Unit, request: &Unit) -> bool {
    let names_all = request.values.len() > 1 && request.values.is_subset(&report.values);
    names_all && report.cues.has(Cue::Finds)
}

/// The unit by which another speaker confirms at once, in a few words, what was said: "Cancelled.", "Teal it is."
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
                unit.cues = unit.cues.decided(verdict(says.text));
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
                // A capital at the beginning may be that of any word.
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

    /// What it is about, with the values that it names.
    pub fn about(&self) -> BTreeSet<&str> {
        let values = self.values.iter().filter(|(kind, _)| *kind != Kind::Soon);
        let values = values.map(|(_, value)| value.as_str());
        self.topic
            .iter()
            .map(String::as_str)
            .chain(values)
            .collect()
    }

    /// How many of the words of the shorter one the other has too, from 0 to 1.
    pub fn alike(&self, other: &Self) -> f64 {
        shared(&self.words, &other.words)
    }

    /// The same of what they are about.
    pub fn related(&self, other: &Self) -> f64 {
        shared(&self.topic, &other.topic)
    }
}

/// How many of the fewer are in both, from 0 to 1.
fn shared(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let fewer = one.len().min(other.len());
    if fewer == 0 {
        return f64::from(u8::from(one.len() == other.len()));
    }
    number(one.intersection(other).count()) / number(fewer)
}

/// A count to reckon with.
pub(super) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Stems words in the languages that are told apart.
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
