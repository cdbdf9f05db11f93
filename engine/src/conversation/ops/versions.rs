//! A session as it was at one of its versions. Every version is one to look at and to return to.

use std::sync::Arc;

use crate::conversation::ops::read;
use crate::session::facts::Event;
use crate::session::key::SessionKey;
use crate::session::message::Message;
use crate::session::record::MemoryRecord;
use crate::session::state::{Document, Session};
use kernel::error::{Code, Error, Result};
use kernel::event::Event as _;
use kernel::memory::Memory;
use kernel::stream::Version;
use kernel::view::View;

/// How many facts are read from the log at a time.
const PAGE: usize = 500;

/// The session at `version`; at its current one without.
///
/// # Errors
/// `not_found` when the caller finds no session, or none that lived then; `gone` when what happened
/// then was erased.
pub(super) async fn at_version(
    view: &View,
    key: &SessionKey,
    version: Option<Version>,
) -> Result<Arc<Session>> {
    let current = read(view, key).await?;
    let Some(version) = version.filter(|version| *version != current.version) else {
        return Ok(current);
    };
    if !(1..=current.version).contains(&version) {
        let detail = format!("expected 1 to {}", current.version);
        return Err(Error::field("/version", detail));
    }
    let gone = || {
        let detail = format!("What the session {key} was at version {version} was erased.");
        Error::new(Code::Gone, detail)
    };
    let then = fold(view, key, version).await?.ok_or_else(gone)?;
    if then.begun == 0 {
        return Err(gone());
    }
    if then.ended.is_some() {
        let detail = format!("At version {version} there was no session {key}: it had ended.");
        return Err(Error::not_found(detail));
    }
    if then.begun != current.begun {
        let detail = format!(
            "Version {version} is of an earlier session {key}, which has ended; this one began with \
             version {}.",
            current.begun
        );
        return Err(Error::not_found(detail));
    }
    Ok(Arc::new(then))
}

/// The same to go on from: with what has become long-term memory at any time since, also of what the session
/// does not have any more. It is not to become that a second time.
///
/// # Errors
/// Those of [`then`].
pub(super) async fn to_go_on_from(
    view: &View,
    key: &SessionKey,
    version: Option<Version>,
) -> Result<Arc<Session>> {
    let mut then = at_version(view, key, version).await?;
    let (stream, log) = (key.stream(), view.services.log());
    let mut later = Session::clone(&then);
    loop {
        let facts = log.read(&stream, later.version, PAGE).await?;
        for fact in &facts {
            later.apply_fact(fact);
            let event = Event::read(&fact.kind, fact.schema, &fact.body);
            if matches!(
                event,
                Event::MemoriesPromoted(_) | Event::MessagesIndexed(_)
            ) {
                let document = restored(&then.document, &later.document);
                Arc::make_mut(&mut then).document = document;
            }
        }
        if facts.len() < PAGE {
            return Ok(then);
        }
    }
}

/// What the facts of a session up to that version make, also of an earlier one of its id; `None` when they
/// were erased.
pub(super) async fn fold(
    view: &View,
    key: &SessionKey,
    version: Version,
) -> Result<Option<Session>> {
    let stream = key.stream();
    let log = view.services.log();
    let mut then = Session::default();
    while then.version < version {
        let remains = usize::try_from(version - then.version).unwrap_or(PAGE);
        let facts = log.read(&stream, then.version, remains.min(PAGE)).await?;
        if facts.is_empty() {
            return Ok(None);
        }
        for fact in &facts {
            then.apply_fact(fact);
        }
    }
    Ok(Some(then))
}

/// The document of then, with what has become long-term memory since: that is not undone by going back.
pub(super) fn restored(then: &Document, now: &Document) -> Document {
    let mut document = then.clone();
    for (at, memory) in then.memories.iter().enumerate() {
        let known = now.memories.iter().find(|known| known.id == memory.id);
        let known = known.filter(|known| known.has_text_of(memory));
        if let Some(persisted_at) = known.and_then(|known| known.persisted_at)
            && memory.persisted_at.is_none()
        {
            let memory = MemoryRecord {
                persisted_at: Some(persisted_at),
                ..MemoryRecord::clone(memory)
            };
            document.memories.set(at, Arc::new(memory));
        }
    }
    for message in then
        .messages
        .iter()
        .filter(|message| message.persisted_at.is_none())
    {
        let known = now.messages.get(&message.id);
        let known = known.filter(|known| known.says_same(message));
        if let Some(persisted_at) = known.and_then(|known| known.persisted_at) {
            document.messages.put(Arc::new(Message {
                persisted_at: Some(persisted_at),
                ..Message::clone(message)
            }));
        }
    }
    document
}
