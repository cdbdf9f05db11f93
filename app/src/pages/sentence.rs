//! A sentence with short names of things, such as `T7`: names are set as ids, and those of tasks are links. Code is
//! set as code; all other text is shown as it is.

use engine::numbers::{Number, TaskNo};
use kernel::Id;
use leptos::prelude::*;

use crate::parts::markdown::line;
use crate::parts::prose::set_line;
use crate::paths;

/// A part of a sentence's text.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Name(&'a str),
}

/// Sentence with its names set as ids.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a component owns what it is given"
)]
#[component]
pub fn Sentence(
    /// Text of the sentence.
    #[prop(into)]
    text: String,
    /// Workflow whose things are named.
    workflow: Option<Id>,
) -> impl IntoView {
    set_line(&text, line(&text), &|at| {
        let pieces = names(&text[at]).into_iter();
        pieces
            .map(|piece| view(&piece, workflow))
            .collect_view()
            .into_any()
    })
}

fn view(piece: &Piece, workflow: Option<Id>) -> AnyView {
    match (piece, workflow) {
        (Piece::Text(text), _) => (*text).to_owned().into_any(),
        (Piece::Name(name), Some(workflow)) if TaskNo::parse(name).is_some() => {
            let href = TaskNo::parse(name).map(|task| paths::task(workflow, task));
            view! { <a class="id" href=href>{(*name).to_owned()}</a> }.into_any()
        }
        (Piece::Name(name), _) => view! { <span class="id">{(*name).to_owned()}</span> }.into_any(),
    }
}

fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    letters
        .next()
        .is_some_and(|first| "TDFANQP".contains(first))
        && (2..=6).contains(&word.len())
        && letters.all(|digit| digit.is_ascii_digit())
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
    use super::{Piece, names};

    #[test]
    fn names_are_found_among_words() {
        let found = names("let T12 wait for T3, not TAX or XT1 – ü");
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
        assert_eq!(names("T1"), [Piece::Name("T1")]);
        assert!(names("").is_empty());
    }
}
