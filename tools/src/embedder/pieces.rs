//! Tokenizer with Llama 2's vocabulary (byte-pair encoding, with bytes for letters that it lacks).
//!
//! The vocabulary decides which pair is merged first: the one with the smaller number; if there are several ways to
//! make it, the one with the smaller parts. Runs of spaces are merged last.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::LazyLock;

/// Pieces in the order of their numbers, one per line.
static PIECES: &str = include_str!(concat!(env!("OUT_DIR"), "/pieces.txt"));
/// Replacement of a space, and prefix of a text.
const SPACE: char = '▁';
/// Special pieces, which are recognized anywhere in a text.
const SPECIAL: [(&str, u16); 3] = [("<unk>", 0), ("<s>", 1), ("</s>", 2)];
/// Number of the piece for the byte 0; the other bytes follow.
const BYTES: u16 = 3;
/// Number of the first piece that is made of letters.
const FIRST: u16 = BYTES + 256;

/// Numbers of the pieces that are made of letters.
static NUMBERS: LazyLock<HashMap<&str, u16>> = LazyLock::new(|| {
    let numbered = PIECES.split('\n').zip(0_u16..);
    numbered.filter(|(_, number)| *number >= FIRST).collect()
});

/// Returns the numbers of the pieces of a text, in order.
pub fn of(text: &str) -> Vec<u16> {
    let mut found = Vec::with_capacity(text.len() / 3);
    let mut rest = text;
    while let Some((before, number, after)) = special(rest) {
        plain(before, &mut found);
        found.push(number);
        rest = after;
    }
    plain(rest, &mut found);
    found
}

/// Returns the text before the first special piece, the piece, and the text after it.
fn special(text: &str) -> Option<(&str, u16, &str)> {
    let found = SPECIAL.iter().filter_map(|(piece, number)| {
        let at = text.find(piece)?;
        Some((at, *number, at + piece.len()))
    });
    let (at, number, end) = found.min()?;
    Some((&text[..at], number, &text[end..]))
}

/// Tokenizes a text without special pieces. No piece has a space after another character, so the text between two
/// spaces is tokenized separately.
fn plain(text: &str, found: &mut Vec<u16>) {
    if text.is_empty() {
        return;
    }
    let mut marked = String::with_capacity(text.len() + text.len() / 2 + SPACE.len_utf8());
    marked.push(SPACE);
    marked.extend(text.chars().map(|c| if c == ' ' { SPACE } else { c }));
    let (mut begin, mut is_word) = (0, false);
    for (at, c) in marked.char_indices() {
        if c == SPACE && is_word {
            word(&marked[begin..at], found);
            begin = at;
        }
        is_word = c != SPACE;
    }
    word(&marked[begin..], found);
}

/// Returns the bytes of a piece.
#[cfg(test)]
pub fn bytes(piece: u16) -> Vec<u8> {
    static ALL: LazyLock<Vec<&str>> = LazyLock::new(|| PIECES.split('\n').collect());
    match u8::try_from(piece.wrapping_sub(BYTES)) {
        Ok(byte) if (BYTES..FIRST).contains(&piece) => vec![byte],
        _ => ALL[usize::from(piece)].as_bytes().to_vec(),
    }
}

/// Piece under construction: its end in the word, its number, and its neighbors.
struct Part {
    end: usize,
    number: Option<u16>,
    before: Option<usize>,
    after: Option<usize>,
}

/// Two neighbors that merge to one piece; the smallest is merged first.
type Pair = Reverse<((bool, u16, u16, u16), usize)>;

/// Word under construction: the two best neighbors are merged repeatedly.
struct Word<'a> {
    text: &'a str,
    /// Parts by their start.
    parts: Vec<Part>,
    pairs: BinaryHeap<Pair>,
}

fn word(text: &str, found: &mut Vec<u16>) {
    // Most words are a single piece, which merging would produce as well.
    if let Some(number) = NUMBERS.get(text)
        && text.chars().any(|c| c != SPACE)
    {
        found.push(*number);
        return;
    }
    let mut word = Word::new(text);
    word.join();
    word.read(found);
}

impl<'a> Word<'a> {
    fn new(text: &'a str) -> Self {
        let letters: Vec<(usize, char)> = text.char_indices().collect();
        let parts = letters.iter().enumerate().map(|(n, (begin, c))| {
            let end = begin + c.len_utf8();
            Part {
                end,
                number: NUMBERS.get(&text[*begin..end]).copied(),
                before: n.checked_sub(1),
                after: (n + 1 < letters.len()).then_some(n + 1),
            }
        });
        let mut word = Self {
            text,
            parts: parts.collect(),
            pairs: BinaryHeap::new(),
        };
        for left in 0..letters.len() {
            word.offer(left);
        }
        word
    }

    fn begin(&self, part: usize) -> usize {
        self.parts[part]
            .before
            .map_or(0, |before| self.parts[before].end)
    }

    /// Returns the rank of merging the part and the one after it, if they form a piece.
    fn pair(&self, left: usize) -> Option<((bool, u16, u16, u16), usize)> {
        let right = self.parts[left].after?;
        let numbers = (self.parts[left].number?, self.parts[right].number?);
        let whole = &self.text[self.begin(left)..self.parts[right].end];
        let number = *NUMBERS.get(whole)?;
        let is_space = whole.chars().all(|c| c == SPACE);
        Some(((is_space, number, numbers.0, numbers.1), right))
    }

    fn offer(&mut self, left: usize) {
        if let Some((rank, _)) = self.pair(left) {
            self.pairs.push(Reverse((rank, left)));
        }
    }

    fn join(&mut self) {
        while let Some(Reverse((rank, left))) = self.pairs.pop() {
            // One of the two may have been merged meanwhile.
            let Some((_, right)) = self.pair(left).filter(|(now, _)| *now == rank) else {
                continue;
            };
            let Part { end, after, .. } = self.parts[right];
            self.parts[right].number = None;
            self.parts[right].after = None;
            let joined = &mut self.parts[left];
            (joined.end, joined.number, joined.after) = (end, Some(rank.1), after);
            if let Some(after) = after {
                self.parts[after].before = Some(left);
            }
            self.offer(left);
            if let Some(before) = self.parts[left].before {
                self.offer(before);
            }
        }
    }

    fn read(&self, found: &mut Vec<u16>) {
        let (mut at, mut begin) = (Some(0), 0);
        while let Some(part) = at.and_then(|at| self.parts.get(at)) {
            if let Some(number) = part.number {
                found.push(number);
            } else {
                let bytes = self.text[begin..part.end].bytes();
                found.extend(bytes.map(|byte| BYTES + u16::from(byte)));
            }
            (at, begin) = (part.after, part.end);
        }
    }
}
