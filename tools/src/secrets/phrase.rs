//! Finds recovery phrases of wallets: twelve to twenty-four plain words after a name that announces them.

use std::ops::Range;

use super::{Scan, around};

/// Names of recovery phrases.
pub(super) const WORDS: [&str; 6] = [
    "mnemonic",
    "seed phrase",
    "seed_phrase",
    "seed words",
    "recovery phrase",
    "recovery_phrase",
];

/// Numbers of words that a phrase can have.
const COUNTS: [usize; 5] = [12, 15, 18, 21, 24];
/// Length of a word.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=8;
/// Words of sentences that no phrase contains.
const OF_SENTENCES: [&str; 16] = [
    "the", "and", "for", "are", "was", "not", "has", "its", "but", "your", "which", "from", "they",
    "these", "their", "were",
];

/// Examines the text after a name.
pub(super) fn look(scan: &mut Scan<'_>, name: Range<usize>) {
    let bytes = scan.bytes();
    let spaces = |at| around::run(bytes, at, 8, |byte| byte == b' ' || byte == b'\t');
    let behind = |at| around::quote(bytes, at).map_or(at, |(_, end)| end);
    let named = spaces(behind(name.end));
    let sign = around::run(bytes, named, 2, |byte| matches!(byte, b':' | b'='));
    let from = if sign > named {
        behind(spaces(sign))
    } else if around::follows(bytes, named, "is ") {
        behind(spaces(named + 3))
    } else {
        return;
    };
    if let Some(end) = phrase(scan.text, from) {
        scan.add(from..end, "recovery_phrase");
    }
}

/// Returns the end of the phrase that begins at `from`.
fn phrase(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut end, mut count) = (from, from, 0);
    loop {
        let word = around::run(bytes, at, LETTERS.end() + 1, |byte| {
            byte.is_ascii_lowercase()
        });
        let is_one = LETTERS.contains(&(word - at)) && !OF_SENTENCES.contains(&&text[at..word]);
        if !is_one || bytes.get(word).is_some_and(|byte| around::is_token(*byte)) {
            // A sentence continues where a phrase would end.
            if word > at {
                return None;
            }
            break;
        }
        (end, count) = (word, count + 1);
        let next = around::run(bytes, word, 2, |byte| byte == b' ');
        if next == word || count > 24 {
            break;
        }
        at = next;
    }
    COUNTS.contains(&count).then_some(end)
}
