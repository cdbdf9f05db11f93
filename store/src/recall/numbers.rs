//! Numbers with separators between their thousands: `100,821`, `1'000`, `1.234.567`, `१,२३,४५६`,
//! `1 234 567`.

use std::borrow::Cow;
use std::ops::Range;

use kernel::unicode::digit;

/// Characters that separate thousands and nothing else if three digits follow.
const SEPARATORS: [char; 9] = [
    ',', '\'', '’', '_', '٬', '，', '\u{A0}', '\u{2009}', '\u{202F}',
];
/// The dot also separates decimals and the parts of versions, the space also numbers of a list: they separate thousands
/// only between more than two groups, and the parts remain words.
const UNCERTAIN: [char; 2] = ['.', SPACE];
const SPACE: char = ' ';

/// A number with separators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    /// Digits without the separators.
    pub whole: String,
    /// False if it may be something else, such as a version.
    pub is_certain: bool,
    at: Range<usize>,
}

/// Returns the numbers in a text that have separators.
pub(crate) fn find_grouped(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    let mut groups = Groups::default();
    for (at, c) in text.char_indices() {
        match digit(c) {
            Some(digit) => groups.digit(digit, at..at + c.len_utf8()),
            None if groups.continues(c) => {}
            None => {
                let last = groups.last_of_list();
                found.extend(groups.end());
                groups = last;
                // The last number of a list may have separators itself: "2024 1,234".
                if !groups.continues(c) {
                    groups = Groups::default();
                }
            }
        }
    }
    found.extend(groups.end());
    found
}

/// Returns a text in which the certain ones of these numbers are written without separators.
pub(crate) fn without_separators<'a>(text: &'a str, numbers: &[Number]) -> Cow<'a, str> {
    let mut certain = numbers.iter().filter(|number| number.is_certain).peekable();
    if certain.peek().is_none() {
        return Cow::Borrowed(text);
    }
    let (mut joined, mut from) = (String::with_capacity(text.len()), 0);
    for number in certain {
        joined.push_str(&text[from..number.at.start]);
        joined.push_str(&number.whole);
        from = number.at.end;
    }
    joined.push_str(&text[from..]);
    Cow::Owned(joined)
}

/// Groups of digits with the same separator between them.
#[derive(Default)]
struct Groups {
    parts: Vec<String>,
    separator: Option<char>,
    /// True after a separator.
    is_open: bool,
    at: Range<usize>,
    /// Range of the last group.
    last: Range<usize>,
}

impl Groups {
    fn digit(&mut self, digit: char, at: Range<usize>) {
        if self.parts.is_empty() {
            self.at.start = at.start;
        }
        self.at.end = at.end;
        match self.parts.last_mut() {
            Some(part) if !self.is_open => part.push(digit),
            _ => {
                self.parts.push(digit.into());
                self.last.start = at.start;
            }
        }
        self.last.end = at.end;
        self.is_open = false;
    }

    /// Returns true if a number may continue after that character.
    fn continues(&mut self, c: char) -> bool {
        let is_separator = UNCERTAIN.contains(&c) || SEPARATORS.contains(&c);
        let is_same = self.separator.is_none_or(|separator| separator == c);
        if self.parts.is_empty() || self.is_open || !is_separator || !is_same {
            return false;
        }
        self.separator = Some(c);
        self.is_open = true;
        true
    }

    /// Returns the last of several groups between spaces, as the first group of another number.
    fn last_of_list(&self) -> Self {
        let is_list = self.separator == Some(SPACE) && self.parts.len() > 1 && !self.is_open;
        let last = self.parts.last().filter(|_| is_list);
        Self {
            parts: last.cloned().into_iter().collect(),
            at: self.last.clone(),
            last: self.last.clone(),
            ..Self::default()
        }
    }

    fn end(&mut self) -> Option<Number> {
        let Self {
            parts,
            separator,
            at,
            ..
        } = std::mem::take(self);
        let is_uncertain = separator.is_some_and(|separator| UNCERTAIN.contains(&separator));
        let (first, others) = parts.split_first()?;
        let (last, middle) = others.split_last()?;
        let is_first = (1..=3).contains(&first.len()) && !first.starts_with('0');
        // Groups of thousands, or in India of hundreds above the thousands.
        let is_middle = |length: usize| middle.iter().all(|part| part.len() == length);
        let is_number = is_first
            && last.len() == 3
            && (is_middle(3) || (!is_uncertain && is_middle(2)))
            && !(is_uncertain && middle.is_empty());
        is_number.then(|| Number {
            whole: parts.concat(),
            is_certain: !is_uncertain,
            at,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{find_grouped, without_separators};

    #[test]
    fn separators_stand_between_thousands() {
        for (text, expected) in [
            ("100,821 and 1'000", vec!["100821", "1000"]),
            ("1.234.567", vec!["1234567"]),
            ("1_000_000", vec!["1000000"]),
            ("12\u{A0}345 or 12\u{202F}345", vec!["12345", "12345"]),
            ("१,२३,४५६", vec!["123456"]),
            ("1,234,567.89", vec!["1234567"]),
            ("1,234.", vec!["1234"]),
            ("1 234 567 people", vec!["1234567"]),
            ("12 345 678.", vec!["12345678"]),
            ("1 234", vec![]),
            ("1 234 56", vec![]),
            ("12 3456 789", vec![]),
            ("2024 1,234", vec!["1234"]),
            ("5 100,821", vec!["100821"]),
            ("1 2 1.234.567", vec!["1234567"]),
            ("7 8 9", vec![]),
            ("1.5", vec![]),
            ("1.500", vec![]),
            ("1,50", vec![]),
            ("0,125", vec![]),
            ("1234,567", vec![]),
            ("1, 234", vec![]),
            ("1,,234", vec![]),
            ("1,2345", vec![]),
            ("10.0.0.1", vec![]),
            ("29.03.2026", vec![]),
            ("", vec![]),
        ] {
            let found = find_grouped(text).into_iter();
            let found: Vec<_> = found.map(|number| number.whole).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn what_may_be_a_version_keeps_its_parts() {
        for (text, expected) in [
            ("it has 1,234,567 files", "it has 1234567 files"),
            ("१,२३,४५६ and 1'000", "123456 and 1000"),
            ("it is 1.234.567", "it is 1.234.567"),
            ("it has 1 234 567 files", "it has 1 234 567 files"),
            ("in 2024 1,234 files", "in 2024 1234 files"),
            ("1.5, 2", "1.5, 2"),
        ] {
            assert_eq!(without_separators(text, &find_grouped(text)), expected);
        }
    }
}
