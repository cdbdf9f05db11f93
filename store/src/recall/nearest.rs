//! Vector search: compares a question with the vectors of a shelf one by one.

use std::cmp::Reverse;

use super::mask::Mask;
use super::shelf::{Shelf, length};
use super::top::{Top, order};

/// Minimum cosine: items below it are not related to a question.
const FLOOR: f32 = 0.05;

/// The vector of a question.
#[derive(Clone, Debug)]
pub(crate) struct Arrow {
    /// Widened from 8 to 16 bits, so that a processor multiplies several values at once.
    vector: Vec<i16>,
    length: f32,
}

impl Arrow {
    /// Returns `None` for a zero vector.
    pub(crate) fn new(vector: Vec<i8>) -> Option<Self> {
        let length = length(&vector);
        let vector = vector.into_iter().map(i16::from).collect();
        (length > 0.0).then_some(Self { vector, length })
    }

    /// Returns the cosine of an item, or `None` if it has no vector with as many dimensions.
    pub(crate) fn cosine(&self, shelf: &Shelf, doc: u32) -> Option<f32> {
        if shelf.dimensions != self.vector.len() {
            return None;
        }
        let of_doc = *shelf.lengths.get(doc as usize)?;
        let from = doc as usize * shelf.dimensions;
        let vector = shelf.vectors.get(from..from + shelf.dimensions)?;
        (of_doc > 0.0).then(|| dot(&self.vector, vector) / (self.length * of_doc))
    }

    /// Returns the `most` nearest items that pass the mask, nearest first.
    pub(crate) fn nearest(&self, shelf: &Shelf, mask: &Mask, most: usize) -> Vec<(f32, u32)> {
        let mut top = Top::new(most);
        for doc in mask.iter() {
            if let Some(cosine) = self.cosine(shelf, doc)
                && cosine > FLOOR
            {
                top.push((order(cosine), Reverse(doc)));
            }
        }
        let nearest = top.into_sorted().into_iter();
        nearest
            .filter_map(|(_, Reverse(doc))| Some((self.cosine(shelf, doc)?, doc)))
            .collect()
    }
}

/// Number of partial sums, as many as a processor adds at once. A single sum would wait for itself.
const LANES: usize = 8;

/// Returns the dot product. Loops over indices, because release builds do not inline `zip`.
fn dot(one: &[i16], other: &[i8]) -> f32 {
    let product = |a: i16, b: i8| i32::from(a) * i32::from(b);
    let mut sums = [0_i32; LANES];
    let (many, rest) = one.as_chunks::<{ 2 * LANES }>();
    let (others, other_rest) = other.as_chunks::<{ 2 * LANES }>();
    for at in 0..many.len().min(others.len()) {
        let (many, others) = (&many[at], &others[at]);
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum += product(many[lane], others[lane]);
            *sum += product(many[lane + LANES], others[lane + LANES]);
        }
    }
    let mut sum: i32 = sums.iter().sum();
    for at in 0..rest.len().min(other_rest.len()) {
        sum += product(rest[at], other_rest[at]);
    }
    #[expect(clippy::cast_precision_loss, reason = "nearness need not be exact")]
    let sum = sum as f32;
    sum
}

#[cfg(test)]
mod tests {
    use super::dot;

    #[test]
    fn products_are_summed_whatever_the_length() {
        for length in [0, 1, 15, 16, 17, 256, 300] {
            let one: Vec<i16> = (0..length).map(|n| n % 255 - 127).collect();
            let other: Vec<i8> = one
                .iter()
                .map(|n| i8::try_from(n * 7 % 127).unwrap())
                .collect();
            let products = one.iter().zip(&other);
            let sum: f32 = products.map(|(a, b)| f32::from(*a) * f32::from(*b)).sum();
            assert!((dot(&one, &other) - sum).abs() < 1.0, "{length}");
        }
    }
}
