//! A sentence in which things are called by their short names, such as `T7`: these are set as ids, and a
//! task's leads to it. Code is set as code; whatever else it holds is shown as it is.

use engine::Id;
use engine::numbers::{Number, TaskNo};
use leptos::prelude::*;

use crate::parts::prose::{self, Kind};
use crate::paths;

/// A part of a sentence.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Code(&'a str),
    Name(&'a str),
}

/// The sentence.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a component owns what it is given"
)]
#[component]
pub fn Sentence(
    /// The words.
    #[prop(into)]
    text: String,
    /// The workflow whose things are named.
    workflow: Option<Id>,
) -> impl IntoView {
    pieces(&text)
        .into_iter()
        .map(|piece| match (piece, workflow) {
            (Piece::Text(text), _) => text.to_owned().into_any(),
            (Piece::Code(code), _) => {
                view! { <code class="span">{code.to_owned()}</code> }.into_any()
            }
            (Piece::Name(name), Some(workflow)) if TaskNo::parse(name).is_some() => {
                let href = TaskNo::parse(name).map(|task| paths::task(workflow, task));
                view! { <a class="id" href=href>{name.to_owned()}</a> }.into_any()
            }
            (Piece::Name(name), _) => {
                view! { <span class="id">{name.to_owned()}</span> }.into_any()
            }
        })
        .collect_view()
}

fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    letters
        .next()
        .is_some_and(|first| "TDFANQP".contains(first))
        && (2..=6).contains(&word.len())
        && letters.all(|digit| digit.is_ascii_digit())
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut all = Vec::new();
    for piece in prose::pieces(text) {
        let part = &text[piece.at];
        match piece.kind {
            Kind::Text => all.extend(names(part)),
            Kind::Code | Kind::Block => all.push(Piece::Code(part)),
        }
    }
    all
}

fn names(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut word) = (0, 0);
    let bounds = text
        .char_indices()
        .filter(|(_, letter)| !letter.is_alphanumeric())
        .map(|(at, letter)| (at, at + letter.len_utf8()))
        .chain([(text.len(), text.len())]);
    for (end, next) in bounds {
        if is_name(&text[word..end]) {
            if start < word {
                pieces.push(Piece::Text(&text[start..word]));
            }
            pieces.push(Piece::Name(&text[word..end]));
            start = end;
        }
        word = next;
    }
    if start < text.len() {
        pieces.push(Piece::Text(&text[start..]));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};

    #[test]
    fn names_are_found_among_words() {
        let found = pieces("let T12 wait for T3, not TAX or XT1 – ü");
        assert_eq!(
            found,
            [
                Piece::Text("let "),
                Piece::Name("T12"),
                Piece::Text(" wait for "),
                Piece::Name("T3"),
                Piece::Text(", not TAX or XT1 – ü"),
            ]
        );
        assert_eq!(pieces("T1"), [Piece::Name("T1")]);
        assert_eq!(
            pieces("T1: `T2`"),
            [Piece::Name("T1"), Piece::Text(": "), Piece::Code("T2")]
        );
        assert!(pieces("").is_empty());
    }
}
