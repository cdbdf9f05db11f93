//! Ownership of memories: who may change, forget or replace one. The author may; a memory from a session can also be
//! changed by agents that may read that session, as long as it is the same one. Memories of people are closed to other
//! agents. Orchestrators, librarians and people may change all memories.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::crystal::entry::CrystalEntry;
use crate::crystal::record::{Crystal, Trust};
use crate::crystal::state::Core;
use crate::crystal::stream;
use crate::session::admission::admits;
use crate::session::state::Session;
use kernel::access::{may_read, reader_name};
use kernel::actor::{Actor, Role};
use kernel::error::{Error, Result};
use kernel::memory::Memory as _;
use kernel::stream::StreamId;
use kernel::tx::{Draft, Tx};
use kernel::view::View;

/// Owner of a memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// The agent with that name.
    Agent(Arc<str>),
    /// A person.
    Person,
    /// No agent or person: Loci imported it.
    Loci,
}

impl Owner {
    /// Returns the owner of a record that `actor` wrote. `known` is the owner of the current version, `gone` that of a
    /// forgotten one that is restored. A memory that a person has edited stays a person's.
    pub(super) fn of(
        record: &Crystal,
        actor: &Actor,
        known: Option<&Self>,
        gone: Option<&Self>,
    ) -> Self {
        match (known, record.trust, &record.agent) {
            (Some(Self::Person), ..) | (_, Trust::Human, _) => Self::Person,
            (_, Trust::Agent, Some(name)) => Self::Agent(name.as_str().into()),
            (Some(known), ..) => known.clone(),
            (None, Trust::Quarantined, Some(name)) if actor.role.is_agent() => {
                Self::Agent(name.as_str().into())
            }
            _ if actor.role.is_agent() => Self::Agent(actor.id.as_str().into()),
            _ => gone.cloned().unwrap_or(Self::Loci),
        }
    }
}

/// Returns true if `actor` may write to a core: as one of its writers if it names them, else as a reader.
#[must_use]
pub fn may_write(core: &Core, actor: &Actor) -> bool {
    let Some(name) = reader_name(actor) else {
        return true;
    };
    let is_writer = |names: &BTreeSet<String>| names.contains(name);
    may_read(actor, &core.readers)
        && (actor.role == Role::Librarian || core.writers.as_ref().is_none_or(is_writer))
}

/// Rejects a caller who may not write to the core.
///
/// # Errors
/// Returns `forbidden`.
pub fn must_write(draft: &Draft<Core>) -> Result<()> {
    if may_write(draft.state(), &draft.cx.actor) {
        return Ok(());
    }
    Err(Error::forbidden(format!(
        "You may not write in the core {}: take another core or namespace, or ask an orchestrator or a \
         person.",
        draft.stream().id()
    )))
}

/// Permission to change a memory.
enum Verdict<'a> {
    Yes,
    No,
    /// Same as the permission to write in that session.
    As(&'a StreamId),
}

fn judge<'a>(kept: &'a CrystalEntry, actor: &Actor) -> Verdict<'a> {
    // People decide on quarantined memories.
    if kept.quarantined && actor.role.is_agent() {
        return Verdict::No;
    }
    let Some(name) = reader_name(actor) else {
        return Verdict::Yes;
    };
    let source = kept.source.as_ref();
    match (&kept.owner, source) {
        _ if actor.role == Role::Librarian => Verdict::Yes,
        (Owner::Person, _) => Verdict::No,
        (Owner::Agent(own), _) if **own == *name => Verdict::Yes,
        (_, Some(source)) if source.kind() == Session::KIND => Verdict::As(source),
        _ => Verdict::No,
    }
}

/// Returns true if the caller of a decision may change the memory with that id, or if there is none.
///
/// # Errors
/// Fails only if a state is not loaded. The decision then runs again with it.
pub fn admits_to(tx: &mut Tx, core: &StreamId, id: &str) -> Result<bool> {
    let Some(known) = tx.draft::<Core>(core)?.crystals.get(id).cloned() else {
        return Ok(true);
    };
    match judge(&known, &tx.cx.actor) {
        Verdict::Yes => Ok(true),
        Verdict::No => Ok(false),
        Verdict::As(source) => {
            let session = tx.read::<Session>(source)?;
            Ok(is_from(&known, &session) && admits(&session, &tx.cx.actor))
        }
    }
}

/// Returns true if a memory was extracted from this session, not from an earlier one with its id.
fn is_from(kept: &CrystalEntry, session: &Session) -> bool {
    session.begun > 0 && session.created_at <= kept.stored
}

/// Returns true if the caller may change a memory.
///
/// # Errors
/// Returns `unavailable` if the log cannot be read.
pub async fn may_change(view: &View, crystal: &Crystal) -> Result<bool> {
    let actor = view.actor()?;
    let (core, _) = view.state::<Core>(&stream(&crystal.core)).await?;
    let Some(kept) = core.crystals.get(crystal.id.as_str()) else {
        return Ok(true);
    };
    let is_foreign = actor.tenant().is_some_and(|tenant| !kept.is_of(tenant));
    if is_foreign || !may_write(&core, actor) {
        return Ok(false);
    }
    match judge(kept, actor) {
        Verdict::Yes => Ok(true),
        Verdict::No => Ok(false),
        Verdict::As(source) => {
            if !view.services.may_read(actor, source).await? {
                return Ok(false);
            }
            let session = view.services.state(source).await?.state;
            let session = session.downcast::<Session>();
            Ok(session.is_ok_and(|session| is_from(kept, &session)))
        }
    }
}

/// Rejects an agent that would undo a pin or freeze set by a person.
///
/// # Errors
/// Returns `forbidden`.
pub fn must_let_go(id: &str, kept: &CrystalEntry, actor: &Actor) -> Result<()> {
    match &kept.held_by {
        Some(person) if !actor.role.is_person() => Err(hold_error(id, person)),
        _ => Ok(()),
    }
}

/// Returns the error for a memory that a person holds.
#[must_use]
pub fn hold_error(id: &str, person: &str) -> Error {
    Error::forbidden(format!(
        "{person} holds the memory {id}, pinned or frozen, so only a person takes it away, unpins or thaws \
         it. Say what is wrong with it in a memory of its own, or ask {person}."
    ))
}

/// Returns the error for a memory that belongs to someone else.
#[must_use]
pub fn others(id: &str) -> Error {
    Error::forbidden(format!(
        "The memory {id} is not yours to change: a person or another agent wrote it, or it is from a \
         session of other agents. Its author, a librarian, an orchestrator or a person can change it, and \
         `session_share` lets you into a session; a new memory needs another id."
    ))
}
