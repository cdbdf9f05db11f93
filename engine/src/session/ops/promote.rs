//! Messages of a session become crystals where the workspace says so, and a session whose time ran out is
//! made again from them. What becomes of its memories is in [`memories`].

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::access::{Readers, may_read};
use crate::crystal::filter::{Filters, Tag};
use crate::crystal::rules::{Duplicates, put};
use crate::crystal::{self, Core, Crystal, NewCrystal, Provenance};
use crate::error::Result;
use crate::session::facts::{MessagesIndexed, Promotion};
use crate::session::key::SessionKey;
use crate::session::message::{Content, Message, ToolCall};
use crate::session::moment::Moment;
use crate::session::state::Session;
use crate::time::Time;
use crate::tx::Tx;
use crate::view::View;
use crate::workspace::settings::Settings;

mod memories;

pub(super) use memories::{memories, these};

/// The most bytes of what is kept beside the text of a message.
const BESIDE: usize = 60 * 1024;
/// The most messages of which a session is made again.
const MESSAGES: usize = 10_000;

/// Makes crystals of messages that are none yet, where the workspace wants them.
pub(super) fn messages(
    tx: &mut Tx,
    key: &SessionKey,
    written: &[Arc<Message>],
    settings: &Settings,
) -> Result<()> {
    let waiting: Vec<&Arc<Message>> = written
        .iter()
        .filter(|message| message.persisted_at.is_none())
        .collect();
    if !settings.index_messages || !settings.long_term_memory || waiting.is_empty() {
        return Ok(());
    }
    share(tx, key)?;
    let core = crystal::messages(&key.to_string());
    let draft = tx.draft::<Core>(&core)?;
    let at = draft.cx.now.into();
    let mut messages = Vec::with_capacity(waiting.len());
    for message in waiting {
        // Two messages that say the same are still two.
        let added = put(draft, of_message(message, key), Duplicates::Keep)?;
        messages.push(Promotion {
            id: message.id.clone(),
            crystal: added.id().into(),
        });
    }
    tx.draft::<Session>(&key.stream())?.record(MessagesIndexed {
        core: core.id().into(),
        messages,
        at,
    });
    Ok(())
}

/// Whether the caller may begin the session: whoever writes in it reads the messages that are left of an
/// earlier one.
pub(super) fn may_begin(tx: &mut Tx, key: &SessionKey) -> Result<bool> {
    let core = tx.read::<Core>(&crystal::messages(&key.to_string()))?;
    Ok(!holds(&core) || may_read(&tx.cx.actor, &core.readers))
}

/// Whether something is in the core, be it hidden.
fn holds(core: &Core) -> bool {
    !core.crystals.is_empty() || !core.forgotten.is_empty()
}

/// Lets those read a session's indexed messages who may read the session. Whose messages are in there
/// already goes on reading them.
pub(super) fn share(tx: &mut Tx, key: &SessionKey) -> Result<()> {
    let mut readers = tx.draft::<Session>(&key.stream())?.agents();
    let draft = tx.draft::<Core>(&crystal::messages(&key.to_string()))?;
    if let (Readers::Agents(names), Readers::Agents(before)) = (&mut readers, &draft.readers)
        && holds(draft)
    {
        names.extend(before.iter().cloned());
    }
    crystal::share(draft, readers);
    Ok(())
}

/// Hides a deleted session's indexed messages.
pub(super) fn forget(tx: &mut Tx, key: &SessionKey, settings: &Settings) -> Result<()> {
    let core = crystal::messages(&key.to_string());
    if !tx.read::<Core>(&core)?.crystals.is_empty() {
        crystal::forget_all(tx.draft::<Core>(&core)?, settings.restore_days);
    }
    Ok(())
}

/// Whether a session's time ran out and indexed messages of it are left, which the caller may read.
pub(super) fn is_left(tx: &mut Tx, key: &SessionKey) -> Result<bool> {
    if tx.read::<Session>(&key.stream())?.lives(tx.cx.now) {
        return Ok(false);
    }
    let core = tx.read::<Core>(&crystal::messages(&key.to_string()))?;
    Ok(!core.crystals.is_empty() && may_read(&tx.cx.actor, &core.readers))
}

