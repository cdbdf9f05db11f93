//! What follows from what was written: tools' results are looked through for entities, calls update the
//! scratchpad, memories become crystals. Knows nothing of how messages are stored.

use std::sync::Arc;

use serde_json::Value;

use crate::entity::extract;
use crate::error::Result;
use crate::scratchpad::ingest;
use crate::scratchpad::ingest::is_update;
use crate::session::facts::EntitiesObserved;
use crate::session::key::SessionKey;
use crate::session::message::{Content, Message};
use crate::session::ops::{Written, promote};
use crate::session::state::Session;
use crate::tx::{Draft, Tx};
use crate::workspace::settings::Settings;

/// How far back the call of a result is looked for, in messages.
const BACK: usize = 200;

/// Takes in what the messages of these ids bring besides themselves, once they are in the session, and
/// says what it came to.
///
/// # Errors
/// Only when a state is not at hand; the decision is then made again with it.
pub(super) fn follow(
    tx: &mut Tx,
    key: &SessionKey,
    written: Vec<Arc<str>>,
    settings: &Settings,
) -> Result<Written> {
    let draft = tx.draft::<Session>(&key.stream())?;
    let messages = written.iter().filter_map(|id| draft.messages.get(id));
    let messages: Vec<Arc<Message>> = messages.cloned().collect();
    for message in messages.iter().filter(|message| message.is_result()) {
        observe(draft, message, settings);
    }
    let mut scratchpads = Vec::new();
    for message in &messages {
        for (tool, arguments) in updates(message) {
            scratchpads.push(ingest(tx, &key.to_string(), tool, &arguments)?);
        }
    }
    promote::messages(tx, key, &messages, settings)?;
    let promoted = promote::memories(tx, key, settings)?;
    let draft = tx.draft::<Session>(&key.stream())?;
    Ok(Written {
        written,
        promoted: promoted.memories,
        warnings: promoted.warnings,
        scratchpads,
        ..Written::of(draft.state(), settings)
    })
}

/// The calls in a message that update the session's scratchpad: the tool and what it is called with.
fn updates(message: &Message) -> Vec<(&str, Value)> {
    let own = message.tool_calls.iter();
    let mut updates: Vec<(&str, Value)> = own
        .filter_map(|call| Some((call.name()?, call.arguments())))
        .collect();
    if let Content::Parts(parts) = &message.content {
        let uses = parts
            .iter()
            .filter(|part| part.get("type").and_then(Value::as_str) == Some("tool_use"));
        updates.extend(uses.filter_map(|part| {
            let name = part.get("name")?.as_str()?;
            Some((name, part.get("input").cloned().unwrap_or_default()))
        }));
    }
    updates.retain(|(tool, _)| is_update(tool));
    updates
}

/// One result of a tool.
struct Answered<'a> {
    /// The call's id, where it says so.
    call: Option<&'a str>,
    result: Value,
}

fn observe(draft: &mut Draft<Session>, message: &Message, settings: &Settings) {
    for answered in answers(message) {
        let called = answered.call.and_then(|id| call(draft.state(), id));
        let name = message.name.as_deref().map(ToOwned::to_owned);
        let (tool, arguments) = match (name, called) {
            (Some(name), Some((_, arguments))) => (name, arguments),
            (Some(name), None) => (name, Value::Null),
            (None, Some(called)) => called,
            (None, None) => continue,
        };
        let seen = extract(&tool, &arguments, &answered.result, &settings.entity_rules);
        if !seen.is_empty() {
            draft.record(EntitiesObserved {
                tool: Some(tool.into()),
                found: seen.recent(),
                deleted: seen.deleted,
                limit: settings.entity_limit,
            });
        }
    }
}

/// The results in a message: itself, or its parts that are some.
fn answers(message: &Message) -> Vec<Answered<'_>> {
    if let Content::Parts(parts) = &message.content {
        let results = parts
            .iter()
            .filter(|part| part.get("type").and_then(Value::as_str) == Some("tool_result"));
        let answers: Vec<Answered> = results
            .map(|part| Answered {
                call: part.get("tool_use_id").and_then(Value::as_str),
                result: part.get("content").map_or(Value::Null, read),
            })
            .collect();
        if !answers.is_empty() {
            return answers;
        }
    }
    vec![Answered {
        call: message.tool_call_id.as_deref(),
        result: read(&Value::String(message.text().into_owned())),
    }]
}

/// What a tool answered: JSON where its text is JSON.
fn read(content: &Value) -> Value {
    let parsed = |text: &str| serde_json::from_str(text).ok();
    match content {
        Value::String(text) => parsed(text).unwrap_or_else(|| content.clone()),
        // Parts of text, as models exchange them, are one text.
        Value::Array(parts) if parts.iter().all(|part| part.get("text").is_some()) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            let text: String = texts.collect();
            parsed(&text).unwrap_or(Value::String(text))
        }
        other => other.clone(),
    }
}

/// The name and the arguments of the call of that id.
fn call(session: &Session, id: &str) -> Option<(String, Value)> {
    session
        .messages
        .iter()
        .rev()
        .take(BACK)
        .find_map(|message| {
            let mut own = message.tool_calls.iter();
            if let Some(call) = own.find(|call| call.id.as_deref() == Some(id)) {
                return Some((call.name()?.to_owned(), call.arguments()));
            }
            let Content::Parts(parts) = &message.content else {
                return None;
            };
            let part = parts.iter().find(|part| {
                part.get("type").and_then(Value::as_str) == Some("tool_use")
                    && part.get("id").and_then(Value::as_str) == Some(id)
            })?;
            let name = part.get("name")?.as_str()?.to_owned();
            Some((name, part.get("input").cloned().unwrap_or_default()))
        })
}
