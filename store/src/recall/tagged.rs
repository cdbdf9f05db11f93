//! Tests of the tags of an item on a shelf. Shelves store tags as hashes.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::{PoisonError, RwLock};

use kernel::ports::index::TagTest;

/// Hashes tags with a random key, so that no value can be crafted to collide with another one.
#[derive(Debug, Default)]
pub(crate) struct Tags {
    state: RandomState,
    fields: RwLock<Vec<Box<str>>>,
}

/// Number of low bits of a tag that hold the hash of its value.
const VALUE_BITS: u32 = 56;

impl Tags {
    /// Returns the hash of a tag. Its first byte is the number of the field.
    pub(crate) fn hash(&self, field: &str, value: &str) -> u64 {
        let value = self.state.hash_one((field, value)) >> (u64::BITS - VALUE_BITS);
        u64::from(self.number(field)) << VALUE_BITS | value
    }

    /// Returns the number of a field. Fields after the 255th share one.
    pub(crate) fn number(&self, field: &str) -> u8 {
        let at = |fields: &[Box<str>]| fields.iter().position(|known| **known == *field);
        let known = at(&self.fields.read().unwrap_or_else(PoisonError::into_inner));
        let place = known.unwrap_or_else(|| {
            let mut fields = self.fields.write().unwrap_or_else(PoisonError::into_inner);
            at(&fields).unwrap_or_else(|| {
                fields.push(field.into());
                fields.len() - 1
            })
        });
        u8::try_from(place).unwrap_or(u8::MAX)
    }

    /// Returns the number of the field of a tag.
    pub(crate) const fn number_of(tag: u64) -> u8 {
        tag.to_be_bytes()[0]
    }
}

/// A test of the tags of an item. Lists are sorted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tagged {
    /// At least one tag is in the list.
    Any(Vec<u64>),
    /// All of the list are among the tags.
    All(Vec<u64>),
    /// No tag is in the list.
    None(Vec<u64>),
    /// No tag is of the field with that number, or one of them is in the list.
    AbsentOr(u8, Vec<u64>),
}

impl Tagged {
    /// Hashes a test of a field. `None` for a prefix, which needs the values themselves.
    pub(crate) fn of(field: &str, test: &TagTest, tags: &Tags) -> Option<Self> {
        let hash = |value: &String| tags.hash(field, value);
        let hashes = |values: &[String]| sort(values.iter().map(hash).collect());
        match test {
            TagTest::Is(value) => Some(Self::Any(vec![hash(value)])),
            TagTest::Any(values) => Some(Self::Any(hashes(values))),
            TagTest::All(values) => Some(Self::All(hashes(values))),
            TagTest::None(values) => Some(Self::None(hashes(values))),
            TagTest::AbsentOr(values) => Some(Self::AbsentOr(tags.number(field), hashes(values))),
            TagTest::StartsWith(_) => None,
        }
    }

    pub(super) fn passes(&self, tags: &[u64]) -> bool {
        match self {
            Self::Any(any) => tags.iter().any(|tag| is_among(any, *tag)),
            Self::All(all) => all.iter().all(|tag| tags.contains(tag)),
            Self::None(none) => !tags.iter().any(|tag| is_among(none, *tag)),
            Self::AbsentOr(field, any) => {
                let mut own = tags.iter().filter(|tag| Tags::number_of(**tag) == *field);
                own.clone().next().is_none() || own.any(|tag| is_among(any, *tag))
            }
        }
    }
}

/// Sorts hashes for [`Tagged`].
pub(crate) fn sort(mut tags: Vec<u64>) -> Vec<u64> {
    tags.sort_unstable();
    tags
}

/// Returns true if a tag is in a sorted list. Most lists have one element, and every item is tested.
fn is_among(tags: &[u64], tag: u64) -> bool {
    match tags {
        [only] => *only == tag,
        _ => tags.binary_search(&tag).is_ok(),
    }
}
