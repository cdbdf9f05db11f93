//! Text of people and agents with its code set as code: spans between backticks and blocks between fences. All the
//! rest stays as it was written; nothing in it becomes an element, an address or a picture.

use std::ops::Range;

use leptos::prelude::*;

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// Code inside a line.
    Code,
    /// Lines of code.
    Block,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Which bytes of the text, without the marks around code.
    pub at: Range<usize>,
}

impl Piece {
    const fn new(kind: Kind, at: Range<usize>) -> Self {
        Self { kind, at }
    }
}

const FENCE: &str = "```";

/// The parts of a text. What is opened and never closed is words.
#[must_use]
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    // A fence that nothing closes is not closed for a later one of its length either.
    let mut unclosed = usize::MAX;
    while let Some(mark) = text[at..].find('`').map(|found| at + found) {
        let run = text[mark..].len() - text[mark..].trim_start_matches('`').len();
        let begins_line = text[..mark].lines().next_back().is_none_or(str::is_empty)
            || text[..mark].ends_with('\n');
        let found = if run >= FENCE.len() && begins_line {
            let found = (run < unclosed).then(|| block(text, mark, run)).flatten();
            if found.is_none() {
                unclosed = unclosed.min(run);
            }
            found
        } else {
            span(text, mark, run)
        };
        let Some((piece, before, end)) = found else {
            at = mark + run;
            continue;
        };
        if start < before {
            pieces.push(Piece::new(Kind::Text, start..before));
        }
        pieces.push(piece);
        (start, at) = (end, end);
    }
    if start < text.len() {
        pieces.push(Piece::new(Kind::Text, start..text.len()));
    }
    pieces
}

/// What was found, where the words before it end, and where those after it begin.
type Found = Option<(Piece, usize, usize)>;

/// The span that begins at `mark` with so many backticks; it ends with as many in the same paragraph.
fn span(text: &str, mark: usize, run: usize) -> Found {
    let from = mark + run;
    let rest = &text[from..];
    let mut at = 0;
    while let Some(found) = rest[at..].find('`').map(|found| at + found) {
        let length = rest[found..].len() - rest[found..].trim_start_matches('`').len();
        if length == run {
            let inside = &rest[..found];
            let (code, begin) = (inside.trim(), inside.len() - inside.trim_start().len());
            let is_span = !code.is_empty() && !inside.contains("\n\n");
            let code = Piece::new(Kind::Code, from + begin..from + begin + code.len());
            return is_span.then_some((code, mark, from + found + run));
        }
        at = found + length;
    }
    None
}

/// The block whose fence begins at `mark`; it ends with a line that is a fence. Its lines end with it.
fn block(text: &str, mark: usize, run: usize) -> Found {
    let from = mark + text[mark..].find('\n')? + 1;
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let fence = line.trim_end();
        if fence.len() >= run && fence.trim_matches('`').is_empty() {
            let code = text[from..at].trim_end_matches('\n').len();
            let before = text[..mark].trim_end_matches('\n').len();
            let block = Piece::new(Kind::Block, from..from + code);
            return Some((block, before, at + line.len()));
        }
        at += line.len();
    }
    None
}

/// The text as it stands on a page.
#[must_use]
pub fn prose(text: &str) -> Vec<AnyView> {
    let words = |at: Range<usize>| text[at].to_owned().into_any();
    set(text, &pieces(text), words)
}

/// Parts of the text as they stand on a page; how its words are set, the caller says.
pub fn set(text: &str, pieces: &[Piece], words: impl Fn(Range<usize>) -> AnyView) -> Vec<AnyView> {
    let view = |piece: &Piece| {
        let class = match piece.kind {
            Kind::Text => return words(piece.at.clone()),
            Kind::Code => "span",
            Kind::Block => "block",
        };
        view! { <code class=class dir="ltr">{text[piece.at.clone()].to_owned()}</code> }.into_any()
    };
    pieces.iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::Kind::{Block, Code, Text};
    use super::{Kind, pieces};

    fn parts(text: &str) -> Vec<(Kind, &str)> {
        let all = pieces(text).into_iter();
        all.map(|piece| (piece.kind, &text[piece.at])).collect()
    }

    #[test]
    fn code_is_found_and_the_rest_is_left_alone() {
        for (text, expected) in [
            ("", vec![]),
            ("plain <b>text</b>", vec![(Text, "plain <b>text</b>")]),
            (
                "write `roman`: a",
                vec![(Text, "write "), (Code, "roman"), (Text, ": a")],
            ),
            ("``a ` b``", vec![(Code, "a ` b")]),
            ("one ` alone", vec![(Text, "one ` alone")]),
            ("a `b\n\nc` d", vec![(Text, "a `b\n\nc` d")]),
            ("`` ` ü", vec![(Text, "`` ` ü")]),
            (
                "So:\n```sh\nls `x`\n\npwd\n```\nand on",
                vec![(Text, "So:"), (Block, "ls `x`\n\npwd"), (Text, "and on")],
            ),
            ("```\nnever closed", vec![(Text, "```\nnever closed")]),
            (
                "in a line ```x``` of it",
                vec![(Text, "in a line "), (Code, "x"), (Text, " of it")],
            ),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }

    #[test]
    fn a_hostile_text_is_looked_through_once() {
        // Looked through anew at each mark, the longest text that is taken would hold a page up for minutes.
        let fences = "```x\n".repeat(50_000);
        assert_eq!(parts(&fences), [(Text, fences.as_str())]);
        let spans = "`a` ".repeat(60_000);
        assert_eq!(pieces(&spans).len(), 2 * 60_000);
        let apart = "`a\n\n".repeat(60_000);
        assert_eq!(parts(&apart), [(Text, apart.as_str())]);
    }
}
