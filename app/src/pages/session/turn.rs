//! One message: who, when, what, and what became of the tools it calls. What agents and users wrote is text.

use std::sync::Arc;

use engine::entity::Mention;
use engine::session::media::shown;
use engine::session::{Message, Session, ToolCall};
use leptos::prelude::*;
use serde_json::Value;

use super::said::Said;
use super::scene::scene;
use super::tool::{Answer, Result};
use crate::parts::{Glyph, Icon, Json, exact, hour, machine};

/// The message.
#[component]
pub fn Turn(
    /// What was said.
    message: Arc<Message>,
    /// What words in it refer to.
    #[prop(optional)]
    mentions: Arc<[Mention]>,
    /// What it says, when it is what a tool returned.
    answer: Option<Answer>,
) -> impl IntoView {
    if let Some(answer) = answer {
        return view! { <Result message answer/> }.into_any();
    }
    let text = message.text().into_owned();
    let calls = message
        .tool_calls
        .iter()
        .map(|call| view! { <Call call=call.clone()/> })
        .collect_view();
    let is_said = !text.trim().is_empty();
    let class = if is_said { "turn" } else { "turn turn--tool" };
    view! {
        <article class=class>
            <Who message/>
            <div>
                {is_said.then(|| view! { <Said text mentions/> })}
                {calls}
            </div>
        </article>
    }
    .into_any()
}

/// Who says it, and when.
#[component]
pub fn Who(
    /// The message.
    message: Arc<Message>,
) -> impl IntoView {
    let at = message.created_at.time().0;
    let role = message.role.to_string();
    // A tool's name stands beside what it returned.
    let name = message.name.as_ref().filter(|_| !message.is_result());
    let scene = scene();
    let known = scene
        .state
        .with_untracked(|session| speaker(session, &role));
    let name = name.map(ToString::to_string).or(known);
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

/// Who a role is here, when only one can be: the session's user, its one agent.
fn speaker(session: &Session, role: &str) -> Option<String> {
    let mut agents = session.writers.iter();
    match (role, agents.next(), agents.next()) {
        ("user", ..) => session.key.user_id.as_ref().map(ToString::to_string),
        ("assistant", Some(agent), None) => Some(agent.to_string()),
        _ => None,
    }
}

/// A tool that is called.
#[component]
fn Call(call: ToolCall) -> impl IntoView {
    let name = call.name().unwrap_or("a tool").to_owned();
    let arguments = shown(&call.arguments()).into_owned();
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
