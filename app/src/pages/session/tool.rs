//! What a tool returned: its name, the entities that the session tracks of it, and the result behind them.

use std::sync::Arc;

use engine::entity::{Entity, Extraction, extract};
use engine::session::{Message, Session, ToolCall};
use engine::workspace::settings::Settings;
use leptos::prelude::*;
use serde_json::Value;

use super::entities::anchor;
use super::scene::scene;
use super::turn::{Said, Who};
use crate::parts::{Glyph, Icon, Json};

/// The call whose result a message is: the tool's name, and what it was called with.
fn called(session: &Session, message: &Message) -> (Option<String>, Value) {
    let found = message.results().find_map(|id| {
        let calls = session
            .messages
            .iter()
            .flat_map(|message| &message.tool_calls);
        let mut calls = calls.filter(|call| call.id.as_deref() == Some(id));
        calls.next().cloned()
    });
    let arguments = found.as_ref().map_or(Value::Null, ToolCall::arguments);
    let name = message.name.as_ref().map(ToString::to_string);
    let name = name.or_else(|| Some(found?.name()?.to_owned()));
    (name, arguments)
}

/// The result as JSON; none when it is another text.
fn structured(message: &Message) -> Option<Value> {
    let json = serde_json::from_str::<Value>(&message.text()).ok();
    json.filter(|value| value.is_object() || value.is_array())
}

/// What a result speaks of.
pub fn seen(session: &Session, message: &Message, settings: &Settings) -> Extraction {
    match (called(session, message), structured(message)) {
        ((Some(tool), arguments), Some(json)) => {
            extract(&tool, &arguments, &json, &settings.entity_rules)
        }
        _ => Extraction::default(),
    }
}

/// The message.
#[component]
pub fn Result(
    /// The result.
    message: Arc<Message>,
) -> impl IntoView {
    let scene = scene();
    let settings = scene.settings();
    let ((tool, _), found) = scene.state.with_untracked(|session| {
        let seen = seen(session, &message, &settings);
        (called(session, &message), seen.found)
    });
    let text = message.text().into_owned();
    let json = structured(&message);
    let name = tool.unwrap_or_else(|| "a tool".into());
    let label = format!("Result of {name}");
    let refs = found
        .into_iter()
        .rev()
        .map(|entity| view! { <Ref entity/> })
        .collect_view();
    let size = text.chars().count();
    let body = match json {
        Some(value) => view! { <Json label value/> }.into_any(),
        None => view! { <Said text/> }.into_any(),
    };
    view! {
        <article class="turn turn--tool">
            <Who message/>
            <div>
                <p><code>{name}</code> " " <span class="quiet">"returned"</span> " " {refs}</p>
                <details class="fold">
                    <summary><Glyph icon=Icon::Right/>{format!("Show the result, {size} characters")}</summary>
                    {body}
                </details>
            </div>
        </article>
    }
}

/// An entity; it leads to its place in the list as long as it is tracked.
#[component]
fn Ref(entity: Entity) -> impl IntoView {
    let scene = scene();
    let key = entity.key();
    let tracked = scene.read(move |session| session.entities.get(&key.kind, &key.id).is_some());
    let href = format!("#{}", anchor(&entity));
    move || {
        let (name, id) = (entity.name.clone(), entity.id.clone());
        if tracked.get() {
            view! { <a class="ref" href=href.clone()><span>{name}</span> " " {id}</a> " " }
                .into_any()
        } else {
            view! { <span class="ref"><span>{name}</span> " " {id}</span> " " }.into_any()
        }
    }
}
