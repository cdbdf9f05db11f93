//! A memory as lists show it: an excerpt of its text, and its source.

use engine::crystal::decay::Lifecycle;
use engine::crystal::hit::{Hit, Why};
use engine::crystal::{Crystal, Trust};
use kernel::Time;

use super::excerpt::{excerpt, plain};
use super::marks::{marks, search_terms};
use crate::pages::crystal::{Origin, kind_word, of_whom, origin};
use crate::paths::CrystalPlace;

/// Row of a list of memories.
pub struct Row {
    /// Core of the memory.
    pub core: String,
    /// Id of the memory.
    pub id: String,
    /// Text of the memory, or an excerpt of it.
    pub text: String,
    /// Kind of the memory.
    pub kind: String,
    /// Author of the memory.
    pub author: String,
    /// True if the author is an agent with a page.
    pub is_agent: bool,
    /// Time of creation.
    pub at: Time,
    /// True if the memory is pinned: no rule forgets it.
    pub pinned: bool,
    /// True if the memory is quarantined until a person has reviewed it.
    pub held_back: bool,
    /// Lifecycle stage.
    pub life: Option<Lifecycle>,
    /// Source of the memory.
    pub origin: Option<Origin>,
    /// Score and its composition, if there was a query.
    pub why: Option<Shares>,
}

/// Score below which a memory does not match the query.
const FITS: f64 = 0.1;

/// Composition of a score.
pub struct Shares {
    /// Total score, 0 to 1.
    pub score: f64,
    /// Name of each component with its share of the score, 0 to 1.
    pub parts: Vec<(String, f64)>,
}

impl Row {
    /// Creates the row of a memory that was found.
    #[must_use]
    pub fn of(hit: Hit, query: &str) -> Self {
        let why = (!query.trim().is_empty()).then(|| shares(hit.score, &hit.why));
        let words = plain(&hit.memory.text);
        let first = marks(&words, &search_terms(query));
        let text = excerpt(&words, first.first());
        Self {
            text,
            why,
            ..Self::of_forgotten(hit.memory)
        }
    }

    /// Creates the row of a forgotten memory.
    #[must_use]
    pub fn of_forgotten(memory: Crystal) -> Self {
        let (author, is_agent) = of_whom(&memory);
        Self {
            text: excerpt(&plain(&memory.text), None),
            kind: kind_word(&memory).to_owned(),
            author,
            is_agent,
            origin: origin(&memory),
            at: memory.created_at,
            pinned: memory.pinned,
            held_back: memory.trust == Trust::Quarantined,
            life: memory.lifecycle,
            core: memory.core,
            id: memory.id,
            why: None,
        }
    }

    /// Returns the address of the memory.
    #[must_use]
    pub fn place(&self) -> CrystalPlace {
        CrystalPlace::of(&self.core, &self.id)
    }
}

/// Returns the composition of a score, with the components that contribute.
fn shares(score: f64, why: &Why) -> Shares {
    let parts = [
        ("words", why.lexical.as_ref().map(|words| words.share)),
        ("meaning", why.meaning.as_ref().map(|meaning| meaning.share)),
        ("context", why.neighbours.as_ref().map(|near| near.share)),
        ("author", why.author),
        ("session", why.session),
        ("date", why.date),
    ];
    let parts = parts.into_iter().filter_map(|(name, share)| {
        let share = share.unwrap_or(0.0).clamp(0.0, 1.0);
        // Words and meaning are always listed: even a share of zero explains the score.
        (share >= 0.005 || matches!(name, "words" | "meaning")).then(|| (name.to_owned(), share))
    });
    Shares {
        score,
        parts: parts.collect(),
    }
}

impl Shares {
    /// Returns true if the memory is far from the query, and listed only because nothing is nearer.
    #[must_use]
    pub fn is_far(&self) -> bool {
        self.score < FITS
    }

    /// Returns the strongest components, as words.
    #[must_use]
    pub fn words(&self) -> String {
        if self.is_far() {
            return "weak match".to_owned();
        }
        let strong = self.parts.iter().filter(|(_, share)| *share >= 0.2);
        let strong: Vec<&str> = strong.map(|(name, _)| name.as_str()).collect();
        match strong.as_slice() {
            [] => "a bit of each".to_owned(),
            [only] => (*only).to_owned(),
            [all @ .., last] => format!("{} and {last}", all.join(", ")),
        }
    }
}
