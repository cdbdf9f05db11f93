//! Effects of written messages: entities are extracted from tool results, scratchpad calls are executed, memories
//! become long-term memories.

use std::sync::Arc;

use serde_json::Value;

use crate::conversation::ops::{Written, promote};
use crate::scratchpad::ingest;
use crate::scratchpad::ingest::is_update;
use crate::session::facts::EntitiesObserved;
use crate::session::key::SessionKey;
use crate::session::message::Message;
use crate::session::parts;
use crate::session::state::Session;
use crate::session::tool_results::{REACH, tool_results};
use crate::workspace::settings::Settings;
use kernel::error::Result;
use kernel::tx::{Draft, Tx};

/// Applies the effects of written messages and returns the response of the write.
///
/// # Errors
/// Returns an error only if a state is not loaded; the decision then runs again.
pub(super) fn follow(
    tx: &mut Tx,
    key: &SessionKey,
    written: Vec<Arc<str>>,
    settings: &Settings,
) -> Result<Written> {
    let messages = process_new_messages(tx, key, &written, usize::MAX, settings)?;
    let mut scratchpads = Vec::new();
    for message in &messages {
        for (tool, arguments) in updates(message) {
            scratchpads.push(ingest(tx, &key.to_string(), tool, &arguments)?);
        }
    }
    let promoted = promote::memories(tx, key, settings)?;
    let draft = tx.draft::<Session>(&key.stream())?;
    Ok(Written {
        written,
        promoted: promoted.memories,
        promoted_to: promoted.to,
        warnings: promoted.warnings,
        scratchpads,
        ..Written::of(draft.state(), settings)
    })
}

/// Extracts entities from the messages with these ids and indexes them as long-term memories if the workspace wants
/// that. Executes no scratchpad calls, so it also fits imported messages, whose calls had their effect elsewhere.
/// Examines only the newest `looked_at` tool results. Returns the messages.
///
/// # Errors
/// Returns an error only if a state is not loaded; the decision then runs again.
pub(super) fn process_new_messages(
    tx: &mut Tx,
    key: &SessionKey,
    written: &[Arc<str>],
    looked_at: usize,
    settings: &Settings,
) -> Result<Vec<Arc<Message>>> {
    let draft = tx.draft::<Session>(&key.stream())?;
    let messages = written.iter().filter_map(|id| draft.messages.get(id));
    let messages: Vec<Arc<Message>> = messages.cloned().collect();
    let results = messages.iter().filter(|message| message.is_result());
    let results: Vec<_> = results.cloned().collect();
    if !results.is_empty() {
        let newest = results.len().saturating_sub(looked_at);
        observe(draft, &results[newest..], settings);
    }
    promote::messages(tx, key, &messages, settings)?;
    Ok(messages)
}

/// Returns the calls in a message that update the session's scratchpad: the tool's name and the arguments.
fn updates(message: &Message) -> Vec<(&str, Value)> {
    let own = message.tool_calls.iter();
    let mut updates: Vec<(&str, Value)> = own
        .filter_map(|call| Some((call.name()?, call.arguments())))
        .collect();
    let parts = parts::calls(message.content.parts());
    updates.extend(parts.filter_map(|part| {
        let arguments = part.said.map_or(Value::Null, parts::arguments);
        Some((part.name?, arguments))
    }));
    updates.retain(|(tool, _)| is_update(tool));
    updates
}

/// Tracks the entities in these tool results.
fn observe(draft: &mut Draft<Session>, results: &[Arc<Message>], settings: &Settings) {
    let around = draft.messages.newest(REACH);
    let returned = results
        .iter()
        .flat_map(|message| tool_results(message, &around));
    for result in returned {
        let seen = result.extract_entities(&settings.entity_rules);
        if !seen.is_empty() {
            draft.record(EntitiesObserved {
                tool: result.tool.map(Into::into),
                found: seen.recent(),
                deleted: seen.deleted,
                limit: settings.entity_limit,
            });
        }
    }
}
