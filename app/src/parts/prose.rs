//! Text of people and agents with its code set as code: spans between backticks and blocks between fences. All the
//! rest stays as it was written; nothing in it becomes an element, an address or a picture.

use leptos::prelude::*;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words.
    Text(&'a str),
    /// Code inside a line.
    Code(&'a str),
    /// Lines of code.
    Block(&'a str),
}

const FENCE: &str = "```";

/// The parts of a text. What is opened and never closed is words.
#[must_use]
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
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
            pieces.push(Piece::Text(&text[start..before]));
        }
        pieces.push(piece);
        (start, at) = (end, end);
    }
    if start < text.len() {
        pieces.push(Piece::Text(&text[start..]));
    }
    pieces
}

/// What was found, where the words before it end, and where those after it begin.
type Found<'a> = Option<(Piece<'a>, usize, usize)>;

/// The span that begins at `mark` with so many backticks; it ends with as many in the same paragraph.
fn span(text: &str, mark: usize, run: usize) -> Found<'_> {
    let from = mark + run;
    let rest = &text[from..];
    let mut at = 0;
    while let Some(found) = rest[at..].find('`').map(|found| at + found) {
        let length = rest[found..].len() - rest[found..].trim_start_matches('`').len();
        if length == run {
            let code = rest[..found].trim();
            let is_span = !code.is_empty() && !rest[..found].contains("\n\n");
            return is_span.then_some((Piece::Code(code), mark, from + found + run));
        }
        at = found + length;
    }
    None
}

/// The block whose fence begins at `mark`; it ends with a line that is a fence. Its lines end with it.
fn block(text: &str, mark: usize, run: usize) -> Found<'_> {
    let from = mark + text[mark..].find('\n')? + 1;
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let fence = line.trim_end();
        if fence.len() >= run && fence.trim_matches('`').is_empty() {
            let code = text[from..at].trim_end_matches('\n');
            let before = text[..mark].trim_end_matches('\n').len();
            return Some((Piece::Block(code), before, at + line.len()));
        }
        at += line.len();
    }
    None
}

/// The text as it stands on a page.
#[must_use]
pub fn prose(text: &str) -> Vec<AnyView> {
    let view = |piece| match piece {
        Piece::Text(text) => text.to_owned().into_any(),
        Piece::Code(code) => view! { <code class="span">{code.to_owned()}</code> }.into_any(),
        Piece::Block(code) => view! { <code class="block">{code.to_owned()}</code> }.into_any(),
    };
    pieces(text).into_iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::Piece::{Block, Code, Text};
    use super::pieces;

    #[test]
    fn code_is_found_and_the_rest_is_left_alone() {
        for (text, expected) in [
            ("", vec![]),
            ("plain <b>text</b>", vec![Text("plain <b>text</b>")]),
            (
                "write `roman`: a",
                vec![Text("write "), Code("roman"), Text(": a")],
            ),
            ("``a ` b``", vec![Code("a ` b")]),
            ("one ` alone", vec![Text("one ` alone")]),
            ("a `b\n\nc` d", vec![Text("a `b\n\nc` d")]),
            ("`` ` ü", vec![Text("`` ` ü")]),
            (
                "So:\n```sh\nls `x`\n\npwd\n```\nand on",
                vec![Text("So:"), Block("ls `x`\n\npwd"), Text("and on")],
            ),
            ("```\nnever closed", vec![Text("```\nnever closed")]),
            (
                "in a line ```x``` of it",
                vec![Text("in a line "), Code("x"), Text(" of it")],
            ),
        ] {
            assert_eq!(pieces(text), expected, "{text}");
        }
    }

    #[test]
    fn a_hostile_text_is_looked_through_once() {
        // Looked through anew at each mark, the longest text that is taken would hold a page up for minutes.
        let fences = "```x\n".repeat(50_000);
        assert_eq!(pieces(&fences), [Text(&fences)]);
        let spans = "`a` ".repeat(60_000);
        assert_eq!(pieces(&spans).len(), 2 * 60_000);
        let apart = "`a\n\n".repeat(60_000);
        assert_eq!(pieces(&apart), [Text(&apart)]);
    }
}
