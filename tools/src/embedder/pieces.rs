//! Cuts texts into the pieces of Llama 2's vocabulary (byte-pair encoding, with bytes for letters that it lacks).
//!
//! Which two pieces become one first, the vocabulary says: the one with the smaller number, of several ways to make
//! it the one with the smaller parts; runs of spaces come last. Knows no vectors.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::LazyLock;

/// The pieces in the order of their numbers, each on a line of its own.
static PIECES: &str = include_str!(concat!(env!("OUT_DIR"), "/pieces.txt"));
/// What stands for a space, and before a text.
const SPACE: char = '▁';
/// The pieces that are written as such, each a whole text between others.
const SPECIAL: [(&str, u16); 3] = [("<unk>", 0), ("<s>", 1), ("</s>", 2)];
/// The number of the piece that is the byte 0; the other bytes follow.
const BYTES: u16 = 3;
/// The number of the first piece that letters make.
const FIRST: u16 = BYTES + 256;

/// The numbers of the pieces that letters make.
static NUMBERS: LazyLock<HashMap<&str, u16>> = LazyLock::new(|| {
    let numbered = PIECES.split('\n').zip(0_u16..);
    numbered.filter(|(_, number)| *number >= FIRST).collect()
});

/// The numbers of the pieces of a text, in order.
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

/// The text before the first special piece, the piece, and the text after it.
fn special(text: &str) -> Option<(&str, u16, &str)> {
    let found = SPECIAL.iter().filter_map(|(piece, number)| {
        let at = text.find(piece)?;
        Some((at, *number, at + piece.len()))
    });
    let (at, number, end) = found.min()?;
    Some((&text[..at], number, &text[end..]))
}

/// The pieces of a text without special ones. No piece has a space after something else, so what lies between two
/// spaces is cut alone.
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

/// What a piece says.
#[cfg(test)]
pub fn bytes(piece: u16) -> Vec<u8> {
    static ALL: LazyLock<Vec<&str>> = LazyLock::new(|| PIECES.split('\n').collect());
    match u8::try_from(piece.wrapping_sub(BYTES)) {
        Ok(byte) if (BYTES..FIRST).contains(&piece) => vec![byte],
        _ => ALL[usize::from(piece)].as_bytes().to_vec(),
    }
}

/// A piece in the making: where in the word it ends, its number, and which pieces are its neighbours.
struct Part {
    end: usize,
    number: Option<u16>,
    before: Option<usize>,
    after: Option<usize>,
}

/// Two neighbours that make one piece; what is smallest is made first.
type Pair = Reverse<((bool, u16, u16, u16), usize)>;

/// A word: its letters, of which the two best neighbours become one, again and again.
struct Word<'a> {
    text: &'a str,
    /// By where they begin.
    parts: Vec<Part>,
    pairs: BinaryHeap<Pair>,
}

fn word(text: &str, found: &mut Vec<u16>) {
    // Most words are one piece, and made by one way or another.
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

    /// What the part and the one after it would make, if they make anything.
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
            // One of the two may be part of something else by now.
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
