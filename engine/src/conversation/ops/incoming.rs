//! Prepares imported conversations: assigns sessions, converts messages, and collects entries that no session accepts.

use std::sync::Arc;

use exchange::report::{Odd, Read};
use exchange::transcript::{self, Content as Said, Format, Transcript};
use serde_json::{Map, Value};

use crate::conversation::ops::already_folded::{AlreadyFolded, already_folded};
use crate::conversation::ops::checks::{AHEAD, check_json, check_message, count};
use crate::conversation::ops::contents::{CONTENT_BYTES, check_content};
use crate::conversation::ops::{Remains, key, remains};
use crate::imported::{ABOUT, check_weight, conversation_formats, format_error_text};
use crate::session::aside::MAX_MEDIA_BYTES;
use crate::session::key::SessionKey;
use crate::session::message::{Content, NewMessage, Speech, ToolCall};
use crate::session::moment::Moment;
use crate::session::state::Session;
use kernel::error::{Error, Result};
use kernel::view::{View, aside};

/// The content of an import.
#[derive(Debug, Default)]
pub struct Incoming {
    /// Original format of the text.
    pub format: &'static str,
    /// The conversations.
    pub conversations: Vec<Conversation>,
    /// Entries that no session accepts.
    pub odd: Vec<Odd>,
    /// Notes for the report.
    pub notes: Vec<String>,
}

/// An imported conversation.
#[derive(Debug, Default)]
pub struct Conversation {
    /// Key of the target session.
    pub key: SessionKey,
    /// Id of the conversation in its source.
    pub source: String,
    /// The conversation that it is part of.
    pub parent: Option<SessionKey>,
    /// Metadata of the whole conversation.
    pub about: Map<String, Value>,
    /// Its messages.
    pub messages: Vec<NewMessage>,
    /// Token count of each message.
    pub counted: Vec<u32>,
    /// The messages that are already folded.
    pub folded: AlreadyFolded,
    /// Remains of the expired session, looked up before the decision.
    pub remains: Option<Arc<Remains>>,
}

/// Target session that the caller chose.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub session: Option<String>,
    pub namespace: Option<String>,
    pub user_id: Option<String>,
}

/// Reads a text, and looks up the data that its decision needs.
pub(super) async fn incoming(
    content: Arc<str>,
    format: Option<Format>,
    wanted: Wanted,
    view: &View,
) -> Result<Incoming> {
    let now = Moment::from(view.now);
    let mut incoming = aside(move || read(&content, format, &wanted, now)).await??;
    for one in &mut incoming.conversations {
        one.remains = remains(view, &one.key).await?;
        let known = view.state::<Session>(&one.key.stream()).await.ok();
        let session = match &one.remains {
            Some(remains) => Some(&remains.session),
            None => known.as_ref().map(|(known, _)| &**known),
        };
        one.folded = already_folded(view, session, &one.messages).await?;
        let messages = std::mem::take(&mut one.messages);
        let services = view.services.clone();
        let (known, left) = (known.map(|(known, _)| known), one.remains.clone());
        let counted = aside(move || {
            let session = match &left {
                Some(remains) => Some(&remains.session),
                None => known.as_deref(),
            };
            let counted = count(&messages, Speech::Whole, session, services.tokens());
            (messages, counted)
        });
        (one.messages, one.counted) = counted.await?;
    }
    Ok(incoming)
}

fn read(content: &str, format: Option<Format>, wanted: &Wanted, now: Moment) -> Result<Incoming> {
    check_weight(content)?;
    let format = format.or_else(|| transcript::detect(content));
    let format = format
        .ok_or_else(|| Error::field("/content", format_error_text(&conversation_formats())))?;
    let Read { found, odd, notes } = transcript::read(content, format, now.plus(AHEAD * 1_000).0);
    let mut incoming = Incoming {
        format: found.format.unwrap_or(format).name(),
        odd,
        notes,
        ..Incoming::default()
    };
    let keys = keys(&found, wanted)?;
    let (mut lightened, mut bytes) = (0_u64, 0);
    for (session, key) in found.sessions.into_iter().zip(keys) {
        let mut one = Conversation {
            source: session.id.clone().unwrap_or_default(),
            parent: key.1,
            key: key.0,
            about: session.about,
            ..Conversation::default()
        };
        for mut message in session.messages {
            let place = std::mem::take(&mut message.place);
            let mut new = new_message(message.clone());
            if check_content(0, &new).is_err() {
                let went = message.without_data();
                lightened += u64::from(went > 0);
                bytes += went;
                new = new_message(message.clone());
            }
            match check_message(0, &new, now) {
                Ok(()) => one.messages.push(new),
                Err(error) => incoming.odd.push(Odd {
                    at: place,
                    why: reason(&error),
                    text: serde_json::to_string(&message).unwrap_or_default(),
                }),
            }
        }
        let about = Value::Object(one.about.clone());
        if check_json("", &about).is_err() || about.to_string().len() > ABOUT {
            incoming.notes.push(format!(
                "What is known of {} as a whole is longer than {ABOUT} bytes and stays out.",
                one.key
            ));
            one.about = Map::new();
        }
        incoming.conversations.push(one);
    }
    if lightened > 0 {
        incoming.notes.push(format!(
            "{lightened} messages are longer than {CONTENT_BYTES} bytes, or have images and other files of more than \
             {MAX_MEDIA_BYTES} bytes: {bytes} bytes of these stay out."
        ));
    }
    Ok(incoming)
}

