//! Where a memory comes from, step by step, and where it went.

use engine::crystal::Crystal;
use engine::session::SessionKey;
use leptos::prelude::*;

use super::origin::{From, Origin, origin};
use super::told::of_whom;
use crate::live::feed;
use crate::parts::{Ago, Glyph, Icon, alive};
use crate::paths;

/// How it came to be.
#[component]
pub fn Trail(
    /// The memory.
    memory: Memo<Crystal>,
) -> impl IntoView {
    view! {
        <h3 class="stone-h">"Where it comes from"</h3>
        <ol class="trail">{alive(move || memory.with(steps))}</ol>
    }
}

fn steps(memory: &Crystal) -> Vec<AnyView> {
    let now = feed().clock();
    let mut steps = Vec::new();
    if let Some(from) = origin(memory) {
        let icon = from.icon();
        let messages = taken(memory, &from);
        steps.push(
            view! {
                <li>
                    <Glyph icon/>
                    <p><From origin=from/> {messages}</p>
                    <Ago at=Signal::stored(memory.created_at.0) now/>
                </li>
            }
            .into_any(),
        );
    }
    let (author, is_agent) = of_whom(memory);
    let icon = if is_agent { Icon::Agent } else { Icon::Person };
    let name = if is_agent {
        view! { <a href=paths::agent(&author) dir="auto">{author.clone()}</a> }.into_any()
    } else {
        view! { <b>{crate::pages::words::begin(&author)}</b> }.into_any()
    };
    let how = match (
        &memory.extraction_strategy,
        memory.extracted_from.is_empty(),
    ) {
        (Some(how), false) => format!("taken from what was said, {how}"),
        _ => "wrote it".to_owned(),
    };
    steps.push(
        view! {
            <li>
                <Glyph icon/>
                <p>{name} <span>{how}</span></p>
                <Ago at=Signal::stored(memory.created_at.0) now/>
            </li>
        }
        .into_any(),
    );
    let changed = (memory.updated_at != memory.persisted_at).then(|| {
        view! { <span>"changed " <Ago at=Signal::stored(memory.updated_at.0) now/></span> }
    });
    steps.push(
        view! {
            <li>
                <Glyph icon=Icon::Crystal/>
                <p><b>"This memory"</b> {changed}</p>
                <Ago at=Signal::stored(memory.persisted_at.0) now/>
            </li>
        }
        .into_any(),
    );
    steps
}

/// From which messages.
fn taken(memory: &Crystal, from: &Origin) -> Option<AnyView> {
    let Origin::Session { message: None, .. } = from else {
        return None;
    };
    let all = &memory.extracted_from;
    let said = match all.len() {
        0 => return None,
        1..=4 => format!("messages {}", all.join(", ")),
        n => format!("messages {} and {} more", all[..3].join(", "), n - 3),
    };
    Some(view! { <span dir="auto">{said}</span> }.into_any())
}

/// Where it can be seen beside this page.
#[component]
pub fn Went(
    /// The memory.
    memory: Memo<Crystal>,
) -> impl IntoView {
    let session = Memo::new(move |_| {
        memory.with(|memory| match origin(memory)? {
            Origin::Session { key, .. } => SessionKey::parse(&key).ok(),
            _ => None,
        })
    });
    alive(move || {
        session.get().map(|key| {
            view! {
                <h3 class="stone-h">"Beside it"</h3>
                <ul class="notes">
                    <li><Glyph icon=Icon::Crystal/><p><a href=paths::crystals_of_session(&key)>"Other memories of that session"</a></p></li>
                </ul>
            }
        })
    })
}
