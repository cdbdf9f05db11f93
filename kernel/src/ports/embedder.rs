//! Vectors of texts: those of texts that mean much the same point much the same way. Knows no model, and
//! nothing of what vectors are looked for with.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::future::Fut;

/// Of a text only so many words are embedded: the mean of more says less.
pub const WORDS: usize = 160;
/// And no more bytes, for texts whose words have no spaces between them.
pub const BYTES: usize = 2048;

/// The reason of an error that says that there is no such model any more.
pub const UNKNOWN: &str = "unknown_model";

/// What makes vectors of texts.
pub trait Embedder: Send + Sync {
    /// The model's name; vectors of different names are never compared.
    fn name(&self) -> &str;
    /// Whether vectors come in microseconds and are the same for ever: then they are made where a text is
    /// indexed, and else after the answer.
    fn is_immediate(&self) -> bool;
    /// Whether it knows a word of small letters as a whole, and not by its parts alone: such a word is no slip of
    /// the pen.
    fn knows(&self, word: &str) -> bool {
        let _ = word;
        false
    }
    /// Vectors of unit length, in the order of the texts; one of zeros for a text that says nothing.
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> Fut<'a, Result<Vec<Vec<f32>>>>;
    /// The vector of a question. Somebody waits for it: an embedder that may be slow is less patient
    /// here, and whoever asks looks for words alone when it fails.
    fn ask<'a>(&'a self, question: &'a str) -> Fut<'a, Result<Vec<f32>>> {
        Box::pin(async move {
            let vectors = self.embed(&[question]).await?;
            let first = vectors.into_iter().next();
            first.ok_or_else(|| Error::internal("the embedder gave no vector"))
        })
    }
    /// What makes the vectors of an earlier model, where it can still be asked: the vectors that are kept of
    /// that one answer until all texts have one of this.
    fn earlier(&self, _name: &str) -> Option<Arc<dyn Embedder>> {
        None
    }
}

/// What of a text is embedded: its first [`WORDS`] words.
#[must_use]
pub fn excerpt(text: &str) -> &str {
    let text = &text[..text.floor_char_boundary(BYTES)];
    let mut ends = text
        .split_ascii_whitespace()
        .map(|word| word.as_ptr() as usize - text.as_ptr() as usize + word.len());
    ends.nth(WORDS - 1).map_or(text, |end| &text[..end])
}

/// A vector in as many bytes as it has dimensions. Its length is lost, its direction is not.
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

/// The cosine of the angle between two vectors, -1 to 1: 0 when one is of zeros, or of another model.
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
