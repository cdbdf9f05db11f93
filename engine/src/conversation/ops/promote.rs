//! Promotes messages of a session to long-term memories if the workspace wants that. The promotion of its memories is
//! in [`memories`].

use std::sync::Arc;

use crate::conversation::ops::indexed::of_message;
use crate::crystal::rules::{Duplicates, is_full, put};
use crate::crystal::{self, Core};
use crate::session::facts::{MessagesIndexed, Promotion};
use crate::session::key::SessionKey;
use crate::session::message::Message;
use crate::session::state::Session;
use crate::workspace::settings::Settings;
use kernel::access::Readers;
use kernel::error::Result;
use kernel::stream::StreamId;
use kernel::tx::Tx;

mod memories;

pub(super) use memories::{check, memories, these};

/// Promotes the messages that are not long-term memories yet, if the workspace indexes messages.
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
    let core = crystal::messages(&key.to_string());
    share(tx, key, &core)?;
    let draft = tx.draft::<Core>(&core)?;
    // Messages are not rejected because they cannot be indexed too.
    if is_full(draft) {
        return Ok(());
    }
    let at = draft.cx.now.into();
    let mut messages = Vec::with_capacity(waiting.len());
    for (nth, message) in (0..).zip(waiting) {
        // Two messages with the same text are still two messages.
        let added = put(draft, of_message(message, key, nth), Duplicates::Keep)?;
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

/// Returns true if the core has memories, including hidden ones.
pub(super) fn holds(core: &Core) -> bool {
    !core.crystals.is_empty() || !core.forgotten.is_empty()
}

/// Grants the session's readers access to a core that belongs to the session. Readers of existing memories keep their
/// access.
pub(super) fn share(tx: &mut Tx, key: &SessionKey, core: &StreamId) -> Result<()> {
    let mut readers = tx.draft::<Session>(&key.stream())?.agents();
    let draft = tx.draft::<Core>(core)?;
    if let (Readers::Agents(names), Readers::Agents(before)) = (&mut readers, &draft.readers)
        && holds(draft)
    {
        names.extend(before.iter().cloned());
    }
    crystal::share(draft, readers);
    Ok(())
}

/// Grants the session's readers access to its private core, if that has memories.
pub(super) fn share_private(tx: &mut Tx, key: &SessionKey) -> Result<()> {
    let core = crystal::private(&*tx.read::<Session>(&key.stream())?);
    if holds(&*tx.read::<Core>(&core)?) {
        share(tx, key, &core)?;
    }
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

pub(super) fn text(part: Option<&Arc<str>>) -> Option<String> {
    part.map(ToString::to_string)
}
