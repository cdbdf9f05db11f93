//! A memory as lists show it: of a long one only a part, and what says where it is from.

use engine::crystal::decay::Lifecycle;
use engine::crystal::hit::{Hit, Why};
use engine::crystal::{Crystal, Trust};
use kernel::Time;
use serde::{Deserialize, Serialize};

use super::excerpt::{excerpt, plain};
use super::marks::{marks, wanted};
use crate::pages::crystal::{Origin, kind_word, of_whom, origin};
use crate::paths::CrystalPlace;

/// A row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The core it is in.
    pub core: String,
    /// Its id.
    pub id: String,
    /// What it says, or a part of that.
    pub text: String,
    /// What kind it is.
    pub kind: String,
    /// Who wrote it.
    pub author: String,
    /// Whether that is an agent with a page.
    pub is_agent: bool,
    /// When it came to be.
    pub at: Time,
    /// When it was changed last.
    pub changed: Time,
    /// Whether it is kept whatever the rules say.
    pub pinned: bool,
    /// Whether nobody is to believe it until a person has looked at it.
    pub held_back: bool,
    /// The stage of its life.
    pub life: Option<Lifecycle>,
    /// What it was taken from.
    pub origin: Option<Origin>,
    /// Its score, and what that is made of, when words were looked for.
    pub why: Option<Shares>,
}

/// Below this score nothing that was asked for is in it.
const FITS: f64 = 0.1;

/// What a score is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// All of it, 0 to 1.
    pub score: f64,
    /// Each part by its name, with its share of the score, 0 to 1.
    pub parts: Vec<(String, f64)>,
}

impl Row {
    /// The row of a memory that was found.
    #[must_use]
    pub fn of(hit: Hit, query: &str) -> Self {
        let why = (!query.trim().is_empty()).then(|| shares(hit.score, &hit.why));
        let words = plain(&hit.memory.text);
        let first = marks(&words, &wanted(query));
        let text = excerpt(&words, first.first());
        Self {
            text,
            why,
            ..Self::gone(hit.memory)
        }
    }

    /// The row of one that was forgotten.
    #[must_use]
    pub fn gone(memory: Crystal) -> Self {
        let (author, is_agent) = of_whom(&memory);
        Self {
            text: excerpt(&plain(&memory.text), None),
            kind: kind_word(&memory).to_owned(),
            author,
            is_agent,
            origin: origin(&memory),
            at: memory.created_at,
            changed: memory.updated_at,
            pinned: memory.pinned,
            held_back: memory.trust == Trust::Quarantined,
            life: memory.lifecycle,
            core: memory.core,
            id: memory.id,
            why: None,
        }
    }

    /// Where it is.
    #[must_use]
    pub fn place(&self) -> CrystalPlace {
        CrystalPlace::of(&self.core, &self.id)
    }
}

/// What the score is made of, part by part: those that have something to say.
fn shares(score: f64, why: &Why) -> Shares {
    let parts = [
        ("words", why.lexical.as_ref().map(|words| words.share)),
        ("meaning", why.meaning.as_ref().map(|meaning| meaning.share)),
        ("around it", why.neighbours.as_ref().map(|near| near.share)),
        ("author", why.author),
        ("session", why.session),
        ("date", why.date),
    ];
    let parts = parts.into_iter().filter_map(|(name, share)| {
        let share = share.unwrap_or(0.0).clamp(0.0, 1.0);
        // Words and meaning are what is asked first: also that they say nothing tells why.
        (share >= 0.005 || matches!(name, "words" | "meaning")).then(|| (name.to_owned(), share))
    });
    Shares {
        score,
        parts: parts.collect(),
    }
}

impl Shares {
    /// Whether it is among the nearest only because nothing is nearer.
    #[must_use]
    pub fn is_far(&self) -> bool {
        self.score < FITS
    }

    /// What counts most, in words.
    #[must_use]
    pub fn words(&self) -> String {
        if self.is_far() {
            return "hardly".to_owned();
        }
        let strong = self.parts.iter().filter(|(_, share)| *share >= 0.2);
        let strong: Vec<&str> = strong.map(|(name, _)| name.as_str()).collect();
        match strong.as_slice() {
            [] => "a little of each".to_owned(),
            [only] => (*only).to_owned(),
            [all @ .., last] => format!("{} and {last}", all.join(", ")),
        }
    }
}
