//! `session_import`: imports conversations from elsewhere.

use kernel::prelude::*;
use std::sync::Arc;

use exchange::transcript::Format;
use serde_json::{Map, Value, json};

use crate::confine;
use crate::conversation::ops::after::process_new_messages;
use crate::conversation::ops::arrival::place_results;
use crate::conversation::ops::checks::{check_json, check_room, take};
use crate::conversation::ops::contents::contents;
use crate::conversation::ops::incoming::{Conversation, Incoming, Wanted, incoming};
use crate::conversation::ops::promote::share;
use crate::conversation::ops::{Beginning, begin, fold_above};
use crate::crystal::ops::memory_off_error;
use crate::crystal::{private, quarantine};
use crate::imported::{Change, Item, Report, nothing};
use crate::patch;
use crate::session::aside;
use crate::session::facts::{DataMerged, MessagesAppended};
use crate::session::message::{Message, Speech};
use crate::session::tool_results::REACH;
use crate::workspace::settings::Settings;
use kernel::ports::blobs;

/// Maximum number of messages in one fact.
const BATCH_SIZE: usize = 1_000;
/// Field of a session's data that describes the origin of its conversation.
const DATA: &str = "imported";

/// Imports conversations into sessions: transcripts of chat APIs, data exports and coding agents. Importing a text
/// again changes nothing; a longer version of it adds the new messages. Ids, times, tool calls and other source data
/// stay with the messages. Tool calls in it have no effect here. Content that cannot be imported is kept whole as
/// quarantined memories that only readers of the session see. Preview with `dry_run` first.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionImport {
    /// Target session. Default: the one that the text names. A text with several conversations names them itself.
    #[schemars(with = "Option<crate::session::SessionName>")]
    pub session: Option<String>,
    /// Namespace of the sessions.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the sessions.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Format of the text. Default: detected from its beginning.
    pub format: Option<Format>,
    /// The text, at most 32 MiB: JSON, or JSON lines. `loci import` sends longer ones in parts.
    pub content: Arc<str>,
    /// Only report the result, without importing. Default: false.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dry_run: bool,
    /// The parsed content.
    #[serde(skip)]
    #[schemars(skip)]
    pub incoming: Arc<Incoming>,
}

impl Operation for SessionImport {
    type Output = Report;
    const SPEC: Spec = spec!(Write "session_import" Access::VOICES)
        .with(&[
            Trait::Confined,
            Trait::TakesFiles,
            Trait::Repeatable,
            Trait::Unlisted,
        ])
        .refuses(&["busy", "exists", "full", "switched_off"]);
    const HOW: How<Self> = How::Decide(decide);
    const INLINE_BYTES: usize = aside::INLINE_BYTES;
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            let wanted = Wanted {
                session: op.session.clone(),
                namespace: op.namespace.clone(),
                user_id: op.user_id.clone(),
            };
            let incoming = incoming(op.content.clone(), op.format, wanted, &view).await?;
            op.incoming = Arc::new(incoming);
            Ok(op)
        })
    });

    fn contents(&mut self) -> Vec<&mut blobs::Content> {
        let Some(incoming) = Arc::get_mut(&mut self.incoming) else {
            return Vec::new();
        };
        let conversations = incoming.conversations.iter_mut();
        let data = conversations.flat_map(|one| contents(&mut one.messages));
        data.collect()
    }

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        let of = (&mut self.namespace, &mut self.user_id);
        match &mut self.session {
            Some(session) => confine::session(tenant, session, of.0, of.1),
            None => confine::owner(tenant, of.1, of.0),
        }
    }
}

fn decide(op: &SessionImport, tx: &mut Tx) -> Result<Report> {
    let incoming = &*op.incoming;
    let settings = Settings::of(tx)?;
    let mut report = Report {
        format: incoming.format.into(),
        dry_run: op.dry_run,
        quarantined: incoming.odd.len() as u64,
        notes: incoming.notes.clone(),
        ..Report::default()
    };
    report.show(&incoming.odd);
    for one in &incoming.conversations {
        if !one.messages.is_empty() {
            bring(tx, one, incoming.format, &settings, &mut report)?;
        }
    }
    keep_odd(tx, incoming, &settings)?;
    // At the end, so that a dry run rejects the same inputs.
    if op.dry_run {
        tx.withdraw();
    }
    Ok(report)
}

