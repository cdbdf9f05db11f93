//! Rules of a core: deduplication, writing, approval and forgetting of memories. Used by the operations here and by all
//! other code that writes memories.

use std::collections::HashSet;

use crate::crystal::check::{check, check_moments};
use crate::crystal::entry::CrystalEntry;
use crate::crystal::facts::{
    CoreShared, CrystalAdded, CrystalEdited, CrystalProposed, CrystalsForgotten, CrystalsRecalled,
};
use crate::crystal::governing::{effective_trust, waits};
use crate::crystal::key::{Key, memory_hash};
use crate::crystal::lasting::Lasting;
use crate::crystal::of_mind;
use crate::crystal::owner::{Owner, admits_to, must_let_go, must_write, others};
use crate::crystal::record::{Crystal, Made, NewCrystal, Provenance, Trust};
use crate::crystal::said::Said;
use crate::crystal::state::Core;
use kernel::access::Readers;
use kernel::actor::{Actor, Role};
use kernel::error::{Error, Result};
use kernel::stream::StreamId;
use kernel::time::{DAY, HOUR, Time};
use kernel::tx::{Draft, Tx};

/// Maximum number of memories in a core, including forgotten ones that are not erased yet: the core's state keeps an
/// entry of each in memory.
const CRYSTALS: usize = 500_000;

/// Maximum number of proposals in a core.
const PROPOSALS: usize = 10_000;

/// Result of adding a memory, with the id under which it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new.
    New(String),
    /// It existed already; nothing was written.
    Same(String),
    /// It replaced a memory with the same id and another content.
    Replaced(String),
    /// It waits for a person.
    Waiting(String),
}

impl Added {
    /// Returns the id under which it is found.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::New(id) | Self::Same(id) | Self::Replaced(id) | Self::Waiting(id) => id,
        }
    }
}

/// Treatment of a memory that equals another one with another id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// It is not written.
    Merge,
    /// Both are kept.
    Keep,
}

/// Adds a memory to a core. Writes nothing if the memory with its id has the same content, or if its id is new or
/// missing and another memory has the same text, namespace, user, session and event time and lasts at least as long. So
/// repeated writes of one memory create one memory.
///
/// # Errors
/// Returns `invalid` if it has no text or a value is too long; `forbidden` if the caller may not write to the core.
pub fn add(draft: &mut Draft<Core>, new: NewCrystal) -> Result<Added> {
    put(draft, new, Duplicates::Merge)
}

/// Same as [`add`], with a treatment of duplicates. The caller has to make sure that the actor may replace the memory
/// with its id.
///
/// # Errors
/// Same as [`add`].
pub fn put(draft: &mut Draft<Core>, new: NewCrystal, duplicates: Duplicates) -> Result<Added> {
    let plan = plan(draft, new, duplicates)?;
    Ok(plan.write(draft))
}

/// Same as [`put`], but checks that the actor may replace the memory with its id.
///
/// # Errors
/// Same as [`add`]; `forbidden` if the memory belongs to someone else.
pub fn put_own(
    tx: &mut Tx,
    core: &StreamId,
    new: NewCrystal,
    duplicates: Duplicates,
) -> Result<Added> {
    let plan = plan(tx.draft(core)?, new, duplicates)?;
    if let Plan::Replace(record) | Plan::Propose(record) = &plan
        && !admits_to(tx, core, &record.id)?
    {
        return Err(others(&record.id));
    }
    if let Plan::Closed(id) = &plan
        && let Some(known) = tx.draft::<Core>(core)?.crystals.get(id.as_str()).cloned()
    {
        must_let_go(id, &known, &tx.cx.actor)?;
    }
    Ok(plan.write(tx.draft(core)?))
}

/// Returns the core of an agent's notes and sets its readers: the agent itself, in addition to orchestrators and
/// people.
///
/// # Errors
/// Fails only if the state is not loaded. The decision then runs again with it.
pub fn mind_core<'a>(tx: &'a mut Tx, agent: &str) -> Result<&'a mut Draft<Core>> {
    let draft = tx.draft::<Core>(&of_mind(agent))?;
    share(draft, Readers::Agents([agent.to_owned()].into()));
    Ok(draft)
}

/// Planned effect of a write.
enum Plan {
    Add(Box<Crystal>),
    Replace(Box<Crystal>),
    Propose(Box<Crystal>),
    Leave(String),
    /// It exists, but has faded so far that no search finds it: writing it again counts as a recall.
    Revive(String),
    /// It waits already.
    Wait(String),
    /// A person froze it.
    Closed(String),
}