/// A session whose time ran out, made again from its indexed messages; `None` when there are none that
/// the caller may read.
pub(super) async fn reconstruct(view: &View, key: &SessionKey) -> Result<Option<Session>> {
    let core = crystal::messages(&key.to_string());
    let Ok((state, _)) = view.state::<Core>(&core).await else {
        return Ok(None);
    };
    if state.crystals.is_empty() {
        return Ok(None);
    }
    let filters = Filters {
        core: Some(Tag::eq(core.id())),
        ..Filters::default()
    };
    let (crystals, _) = crystal::find::all(view, &filters, MESSAGES).await?;
    let messages: Vec<Message> = crystals.into_iter().map(to_message).collect();
    let mut session = Session {
        key: key.clone(),
        created_at: state.created_at,
        updated_at: state.updated_at,
        ..Session::default()
    };
    for message in messages {
        session.document.messages.put(Arc::new(message));
    }
    Ok((!session.messages.is_empty()).then_some(session))
}

fn text(part: Option<&Arc<str>>) -> Option<String> {
    part.map(ToString::to_string)
}

/// What of a message is kept beside its text, so that it can be made again.
#[derive(Default, Serialize, Deserialize)]
struct Beside {
    role: Arc<str>,
    at: Moment,
    tokens: u32,
    /// Where it is more than its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content: Option<Content>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<Arc<str>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool_call_id: Option<Arc<str>>,
}

impl Beside {
    fn of(message: &Message) -> Self {
        let is_plain = matches!(message.content, Content::Text(_)) && !message.content.is_blank();
        Self {
            content: (!is_plain).then(|| message.content.clone()),
            tool_calls: message.tool_calls.clone(),
            ..Self::short(message)
        }
    }

    /// The same without what can be long.
    fn short(message: &Message) -> Self {
        Self {
            role: message.role.clone(),
            at: message.created_at,
            tokens: message.tokens,
            name: message.name.clone(),
            tool_call_id: message.tool_call_id.clone(),
            ..Self::default()
        }
    }

    fn json(&self) -> Option<Map<String, Value>> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => Some(fields),
            _ => None,
        }
    }
}

fn of_message(message: &Message, key: &SessionKey) -> NewCrystal {
    let whole = Beside::of(message).json().filter(|fields| {
        let bytes = serde_json::to_string(fields).map_or(usize::MAX, |json| json.len());
        bytes <= BESIDE
    });
    let mut words = message.text().into_owned();
    if words.trim().is_empty() {
        let names = message.tool_calls.iter().filter_map(ToolCall::name);
        words = format!("[calls {}]", names.collect::<Vec<_>>().join(", "));
    }
    NewCrystal {
        id: Some(message.id.to_string()),
        text: words,
        memory_type: crystal::MemoryType::Message,
        namespace: text(key.namespace.as_ref()),
        user_id: text(key.user_id.as_ref()),
        session_id: text(Some(&key.id)),
        discrete_memory_extracted: message.discrete_memory_extracted.then(|| "t".into()),
        metadata: whole.or_else(|| Beside::short(message).json()),
        created_at: Some(message.created_at.time()),
        provenance: Some(Provenance {
            stream: key.stream(),
            message: Some(message.id.to_string()),
        }),
        ..NewCrystal::default()
    }
}

fn to_message(crystal: Crystal) -> Message {
    let beside = crystal.metadata.map(Value::Object);
    let beside: Option<Beside> = beside.and_then(|json| serde_json::from_value(json).ok());
    let created: Time = crystal.created_at;
    let beside = beside.unwrap_or_else(|| Beside {
        role: "user".into(),
        at: created.into(),
        ..Beside::default()
    });
    Message {
        id: crystal.id.into(),
        role: beside.role,
        content: beside
            .content
            .unwrap_or_else(|| Content::Text(crystal.text.into())),
        created_at: beside.at,
        name: beside.name,
        tool_calls: beside.tool_calls,
        tool_call_id: beside.tool_call_id,
        persisted_at: Some(crystal.persisted_at.into()),
        discrete_memory_extracted: crystal.discrete_memory_extracted.as_deref() == Some("t"),
        tokens: beside.tokens,
        ..Message::default()
    }
}
