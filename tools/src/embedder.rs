//! Built-in embedder: the mean of the vectors of a text's pieces. Takes microseconds, and produces the same vector for
//! a text on every machine.
//!
//! The vectors are those of `wordllama` (MIT), converted by the build script.

mod pieces;
#[cfg(test)]
mod tests;

use kernel::error::Result;
use kernel::future::Fut;
use kernel::ports::embedder::{Embedder, excerpt};

/// Dimensions of a vector.
pub const DIMENSIONS: usize = 256;

/// Scale of each piece's vector: its bytes are multiplied by it.
static SCALES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/scales.bin"));
/// Vector of each piece.
static VECTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/vectors.bin"));

/// Built-in embedder.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticEmbedder;

impl StaticEmbedder {
    /// Returns the vector of a text, of unit length; all zeros for an empty text.
    #[must_use]
    pub fn vector(text: &str) -> Vec<f32> {
        let mut sum = [0.0_f32; DIMENSIONS];
        for piece in pieces::of(excerpt(text)) {
            add(&mut sum, usize::from(piece));
        }
        let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
        if length > 0.0 {
            for x in &mut sum {
                *x /= length;
            }
        }
        sum.to_vec()
    }
}

fn add(sum: &mut [f32; DIMENSIONS], piece: usize) {
    let scale = SCALES[piece * 4..].first_chunk();
    let scale = scale.map_or(0.0, |bytes| f32::from_le_bytes(*bytes));
    let vector = &VECTORS[piece * DIMENSIONS..(piece + 1) * DIMENSIONS];
    for (x, byte) in sum.iter_mut().zip(vector) {
        *x += scale * f32::from(i8::from_le_bytes([*byte]));
    }
}

impl Embedder for StaticEmbedder {
    fn name(&self) -> &'static str {
        "static wordllama-256"
    }

    fn is_immediate(&self) -> bool {
        true
    }

    fn knows(&self, word: &str) -> bool {
        pieces::of(word).len() == 1
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> Fut<'a, Result<Vec<Vec<f32>>>> {
        let vectors = texts.iter().map(|text| Self::vector(text)).collect();
        Box::pin(std::future::ready(Ok(vectors)))
    }
}
