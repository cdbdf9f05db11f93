//! What is nearest in meaning: the vectors of a shelf, looked at one after the other. Knows no model.

use super::mask::Mask;
use super::shelf::{Shelf, length};

/// What is further from a question says nothing of it.
const FLOOR: f32 = 0.05;

/// The vector of a question.
#[derive(Clone, Debug)]
pub(crate) struct Arrow {
    vector: Vec<i8>,
    length: f32,
}

impl Arrow {
    /// `None` for one that points nowhere.
    pub(crate) fn new(vector: Vec<i8>) -> Option<Self> {
        let length = length(&vector);
        (length > 0.0).then_some(Self { vector, length })
    }

    /// How near a thing is, where it has a vector of the same model.
    pub(crate) fn cosine(&self, shelf: &Shelf, doc: u32) -> Option<f32> {
        if shelf.dimensions != self.vector.len() {
            return None;
        }
        let of_doc = *shelf.lengths.get(doc as usize)?;
        let from = doc as usize * shelf.dimensions;
        let vector = shelf.vectors.get(from..from + shelf.dimensions)?;
        (of_doc > 0.0).then(|| dot(&self.vector, vector) / (self.length * of_doc))
    }

    /// The nearest things that pass, at most `most`, in no order.
    pub(crate) fn nearest(&self, shelf: &Shelf, mask: &Mask, most: usize) -> Vec<(f32, u32)> {
        let (mut found, mut floor) = (Vec::new(), FLOOR);
        if most == 0 {
            return found;
        }
        for doc in mask.iter() {
            let Some(cosine) = self.cosine(shelf, doc).filter(|cosine| *cosine > floor) else {
                continue;
            };
            found.push((cosine, doc));
            if found.len() >= 2 * most {
                floor = cut(&mut found, most).unwrap_or(floor);
            }
        }
        cut(&mut found, most);
        found
    }
}

/// Leaves the `most` nearest, and says how near the last one is.
fn cut(found: &mut Vec<(f32, u32)>, most: usize) -> Option<f32> {
    if found.len() <= most {
        return None;
    }
    let (_, last, _) = found.select_nth_unstable_by(most - 1, |one, other| {
        other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
    });
    let last = last.0;
    found.truncate(most);
    Some(last)
}

fn dot(one: &[i8], other: &[i8]) -> f32 {
    let products = one.iter().zip(other);
    let sum: i32 = products
        .map(|(a, b)| i32::from(i16::from(*a)) * i32::from(i16::from(*b)))
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "nearness need not be exact")]
    let sum = sum as f32;
    sum
}
