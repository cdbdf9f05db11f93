//! Search hits: a memory, its score and the reasons for it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::rank::{Parts, Ranked};
use crate::crystal::record::Crystal;
use kernel::ports::index::{By, Candidate, Recalled};

/// Score below which the best hit does not really fit.
const FITS: f64 = 0.5;

/// A memory that a search found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// The memory.
    #[serde(flatten)]
    pub memory: Crystal,
    /// Distance from the query, 0 to 1: 0 for an identical text and without a query, lower for a higher score. Fitting
    /// memories are below 0.3, similar ones below 0.9.
    pub dist: f64,
    /// Fit, 0 to 1, comparable between queries: if the best hit has less than 0.5, nothing really fits. 0 without a
    /// query.
    pub score: f64,
    /// Basis of the score: `keyword`, `semantic` or `hybrid`.
    pub score_type: String,
    /// Reasons for the hit.
    pub why: Why,
}

impl Hit {
    /// Returns true if it answers the question: its score is high enough, or it contains every word of the question.
    #[must_use]
    pub fn fits(&self) -> bool {
        let lexical = self.why.lexical.as_ref();
        self.score >= FITS || lexical.is_some_and(|lexical| lexical.words == lexical.of)
    }
}

/// Reasons for a hit: the share of each part of the score, 0 to 1.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    /// Words.
    pub lexical: Option<Lexical>,
    /// Messages before and after it in its session.
    pub neighbours: Option<Neighbours>,
    /// Meaning.
    pub meaning: Option<Meaning>,
    /// Share of its author, if the query is about them.
    pub author: Option<f64>,
    /// Share of the words of its whole session.
    pub session: Option<f64>,
    /// Share of its date, if the query names a time.
    pub date: Option<f64>,
    /// Factor by which recency changed the score; above 1 it raised it.
    pub recency: Option<f64>,
}

/// Match of the words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Lexical {
    /// Rank by words alone, from 1, among the candidates.
    pub rank: u64,
    /// BM25 score of its words; larger is better.
    pub score: f64,
    /// Number of query words it contains.
    pub words: u32,
    /// Number of words searched.
    pub of: u32,
    /// Query words it contains.
    pub matched: Vec<String>,
    /// Share of the score.
    pub share: f64,
}

/// Match of the neighbours.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Neighbours {
    /// Id of the neighbour that contributes most.
    pub id: Option<String>,
    /// Share of the score.
    pub share: f64,
}

/// Match of the meaning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Meaning {
    /// Cosine similarity to the query, from -1 to 1.
    pub cosine: f64,
    /// Share of the score.
    pub share: f64,
}

/// Builds a hit for the question `asked`, with its reasons.
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
        score: round_share(*score),
        score_type: score_type.into(),
        why: why(candidate.cosine, parts, lexical, lender),
    }
}

/// Rounds to four decimals: more say nothing, and a model pays for each digit.
fn round_share(share: f64) -> f64 {
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
