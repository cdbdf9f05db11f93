//! The inverted index of a shelf: its terms with the items that have each, and a summary of each term for fast
//! comparison.

use std::collections::HashMap;
use std::sync::Arc;

/// An occurrence of a term: the number of the item, and the number of times it has the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting(u32);

impl Posting {
    pub(super) fn new(doc: u32, count: u8) -> Self {
        Self(doc << 8 | u32::from(count))
    }
    pub(crate) fn doc(self) -> u32 {
        self.0 >> 8
    }
    pub(crate) fn count(self) -> u8 {
        self.0.to_le_bytes()[0]
    }
}

/// A summary of a term. Terms with very different summaries are very different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// Bit set of its bytes modulo 32.
    pub letters: u32,
    /// Length in bytes, at most 255.
    pub length: u8,
    /// True if it has a digit.
    pub has_digit: bool,
}

impl Look {
    pub(crate) fn of(term: &str) -> Self {
        Self {
            letters: term.bytes().fold(0, |all, byte| all | 1 << (byte % 32)),
            length: u8::try_from(term.len()).unwrap_or(u8::MAX),
            has_digit: term.bytes().any(|byte| byte.is_ascii_digit()),
        }
    }
}

/// The terms of a shelf.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    numbers: HashMap<Arc<str>, u32>,
    texts: Vec<Arc<str>>,
    looks: Vec<Look>,
    lists: Vec<Vec<Posting>>,
}

impl Terms {
    pub(super) fn add(&mut self, term: &str, posting: Posting) {
        let number = self.numbers.get(term).copied().unwrap_or_else(|| {
            let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
            let term: Arc<str> = term.into();
            self.looks.push(Look::of(&term));
            self.lists.push(Vec::new());
            self.texts.push(term.clone());
            self.numbers.insert(term, number);
            number
        });
        if let Some(list) = self.lists.get_mut(number as usize) {
            list.push(posting);
        }
    }

    /// Returns the items that have a term.
    pub(crate) fn of(&self, term: &str) -> &[Posting] {
        let number = self.numbers.get(term);
        let list = number.and_then(|number| self.lists.get(*number as usize));
        list.map_or(&[], Vec::as_slice)
    }

    /// Returns the terms whose summary matches, with the items that have them.
    pub(crate) fn like<'a>(
        &'a self,
        is: impl Fn(Look) -> bool + 'a,
    ) -> impl Iterator<Item = (&'a str, &'a [Posting])> {
        let looks = self.looks.iter().enumerate();
        let found = looks.filter(move |(_, look)| is(**look));
        found.filter_map(|(number, _)| {
            Some((&**self.texts.get(number)?, &**self.lists.get(number)?))
        })
    }
}
