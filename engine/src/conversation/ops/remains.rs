//! Rebuilds an expired session from its indexed messages.

use std::sync::Arc;

use crate::conversation::ops::fold_above;
use crate::conversation::ops::indexed::{MessagePlace, to_message};
use crate::conversation::ops::promote::holds;
use crate::crystal::filter::{Filters, Tag};
use crate::crystal::find::Query;
use crate::crystal::rank::Boost;
use crate::crystal::{self, Core};
use crate::session::change::Changes;
use crate::session::facts::{MessagesAppended, SessionPut, SessionShared};
use crate::session::key::SessionKey;
use crate::session::message::Message;
use crate::session::state::Session;
use crate::workspace::settings::Settings;
use kernel::access::{Readers, may_read};
use kernel::error::{Error, Result};
use kernel::stream::Version;
use kernel::tx::Tx;
use kernel::view::View;

/// Maximum number of messages in a rebuilt session; the newest are kept.
const MESSAGES: usize = 10_000;
/// Maximum number of messages per read and per fact.
const BATCH_SIZE: usize = 500;

/// Returns true if the caller may begin the session: writers of a session also read the remains of an earlier one.
pub(super) fn may_begin(tx: &mut Tx, key: &SessionKey) -> Result<bool> {
    let core = tx.read::<Core>(&crystal::messages(&key.to_string()))?;
    Ok(!holds(&core) || may_read(&tx.cx.actor, &core.readers))
}

/// Returns true if the session has ended and the caller may read its indexed messages.
pub(super) fn has_remains(tx: &mut Tx, key: &SessionKey) -> Result<bool> {
    if tx.read::<Session>(&key.stream())?.lives(tx.cx.now) {
        return Ok(false);
    }
    let core = tx.read::<Core>(&crystal::messages(&key.to_string()))?;
    Ok(!core.crystals.is_empty() && may_read(&tx.cx.actor, &core.readers))
}

/// An expired session, rebuilt from its indexed messages with the same time to live.
#[derive(Clone, Debug)]
pub struct Remains {
    /// Version of the core that holds them.
    core: Version,
    /// The session with the newest messages, and with the agents that may read them.
    pub session: Session,
    /// Number of older messages that are left out.
    pub left_out: u32,
}

/// Looks up the remains of a session for a write. `None` if the session lives, or nothing is left that the caller may
/// read.
///
/// # Errors
/// Returns `unavailable` if the log or the index cannot be read.
pub async fn remains(view: &View, key: &SessionKey) -> Result<Option<Arc<Remains>>> {
    let known = view.state::<Session>(&key.stream()).await;
    if known.is_ok_and(|(session, _)| session.lives(view.now)) {
        return Ok(None);
    }
    Ok(reconstruct(view, key).await?.map(Arc::new))
}

/// Rebuilds an ended session from its indexed messages if the workspace indexes messages; `None` if there are none that
/// the caller may read.
pub(crate) async fn reconstruct(view: &View, key: &SessionKey) -> Result<Option<Remains>> {
    let core = crystal::messages(&key.to_string());
    let Ok((state, _)) = view.state::<Core>(&core).await else {
        return Ok(None);
    };
    if state.crystals.is_empty() || !may_read(view.actor()?, &state.readers) {
        return Ok(None);
    }
    if !Settings::for_view(view).await?.index_messages {
        return Ok(None);
    }
    let mut session = Session {
        key: key.clone(),
        created_at: state.created_at,
        updated_at: state.updated_at,
        ..Session::default()
    };
    if let Ok((ended, _)) = view.state::<Session>(&key.stream()).await {
        session.document.ttl_seconds = ended.ttl_seconds;
    }
    if let Readers::Agents(names) = &state.readers {
        session.writers = names.iter().map(|name| Arc::from(name.as_str())).collect();
    }
    let (mut read, mut total) = (0, 1);
    let mut found = Vec::new();
    while read < total.min(MESSAGES) {
        let query = Query {
            text: None,
            filters: Filters {
                core: Some(Tag::eq(core.id())),
                ..Filters::default()
            },
            distance: None,
            boost: Boost::None,
            offset: read,
            limit: BATCH_SIZE,
        };
        let newest = crystal::find::find(view, &query).await?;
        if newest.hits.is_empty() {
            break;
        }
        read += newest.hits.len();
        total = usize::try_from(newest.total).unwrap_or(usize::MAX);
        found.extend(newest.hits.into_iter().map(|hit| hit.memory));
    }
    found.sort_by_cached_key(MessagePlace::of);
    let messages = found.into_iter().map(|memory| Arc::new(to_message(memory)));
    session.document.messages = messages.collect();
    Ok(Some(Remains {
        core: state.version,
        left_out: u32::try_from(total.saturating_sub(read)).unwrap_or(u32::MAX),
        session,
    }))
}

/// Begins a session with the remains of the expired one.
pub(super) fn take_up(
    tx: &mut Tx,
    key: &SessionKey,
    remains: Option<&Remains>,
    settings: &Settings,
) -> Result<()> {
    let core = tx.read::<Core>(&crystal::messages(&key.to_string()))?;
    if core.crystals.is_empty() || !settings.index_messages {
        return Ok(());
    }
    let Some(remains) = remains.filter(|remains| remains.core == core.version) else {
        let detail = "The messages that are left of the session are being changed. Try again.";
        return tx.reject_outdated(Error::conflict("busy", detail));
    };
    let draft = tx.draft::<Session>(&key.stream())?;
    let agents = remains.session.writers.iter();
    let agents = agents.filter(|name| !draft.writers.contains(*name));
    let agents: Vec<Arc<str>> = agents.cloned().collect();
    if !agents.is_empty() {
        draft.record(SessionShared { agents });
    }
    if let Some(seconds) = remains.session.ttl_seconds {
        draft.record(SessionPut {
            changes: Changes {
                ttl_seconds: Some(Some(seconds)),
                ..Changes::default()
            },
            fold_above: None,
        });
    }
    let messages: Vec<_> = remains.session.messages.iter().collect();
    for some in messages.chunks(BATCH_SIZE) {
        let fold_above = fold_above(draft.state(), settings);
        draft.record(MessagesAppended {
            messages: some.iter().map(|some| Message::clone(some)).collect(),
            fold_above,
        });
    }
    Ok(())
}
