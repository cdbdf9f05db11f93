//! Subjects of notes: their terms without days, figures and beginnings of to-dos, weighted by rarity among all notes.

use std::collections::{BTreeMap, BTreeSet};

use crate::mind::dream::settle::cues::NOT_SUBJECT;
use crate::mind::dream::words::{Terms, terms_in_order};

/// Minimum number of notes assumed for weights, because rarity means little among few notes.
const FEW_NOTES: usize = 50;

/// The subject of a note.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// Terms of the subject in their order, each once.
    pub ordered: Vec<String>,
    /// The same terms as a set.
    pub terms: Terms,
    /// Words that begin with a digit, in lower case, without commas and dots.
    pub figures: BTreeSet<String>,
}

impl Subject {
    /// Returns the subject of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut subject = Self::default();
        for term in terms_in_order(text) {
            if term.starts_with(|c: char| c.is_ascii_digit()) {
                subject.figures.insert(term.replace([',', '.'], ""));
            } else if !NOT_SUBJECT.contains(&term.as_str()) && subject.terms.insert(term.clone()) {
                subject.ordered.push(term);
            }
        }
        subject
    }

    /// Returns true if one of the first terms of this subject is among these.
    #[must_use]
    pub fn begins_with(&self, terms: &Terms, first: usize) -> bool {
        self.ordered
            .iter()
            .take(first)
            .any(|term| terms.contains(term))
    }
}

/// Rarity of terms.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    counts: BTreeMap<String, usize>,
    notes: usize,
}

impl Weights {
    /// Counts the terms of these subjects.
    #[must_use]
    pub fn of<'a>(subjects: impl Iterator<Item = &'a Subject>) -> Self {
        let mut weights = Self::default();
        for subject in subjects {
            weights.notes += 1;
            for term in &subject.terms {
                *weights.counts.entry(term.clone()).or_default() += 1;
            }
        }
        weights
    }

    /// Returns the weight of a term. Rare terms weigh more.
    #[expect(clippy::cast_precision_loss, reason = "a mind has few notes")]
    fn weight(&self, term: &str) -> f64 {
        let count = self.counts.get(term).copied().unwrap_or(1).max(1);
        let notes = self.notes.max(FEW_NOTES);
        (notes as f64 / count as f64).ln_1p()
    }

    /// Returns the total weight of terms.
    fn sum<'a>(&self, terms: impl Iterator<Item = &'a String>) -> f64 {
        terms.map(|term| self.weight(term)).sum()
    }

    /// Returns the weighted share of `part` that is also in `whole`, 0 to 1.
    #[must_use]
    pub fn coverage(&self, part: &Terms, whole: &Terms) -> f64 {
        let all = self.sum(part.iter());
        if all > 0.0 {
            self.sum(part.intersection(whole)) / all
        } else {
            0.0
        }
    }

    /// Returns the weight of the common terms relative to the lighter set, 0 to 1.
    #[must_use]
    pub fn overlap(&self, one: &Terms, other: &Terms) -> f64 {
        let least = self.sum(one.iter()).min(self.sum(other.iter()));
        if least > 0.0 {
            self.sum(one.intersection(other)) / least
        } else {
            0.0
        }
    }
}
