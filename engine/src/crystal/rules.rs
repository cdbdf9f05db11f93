//! The rules of a core: what a crystal must be, when one is the same as another, what is forgotten.
//! Pure; used by the operations here and by whatever else comes to write crystals.

use sha2::{Digest as _, Sha256};

use crate::crystal::facts::{CoreShared, CrystalAdded, CrystalEdited, CrystalsForgotten};
use crate::crystal::owner::{admits_to, must_write, others};
use crate::crystal::record::{Crystal, Made, NewCrystal, Provenance, Trust};
use crate::crystal::said::Said;
use crate::crystal::state::{Core, Key, memory_hash};
use kernel::access::Readers;
use kernel::actor::{Actor, Role};
use kernel::error::{Error, Result};
use kernel::id::Id;
use kernel::ports::secrets::must_name;
use kernel::stream::StreamId;
use kernel::time::{DAY, SECOND, Time};
use kernel::tx::{Draft, Tx};

/// The longest text of a crystal, in bytes.
pub const TEXT_BYTES: usize = 256 * 1024;
/// The longest id, name, topic or entity, in bytes.
pub(super) const NAME_BYTES: usize = 256;
/// How many topics or entities a crystal has at most.
pub(super) const NAMES: usize = 100;
/// The largest metadata or configuration of an extraction, in bytes of JSON.
const EXTRA_BYTES: usize = 64 * 1024;

/// How many crystals a core holds, with those that are forgotten and not erased yet: its state, which is in
/// memory as a whole, has a little of each.
const CRYSTALS: usize = 500_000;

/// How far ahead of the time here somebody else's clock may be.
pub const AHEAD: i64 = 300 * SECOND;

/// What became of a crystal that was to be added, with the id under which it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new.
    New(String),
    /// It was there already: nothing was written.
    Same(String),
    /// Something else was said under its id: that is replaced.
    Replaced(String),
}

impl Added {
    /// The id under which it is found.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::New(id) | Self::Same(id) | Self::Replaced(id) => id,
        }
    }
}

/// What happens to a crystal that is the same as another one under another id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// It is not written.
    Merge,
    /// Both are kept.
    Keep,
}

/// Adds a crystal to a core. Nothing is written when one has its id and says all that it says, or when it
/// has no id of its own or a new one and another has the same text in the same namespace, of the same user
/// and session. So repeated writes of one memory make one crystal.
///
/// # Errors
/// `invalid` when it has no text, or something of it is too long; `forbidden` when the caller may not
/// write in the core.
pub fn add(draft: &mut Draft<Core>, new: NewCrystal) -> Result<Added> {
    put(draft, new, Duplicates::Merge)
}

/// As [`add`], with a word on duplicates. Whoever calls it knows that the caller may put it in the place
/// of the one that has its id.
///
/// # Errors
/// As [`add`].
pub fn put(draft: &mut Draft<Core>, new: NewCrystal, duplicates: Duplicates) -> Result<Added> {
    let plan = plan(draft, new, duplicates)?;
    Ok(plan.write(draft))
}

/// As [`put`], where the caller must be allowed to replace what has its id.
///
/// # Errors
/// As [`add`]; `forbidden` when it is others'.
pub fn put_own(
    tx: &mut Tx,
    core: &StreamId,
    new: NewCrystal,
    duplicates: Duplicates,
) -> Result<Added> {
    let plan = plan(tx.draft(core)?, new, duplicates)?;
    if let Plan::Replace(record) = &plan
        && !admits_to(tx, core, &record.id)?
    {
        return Err(others(&record.id));
    }
    Ok(plan.write(tx.draft(core)?))
}

/// What is to become of a crystal that is to be put.
enum Plan {
    Add(Box<Crystal>),
    Replace(Box<Crystal>),
    Leave(String),
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
            Self::Leave(id) => Added::Same(id),
        }
    }
}

fn plan(draft: &Draft<Core>, new: NewCrystal, duplicates: Duplicates) -> Result<Plan> {
    check(&new)?;
    check_moments(&new, draft.cx.now)?;
    must_write(draft)?;
    let id = new.id.clone().unwrap_or_else(|| fresh_id(draft));
    let known = draft.crystals.get(id.as_str());
    // Whoever writes another text in its place does not take it away from its session.
    let source = known.and_then(|known| known.source.clone());
    let source = source.map(|stream| Provenance {
        stream,
        message: None,
    });
    let new = NewCrystal {
        provenance: new.provenance.or(source),
        ..new
    };
    let created_at = new.created_at;
    let record = complete(new.record(Made {
        id: id.clone(),
        core: draft.stream().id().into(),
        now: draft.cx.now,
        created_at: known.map(|known| known.created),
        trust: trust(&draft.cx.actor),
    }));
    let key = Key::of(&record);
    let same = draft.same(key);
    Ok(match (known, same) {
        (Some(known), _)
            if known.said.holds(&Said::of(&record))
                && created_at.is_none_or(|at| at == known.created) =>
        {
            Plan::Leave(id)
        }
        (Some(_), _) => Plan::Replace(Box::new(record)),
        (None, Some(same)) if duplicates == Duplicates::Merge => Plan::Leave(same.into()),
        (None, _) => {
            check_room(draft.crystals.len() + draft.forgotten.len())?;
            Plan::Add(Box::new(record))
        }
    })
}

/// Whether a core holds all that it can.
#[must_use]
pub fn is_full(core: &Core) -> bool {
    check_room(core.crystals.len() + core.forgotten.len()).is_err()
}

