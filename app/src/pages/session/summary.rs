//! Summary of the older part of the conversation: its text, the summarizer and the range of messages and, when
//! opened, the messages themselves.

use std::sync::Arc;

use engine::conversation::ops::session_folded::Folded;
use engine::session::state::Summary as Made;
use leptos::prelude::*;

use super::said::Said;
use super::scene::scene;
use super::tool::answers;
use super::turn::Turn;
use crate::pages::ask::Loaded;
use crate::pages::trouble::RefusalBox;
use crate::pages::words::many;
use crate::parts::{Ago, Glyph, Icon, group_digits};

/// Above the length of any summary that Loci writes, in characters: longer texts are collapsed.
const LONG: usize = 6_000;

/// A summary with the numbers of the messages it folded.
struct Numbered {
    made: Arc<Made>,
    first: u32,
    last: u32,
}

/// Numbers the messages of the summaries, and returns them newest first.
fn number_messages<'a>(all: impl Iterator<Item = &'a Arc<Made>>) -> Vec<Numbered> {
    let mut before = 0;
    let mut out: Vec<Numbered> = all
        .map(|made| {
            let first = before + 1;
            before += made.messages;
            Numbered {
                made: made.clone(),
                first,
                last: before,
            }
        })
        .collect();
    out.reverse();
    out
}

/// Summary as an entry of the conversation; empty while nothing is summarized.
#[component]
pub fn Summary(
    /// Messages of the open summary.
    folded: Option<Loaded<Folded>>,
) -> impl IntoView {
    let scene = scene();
    let view = &scene.view;
    let context = view.context.as_ref()?.to_string();
    let all = number_messages(view.summaries.iter());
    let range = all.first().map_or_else(
        || "given by the caller".into(),
        |newest| range(1, newest.last),
    );
    let tokens = group_digits(view.gauges.context_tokens);
    let mut folded = folded;
    let folds = all.into_iter().map(|one| {
        let is_open = scene.address.folded == Some(one.made.version);
        summary_entry(one, is_open.then(|| folded.take()).flatten())
    });
    let folds = folds.collect_view();
    Some(view! {
        <article class="turn turn--summary">
            <p class="gloss"><b>"Summary"</b> <span>{range}</span> <span>{format!("{tokens} tokens")}</span></p>
            <div>
                <Said text=context long=LONG/>
                <ul class="folds">{folds}</ul>
            </div>
        </article>
    })
}

fn range(first: u32, last: u32) -> String {
    if first == last {
        first.to_string()
    } else {
        format!("{first} to {last}")
    }
}

/// One summary, with its messages if it is open.
fn summary_entry(one: Numbered, messages: Option<Loaded<Folded>>) -> impl IntoView {
    let scene = scene();
    let Numbered { made, first, last } = one;
    let version = made.version;
    let is_open = scene.address.folded == Some(version);
    let href = scene.href(|address| address.folded = (!is_open).then_some(version));
    let (icon, verb) = if is_open {
        (Icon::Down, "Hide")
    } else {
        (Icon::Right, "Show")
    };
    let count = many(made.messages as usize, "folded message");
    let note = made.note.as_ref().map(|note| {
        view! {
            <p class="fold-note" data-status="blocked"><Glyph icon=Icon::Warn/> {note.to_string()}</p>
        }
    });
    let size = format!(
        "{}: {} tokens became {}, written by ",
        range(first, last),
        group_digits(made.folded_tokens),
        group_digits(made.tokens.into())
    );
    let messages = messages.map(|messages| match messages {
        Ok(folded) => fold_details(folded).into_any(),
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    });
    view! {
        <li class="fold">
            <a class="fold-open" id=format!("fold-{version}") href=href aria-expanded=is_open.to_string() data-noscroll="true">
                <Glyph icon/>{format!("{verb} the {count}")}
            </a>
            <span class="fold-made">
                {size} <b>{made.writer.to_string()}</b> " " <Ago at=made.at.0/>
            </span>
            {note}
            {messages}
        </li>
    }
}

fn fold_details(folded: Folded) -> impl IntoView {
    let before = folded.context_before.map(|context| {
        view! {
            <article class="turn turn--before">
                <p class="gloss"><b>"Summary"</b><span>"as it was"</span></p>
                <Said text=context.to_string() long=LONG/>
            </article>
        }
    });
    let mut answers = answers(&folded.messages, &scene().settings);
    let turns = folded
        .messages
        .into_iter()
        .map(|message| {
            let answer = answers.remove(&message.id);
            view! { <Turn message answer/> }
        })
        .collect_view();
    view! { <div class="folded">{before} {turns}</div> }
}
