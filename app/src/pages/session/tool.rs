//! Result of a tool: its name, the tracked entities, and the raw result.

use std::collections::HashMap;
use std::sync::Arc;

use engine::entity::{Entity, EntityKey};
use engine::session::Message;
use engine::session::tool_results::{REACH, tool_results};
use engine::workspace::settings::Settings;
use leptos::prelude::*;
use serde_json::Value;

use super::entities::anchor;
use super::said::Said;
use super::scene::scene;
use super::turn::{Row, author};
use crate::parts::{Glyph, Icon, Json};

/// Result of a tool in a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Name of the tool, if it is known.
    tool: Option<String>,
    /// Entities that are tracked, in the order of the result.
    pub found: Vec<Entity>,
    /// Entities that were deleted.
    pub deleted: Vec<EntityKey>,
    /// Total number of entities in the result.
    total: usize,
}

impl Answer {
    /// Returns the words before the entities.
    fn verb(&self) -> String {
        match self.found.len() {
            taken if taken < self.total => format!("returned {}, tracked {taken}:", self.total),
            _ => "returned".into(),
        }
    }
}

/// Tool results by message id.
pub type Answers = HashMap<Arc<str>, Answer>;

/// Extracts the tool results from the messages, with the engine's own rules.
pub fn answers(messages: &[Arc<Message>], settings: &Settings) -> Answers {
    let results = messages
        .iter()
        .enumerate()
        .filter(|(_, message)| message.is_result());
    let answers = results.map(|(at, message)| {
        let around = at.saturating_sub(REACH)..messages.len().min(at + REACH);
        let mut answer = Answer::default();
        for result in tool_results(message, &messages[around]) {
            let seen = result.extract_entities(&settings.entity_rules);
            answer.found.extend(seen.found);
            answer.deleted.extend(seen.deleted);
            answer.total += seen.total;
            answer.tool = answer.tool.or(result.tool);
        }
        (message.id.clone(), answer)
    });
    answers.collect()
}

/// Parses the result as JSON; `None` if it is not an object or array.
fn parse_structured(message: &Message) -> Option<Value> {
    let json = serde_json::from_str::<Value>(&message.text()).ok();
    json.filter(|value| value.is_object() || value.is_array())
}

/// Message with a tool's result.
#[component]
pub fn Result(
    /// Message to show.
    message: Arc<Message>,
    /// Parsed result.
    answer: Answer,
    /// Attributes of the message's row.
    row: Row,
) -> impl IntoView {
    let verb = answer.verb();
    let name = answer.tool.unwrap_or_else(|| "a tool".into());
    let label = format!("Result of {name}");
    let refs = answer
        .found
        .into_iter()
        .map(|entity| view! { <Ref entity/> });
    let refs = refs.collect_view();
    let text = message.text().into_owned();
    let size = text.chars().count();
    let body = match parse_structured(&message) {
        Some(value) => view! { <Json label value/> }.into_any(),
        None => view! { <Said text/> }.into_any(),
    };
    view! {
        <article class="turn turn--tool" id=row.id data-number=row.number>
            {author(message)}
            <div>
                <p><code>{name}</code> " " <span class="quiet">{verb}</span> " " {refs}</p>
                <details class="fold">
                    <summary><Glyph icon=Icon::Right/>{format!("Show the result, {size} characters")}</summary>
                    {body}
                </details>
            </div>
        </article>
    }
}

/// An entity; a link to its row while it is tracked.
#[component]
fn Ref(entity: Entity) -> impl IntoView {
    let is_tracked = scene()
        .view
        .entities
        .get(&entity.kind, &entity.id)
        .is_some();
    let href = format!("#{}", anchor(&entity));
    let (name, id) = (entity.name, entity.id);
    if is_tracked {
        view! { <a class="ref" href=href rel="external"><span dir="auto">{name}</span> " " {id}</a> " " }
            .into_any()
    } else {
        view! { <span class="ref"><span dir="auto">{name}</span> " " {id}</span> " " }.into_any()
    }
}
