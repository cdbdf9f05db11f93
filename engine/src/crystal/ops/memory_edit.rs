//! `memory_edit`.

use kernel::prelude::*;
use serde::Deserializer;
use serde_json::{Map, Value};

use crate::crystal::check::check;
use crate::crystal::facts::{CrystalAdded, CrystalEdited};
use crate::crystal::find::{Current, current};
use crate::crystal::ops::WRITERS;
use crate::crystal::owner::{may_change, must_write, others};
use crate::crystal::record::{Crystal, NewCrystal};
use crate::crystal::rules::{complete, forget, trust};
use crate::crystal::source::shown_to;
use crate::crystal::state::Core;
use crate::crystal::{core_of, stream};
use crate::session::record::MemoryType;
use crate::workspace::settings::Settings;

macro_rules! edits {
    ($( $(#[$doc:meta])* $field:ident : $type:ty ),* $(,)?; $( $(#[$opt_doc:meta])* $opt:ident : $opt_type:ty ),* $(,)?) => {
        /// Changes a long-term memory; what is not named stays as it is, and null takes away what it may
        /// be without. Another namespace moves it to that namespace's core.
        #[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct MemoryEdit {
            /// Its id.
            pub id: String,
            /// The core it is in; the one that has it unless given. Needed where several have one of that
            /// id.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub core: Option<String>,
            $( $(#[$doc])* #[serde(default, skip_serializing_if = "Option::is_none")] pub $field: Option<$type>, )*
            $( $(#[$opt_doc])* #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")] pub $opt: Option<Option<$opt_type>>, )*
            /// The memory as it is, found before the decision.
            #[serde(skip)]
            pub found: Option<Box<Current>>,
        }

        impl MemoryEdit {
            /// Whether it changes anything.
            fn is_empty(&self) -> bool {
                true $( && self.$field.is_none() )* $( && self.$opt.is_none() )*
            }

            /// The record with the changes.
            fn changed(&self, mut record: Crystal) -> Crystal {
                $( if let Some(value) = &self.$field { record.$field.clone_from(value); } )*
                $( if let Some(value) = &self.$opt { record.$opt.clone_from(value); } )*
                record
            }
        }
    };
}

edits! {
    /// What is remembered.
    text: String,
    /// `semantic`, `episodic` or `message`.
    memory_type: MemoryType,
    /// What it is about.
    topics: Vec<String>,
    /// Who and what is named in it.
    entities: Vec<String>,
    /// Whether it is never forgotten by a rule.
    pinned: bool;
    /// The namespace it belongs to.
    namespace: String,
    /// The user it is about.
    user_id: String,
    /// The session it is from.
    session_id: String,
    /// When what it tells of happened.
    event_date: Time,
    /// How much it matters, 0 to 1.
    importance: f64,
    /// How it felt, from -1 (bad) to 1 (good).
    valence: f64,
    /// `t` once memories have been taken from this message, `f` before.
    discrete_memory_extracted: String,
    /// Whatever else belongs to it.
    metadata: Map<String, Value>,
}

#[expect(
    clippy::option_option,
    reason = "a field that is absent is another thing than one that is null"
)]
/// A field that is there, be it null.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The memory as it is now.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Edited {
    /// The memory.
    pub memory: Crystal,
}

impl Operation for MemoryEdit {
    type Output = Edited;
    const SPEC: Spec = spec!(Write "memory_edit" WRITERS);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(prepare);
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
        Ok(MemoryEdit {
            found: Some(Box::new(found)),
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
        return tx.outdated(Error::conflict(
            "changed",
            "The memory was changed at the same moment; nothing was written. Try again.",
        ));
    };
    draft.expect(found.version)?;
    let before = Crystal {
        last_accessed: kept.accessed,
        access_count: kept.recalls,
        ..found.record.clone()
    };
    let changed = op.changed(before.clone());
    check(&NewCrystal::from(changed.clone()))?;
    let changed = complete(changed);
    if changed == before {
        let memory = shown_to(tx, before)?.standing(now);
        return Ok(Edited { memory });
    }
    let record = Crystal {
        updated_at: now,
        trust: trust(&draft.cx.actor),
        ..changed
    };
    must_write(draft)?;
    let home = stream(&core_of(before.namespace.as_deref()));
    let next = stream(&core_of(record.namespace.as_deref()));
    if home == found.stream && next != home {
        forget(draft, std::slice::from_ref(&op.id), restore_days);
        let draft = tx.draft::<Core>(&next)?;
        must_write(draft)?;
        if draft.crystals.contains_key(op.id.as_str()) {
            return Err(Error::conflict(
                "exists",
                "The other namespace has a memory of this id already.",
            ));
        }
        let memory = Crystal {
            core: next.id().into(),
            ..record
        };
        draft.record(CrystalAdded {
            record: memory.clone(),
        });
        let memory = shown_to(tx, memory)?.standing(now);
        return Ok(Edited { memory });
    }
    draft.record(CrystalEdited {
        record: record.clone(),
    });
    let memory = shown_to(tx, record)?.standing(now);
    Ok(Edited { memory })
}
