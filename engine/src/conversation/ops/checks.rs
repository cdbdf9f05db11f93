//! Validates the arguments of session writes, and converts them to stored messages and memories.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use serde_json::Value;

use crate::conversation::ops::contents::{CONTENT_BYTES, check_content, too_large};
use crate::crystal::ops::repeated_id_error;
use crate::fence::is_unreadable;
use crate::session::aside::media_tokens;
use crate::session::gauges::ENCODING;
use crate::session::key::PART_BYTES;
use crate::session::message::{Message, NewMessage, ROLE_BYTES, Speech};
use crate::session::moment::Moment;
use crate::session::record::{MemoryRecord, NAME_BYTES, NAMES};
use crate::session::state::Session;
use kernel::error::{Error, Result};
use kernel::ports::tokens::Tokens;
use kernel::time::SECOND;
use kernel::tx::Cx;

/// Maximum time of a message ahead of the server's clock, in milliseconds.
pub(super) const AHEAD: i64 = 300 * SECOND;
/// Maximum size of other JSON such as metadata and session data, in bytes.
const JSON_BYTES: usize = 256 * 1024;
/// Maximum number of unfolded messages of a session.
const MESSAGES: usize = 100_000;
/// Maximum total size of these messages, in bytes: a session's state is in memory as a whole.
const BYTES: usize = 64 * 1024 * 1024;
/// Maximum number of memories of a session.
pub(super) const MEMORIES: usize = 1_000;
/// First id number for the memories of a call; messages use the numbers below it.
const MEMORY_IDS: u64 = 1 << 19;
/// Maximum time to live of a session in seconds: ten years.
const MAX_TTL: u64 = 10 * 365 * 24 * 3600;

/// Validates the size of JSON that a session stores.
pub fn check_json(pointer: &str, value: &Value) -> Result<()> {
    match value.to_string().len() {
        bytes if bytes > JSON_BYTES => Err(too_large(pointer, bytes, JSON_BYTES)),
        _ => Ok(()),
    }
}

/// Validates `ttl_seconds`.
pub fn check_ttl(ttl: Option<u64>) -> Result<()> {
    if ttl.is_some_and(|seconds| !(1..=MAX_TTL).contains(&seconds)) {
        return Err(Error::field(
            "/ttl_seconds",
            format!("expected 1 to {MAX_TTL}"),
        ));
    }
    Ok(())
}

/// Validates `model` and `context_window`.
pub fn check_model(model: Option<&str>, window: Option<u32>) -> Result<()> {
    if let Some(model) = model
        && (model.trim().is_empty() || model.len() > PART_BYTES)
    {
        let detail = format!("expected a model's name of at most {PART_BYTES} bytes");
        return Err(Error::field("/model", detail));
    }
    if window == Some(0) {
        return Err(Error::field("/context_window", "expected at least 1 token"));
    }
    Ok(())
}

fn check_id(pointer: impl FnOnce() -> String, id: &str) -> Result<()> {
    let is_fine =
        !id.trim().is_empty() && id.len() <= PART_BYTES && !id.chars().any(char::is_control);
    if is_fine {
        return Ok(());
    }
    let detail = format!("expected 1 to {PART_BYTES} bytes without control characters");
    Err(Error::field(pointer(), detail))
}

pub(super) fn check_message(at: usize, message: &NewMessage, now: Moment) -> Result<()> {
    let pointer = |field: &str| format!("/messages/{at}/{field}");
    if message.role.trim().is_empty() || message.role.len() > ROLE_BYTES {
        let detail = format!("expected who says it, at most {ROLE_BYTES} bytes");
        return Err(Error::field(pointer("role"), detail));
    }
    if let Some(id) = &message.id {
        check_id(|| pointer("id"), id)?;
    }
    // A tool's result may be empty.
    let is_result = message.tool_call_id.is_some();
    if message.content.is_blank() && message.all_calls().is_empty() && !is_result {
        return Err(Error::field(
            pointer("content"),
            "says nothing and calls no tool",
        ));
    }
    check_content(at, message)?;
    if let Some(metadata) = &message.metadata {
        check_object(&pointer("metadata"), metadata)?;
    }
    check_moment(|| pointer("created_at"), message.created_at, now)
}

fn check_object(pointer: &str, value: &Value) -> Result<()> {
    check_json(pointer, value)?;
    if !value.is_object() {
        return Err(Error::field(pointer, "expected an object"));
    }
    Ok(())
}

fn check_moment(
    pointer: impl FnOnce() -> String,
    moment: Option<Moment>,
    now: Moment,
) -> Result<()> {
    let ahead = now.plus(AHEAD * 1_000);
    if moment.is_none_or(|moment| moment <= ahead) {
        return Ok(());
    }
    let detail = format!(
        "lies more than {} seconds ahead of the time here, {now}",
        AHEAD / SECOND
    );
    Err(Error::field(pointer(), detail))
}

