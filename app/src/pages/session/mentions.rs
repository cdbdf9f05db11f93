//! What the words of a conversation refer to. Nobody keeps a map of references: the results of tools are followed
//! once more, message by message, and each word is resolved against what was tracked when it was said.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use engine::entity::{Entities, Entity, Mention};
use engine::session::Session;
use engine::workspace::settings::Settings;
use leptos::prelude::*;

use super::entities::anchor;
use super::scene::scene;
use super::tool::seen;

/// The references in each message that has some, by the message's id.
pub type Mentions = HashMap<Arc<str>, Arc<[Mention]>>;

/// The references in what users say. What was tracked before the first message that is here is taken to be what
/// is tracked now and was not seen in any of them.
pub fn mentions(session: &Session, settings: &Settings) -> Mentions {
    let results: Vec<_> = session
        .messages
        .iter()
        .filter(|message| message.is_result())
        .map(|message| (message.id.clone(), seen(session, message, settings)))
        .collect();
    let is_seen = |kind: &str, id: &str| {
        let mut all = results.iter().flat_map(|(_, seen)| &seen.found);
        all.any(|entity| entity.kind == kind && entity.id == id)
    };
    let before = session.entities.iter();
    let before = before.filter(|entity| !is_seen(&entity.kind, &entity.id));
    let mut tracked: Entities = before.cloned().collect();
    let mut results = results.iter();
    let mut found = Mentions::new();
    for message in session.messages.iter() {
        if message.is_result() {
            if let Some((_, seen)) = results.next() {
                tracked.take(seen, settings.entity_limit as usize);
            }
        } else if &*message.role == "user" {
            let all = tracked.mentions(&message.text(), &settings.entity_rules);
            if !all.is_empty() {
                found.insert(message.id.clone(), all.into());
            }
        }
    }
    found
}

/// A part of a message, with the references in it marked.
#[component]
pub fn Marked(
    /// The whole message.
    text: String,
    /// Which bytes of it.
    part: Range<usize>,
    /// The references in the whole message.
    mentions: Arc<[Mention]>,
) -> impl IntoView {
    let mut at = part.start;
    let mut pieces = Vec::new();
    for mention in mentions.iter() {
        // A reference that is cut in two is none.
        if mention.at.start < at || mention.at.end > part.end {
            continue;
        }
        pieces.push(text[at..mention.at.start].to_owned().into_any());
        let words = text[mention.at.clone()].to_owned();
        pieces.push(view! { <It words mention=mention.clone()/> }.into_any());
        at = mention.at.end;
    }
    pieces.push(text[at..part.end].to_owned().into_any());
    pieces
}

/// A reference, with what it refers to; it leads to its place in the list as long as that is tracked.
#[component]
fn It(words: String, mention: Mention) -> impl IntoView {
    let scene = scene();
    let all = mention.to.entities;
    let Some(first) = all.first() else {
        return words.into_any();
    };
    let key = first.key();
    let tracked = scene.read(move |session| session.entities.get(&key.kind, &key.id).is_some());
    let href = format!("#{}", anchor(first));
    let id = match (all.len(), mention.to.ambiguous) {
        (1, false) => first.id.clone(),
        (1, true) => format!("{}?", first.id),
        (n, _) => format!("{} and {} more", first.id, n - 1),
    };
    let names = |all: &[Entity]| {
        let names = all.iter().map(|entity| entity.name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    let title = if mention.to.ambiguous {
        format!(
            "{}; it could be any of: {}",
            first.name,
            names(&mention.to.choices)
        )
    } else {
        names(&all)
    };
    let body = move || {
        let (words, id, title) = (words.clone(), id.clone(), title.clone());
        if tracked.get() {
            let href = href.clone();
            view! { <a class="ref ref--it" href=href title=title>{words} " " <span>{id}</span></a> }
                .into_any()
        } else {
            view! { <span class="ref ref--it" title=title>{words} " " <span>{id}</span></span> }
                .into_any()
        }
    };
    body.into_any()
}