/// Returns the reason why a session rejects a message, with the invalid field.
fn reason(error: &Error) -> String {
    match error.extra.fields.first() {
        Some(fault) => {
            let field = fault.pointer.rsplit('/').next().unwrap_or_default();
            format!("`{field}` {}", fault.detail)
        }
        None => error.detail.clone(),
    }
}

/// Converts an imported message to a session's message.
fn new_message(message: transcript::Message) -> NewMessage {
    let text = |text: String| -> Arc<str> { text.into() };
    let calls = message.tool_calls.into_iter();
    let calls = calls.map(|call| ToolCall {
        id: call.id.map(text),
        name: Some(text(call.name)),
        arguments: Some(call.arguments).filter(|arguments| !arguments.is_null()),
        ..ToolCall::default()
    });
    let mut new = NewMessage {
        id: Some(text(message.id)),
        role: text(message.role),
        content: match message.content {
            Said::Text(said) => Content::Text(said.into()),
            Said::Parts(parts) => Content::Parts(parts.into()),
        },
        created_at: message.at.map(Moment),
        name: message.name.map(text),
        tool_calls: calls.collect(),
        tool_call_id: message.tool_call_id.map(text),
        metadata: Some(message.metadata)
            .filter(|metadata| !metadata.is_empty())
            .map(Value::Object),
        ..NewMessage::default()
    };
    new.set_aside();
    new
}

type Named = (SessionKey, Option<SessionKey>);

/// Returns the target session of each conversation, with the session that it is part of.
fn keys(found: &Transcript, wanted: &Wanted) -> Result<Vec<Named>> {
    let mut names: Vec<&str> = found
        .sessions
        .iter()
        .filter_map(|one| one.id.as_deref())
        .collect();
    names.dedup();
    let given = match &wanted.session {
        Some(session) => {
            let (space, user) = (wanted.namespace.as_ref(), wanted.user_id.as_ref());
            Some(key(session, space, user)?)
        }
        None => None,
    };
    if given.is_some() && names.len() > 1 {
        let many = names.len();
        return Err(Error::field(
            "/session",
            format!(
                "names one session, and the text has {many} conversations with names of their own: leave it out"
            ),
        ));
    }
    let within = |known: &SessionKey, id: String| {
        let (space, user) = (known.namespace.as_deref(), known.user_id.as_deref());
        SessionKey::new(&id, space, user)
    };
    let mut unnamed = 0;
    let mut keys = Vec::with_capacity(found.sessions.len());
    for one in &found.sessions {
        let base = match (&given, &one.id) {
            (Some(given), _) => with_owner(given, one)?,
            (None, Some(id)) => {
                let (space, user) = (wanted.namespace.as_deref(), wanted.user_id.as_deref());
                with_owner(&SessionKey::new(id, space, user)?, one)?
            }
            (None, None) => {
                let detail = "is needed: the text does not say what its conversation is called";
                return Err(Error::field("/session", detail));
            }
        };
        if let Some(part) = &one.aside {
            keys.push((within(&base, format!("{}.{part}", base.id))?, Some(base)));
            continue;
        }
        unnamed += usize::from(one.id.is_none());
        let own = match unnamed {
            2.. if one.id.is_none() => within(&base, format!("{}.{unnamed}", base.id))?,
            _ => base,
        };
        keys.push((own, None));
    }
    Ok(keys)
}

/// Adds the source's namespace and user to the key, unless the call names them.
fn with_owner(key: &SessionKey, source: &transcript::Session) -> Result<SessionKey> {
    let space = key.namespace.as_deref().or(source.namespace.as_deref());
    let user = key.user_id.as_deref().or(source.user_id.as_deref());
    SessionKey::new(&key.id, space, user)
}