/// Counts the tokens of messages, in their order. Unchanged messages keep their counts.
pub fn count(
    messages: &[NewMessage],
    speech: Speech,
    known: Option<&Session>,
    tokens: &dyn Tokens,
) -> Vec<u32> {
    let mut find = known.map(|known| known.messages.finder());
    let mut known = |message: &NewMessage| find.as_mut()?(message.id.as_ref()?).cloned();
    let count = |message: &NewMessage| {
        let known = known(message);
        if let Some(known) = &known
            && message.repeats(known)
        {
            return known.tokens;
        }
        let message = message.fill_from(known.as_deref(), speech);
        let is_same = |known: &Message| {
            known.role == message.role
                && known.content == message.content
                && known.tool_calls == message.all_calls()
                && known.data == message.data_to_store(Some(known))
        };
        if let Some(known) = known.filter(|known| is_same(known)) {
            return known.tokens;
        }
        let media = message.media_tokens;
        let media = media.unwrap_or_else(|| media_tokens(&message.content));
        let text = tokens.count_in(ENCODING, &message.prompt_text());
        text.saturating_add(media)
    };
    messages.iter().map(count).collect()
}

/// Messages ready to be stored, and warnings for the response.
#[derive(Debug, Default)]
pub struct Taken {
    /// The messages in the order of the call, each once.
    pub messages: Vec<Arc<Message>>,
    /// Advice for the caller.
    pub warnings: Vec<String>,
}

/// Converts the messages of a call, with ids, times and tokens. Values that Loci added to an existing message are kept.
pub fn take(
    cx: &Cx,
    session: &Session,
    new: &[NewMessage],
    speech: Speech,
    counted: &[u32],
) -> Result<Taken> {
    let now = Moment::from(cx.now);
    let mut taken = Taken::default();
    let mut undated = 0;
    let mut seen: HashMap<Arc<str>, usize> = HashMap::with_capacity(new.len());
    // Time of the message before, if the call dates it: a message without a time follows it. Others follow all existing
    // messages and those before them in the call.
    let mut before = None;
    let newest = session
        .messages
        .last()
        .map(|message| message.created_at.plus(1));
    let mut next = newest.map_or(now, |newest| newest.max(now));
    let mut find = session.messages.finder();
    for (at, message) in new.iter().enumerate() {
        undated += usize::from(message.created_at.is_none());
        let known = message.id.as_deref().and_then(&mut find);
        if message.created_at.is_some() || known.is_some() {
            before = message.created_at;
        }
        let message = match known {
            Some(known) if message.repeats(known) => known.clone(),
            known => {
                let message = message.fill_from(known.map(Arc::as_ref), speech);
                check_message(at, &message, now)?;
                if message.data.iter().any(|data| data.to_stored().is_none()) {
                    return Err(Error::internal("a file in a message was not stored"));
                }
                let created_at = message.created_at.or(known.map(|known| known.created_at));
                let created_at = created_at.or(before).unwrap_or(next);
                let made_id = || cx.id.nth("", at as u64).to_string().into();
                let id = message.id.clone().unwrap_or_else(made_id);
                let tokens = counted.get(at).copied();
                Arc::new(make(&message, known, id, created_at, tokens))
            }
        };
        next = next.max(message.created_at.plus(1));
        match seen.entry(message.id.clone()) {
            Entry::Occupied(entry) => {
                let first = *entry.get();
                if new[first] != new[at] {
                    return Err(repeated_id_error("messages", first, at));
                }
            }
            Entry::Vacant(entry) => {
                entry.insert(at);
                taken.messages.push(message);
            }
        }
    }
    if undated > 0 {
        taken.warnings.push(format!(
            "{undated} messages have no created_at. They get that of the message before them in the call, or else the \
             current time: send when each was said. It will be required."
        ));
    }
    Ok(taken)
}

/// Builds the message to store.
fn make(
    message: &NewMessage,
    known: Option<&Arc<Message>>,
    id: Arc<str>,
    created_at: Moment,
    tokens: Option<u32>,
) -> Message {
    let mut made = Message {
        id,
        role: message.role.clone(),
        content: message.content.clone(),
        created_at,
        name: message.name.clone(),
        tool_calls: message.all_calls(),
        tool_call_id: message.tool_call_id.clone(),
        metadata: message.metadata.clone().map(Arc::new),
        persisted_at: message.persisted_at,
        discrete_memory_extracted: message.discrete_memory_extracted,
        tokens: tokens.unwrap_or_else(|| {
            let media = message.media_tokens.unwrap_or(0);
            estimate(&message.prompt_text()).saturating_add(media)
        }),
        version: 0,
        data: message.data_to_store(known.map(Arc::as_ref)),
    };
    if let Some(known) = known.filter(|known| known.says_same(&made)) {
        made.persisted_at = made.persisted_at.or(known.persisted_at);
        made.discrete_memory_extracted |= known.discrete_memory_extracted;
    }
    made
}

