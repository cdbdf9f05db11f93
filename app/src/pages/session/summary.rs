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
use crate::pages::trouble::RefusalBox;
use crate::pages::words::many;
use crate::parts::alive;
use crate::parts::{Ago, Glyph, Icon, group_digits};

/// Above the length of any summary that Loci writes, in characters: longer texts are collapsed.
const LONG: usize = 6_000;

/// A summary with the numbers of the messages it folded.
#[derive(Clone, PartialEq)]
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
pub fn Summary() -> impl IntoView {
    let scene = scene();
    let context = scene.read(|session| session.context.clone());
    let tokens = scene.read(|session| session.context_tokens);
    let all = scene.read(|session| number_messages(session.summaries.iter()));
    let range = move || {
        all.with(|all| all.first().map(|newest| range(1, newest.last)))
            .unwrap_or_else(|| "given by the caller".into())
    };
    move || {
        context.get().map(|context| {
            view! {
                <article class="turn turn--summary">
                    <p class="gloss">
                        <b>"Summary"</b>
                        <span>{range}</span>
                        <span>{alive(move || format!("{} tokens", group_digits(tokens.get().into())))}</span>
                    </p>
                    <div>
                        <Said text=context.to_string() long=LONG/>
                        <ul class="folds">
                            <For each=move || all.get() key=|one| (one.made.version, one.first) children=|one| view! { <Fold one/> }/>
                        </ul>
                    </div>
                </article>
            }
        })
    }
}

fn range(first: u32, last: u32) -> String {
    if first == last {
        first.to_string()
    } else {
        format!("{first} to {last}")
    }
}

/// One summary, with its messages when it is opened.
#[component]
fn Fold(one: Numbered) -> impl IntoView {
    let scene = scene();
    let Numbered { made, first, last } = one;
    let version = made.version;
    let is_open = Memo::new(move |_| {
        scene
            .address
            .with(|address| address.folded == Some(version))
    });
    let href = scene.href(move |address| {
        address.folded = (address.folded != Some(version)).then_some(version);
    });
    let icon = Signal::derive(move || {
        if is_open.get() {
            Icon::Down
        } else {
            Icon::Right
        }
    });
    let messages = many(made.messages as usize, "folded message");
    let label = move || {
        let verb = if is_open.get() { "Hide" } else { "Show" };
        format!("{verb} the {messages}")
    };
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
    view! {
        <li class="fold">
            <a class="fold-open" href=href aria-expanded=move || is_open.get().to_string() data-noscroll="true">
                <Glyph icon/>{label}
            </a>
            <span class="fold-made">
                {size} <b>{made.writer.to_string()}</b> " " <Ago at=Signal::stored(made.at.0) now=scene.clock()/>
            </span>
            {note}
            <Transition>{alive(move || is_open.get().then(|| view! { <FoldedMessages version/> }))}</Transition>
        </li>
    }
}

#[component]
fn FoldedMessages(version: kernel::stream::Version) -> impl IntoView {
    let loaded = scene().loads().folded;
    move || {
        loaded.get().flatten().map(|outcome| match outcome {
            Ok(folded) if folded.summary.version == version => {
                view! { <Messages folded/> }.into_any()
            }
            Ok(_) => ().into_any(),
            Err(problem) => view! { <RefusalBox problem/> }.into_any(),
        })
    }
}

#[component]
fn Messages(folded: Folded) -> impl IntoView {
    let before = folded.context_before.map(|context| {
        view! {
            <article class="turn turn--before">
                <p class="gloss"><b>"Summary"</b><span>"as it was"</span></p>
                <Said text=context.to_string() long=LONG/>
            </article>
        }
    });
    let mut answers = answers(&folded.messages, &scene().settings());
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
