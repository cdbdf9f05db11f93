//! Cuts a text into overlapping chunks, each stored as a memory of its own. No word is lost.

use std::ops::Range;

use kernel::ports::tokens::Tokens;

/// Maximum number of tokens of a chunk.
pub const SIZE: u32 = 400;
/// Maximum number of tokens that a chunk repeats from the end of the previous one.
pub const OVERLAP: u32 = 80;
/// Maximum length of a piece that is never cut, in bytes.
const PIECE: usize = 160;

/// Returns the chunks of a text in order. A blank text has none.
#[must_use]
pub fn chunks(text: &str, tokens: &dyn Tokens) -> Vec<String> {
    let pieces = pieces(text, tokens);
    let mut chunks = Vec::new();
    let mut first = 0;
    while first < pieces.len() {
        let (mut end, mut has) = (first, 0);
        while let Some((_, count)) = pieces.get(end)
            && (end == first || has + count <= SIZE)
        {
            has += count;
            end += 1;
        }
        let said = text[pieces[first].0.start..pieces[end - 1].0.end].trim();
        if !said.is_empty() {
            chunks.push(said.to_owned());
        }
        if end == pieces.len() {
            break;
        }
        // The next chunk begins with the end of this one and always has something new.
        let (mut back, mut shared) = (end, 0);
        while back > first + 1 && shared + pieces[back - 1].1 <= OVERLAP {
            back -= 1;
            shared += pieces[back].1;
        }
        let is_new = shared + pieces[end].1 <= SIZE;
        first = if is_new { back } else { end };
    }
    chunks
}

/// Splits a text into lines, and long lines into parts, with their token counts. The pieces cover the whole text.
fn pieces(text: &str, tokens: &dyn Tokens) -> Vec<(Range<usize>, u32)> {
    let mut pieces = Vec::new();
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        let end = begin + line.len();
        while begin < end {
            let mut to = end.min(begin + PIECE);
            if to < end {
                to = cut_position(text, begin, to);
            }
            let mut count = tokens.count(&text[begin..to]);
            while count > OVERLAP && to - begin > 8 {
                to = cut_position(text, begin, begin + (to - begin) / 2);
                count = tokens.count(&text[begin..to]);
            }
            pieces.push((begin..to, count));
            begin = to;
        }
    }
    pieces
}

/// Returns the best place to cut at or before `to`: after a space, otherwise between two characters.
fn cut_position(text: &str, begin: usize, to: usize) -> usize {
    let to = (begin + 1..=to)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .or_else(|| (to..=text.len()).find(|at| *at > begin && text.is_char_boundary(*at)))
        .unwrap_or(text.len());
    let part = &text[begin..to];
    let space = part.char_indices().rev().find(|(_, c)| c.is_whitespace());
    match space {
        Some((at, c)) if at > part.len() / 2 => begin + at + c.len_utf8(),
        _ => to,
    }
}

#[cfg(test)]
mod tests {
    use kernel::ports::tokens::{Encoding, Tokens};
    use proptest::prelude::{prop_assert, proptest};

    use super::{OVERLAP, SIZE, chunks};

    struct Quarter;
    impl Tokens for Quarter {
        fn count_in(&self, _: Encoding, text: &str) -> u32 {
            u32::try_from(text.len().div_ceil(4)).unwrap()
        }
    }

    #[test]
    fn chunks_have_their_size_and_overlap() {
        let lines: Vec<String> = (0..500)
            .map(|n| format!("- fact number {n} of all"))
            .collect();
        let chunks = chunks(&lines.join("\n"), &Quarter);
        assert!(chunks.len() > 5);
        for pair in chunks.windows(2) {
            assert!(Quarter.count(&pair[0]) <= SIZE);
            let last = pair[0].lines().next_back().unwrap();
            assert!(pair[1].contains(last), "the end of one begins the next");
            let shared = pair[1].lines().take_while(|line| pair[0].contains(line));
            let shared: Vec<&str> = shared.collect();
            let shared = Quarter.count(&shared.join("\n"));
            assert!((OVERLAP / 2..=OVERLAP).contains(&shared), "{shared}");
        }
        for line in &lines {
            assert!(
                chunks
                    .iter()
                    .any(|chunk| chunk.lines().any(|said| said == line))
            );
        }
    }

    #[test]
    fn blank_and_odd_texts_are_cut_too() {
        for (text, many) in [("", 0), (" \n\t\n", 0), ("one", 1), ("\n\none\n\n", 1)] {
            assert_eq!(chunks(text, &Quarter).len(), many, "{text:?}");
        }
        for text in ["x".repeat(20_000), "記憶".repeat(5_000), "🧠".repeat(5_000)] {
            let chunks = chunks(&text, &Quarter);
            assert!(chunks.iter().all(|chunk| Quarter.count(chunk) <= SIZE));
            let said: usize = chunks.iter().map(String::len).sum();
            assert!(said >= text.len() && said < text.len() * 3 / 2, "{said}");
        }
        let headings = "## Heading\n\n".repeat(4_000);
        assert!(!chunks(&headings, &Quarter).is_empty());
    }

    proptest! {
        #[test]
        fn no_word_is_lost(
            words in proptest::collection::vec("[a-z]{1,30}|[äß記🧠]{1,20}|\n|\r\n", 0..900)
        ) {
            let text: Vec<String> = words.iter().enumerate().map(|(n, word)| format!("{word}{n}")).collect();
            let text = text.join(" ");
            let chunks = chunks(&text, &Quarter);
            for word in text.split_whitespace().filter(|word| word.len() < 40) {
                prop_assert!(chunks.iter().any(|chunk| chunk.contains(word)), "{}", word);
            }
            for chunk in &chunks {
                prop_assert!(Quarter.count(chunk) <= SIZE);
            }
        }
    }
}
