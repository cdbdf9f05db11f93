//! Messages of a session become crystals where the workspace says so. What becomes of its memories is in
//! [`memories`].

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
    let core = crystal::messages(&key.to_string());
    share(tx, key, &core)?;
    let draft = tx.draft::<Core>(&core)?;
    // What was said is not refused because it cannot be found by search as well.
    if is_full(draft) {
        return Ok(());
    }
    let at = draft.cx.now.into();
    let mut messages = Vec::with_capacity(waiting.len());
    for (nth, message) in (0..).zip(waiting) {
        // Two messages that say the same are still two.
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

/// Whether something is in the core, be it hidden.
pub(super) fn holds(core: &Core) -> bool {
    !core.crystals.is_empty() || !core.forgotten.is_empty()
}

/// Lets those read a core that belongs to a session who may read the session. Who reads what is in there
/// already goes on reading it.
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

/// Lets those read what a session promoted for its readers alone who may read the session, once there is any.
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