/// Adds the messages of a conversation to its session.
fn bring(
    tx: &mut Tx,
    one: &Conversation,
    format: &str,
    settings: &Settings,
    report: &mut Report,
) -> Result<()> {
    let draft = begin(tx, &one.key, Beginning::from(one.remains.as_ref()))?;
    let is_new = draft.messages.is_empty() && draft.context.is_none();
    if !one.folded.holds(draft.state(), &one.messages) {
        let detail = "The session's summary is being written. Try again.";
        return tx.reject_outdated(Error::conflict("busy", detail));
    }
    let (cx, state) = (draft.cx.clone(), draft.state());
    let mut taken = take(&cx, state, &one.messages, Speech::Whole, &one.counted)?;
    report.unchanged += one.folded.leave_out(&mut taken) as u64;
    let undated = !taken.warnings.is_empty();
    place_results(Some(&draft.messages), &mut taken);
    let mut messages: Vec<Message> = Vec::new();
    let (mut bytes, mut created) = (0, 0_u64);
    for message in taken.messages {
        match draft.messages.get(&message.id) {
            Some(known) if known.says_same(&message) => report.unchanged += 1,
            known => {
                created += u64::from(known.is_none());
                bytes += message.bytes();
                messages.push(Arc::unwrap_or_clone(message));
            }
        }
    }
    let (held, new) = (draft.messages.len(), messages.len());
    check_room(held + new, draft.messages.bytes() + bytes).map_err(|error| {
        let detail = format!(
            "{} has {held} messages and would get {new} more. {} Nothing was written.",
            one.key, error.detail
        );
        Error { detail, ..error }
    })?;
    if undated {
        let note = format!(
            "The messages of {} do not say when they were said: it is taken to be now.",
            one.key
        );
        report.notes.push(note);
    }
    let written: Vec<Arc<str>> = messages.iter().map(|message| message.id.clone()).collect();
    let changed = new as u64 - created;
    report.created += created;
    report.changed += changed;
    while !messages.is_empty() {
        let rest = messages.split_off(messages.len().min(BATCH_SIZE));
        let fold_above = fold_above(draft.state(), settings);
        draft.record(MessagesAppended {
            messages,
            fold_above,
        });
        messages = rest;
    }
    let about = about(one, format);
    let mut data = Map::clone(&draft.data);
    patch::merge_into(&mut data, &about);
    if data != *draft.data {
        if check_json("", &Value::Object(data)).is_ok() {
            draft.record(DataMerged { patch: about });
        } else {
            let note = format!(
                "The data of {} is full: what is known of the conversation as a whole stays out.",
                one.key
            );
            report.notes.push(note);
        }
    }
    if new > 0 {
        process_new_messages(tx, &one.key, &written, REACH, settings)?;
        // Messages are counted; sessions are named.
        report.name(Item {
            key: one.source.clone(),
            id: one.key.to_string(),
            core: None,
            title: title(created, changed),
            change: if is_new {
                Change::Created
            } else {
                Change::Changed
            },
        });
    }
    Ok(())
}

fn title(created: u64, changed: u64) -> String {
    match (created, changed) {
        (created, 0) => format!("{created} messages"),
        (0, changed) => format!("{changed} changed messages"),
        (created, changed) => format!("{created} messages, {changed} changed ones"),
    }
}

/// Returns the origin of a conversation, as stored in the session's data.
fn about(one: &Conversation, format: &str) -> Value {
    let mut about = one.about.clone();
    about.insert("format".into(), format.into());
    if let Some(parent) = &one.parent {
        about.insert("part_of".into(), parent.to_string().into());
    }
    json!({ DATA: about })
}

/// Quarantines content that cannot be imported, visible only to readers of the first session.
fn keep_odd(tx: &mut Tx, incoming: &Incoming, settings: &Settings) -> Result<()> {
    let Some(first) = incoming.odd.first() else {
        return Ok(());
    };
    quarantine::check(&incoming.odd, incoming.format)?;
    let Some(one) = incoming.conversations.first() else {
        return Err(nothing("holds nothing that can be taken in", &incoming.odd));
    };
    if !settings.long_term_memory {
        let detail = format!(
            "{} of what the text holds cannot be taken in and would be set aside as memories; the first: {} {}. {}",
            incoming.odd.len(),
            first.at,
            first.why,
            memory_off_error().detail
        );
        return Err(Error::conflict("switched_off", detail));
    }
    // The entries may be from a part that has no message.
    let session = begin(tx, &one.key, Beginning::from(one.remains.as_ref()))?;
    let core = private(session.state());
    share(tx, &one.key, &core)?;
    quarantine::set_aside(
        tx,
        &core,
        &incoming.odd,
        incoming.format,
        Some(&one.key.stream()),
    )
}
