//! Past versions of a session, for viewing and restoring.

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

/// Number of facts read from the log at a time.
const PAGE: usize = 500;

/// Returns the session at `version`; the current one if it is absent.
///
/// # Errors
/// Returns `not_found` if there is no session that the caller may read, or none lived at that version; `gone` if that
/// version was erased.
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

/// Returns a version as a starting point for new writes: messages and memories that became long-term memories at any
/// later time are marked as such, so that they are not promoted again.
///
/// # Errors
/// Same as [`at_version`].
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
                let document = restore_document(&then.document, &later.document);
                Arc::make_mut(&mut then).document = document;
            }
        }
        if facts.len() < PAGE {
            return Ok(then);
        }
    }
}

/// Folds the facts of a session up to `version`, including earlier lives of its id; `None` if they were erased.
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

/// Returns the earlier document with later promotions to long-term memory, which a restore does not undo.
pub(super) fn restore_document(then: &Document, now: &Document) -> Document {
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
