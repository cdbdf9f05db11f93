//! A sentence with short names of things, such as `T7`: names are set as ids, and those of tasks are links. The
//! workflow's id in front of a name is not shown. Code is set as code; all other text is shown as it is.

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
    /// A name, and the workflow that it is prefixed with, if any.
    Name(&'a str, Option<Id>),
}

/// Length of an id in text.
const ID: usize = 26;

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
    let (name, workflow) = match piece {
        Piece::Text(text) => return (*text).to_owned().into_any(),
        Piece::Name(name, own) => ((*name).to_owned(), own.or(workflow)),
    };
    match workflow.zip(TaskNo::parse(&name)) {
        Some((workflow, task)) => {
            view! { <a class="id" href=paths::task(workflow, task)>{name}</a> }.into_any()
        }
        None => view! { <span class="id">{name}</span> }.into_any(),
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

/// Splits the id of a workflow and a full stop off the end of a text.
fn split_id(text: &str) -> (&str, Option<Id>) {
    let found = text.strip_suffix('.').and_then(|rest| {
        let (before, id) = rest.split_at_checked(rest.len().checked_sub(ID)?)?;
        Some((before, id.parse().ok()?))
    });
    found.map_or((text, None), |(before, id)| (before, Some(id)))
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
            let (before, workflow) = split_id(&text[start..word]);
            if !before.is_empty() {
                pieces.push(Piece::Text(before));
            }
            pieces.push(Piece::Name(&text[word..end], workflow));
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
                Piece::Name("T12", None),
                Piece::Text(" wait for "),
                Piece::Name("T3", None),
                Piece::Text(", not TAX or XT1 – ü"),
            ]
        );
        assert_eq!(names("T1"), [Piece::Name("T1", None)]);
        assert!(names("").is_empty());
    }

    #[test]
    fn the_workflow_in_front_of_a_name_is_not_shown() {
        let id = "01JD000000000000000000000A";
        let workflow = Some(id.parse().unwrap());
        assert_eq!(
            names(&format!("completed {id}.T4")),
            [Piece::Text("completed "), Piece::Name("T4", workflow)]
        );
        assert_eq!(names(&format!("{id}.D2")), [Piece::Name("D2", workflow)]);
        for (text, before) in [
            ("it is so.T4", "it is so."),
            (
                "ü1JD000000000000000000000A.T4",
                "ü1JD000000000000000000000A.",
            ),
        ] {
            assert_eq!(names(text), [Piece::Text(before), Piece::Name("T4", None)]);
        }
    }
}
