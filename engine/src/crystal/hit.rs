//! A crystal that was found, and why: what each part says for it. Asks nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::rank::{Parts, Ranked};
use crate::crystal::record::Crystal;
use kernel::ports::index::{By, Candidate, Recalled};

/// Where the best hit scores less, nothing really fits.
const FITS: f64 = 0.5;

/// A crystal that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// The crystal.
    #[serde(flatten)]
    pub memory: Crystal,
    /// How far it is from what was asked, 0 to 1: 0 for the same text and without a query, lower where the score is
    /// higher. What fits is below 0.3, what is alike in meaning below 0.9.
    pub dist: f64,
    /// How well it fits, 0 to 1, comparable between questions: where the best one has less than 0.5, nothing
    /// really fits. 0 without words.
    pub score: f64,
    /// What the score is made of: `keyword`, `semantic` or `hybrid`.
    pub score_type: String,
    /// Why it was found.
    pub why: Why,
}

impl Hit {
    /// Whether it is what was asked for: it scores well enough, or has every word of the question.
    #[must_use]
    pub fn fits(&self) -> bool {
        let lexical = self.why.lexical.as_ref();
        self.score >= FITS || lexical.is_some_and(|lexical| lexical.words == lexical.of)
    }
}

/// Why a crystal was found: each part's share of its score, from 0 to 1.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    /// Its words.
    pub lexical: Option<Lexical>,
    /// What was said before and after it in its session.
    pub neighbours: Option<Neighbours>,
    /// What it means.
    pub meaning: Option<Meaning>,
    /// The share of its author, where the question is about them.
    pub author: Option<f64>,
    /// The share of the words of its session as a whole.
    pub session: Option<f64>,
    /// The share of when it happened, where the question says when.
    pub date: Option<f64>,
    /// By how much recency changed the score: above 1 it raised it.
    pub recency: Option<f64>,
}

/// What a crystal's words say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Lexical {
    /// Its place by words alone, from 1, among those that were weighed.
    pub rank: u64,
    /// The BM25 score of its words; larger is better.
    pub score: f64,
    /// How many of the words it has.
    pub words: u32,
    /// How many words were looked for.
    pub of: u32,
    /// Which ones it has.
    pub matched: Vec<String>,
    /// Their share of its score.
    pub share: f64,
}

/// What a crystal's neighbours say.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Neighbours {
    /// The one that says most.
    pub id: Option<String>,
    /// Their share of its score.
    pub share: f64,
}

/// What a crystal means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Meaning {
    /// How near that is to what was asked, from -1 to 1.
    pub cosine: f64,
    /// Its share of the score.
    pub share: f64,
}

/// What was found of the question `asked`, with what says so.
pub(super) fn hit(
    asked: &str,
    memory: Crystal,
    ranked: &Ranked<'_>,
    lender: Option<String>,
    recalled: &Recalled,
    by: By,
) -> Hit {
    let Ranked {
        candidate,
        score,
        parts,
        ..
    } = ranked;
    let is_same = ranked.is_nearest() && memory.text.trim() == asked.trim();
    let better = |other: &&Candidate| other.words > candidate.words;
    let words = recalled.words.iter().enumerate();
    let matched: Vec<String> = words
        .filter(|(bit, _)| candidate.has >> bit & 1 == 1)
        .map(|(_, word)| word.clone())
        .collect();
    let (words, of) = (number(matched.len()), number(recalled.words.len()));
    let lexical = (words > 0).then(|| Lexical {
        rank: recalled.candidates.iter().filter(better).count() as u64 + 1,
        score: candidate.words,
        words,
        of,
        matched,
        share: parts.words,
    });
    let score_type = match by {
        By::Both if recalled.by_meaning => "hybrid",
        By::Meaning if recalled.by_meaning => "semantic",
        By::Both | By::Meaning | By::Words => "keyword",
    };
    Hit {
        memory,
        dist: if is_same { 0.0 } else { ranked.distance() },
        score: rounded(*score),
        score_type: score_type.into(),
        why: why(candidate.cosine, parts, lexical, lender),
    }
}

/// With four decimals: more say nothing, and a model pays for each digit.
fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}

fn why(
    cosine: Option<f64>,
    parts: &Parts,
    lexical: Option<Lexical>,
    lender: Option<String>,
) -> Why {
    let part = |share: f64| (share > 0.0).then_some(share);
    Why {
        lexical,
        neighbours: part(parts.neighbours).map(|share| Neighbours { id: lender, share }),
        meaning: cosine.map(|cosine| Meaning {
            cosine,
            share: parts.meaning,
        }),
        author: part(parts.author),
        session: part(parts.session),
        date: part(parts.date),
        recency: parts.recency,
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
