//! Text of a message, rendered as prose: references are marked, and a long text is collapsed after its beginning.

use std::sync::Arc;

use engine::entity::Mention;
use leptos::prelude::*;

use super::mentions::render_marked;
use crate::parts::markdown::{Kind, Node, blocks, split};
use crate::parts::prose::set;
use crate::parts::{Glyph, Icon};

/// Length above which a text is collapsed, in characters.
const LONG: usize = 1_600;
/// Maximum length of the visible beginning, in characters.
const BEGINNING: usize = 700;
/// Level of headings in a message: below that of the conversation.
const LEVEL: u8 = 3;

/// Text of a message.
#[component]
pub fn Said(
    /// Text to render.
    text: String,
    /// References in the text.
    #[prop(optional)]
    mentions: Arc<[Mention]>,
    /// Length above which the text is collapsed, in characters.
    #[prop(default = LONG)]
    long: usize,
) -> impl IntoView {
    let all = blocks(&text);
    let marked = |at| render_marked(&text, at, &mentions);
    let set = |nodes| set(&text, nodes, LEVEL, &marked);
    if text.char_indices().nth(long).is_none() {
        return view! { <div class="said" dir="auto">{set(all)}</div> }.into_any();
    }
    let end = beginning(&text);
    let (mut first, rest) = split(all, end);
    if let Some(last) = first.last_mut().filter(|last| last.kind == Kind::Paragraph) {
        let at = last.at.end..last.at.end;
        let inside = Vec::new();
        let kind = Kind::Words(" …".into());
        last.inside.push(Node { kind, at, inside });
    }
    let more = text[end..].chars().count();
    view! {
        <div class="said" dir="auto">
            {set(first)}
            <details class="fold">
                <summary><Glyph icon=Icon::Right/>{format!("{more} characters more")}</summary>
                {set(rest)}
            </details>
        </div>
    }
    .into_any()
}

/// Returns the end of the visible beginning: after a line, a sentence or a word, in this order of preference.
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

#[cfg(test)]
mod tests {
    use super::{BEGINNING, beginning};

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
}