impl Plan {
    fn write(self, draft: &mut Draft<Core>) -> Added {
        match self {
            Self::Add(record) => {
                let id = record.id.clone();
                draft.record(CrystalAdded { record: *record });
                Added::New(id)
            }
            Self::Replace(record) => {
                let id = record.id.clone();
                draft.record(CrystalEdited { record: *record });
                Added::Replaced(id)
            }
            Self::Propose(record) => {
                let id = record.id.clone();
                draft.record(CrystalProposed { record: *record });
                Added::Waiting(id)
            }
            Self::Leave(id) | Self::Closed(id) => Added::Same(id),
            Self::Revive(id) => {
                draft.record(CrystalsRecalled {
                    agent: draft.cx.actor.id.clone(),
                    ids: vec![id.clone()],
                    workflow: None,
                    task: None,
                });
                Added::Same(id)
            }
            Self::Wait(id) => Added::Waiting(id),
        }
    }
}

fn plan(draft: &Draft<Core>, new: NewCrystal, duplicates: Duplicates) -> Result<Plan> {
    check(&new)?;
    check_moments(&new, draft.cx.now)?;
    must_write(draft)?;
    let id = new.id.clone().unwrap_or_else(|| fresh_id(draft));
    let known = draft.crystals.get(id.as_str());
    // Another text under its id does not detach the memory from its session.
    let source = known.and_then(|known| known.source.clone());
    let source = source.map(|stream| Provenance {
        stream,
        message: None,
        version: None,
    });
    let new = NewCrystal {
        provenance: new.provenance.or(source),
        ..new
    };
    let (created_at, trusted_so) = (new.created_at, new.trust);
    let (now, actor) = (draft.cx.now, draft.cx.actor.clone());
    let written = complete(new.record(Made {
        id: id.clone(),
        core: draft.stream().id().into(),
        now,
        created_at: known.map(|known| known.created),
        trust: trusted_so.unwrap_or_else(|| trust(&actor)),
    }));
    let written = if actor.role.is_person() && (written.pinned || written.frozen) {
        Crystal {
            held_by: Some(actor.id.clone()),
            ..written
        }
    } else {
        written
    };
    let record = match known {
        Some(known) => preserve_holds(known, &actor, written),
        None => written,
    };
    let (key, said) = (Key::of(&record), Said::of(&record));
    if let Some(known) = known
        && known.said.holds(&said)
        && created_at.is_none_or(|at| at == known.created)
        && known.expires_at.is_none_or(|end| end > now)
        && !(known.quarantined && record.trust == Trust::Human)
    {
        return Ok(again(known, id, now));
    }
    if known.is_none() && duplicates == Duplicates::Merge {
        let mut same = draft.same(key);
        let lasting = Lasting::of(&record);
        let same = same.find(|(_, known)| {
            Lasting::of_kept(known).covers(&lasting) && !keeps_back(draft, known, &record)
        });
        if let Some((id, known)) = same {
            return Ok(again(known, id.into(), now));
        }
    }
    if waits(draft, &actor, &record) {
        return propose(draft, record, &said, duplicates);
    }
    let record = Crystal {
        trust: effective_trust(draft, record.trust),
        ..record
    };
    if let Some(known) = known {
        return Ok(if is_closed(known, &actor) {
            Plan::Closed(id)
        } else {
            Plan::Replace(Box::new(record))
        });
    }
    check_room(draft.crystals.len() + draft.forgotten.len())?;
    Ok(Plan::Add(Box::new(record)))
}

/// Returns true if a quarantined memory of another author would hide a new one: nobody prevents others from writing
/// something by writing it first.
fn keeps_back(core: &Core, known: &CrystalEntry, record: &Crystal) -> bool {
    let author = record.agent.as_deref();
    let is_own = matches!(&known.owner, Owner::Agent(name) if author == Some(&**name));
    known.quarantined && !is_own && effective_trust(core, record.trust) != Trust::Quarantined
}

/// Plans the write of a memory that exists already.
fn again(known: &CrystalEntry, id: String, now: Time) -> Plan {
    let fades = known.fate.is_own() && known.life().archives_at().is_some_and(|at| at <= now);
    if fades {
        Plan::Revive(id)
    } else {
        Plan::Leave(id)
    }
}

/// Plans a proposal. It replaces an earlier proposal of the same author with its id, never one of another author.
fn propose(
    draft: &Draft<Core>,
    record: Crystal,
    said: &Said,
    duplicates: Duplicates,
) -> Result<Plan> {
    let author = &draft.cx.actor;
    if let Some(known) = draft.proposals.get(record.id.as_str()) {
        if !known.by.is_same(author) {
            return Err(others(&record.id));
        }
    } else if draft.proposals.len() >= PROPOSALS {
        return Err(Error::conflict(
            "full",
            format!(
                "{PROPOSALS} memories wait in this core for a person already: ask people to look at them \
                 with `memory_waiting`."
            ),
        ));
    }
    let same = draft.waiting().find(|(id, one)| {
        let is_meant = ***id == *record.id || duplicates == Duplicates::Merge;
        is_meant && one.by.is_same(author) && one.said.holds(said)
    });
    Ok(match same {
        Some((id, _)) => Plan::Wait(id.to_string()),
        None => Plan::Propose(Box::new(record)),
    })
}