/// Refuses one more crystal beside `many`.
fn check_room(many: usize) -> Result<()> {
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

/// All that a crystal would say.
#[must_use]
pub fn said(new: NewCrystal) -> Said {
    Said::of(&complete(new.record(Made::default())))
}

/// How far what `actor` writes is to be believed.
pub(super) fn trust(actor: &Actor) -> Trust {
    match actor.role {
        Role::System => Trust::Imported,
        role if role.is_person() => Trust::Human,
        _ => Trust::Agent,
    }
}

/// Forgets crystals of a core: nobody finds them any more, and after `restore_days` they are erased for
/// good. Gives those that were there.
pub fn forget(draft: &mut Draft<Core>, ids: &[String], restore_days: u32) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for id in ids {
        if draft.crystals.contains_key(id.as_str()) && !known.contains(id) {
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

/// Forgets every crystal of a core.
pub fn forget_all(draft: &mut Draft<Core>, restore_days: u32) {
    let ids: Vec<String> = draft.crystals.keys().map(ToString::to_string).collect();
    if !ids.is_empty() {
        let purge_at = purge_at(draft.cx.now, restore_days);
        draft.record(CrystalsForgotten { ids, purge_at });
    }
}

/// Says who may read a core; nothing when they may already.
pub fn share(draft: &mut Draft<Core>, readers: Readers) {
    if draft.readers != readers {
        draft.record(CoreShared { readers });
    }
}

fn purge_at(now: Time, restore_days: u32) -> Time {
    now.plus(i64::from(restore_days) * DAY)
}

/// The record with what follows from the rest of it.
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

/// Refuses what cannot be a crystal.
///
/// # Errors
/// `invalid`, naming the field.
pub fn check(new: &NewCrystal) -> Result<()> {
    if new.text.trim().is_empty() {
        return Err(Error::field("/text", "say what is to be remembered"));
    }
    if new.text.len() > TEXT_BYTES {
        return Err(Error::field(
            "/text",
            format!("expected at most {TEXT_BYTES} bytes"),
        ));
    }
    let names = [
        ("/id", &new.id),
        ("/namespace", &new.namespace),
        ("/user_id", &new.user_id),
        ("/session_id", &new.session_id),
        ("/agent", &new.agent),
        ("/workflow", &new.workflow),
        ("/extraction_strategy", &new.extraction_strategy),
        ("/discrete_memory_extracted", &new.discrete_memory_extracted),
    ];
    for (pointer, name) in names {
        if let Some(name) = name {
            check_name(pointer, name)?;
            must_name(pointer, name)?;
        }
    }
    if new.id.as_deref() == Some("") {
        return Err(Error::field(
            "/id",
            "expected 1 to 256 bytes, or none for a fresh one",
        ));
    }
    let lists = [
        ("/topics", &new.topics),
        ("/entities", &new.entities),
        ("/extracted_from", &new.extracted_from),
    ];
    for (pointer, list) in lists {
        if list.len() > NAMES {
            return Err(Error::field(pointer, format!("expected at most {NAMES}")));
        }
        for (at, name) in list.iter().enumerate() {
            check_name(&format!("{pointer}/{at}"), name)?;
        }
    }
    if new.importance.is_some_and(|n| !(0.0..=1.0).contains(&n)) {
        return Err(Error::field("/importance", "expected 0 to 1"));
    }
    if new.valence.is_some_and(|n| !(-1.0..=1.0).contains(&n)) {
        return Err(Error::field("/valence", "expected -1 to 1"));
    }
    let extras = [
        ("/metadata", &new.metadata),
        (
            "/extraction_strategy_config",
            &new.extraction_strategy_config,
        ),
    ];
    for (pointer, extra) in extras {
        if let Some(extra) = extra
            && serde_json::to_string(extra).map_or(usize::MAX, |json| json.len()) > EXTRA_BYTES
        {
            let detail = format!("expected at most {EXTRA_BYTES} bytes of JSON");
            return Err(Error::field(pointer, detail));
        }
    }
    Ok(())
}

/// Refuses moments that are still to come. What a memory tells of may lie ahead.
fn check_moments(new: &NewCrystal, now: Time) -> Result<()> {
    let latest = now.plus(AHEAD);
    for (pointer, moment) in [
        ("/created_at", new.created_at),
        ("/updated_at", new.updated_at),
        ("/persisted_at", new.persisted_at),
        ("/last_accessed", new.last_accessed),
    ] {
        if moment.is_some_and(|moment| moment > latest) {
            let detail = format!(
                "lies more than {} seconds ahead of the time here",
                AHEAD / SECOND
            );
            return Err(Error::field(pointer, detail));
        }
    }
    Ok(())
}

/// Refuses what cannot name anything.
pub(super) fn check_name(pointer: &str, name: &str) -> Result<()> {
    if name.len() > NAME_BYTES {
        return Err(Error::field(
            pointer,
            format!("expected at most {NAME_BYTES} bytes"),
        ));
    }
    if name.chars().any(char::is_control) {
        return Err(Error::field(
            pointer,
            "expected a name without control characters",
        ));
    }
    Ok(())
}

/// An id that no other crystal has: a call has one fresh id, and each of its facts makes another of it.
fn fresh_id(draft: &Draft<Core>) -> String {
    let mut hash = Sha256::new();
    hash.update(draft.cx.id.to_string());
    hash.update(draft.stream().as_str());
    hash.update(draft.version().to_be_bytes());
    let mut begin = [0; 16];
    begin.copy_from_slice(&hash.finalize()[..16]);
    Id::from_parts(draft.cx.now, u128::from_be_bytes(begin)).to_string()
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
