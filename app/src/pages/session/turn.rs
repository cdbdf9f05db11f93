//! One message: author, time, text, and the tools it calls. Texts of agents and users are never rendered as HTML.

use std::sync::Arc;

use engine::conversation::ops::session_get::SessionView;
use engine::entity::Mention;
use engine::session::media::with_placeholders;
use engine::session::{Message, ToolCall};
use leptos::prelude::*;
use serde_json::Value;

use super::said::Said;
use super::scene::scene;
use super::tool::{Answer, Result};
use crate::parts::{Glyph, Icon, Json, exact, hour, machine};
use crate::paths::percent_encode;

/// Attributes of a row, by which a script finds the message again.
#[derive(Default)]
pub struct Row {
    /// Id of the element.
    pub id: Option<String>,
    /// Number of the message in the conversation.
    pub number: Option<String>,
}

/// Returns the id of a message's row.
pub fn row_id(message: &str) -> String {
    format!("m-{}", percent_encode(message)).replace('%', "_")
}

/// One message.
#[component]
pub fn Turn(
    /// Message to show.
    message: Arc<Message>,
    /// References in the text.
    #[prop(optional)]
    mentions: Arc<[Mention]>,
    /// Parsed result, if the message is the result of a tool.
    answer: Option<Answer>,
    /// Number of the message in the conversation; none for a message of an open summary.
    #[prop(optional)]
    number: Option<u32>,
) -> impl IntoView {
    let row = number.map_or_else(Row::default, |number| Row {
        id: Some(row_id(&message.id)),
        number: Some(number.to_string()),
    });
    if let Some(answer) = answer {
        return view! { <Result message answer row/> }.into_any();
    }
    let text = message.text().into_owned();
    let calls = message
        .tool_calls
        .iter()
        .map(|call| tool_call(call.clone()))
        .collect_view();
    let is_said = !text.trim().is_empty();
    let class = if is_said { "turn" } else { "turn turn--tool" };
    view! {
        <article class=class id=row.id data-number=row.number>
            {author(message)}
            <div>
                {is_said.then(|| view! { <Said text mentions/> })}
                {calls}
            </div>
        </article>
    }
    .into_any()
}

/// Author and time of a message.
pub fn author(message: Arc<Message>) -> impl IntoView {
    let at = message.created_at.time().0;
    let role = message.role.to_string();
    // The name of a tool is shown next to its result.
    let name = message.name.as_ref().filter(|_| !message.is_result());
    let known = || speaker(&scene().view, &role);
    let name = name.map(ToString::to_string).or_else(known);
    let name = name.unwrap_or_else(|| role.clone());
    let title = if name == role {
        role
    } else {
        format!("{name}, {role}")
    };
    view! {
        <p class="gloss">
            <b title=title dir="auto">{name}</b>
            <time datetime=machine(at) title=exact(at)>{hour(at)}</time>
        </p>
    }
}

/// Returns the name behind a role, if it is unique: the session's user, or its only agent.
fn speaker(session: &SessionView, role: &str) -> Option<String> {
    match (role, session.agents.as_slice()) {
        ("user", _) => session.user_id.as_ref().map(ToString::to_string),
        ("assistant", [agent]) => Some(agent.to_string()),
        _ => None,
    }
}

/// Call of a tool.
fn tool_call(call: ToolCall) -> impl IntoView {
    let name = call.name().unwrap_or("a tool").to_owned();
    let arguments = with_placeholders(&call.arguments()).into_owned();
    let with = match &arguments {
        Value::Null => None,
        Value::Object(fields) if fields.is_empty() => None,
        _ => Some(arguments),
    };
    let label = format!("Arguments of {name}");
    view! {
        <div class="turn-call">
            <code>{name}</code> " "
            {match with {
                None => view! { <span class="quiet">"called"</span> }.into_any(),
                Some(arguments) => view! {
                    <details class="fold">
                        <summary><Glyph icon=Icon::Right/>"called with"</summary>
                        <Json label value=arguments/>
                    </details>
                }
                .into_any(),
            }}
        </div>
    }
}