/// Returns true if a person froze the memory and the actor is no person.
pub(super) fn is_closed(known: &CrystalEntry, actor: &Actor) -> bool {
    known.frozen && known.held_by.is_some() && !actor.role.is_person()
}

/// Applies a memory's quarantine, and what a person pinned or froze, to an agent's new version of it.
pub(super) fn preserve_holds(known: &CrystalEntry, actor: &Actor, record: Crystal) -> Crystal {
    if actor.role.is_person() {
        return record;
    }
    let trust = if known.quarantined {
        Trust::Quarantined
    } else {
        record.trust
    };
    let record = Crystal { trust, ..record };
    let Some(person) = &known.held_by else {
        return record;
    };
    Crystal {
        pinned: record.pinned || known.pinned,
        frozen: record.frozen || known.frozen,
        held_by: Some(person.to_string()),
        // An end of validity or expiry would remove what a person holds.
        valid_to: known.valid_to,
        expires_at: known.expires_at,
        ..record
    }
}

/// Returns true if a core has reached the maximum number of memories.
#[must_use]
pub fn is_full(core: &Core) -> bool {
    check_room(core.crystals.len() + core.forgotten.len()).is_err()
}

/// Rejects one more memory in a core with `many`.
pub(super) fn check_room(many: usize) -> Result<()> {
    if many < CRYSTALS {
        return Ok(());
    }
    Err(Error::conflict(
        "full",
        format!(
            "A core holds at most {CRYSTALS} memories, with those that are forgotten and not erased yet: \
             write to another one, or forget with `memory_forget` what nobody needs."
        ),
    ))
}

/// Returns the content hash that a new memory would have.
#[must_use]
pub fn content_hash(new: NewCrystal) -> Said {
    Said::of(&complete(new.record(Made::default())))
}

/// Returns the trust level of what `actor` writes.
pub(super) fn trust(actor: &Actor) -> Trust {
    match actor.role {
        Role::System => Trust::Imported,
        role if role.is_person() => Trust::Human,
        _ => Trust::Agent,
    }
}

/// Forgets memories of a core: searches no longer find them, and after `restore_days` they are erased for good. Returns
/// the ids of those that existed.
pub fn forget(draft: &mut Draft<Core>, ids: &[String], restore_days: u32) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut known: Vec<String> = Vec::new();
    for id in ids {
        if draft.crystals.contains_key(id.as_str()) && taken.insert(id) {
            known.push(id.clone());
        }
    }
    if !known.is_empty() {
        let purge_at = purge_at(draft.cx.now, restore_days);
        draft.record(CrystalsForgotten {
            ids: known.clone(),
            purge_at,
        });
    }
    known
}

/// Forgets every memory of a core, for erasure at the same time as the thing that the core belongs to.
pub fn forget_all(draft: &mut Draft<Core>, restore_days: u32) {
    let ids: Vec<String> = draft.crystals.keys().map(ToString::to_string).collect();
    if !ids.is_empty() {
        let purge_at = draft.cx.now.plus(i64::from(restore_days) * DAY);
        draft.record(CrystalsForgotten { ids, purge_at });
    }
}

/// Sets the readers of a core. Records nothing if they are the same.
pub fn share(draft: &mut Draft<Core>, readers: Readers) {
    if draft.readers != readers {
        draft.record(CoreShared { readers });
    }
}

/// Returns the erasure time of memories forgotten now: a full hour, because one erasure of many costs as much as of
/// one. `now` if nothing can be restored.
pub(super) fn purge_at(now: Time, restore_days: u32) -> Time {
    match restore_days {
        0 => now,
        days => full_hour(now.plus(i64::from(days) * DAY)),
    }
}

/// Rounds a time up to the full hour.
pub(super) fn full_hour(at: Time) -> Time {
    let over = at.0.rem_euclid(HOUR);
    if over == 0 { at } else { at.plus(HOUR - over) }
}

/// Removes empty and repeated names from a record and sets its hash.
pub(super) fn complete(mut record: Crystal) -> Crystal {
    for names in [&mut record.topics, &mut record.entities] {
        let mut kept: Vec<String> = Vec::with_capacity(names.len());
        for name in names.drain(..) {
            if !name.trim().is_empty() && !kept.contains(&name) {
                kept.push(name);
            }
        }
        *names = kept;
    }
    record.memory_hash = memory_hash(&record);
    record
}

/// Returns an id that no other memory has. A call has one new id, from which each of its facts derives its own; those
/// of one call sort in the order in which they were written.
fn fresh_id(draft: &Draft<Core>) -> String {
    let id = draft.cx.id.nth(draft.stream().as_str(), draft.version());
    id.to_string()
}

#[cfg(test)]
mod tests {
    use super::{CRYSTALS, check_room};

    #[test]
    fn a_full_core_says_so() {
        assert!(check_room(CRYSTALS - 1).is_ok());
        let refused = check_room(CRYSTALS).unwrap_err();
        assert_eq!(refused.extra.reason.as_deref(), Some("full"));
        assert!(refused.detail.contains("500000"), "{refused:?}");
    }
}
