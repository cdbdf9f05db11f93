//! `memory_edit`.

use kernel::prelude::*;
use kernel::time::OffsetTime;
use serde_json::{Map, Value};

use crate::confine::foreign;
use crate::crystal::check::check;
use crate::crystal::decay::CrystalKind;
use crate::crystal::entry::CrystalEntry;
use crate::crystal::facts::{CrystalAdded, CrystalEdited, CrystalProposed};
use crate::crystal::governing::{effective_trust, waits};
use crate::crystal::one::{Current, current};
use crate::crystal::ops::{WRITERS, deserialize_end, deserialize_present};
use crate::crystal::owner::{Owner, may_change, must_let_go, must_write, others};
use crate::crystal::record::{Crystal, NewCrystal, Trust};
use crate::crystal::rules::{check_room, complete, forget, is_closed, trust};
use crate::crystal::source::without_hidden_sources;
use crate::crystal::state::Core;
use crate::crystal::supersede::{conflict_error, find_superseded, supersede};
use crate::crystal::{core_of, stream};
use crate::session::record::MemoryType;
use crate::workspace::settings::Settings;

macro_rules! edits {
    ($( $(#[$doc:meta])* $field:ident : $type:ty ),* $(,)?; $( $(#[$opt_doc:meta])* $opt:ident : $opt_type:ty = $read:literal ),* $(,)?) => {
        /// Changes a long-term memory. Omitted fields stay as they are; null clears a field. A new namespace moves the
        /// memory to that namespace's core. If people approve what agents write, an agent's change waits for approval.
        #[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct MemoryEdit {
            /// Id of the memory.
            pub id: String,
            /// Core that holds it; looked up by default. Required if several cores have this id.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub core: Option<String>,
            $( $(#[$doc])* #[serde(default, skip_serializing_if = "Option::is_none")] pub $field: Option<$type>, )*
            $( $(#[$opt_doc])* #[serde(default, deserialize_with = $read, skip_serializing_if = "Option::is_none")] pub $opt: Option<Option<$opt_type>>, )*
            /// Quarantine: searches leave it out unless requested, until a person has reviewed it. Only people can set
            /// this.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub quarantined: Option<bool>,
            /// Current memory, found before the decision.
            #[serde(skip)]
            pub found: Option<Box<Current>>,
            /// Memories to replace, found before the decision.
            #[serde(skip)]
            pub old: Vec<Current>,
        }

        impl MemoryEdit {
            /// Returns true if it changes nothing.
            fn is_empty(&self) -> bool {
                self.quarantined.is_none() $( && self.$field.is_none() )* $( && self.$opt.is_none() )*
            }

            /// Returns the record with the changes.
            fn apply_to(&self, mut record: Crystal) -> Crystal {
                $( if let Some(value) = &self.$field { record.$field.clone_from(value); } )*
                $( if let Some(value) = &self.$opt { record.$opt.clone_from(value); } )*
                record
            }
        }
    };
}

edits! {
    /// Text to remember.
    text: String,
    /// `semantic`, `episodic` or `message`.
    memory_type: MemoryType,
    /// Topics it is about.
    topics: Vec<String>,
    /// People and things named in it.
    entities: Vec<String>,
    /// Pinned: it never fades and no rule forgets it. Agents cannot unpin a memory that a person pinned.
    pinned: bool,
    /// Frozen: it never fades and no rule changes it. Agents cannot unfreeze or change a memory that a person froze.
    frozen: bool,
    /// Memories of its core that it replaces: what they say no longer holds.
    supersedes: Vec<String>;
    /// Namespace it belongs to.
    namespace: String = "deserialize_present",
    /// User it is about.
    user_id: String = "deserialize_present",
    /// Session it is from.
    session_id: String = "deserialize_present",
    /// Kind, which decides how long it matters.
    kind: CrystalKind = "deserialize_present",
    /// Time of the event it describes.
    event_date: OffsetTime = "deserialize_present",
    /// Start of its validity.
    valid_from: Time = "deserialize_present",
    /// End of its validity.
    valid_to: Time = "deserialize_end",
    /// Expiry time.
    expires_at: Time = "deserialize_end",
    /// Importance, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    importance: f64 = "deserialize_present",
    /// Feeling, from -1 (bad) to 1 (good).
    #[schemars(range(min = -1.0, max = 1.0))]
    valence: f64 = "deserialize_present",
    /// Extraction state of a message: `t` once memories were extracted from it, `f` before.
    discrete_memory_extracted: String = "deserialize_present",
    /// Custom data.
    metadata: Map<String, Value> = "deserialize_present",
}

/// The changed memory.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Edited {
    /// The memory; with the proposed changes if they wait for approval.
    pub memory: Crystal,
    /// True if a person has to approve the change first.
    pub waiting: Option<bool>,
}

impl Operation for MemoryEdit {
    type Output = Edited;
    const SPEC: Spec = spec!(Write "memory_edit" WRITERS)
        .refuses(&[
            "ambiguous",
            "changed",
            "exists",
            "frozen",
            "full",
            "merged",
            "message",
            "superseded",
            "switched_off",
            "waiting",
        ])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(prepare);

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        let parts = [
            (&tenant.user_id, &self.user_id),
            (&tenant.namespace, &self.namespace),
        ];
        let is_own = parts.into_iter().all(|(own, new)| match (own, new) {
            (Some(own), Some(new)) => new.as_deref() == Some(&**own),
            _ => true,
        });
        if is_own {
            return Ok(());
        }
        Err(foreign(tenant))
    }
}

fn prepare(op: MemoryEdit, view: View) -> Fut<'static, Result<MemoryEdit>> {
    Box::pin(async move {
        if op.is_empty() {
            return Err(Error::invalid(
                "There is nothing to edit: name at least one field.",
            ));
        }
        let found = current(&view, &op.id, op.core.as_deref()).await?;
        if !may_change(&view, &found.record).await? {
            return Err(others(&op.id));
        }
        let ids = op.supersedes.as_deref().unwrap_or_default();
        let old = find_superseded(&view, &found.stream, ids).await?;
        Ok(MemoryEdit {
            found: Some(Box::new(found)),
            old,
            ..op
        })
    })
}

fn decide(op: &MemoryEdit, tx: &mut Tx) -> Result<Edited> {
    let Some(found) = &op.found else {
        return Err(Error::internal("an edit was not prepared"));
    };
    let restore_days = Settings::of(tx)?.restore_days;
    let draft = tx.draft::<Core>(&found.stream)?;
    let (now, kept) = (draft.cx.now, draft.crystals.get(op.id.as_str()).cloned());
    let Some(kept) = kept.filter(|kept| kept.version() == found.version) else {
        return tx.reject_outdated(conflict_error());
    };
    draft.expect(found.version)?;
    let actor = draft.cx.actor.clone();
    let before = found.as_now(&kept);
    let edited = op.apply_to(before.clone());
    check(&NewCrystal::from(edited.clone()))?;
    let home = stream(&core_of(before.namespace.as_deref()));
    let next = stream(&core_of(edited.namespace.as_deref()));
    let moves = home == found.stream && next != home;
    let goes_to = if moves { &next } else { &found.stream };
    if moves {
        // A move forgets it in its current core.
        must_let_go(&op.id, &kept, &actor)?;
    }
    let believes = tx.read::<Core>(goes_to)?;
    let edited = apply_hold(op, &kept, &actor, &before, complete(edited), &believes)?;
    if edited == before {
        let memory = without_hidden_sources(tx, before)?.standing(now);
        return Ok(Edited {
            memory,
            waiting: None,
        });
    }
    let record = Crystal {
        updated_at: now,
        ..edited
    };
    must_write(tx.draft::<Core>(&found.stream)?)?;
    let draft = tx.draft::<Core>(goes_to)?;
    must_write(draft)?;
    if waits(draft, &actor, &record) {
        return propose(tx, found, record, moves);
    }
    if moves {
        move_to(tx, found, &next, record.clone(), restore_days)?;
    } else {
        draft.record(CrystalEdited {
            record: record.clone(),
        });
    }
    supersede(tx, goes_to, &op.id, record.valid_from, &op.old)?;
    let core = goes_to.id().into();
    let memory = without_hidden_sources(tx, Crystal { core, ..record })?.standing(now);
    Ok(Edited {
        memory,
        waiting: None,
    })
}

/// Stores the change as a proposal for a person.
fn propose(tx: &mut Tx, found: &Current, record: Crystal, moves: bool) -> Result<Edited> {
    if moves {
        return Err(Error::forbidden(
            "In the core of that namespace people approve what agents write: write it there anew, with \
             `memory_create`.",
        ));
    }
    let draft = tx.draft::<Core>(&found.stream)?;
    let known = draft.proposals.get(record.id.as_str());
    if known.is_some_and(|known| !known.by.is_same(&draft.cx.actor)) {
        return Err(Error::conflict(
            "waiting",
            "Another agent's change of this memory waits for a person already.",
        ));
    }
    let now = draft.cx.now;
    draft.record(CrystalProposed {
        record: record.clone(),
    });
    let memory = without_hidden_sources(tx, record)?.standing(now);
    Ok(Edited {
        memory,
        waiting: Some(true),
    })
}

/// Moves a memory to another namespace's core.
fn move_to(
    tx: &mut Tx,
    found: &Current,
    next: &StreamId,
    record: Crystal,
    restore_days: u32,
) -> Result<()> {
    let id = record.id.clone();
    let draft = tx.draft::<Core>(&found.stream)?;
    forget(draft, std::slice::from_ref(&id), restore_days);
    let draft = tx.draft::<Core>(next)?;
    if draft.crystals.contains_key(id.as_str()) {
        return Err(Error::conflict(
            "exists",
            "The other namespace has a memory of this id already.",
        ));
    }
    check_room(draft.crystals.len() + draft.forgotten.len())?;
    let core = next.id().into();
    draft.record(CrystalAdded {
        record: Crystal { core, ..record },
    });
    Ok(())
}

/// Sets the holder and the trust level of the memory in its core. Rejects changes that an agent may not undo.
fn apply_hold(
    op: &MemoryEdit,
    kept: &CrystalEntry,
    actor: &Actor,
    before: &Crystal,
    edited: Crystal,
    core: &Core,
) -> Result<Crystal> {
    let is_person = actor.role.is_person();
    if op.quarantined.is_some() && !is_person {
        return Err(Error::forbidden(
            "People say what is held back, and what is to be believed after all.",
        ));
    }
    // Pinning and freezing do not change the content.
    let marked = Crystal {
        pinned: edited.pinned,
        frozen: edited.frozen,
        ..before.clone()
    };
    let says_else = marked != edited;
    let lets_go = before.pinned && !edited.pinned || before.frozen && !edited.frozen;
    let ends = before.expires_at != edited.expires_at || before.valid_to != edited.valid_to;
    if lets_go || ends || says_else && is_closed(kept, actor) {
        must_let_go(&op.id, kept, actor)?;
    }
    let is_held = edited.pinned || edited.frozen;
    let says_so = op.pinned == Some(true) || op.frozen == Some(true);
    let held_by = match is_held {
        false => None,
        true if is_person && says_so => Some(actor.id.clone()),
        true => before.held_by.clone(),
    };
    let believed = match &kept.owner {
        Owner::Agent(_) => Trust::Agent,
        Owner::Person => Trust::Human,
        Owner::Loci => Trust::Imported,
    };
    let trust = match (op.quarantined, before.trust) {
        (Some(true), _) | (None, Trust::Quarantined) => Trust::Quarantined,
        (Some(false), Trust::Quarantined) => believed,
        (_, trusted) if !says_else => trusted,
        _ => effective_trust(core, trust(actor)),
    };
    Ok(Crystal {
        trust,
        held_by,
        ..edited
    })
}
