//! The terms of a shelf, with the things that have each, and what is quickly seen of each. Knows no text.

use std::collections::HashMap;
use std::sync::Arc;

/// Where a term stands: the number of the thing, and how often it has it.
#[derive(Clone, Copy, Debug)]
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

/// What is quickly seen of a term: terms that differ much in it differ much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// Which letters it has.
    pub letters: u32,
    /// How many bytes it has, as far as that fits.
    pub length: u8,
    /// Whether it has a digit.
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

/// The terms.
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

    /// The things that have a term.
    pub(crate) fn of(&self, term: &str) -> &[Posting] {
        let number = self.numbers.get(term);
        let list = number.and_then(|number| self.lists.get(*number as usize));
        list.map_or(&[], Vec::as_slice)
    }

    /// The terms that look so, with the things that have them.
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
