//! Copies of a parent's scratchpads in a child session, and merging their changes back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::scratchpad::address::{Address, Scope, stream};
use crate::scratchpad::facts::{ScratchpadDefined, ScratchpadMerged};
use crate::scratchpad::merge::{Nulls, difference};
use crate::scratchpad::rules::{PADS, Step, begin, update};
use crate::scratchpad::state::{Origin, Pad, Scratchpads};
use kernel::error::{Code, Result};
use kernel::tx::Tx;

/// Result for one scratchpad.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Inherited {
    /// Name of the scratchpad.
    pub scratchpad: String,
    /// True if it was copied or its changes were merged.
    pub applied: bool,
    /// Reason why not.
    pub diagnostic: Option<String>,
}

impl Inherited {
    fn success(pad: &Pad) -> Self {
        Self {
            scratchpad: pad.name.clone(),
            applied: true,
            diagnostic: None,
        }
    }

    fn not(pad: &Pad, why: impl Into<String>) -> Self {
        Self {
            scratchpad: pad.name.clone(),
            applied: false,
            diagnostic: Some(why.into()),
        }
    }
}

/// Copies every resource-scoped scratchpad of `parent` to `child`, unless both are the same owner. An existing
/// scratchpad of the child with the same name is kept.
///
/// # Errors
/// Returns an error only if a state is not loaded; the decision then runs again.
pub fn copy_resource_pads(tx: &mut Tx, parent: &str, child: &str) -> Result<Vec<Inherited>> {
    if parent == child {
        return Ok(Vec::new());
    }
    let from = tx.read::<Scratchpads>(&stream(Scope::Resource, parent))?;
    if from.pads.is_empty() {
        return Ok(Vec::new());
    }
    let draft = tx.draft::<Scratchpads>(&stream(Scope::Resource, child))?;
    let mut copied = Vec::new();
    for pad in from.pads.values() {
        copied.push(if draft.pad(&pad.name).is_some() {
            Inherited::not(pad, "the child has a scratchpad of that name and keeps it")
        } else if draft.pads.len() >= PADS {
            Inherited::not(pad, "the child has as many scratchpads as it may have")
        } else {
            draft.record(ScratchpadDefined {
                name: pad.name.clone(),
                scope: Scope::Resource,
                definition: pad.definition.clone(),
                value: Some(pad.value.clone()),
                set_aside: Vec::new(),
                origin: Some(Origin {
                    owner: parent.to_owned(),
                    version: pad.changed,
                    value: pad.value.clone(),
                }),
            });
            Inherited::success(pad)
        });
    }
    Ok(copied)
}

/// Merges the changes of `child` to its copies of `parent`'s scratchpads into the originals. For keys that both
/// changed, the child's value wins, and the parent's is in the history. A rejected update is skipped with its reason.
/// Changes are merged only once.
///
/// # Errors
/// Returns an error only if a state is not loaded; the decision then runs again.
pub fn merge_back(tx: &mut Tx, child: &str, parent: &str) -> Result<Vec<Inherited>> {
    let copies = tx.read::<Scratchpads>(&stream(Scope::Resource, child))?;
    let mut merged = Vec::new();
    for pad in copies.pads.values() {
        let origin = pad.origin.as_ref();
        let Some(origin) = origin.filter(|origin| origin.owner == parent) else {
            continue;
        };
        if origin.value != pad.value {
            merged.push(bring_back(tx, child, parent, pad, origin)?);
        }
    }
    Ok(merged)
}

fn bring_back(
    tx: &mut Tx,
    child: &str,
    parent: &str,
    pad: &Pad,
    origin: &Origin,
) -> Result<Inherited> {
    let at = Address {
        scope: Scope::Resource,
        owner: parent.to_owned(),
        name: pad.name.clone(),
    };
    let draft = tx.draft::<Scratchpads>(&at.stream())?;
    let (sets, removes) = difference(&origin.value, &pad.value);
    let patches = [(sets, Nulls::Keep), (removes, Nulls::Delete)];
    let steps: Vec<Step> = patches
        .iter()
        .filter_map(|(patch, nulls)| {
            Some(Step {
                patch: patch.as_ref()?,
                nulls: *nulls,
            })
        })
        .collect();
    let done = match draft.pad(&pad.name) {
        Some(_) => update(draft, &at, &steps, "", None).map(|_| ()),
        // The original was deleted meanwhile: the copy replaces it.
        None => begin(draft, &at, pad.definition.clone(), Some(pad.value.clone())),
    };
    match done {
        Ok(()) => {}
        Err(error) if matches!(error.code, Code::Unavailable | Code::Internal) => {
            return Err(error);
        }
        Err(error) => return Ok(Inherited::not(pad, error.detail)),
    }
    let version = draft.pad(&pad.name).map_or(0, |pad| pad.changed);
    let draft = tx.draft::<Scratchpads>(&stream(Scope::Resource, child))?;
    draft.record(ScratchpadMerged {
        name: pad.name.clone(),
        origin: Origin {
            owner: parent.to_owned(),
            version,
            value: pad.value.clone(),
        },
    });
    Ok(Inherited::success(pad))
}
