//! Port for text embeddings.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::future::Fut;

/// Maximum number of words of a text that are embedded: the mean of more is less specific.
pub const WORDS: usize = 160;
/// Maximum number of bytes that are embedded, for scripts without spaces between words.
pub const BYTES: usize = 2048;

/// Error reason if the model no longer exists.
pub const UNKNOWN: &str = "unknown_model";

/// An embedding model.
pub trait Embedder: Send + Sync {
    /// Returns the model's name. Vectors of different names are never compared.
    fn name(&self) -> &str;
    /// Returns true if embedding takes microseconds and is deterministic. Texts are then embedded while they are
    /// indexed, otherwise in the background after the answer.
    fn is_immediate(&self) -> bool;
    /// Returns true if the vocabulary contains the lower-case `word` as a whole, not only its parts. Such a word is not
    /// a typo.
    fn knows(&self, word: &str) -> bool {
        let _ = word;
        false
    }
    /// Returns unit vectors, in the order of the texts; a zero vector for a text without content.
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> Fut<'a, Result<Vec<Vec<f32>>>>;
    /// Returns the vector of a query. The caller is waiting: a slow embedder uses a shorter timeout here, and search
    /// falls back to words if it fails.
    fn ask<'a>(&'a self, question: &'a str) -> Fut<'a, Result<Vec<f32>>> {
        Box::pin(async move {
            let vectors = self.embed(&[question]).await?;
            let first = vectors.into_iter().next();
            first.ok_or_else(|| Error::internal("the embedder gave no vector"))
        })
    }
    /// Returns the embedder of an earlier model, if still available. Its stored vectors answer queries until all texts
    /// have vectors of this model.
    fn earlier(&self, _name: &str) -> Option<Arc<dyn Embedder>> {
        None
    }
}

/// Returns the part of a text that is embedded: its first [`WORDS`] words, at most [`BYTES`] bytes.
#[must_use]
pub fn excerpt(text: &str) -> &str {
    let text = &text[..text.floor_char_boundary(BYTES)];
    let mut ends = text
        .split_ascii_whitespace()
        .map(|word| word.as_ptr() as usize - text.as_ptr() as usize + word.len());
    ends.nth(WORDS - 1).map_or(text, |end| &text[..end])
}

/// Quantises a vector to one byte per dimension. Keeps its direction, but not its length.
#[must_use]
pub fn quantise(vector: &[f32]) -> Vec<i8> {
    let largest = vector.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    if !(largest.is_normal()) {
        return vec![0; vector.len()];
    }
    let scale = f32::from(i8::MAX) / largest;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "between -127 and 127 by the scale"
    )]
    let quantised = vector.iter().map(|x| (x * scale).round() as i8);
    quantised.collect()
}

/// Returns the cosine similarity of two vectors, -1 to 1; 0 if one is zero or the dimensions differ.
#[must_use]
pub fn cosine(one: &[i8], other: &[i8]) -> f32 {
    if one.len() != other.len() {
        return 0.0;
    }
    let (mut product, mut of_one, mut of_other) = (0_i32, 0_i32, 0_i32);
    for (a, b) in one.iter().zip(other) {
        let (a, b) = (i32::from(*a), i32::from(*b));
        product += a * b;
        of_one += a * a;
        of_other += b * b;
    }
    let lengths = (f64::from(of_one) * f64::from(of_other)).sqrt();
    if lengths == 0.0 {
        return 0.0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "between -1 and 1")]
    let cosine = (f64::from(product) / lengths) as f32;
    cosine
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_in_bytes_points_the_same_way() {
        let vector: Vec<f32> = (0..256_u16)
            .map(|n| ((f32::from(n) * 12.9898).sin() * 43758.547).fract())
            .collect();
        let turned: Vec<f32> = vector.iter().rev().copied().collect();
        let exact: f32 = vector.iter().zip(&turned).map(|(a, b)| a * b).sum::<f32>()
            / vector.iter().map(|x| x * x).sum::<f32>();
        let (one, other) = (quantise(&vector), quantise(&turned));
        assert!((cosine(&one, &other) - exact).abs() < 0.01);
        assert!((cosine(&one, &one) - 1.0).abs() < 1e-6);
        let opposite: Vec<i8> = one.iter().map(|x| -x).collect();
        assert!((cosine(&one, &opposite) + 1.0).abs() < 1e-6);
        let louder: Vec<f32> = vector.iter().map(|x| x * 1e-6).collect();
        assert_eq!(quantise(&louder), one);
    }

    #[test]
    fn what_has_no_direction_is_like_nothing() {
        for odd in [vec![0.0; 4], vec![f32::NAN; 4], vec![f32::INFINITY; 4]] {
            assert_eq!(quantise(&odd), [0; 4], "{odd:?}");
        }
        let one = quantise(&[1.0, 0.0, 0.0, 0.0]);
        assert!(cosine(&one, &[0; 4]).abs() < f32::EPSILON);
        assert!(cosine(&one, &[127; 5]).abs() < f32::EPSILON);
        assert!(cosine(&[], &[]).abs() < f32::EPSILON);
    }

    #[test]
    fn of_a_long_text_its_beginning_is_embedded() {
        assert_eq!(excerpt(""), "");
        assert_eq!(excerpt(" two  words "), " two  words ");
        let many = "word ".repeat(1000);
        assert_eq!(excerpt(&many).split(' ').count(), WORDS);
        for without_spaces in ["a".repeat(5000), "語".repeat(5000)] {
            let part = excerpt(&without_spaces);
            assert!(part.len() <= BYTES && part.len() > BYTES - 4);
        }
    }
}
