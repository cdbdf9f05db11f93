//! Vectors of the texts in a commit: computed at once by an immediate embedder, otherwise taken from the cache.

use std::collections::HashMap;

use kernel::ports::embedder::{excerpt, quantise};
use kernel::ports::index::{Change, Update};

use super::SqliteIndex;
use crate::recall::shelf::said;

/// Vectors of a commit, by the number of the change.
#[derive(Default)]
pub(super) struct Vectors {
    model: String,
    vectors: HashMap<usize, Vec<i8>>,
}

impl Vectors {
    pub(super) fn model(&self) -> &str {
        &self.model
    }

    pub(super) fn get(&self, change: usize) -> Option<&[i8]> {
        self.vectors.get(&change).map(Vec::as_slice)
    }

    pub(super) fn has(&self, change: usize) -> bool {
        self.vectors.contains_key(&change)
    }

    /// Returns the vectors of `rows` concatenated, and for each row the start, counted from 1, and the length of its
    /// vector.
    pub(super) fn blob(&self, rows: &[(i64, usize)]) -> (Vec<u8>, Vec<(i64, usize, usize)>) {
        let (mut blob, mut parts) = (Vec::new(), Vec::new());
        for (row, change) in rows {
            let Some(vector) = self.vectors.get(change) else {
                continue;
            };
            parts.push((*row, blob.len() + 1, vector.len()));
            blob.extend(vector.iter().map(|x| x.cast_unsigned()));
        }
        (blob, parts)
    }
}

/// Returns the part of a text that is embedded: an excerpt without the author's name.
pub(super) fn text_to_embed<'a>(body: &'a str, who: Option<&str>) -> &'a str {
    excerpt(said(body, who.unwrap_or_default()))
}

impl SqliteIndex {
    /// Returns the vectors for the texts of a commit.
    pub(super) async fn vectors_of(&self, update: &Update) -> Vectors {
        let Some(embedder) = &self.embedder else {
            return Vectors::default();
        };
        let texts: Vec<(usize, &str)> = update
            .items
            .iter()
            .enumerate()
            .filter_map(|(at, (_, change))| {
                let Change::Put(item) = change else {
                    return None;
                };
                let shelved = item.facets.as_ref()?.shelved.as_ref()?;
                Some((at, text_to_embed(&item.text.body, shelved.who.as_deref())))
            })
            .collect();
        let plain: Vec<&str> = texts.iter().map(|(_, text)| *text).collect();
        let made = if plain.is_empty() {
            Ok(Vec::new())
        } else if embedder.is_immediate() {
            let made = embedder.embed(&plain).await;
            made.map(|made| made.iter().map(|vector| Some(quantise(vector))).collect())
        } else if let Some(kept) = &self.kept {
            kept.find(embedder.name(), &plain).await
        } else {
            Ok(Vec::new())
        };
        let made = made.unwrap_or_else(|error| {
            // The texts wait for vectors, and are found by their words meanwhile.
            tracing::warn!(%error, "no vectors come with what was written");
            Vec::new()
        });
        let numbers = texts.into_iter().map(|(at, _)| at);
        let vectors = numbers.zip(made);
        Vectors {
            model: embedder.name().into(),
            vectors: vectors
                .filter_map(|(at, vector)| Some((at, vector?)))
                .collect(),
        }
    }
}
