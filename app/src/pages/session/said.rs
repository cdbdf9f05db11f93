//! What somebody says: code set as code, what words refer to marked, the rest of a long text behind its beginning.
//! Knows no message.

use std::sync::Arc;

use engine::entity::Mention;
use leptos::prelude::*;

use super::mentions::marked;
use crate::parts::prose::{Piece, pieces, set};
use crate::parts::{Glyph, Icon};

/// Texts longer than this are folded behind their beginning, in characters.
const LONG: usize = 1_600;
/// How much of a long one is shown at most.
const BEGINNING: usize = 700;

/// What is said.
#[component]
pub fn Said(
    /// The text.
    text: String,
    /// What words in it refer to.
    #[prop(optional)]
    mentions: Arc<[Mention]>,
    /// From how many characters on it is folded.
    #[prop(default = LONG)]
    long: usize,
) -> impl IntoView {
    let all = pieces(&text);
    let set = |pieces: &[Piece]| set(&text, pieces, |at| marked(&text, at, &mentions));
    if text.char_indices().nth(long).is_none() {
        return view! { <div class="said" dir="auto">{set(&all)}</div> }.into_any();
    }
    let end = beginning(&text);
    let (first, rest) = parted(all, end);
    let more = text[end..].chars().count();
    view! {
        <div class="said" dir="auto">
            {set(&first)} " …"
            <details class="fold">
                <summary><Glyph icon=Icon::Right/>{format!("{more} characters more")}</summary>
                {set(&rest)}
            </details>
        </div>
    }
    .into_any()
}

/// Where the beginning of a long text ends: with a line, a sentence or a word, whichever can be had.
fn beginning(text: &str) -> usize {
    let most = text
        .char_indices()
        .nth(BEGINNING)
        .map_or(text.len(), |(at, _)| at);
    let (text, half) = (&text[..most], most / 2);
    let line = text.rfind('\n');
    let sentence = [". ", "! ", "? "]
        .iter()
        .filter_map(|end| text.rfind(end))
        .max();
    let sentence = sentence.map(|at| at + 1);
    let word = text.rfind(char::is_whitespace);
    let ends = [line, sentence, word];
    ends.into_iter()
        .flatten()
        .find(|end| *end >= half)
        .unwrap_or(most)
}

/// The pieces before a place and those after it; one that reaches over it is parted.
fn parted(pieces: Vec<Piece>, end: usize) -> (Vec<Piece>, Vec<Piece>) {
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for piece in pieces {
        let (from, to) = (piece.at.start, piece.at.end);
        for (part, at) in [
            (&mut first, from..to.min(end)),
            (&mut rest, from.max(end)..to),
        ] {
            if at.start < at.end {
                part.push(Piece {
                    kind: piece.kind,
                    at,
                });
            }
        }
    }
    (first, rest)
}

#[cfg(test)]
mod tests {
    use super::{BEGINNING, beginning, parted};
    use crate::parts::prose::Kind::{Block, Text};
    use crate::parts::prose::{Piece, pieces};

    #[test]
    fn a_beginning_ends_where_something_ends() {
        let words = "word ".repeat(400);
        for (text, ends) in [
            (format!("{}\n{words}", "line. ".repeat(100)), "line. "),
            (
                format!("{} {words}", "One sentence.".repeat(40)),
                "sentence.",
            ),
            (words.clone(), "word"),
            ("é".repeat(2_000), "é"),
        ] {
            let beginning = &text[..beginning(&text)];
            assert!(beginning.ends_with(ends), "{beginning}");
            assert!(beginning.chars().count() <= BEGINNING);
            assert!(beginning.len() * 2 >= BEGINNING);
        }
    }

    #[test]
    fn code_that_is_cut_is_code_on_both_sides() {
        let text = "So:\n```\none\ntwo\n```\nand on";
        let end = text.find("two").unwrap_or_default();
        let (first, rest) = parted(pieces(text), end);
        let texts = |pieces: Vec<_>| -> Vec<_> {
            let texts = pieces
                .into_iter()
                .map(|piece: Piece| (piece.kind, &text[piece.at]));
            texts.collect()
        };
        assert_eq!(texts(first), [(Text, "So:"), (Block, "one\n")]);
        assert_eq!(texts(rest), [(Block, "two"), (Text, "and on")]);
    }
}