/// Estimates tokens at four bytes each, for texts that were not counted.
pub fn estimate(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(4)).unwrap_or(u32::MAX)
}

/// Validates the number and the total size of a session's messages.
pub fn check_room(messages: usize, bytes: usize) -> Result<()> {
    let detail = if messages > MESSAGES {
        format!("A session holds at most {MESSAGES} messages that are not folded")
    } else if bytes > BYTES {
        format!(
            "A session's messages have at most {BYTES} bytes together, beside those that are folded"
        )
    } else {
        return Ok(());
    };
    Err(Error::conflict(
        "full",
        format!("{detail}: have it summarised with `session_summarize`, or begin another one."),
    ))
}

/// Converts the memories of a call, with ids. A memory that exists already, by id or by text, keeps its id; an
/// unchanged one stays a long-term memory if it is one.
pub fn take_memories(
    cx: &Cx,
    session: &Session,
    new: &[MemoryRecord],
) -> Result<Vec<Arc<MemoryRecord>>> {
    if new.len() > MEMORIES {
        let detail = format!("a session holds at most {MEMORIES} memories");
        return Err(Error::field("/memories", detail));
    }
    let mut taken: Vec<Arc<MemoryRecord>> = Vec::with_capacity(new.len());
    // Index in the call and in the result of the memory with each id.
    let mut seen: HashMap<Arc<str>, (usize, usize)> = HashMap::with_capacity(new.len());
    for (at, memory) in new.iter().enumerate() {
        check_memory(at, memory, cx.now.into())?;
        let known = if memory.id.is_empty() {
            let mut all = session.memories.iter();
            all.find(|known| known.has_text_of(memory))
        } else {
            session.memory(&memory.id)
        };
        let mut made = memory.clone();
        match known {
            Some(known) => {
                let is_same =
                    (made.id.is_empty() || made.text == known.text) && made.adds_nothing(known);
                made.id = known.id.clone();
                if is_same {
                    made.persisted_at = made.persisted_at.or(known.persisted_at);
                } else if made.persisted_at == known.persisted_at {
                    // The time of promotion belongs to the previous content.
                    made.persisted_at = None;
                }
            }
            None if made.id.is_empty() => {
                // After the ids of the messages in the same call.
                made.id = cx.id.nth("", MEMORY_IDS + at as u64).to_string().into();
            }
            None => {}
        }
        match seen.entry(made.id.clone()) {
            Entry::Occupied(entry) => {
                let (first, place) = *entry.get();
                if !memory.id.is_empty() && *taken[place] != made {
                    return Err(repeated_id_error("memories", first, at));
                }
                taken[place] = Arc::new(made);
            }
            Entry::Vacant(entry) => {
                entry.insert((at, taken.len()));
                taken.push(Arc::new(made));
            }
        }
    }
    Ok(taken)
}

fn check_memory(at: usize, memory: &MemoryRecord, now: Moment) -> Result<()> {
    let pointer = |field: &str| format!("/memories/{at}/{field}");
    if !memory.id.is_empty() {
        check_id(|| pointer("id"), &memory.id)?;
    }
    if is_unreadable(&memory.text) {
        return Err(Error::field(pointer("text"), "must not be empty"));
    }
    if memory.text.len() > CONTENT_BYTES {
        return Err(too_large(
            &pointer("text"),
            memory.text.len(),
            CONTENT_BYTES,
        ));
    }
    for (field, names) in [("topics", &memory.topics), ("entities", &memory.entities)] {
        if names.len() > NAMES || names.iter().any(|name| name.len() > NAME_BYTES) {
            let detail = format!("expected at most {NAMES} entries of at most {NAME_BYTES} bytes");
            return Err(Error::field(pointer(field), detail));
        }
    }
    if memory
        .importance
        .is_some_and(|share| !(0.0..=1.0).contains(&share))
    {
        return Err(Error::field(pointer("importance"), "expected 0 to 1"));
    }
    if let Some(metadata) = &memory.metadata {
        check_object(&pointer("metadata"), metadata)?;
    }
    for (field, moment) in [
        ("created_at", memory.created_at),
        ("updated_at", memory.updated_at),
        ("persisted_at", memory.persisted_at),
        ("last_accessed", memory.last_accessed),
    ] {
        check_moment(|| pointer(field), moment, now)?;
    }
    Ok(())
}
