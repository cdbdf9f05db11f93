//! What a summary is chosen from: a sentence, or an answer with its question, and what it is worth by itself:
//! above all whether it binds, decides or names a value. Knows no budget and no other unit.

use std::collections::BTreeSet;

use rust_stemmers::{Algorithm, Stemmer};

use crate::summary::answers::{answer, asks_leave, is_filler, is_offer, verdict};
use crate::summary::cues::{Cue, Cues, is_cue, is_stance};
use crate::summary::noise::is_noise;
use crate::summary::sentence::{Sentence, is_empty, is_set, is_tool};
use crate::summary::settings::parts;
use crate::summary::values::{Kind, Value, trim, values};

/// What an answer is worth beside what it says, and what it is more where it gives leave or refuses it.
const ANSWERS: f64 = 1.5;
const DECIDES: f64 = 1.0;
/// What it is worth that somebody gives something its value by name, and that something is allowed.
const SETS: f64 = 1.5;

/// A unit with what is known of it.
pub(super) struct Unit {
    /// Its sentences.
    pub sentences: Vec<usize>,
    /// Its words, stemmed, without those that say nothing.
    pub words: BTreeSet<String>,
    /// What in it could be another value tomorrow.
    pub values: BTreeSet<Value>,
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
    units
}

fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

impl Unit {
    fn new(sentences: &[Sentence], places: Vec<usize>, stemmers: &Stemmers) -> Self {
        let parts: Vec<&Sentence> = places.iter().map(|place| &sentences[*place]).collect();
        let mut unit = Self {
            sentences: places,
            words: BTreeSet::new(),
            values: BTreeSet::new(),
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
            unit.values.extend(values);
        }
        if let [asks, says, ..] = parts.as_slice() {
            unit.worth += ANSWERS;
            if asks_leave(asks.text) {
                unit.worth += DECIDES;
                unit.cues = unit.cues.decided(verdict(says.text));
            }
        }
        unit
    }

    fn take(&mut self, part: &Sentence, values: &BTreeSet<Value>, stemmers: &Stemmers) {
        for word in parts(part.text) {
            let lower = trim(word).to_lowercase();
            if lower.is_empty() {
                continue;
            }
            let is_value = values.iter().any(|(_, value)| *value == lower);
            if is_value {
                self.details.insert(lower.clone());
                self.words.insert(lower);
                continue;
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

fn tells_nothing(sentence: &Sentence) -> bool {
    is_filler(sentence) || is_offer(sentence.text)
}

/// What a sentence is worth.
fn worth(sentence: &Sentence, cues: Cues, values: &BTreeSet<Value>) -> f64 {
    if tells_nothing(sentence) {
        return 0.0;
    }
    let of = |kind: Kind| values.iter().filter(|value| value.0 == kind).count();
    let (times, numbers, marks, names) = (
        of(Kind::Time),
        of(Kind::Number),
        of(Kind::Mark),
        of(Kind::Name),
    );
    let has_value = !values.is_empty();
    // What assistants say that people can do is advice, unless it is new.
    let is_asked_for = sentence.role.starts_with("user") || cues.has(Cue::Changes);
    let mut worth = 0.0;
    for (holds, weight) in [
        (cues.has(Cue::Binds), 3.0),
        (cues.has(Cue::Asks) && !cues.has(Cue::Binds), 1.25),
        (cues.has(Cue::Decides), 2.5),
        (cues.has(Cue::Limits) && has_value, 1.25),
        (cues.has(Cue::Changes) && has_value, 1.25),
        (cues.has(Cue::Permits) && is_asked_for, 0.75),
        (cues.has(Cue::Wants), 1.5),
        (is_set(sentence), SETS),
        (cues.has(Cue::States) && has_value, 1.0),
        (cues.has(Cue::Reasons), 0.4),
        (times > 0, 1.0),
        (names > 0, 0.8),
    ] {
        worth += if holds { weight } else { 0.0 };
    }
    let exact = number(numbers + marks);
    // A bare number tells little: "Sentence number 4."
    let bare = if marks == 0 && cues == Cues::default() {
        0.6
    } else {
        1.0
    };
    worth += if exact > 0.0 {
        bare * (0.8 + 0.4 * exact).min(2.4)
    } else {
        0.0
    };
    let binds = cues.has(Cue::Binds) || cues.has(Cue::Decides);
    if cues.has(Cue::Talks) {
        worth *= if binds && has_value {
            0.8
        } else if marks + names + times > 0 {
            0.6
        } else {
            0.3
        };
    }
    if cues.has(Cue::Polite) {
        worth = (worth - 0.4).max(0.0) * if has_value || binds { 0.9 } else { 0.4 };
    }
    if sentence.text.ends_with('?') {
        worth *= 0.3;
    }
    let short = ((number(count(sentence.text)) + 1.0) / 4.0).min(1.0);
    let opens = if sentence.place == 0 { 0.05 } else { 0.0 };
    (worth * short + opens) * voice(sentence)
}

/// How much counts what is said by whom: what people say binds, what programs print rarely does.
fn voice(sentence: &Sentence) -> f64 {
    let role: f64 = match sentence.role {
        role if role.starts_with("user") => 1.25,
        role if is_tool(role) => 0.25,
        "" => 1.1,
        _ => 1.0,
    };
    if sentence.is_data { 0.3 * role } else { role }
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
