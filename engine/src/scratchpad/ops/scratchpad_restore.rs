//! `scratchpad_restore`: restores a version of a scratchpad, or a deleted one.

use kernel::prelude::*;
use serde_json::Value;

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::facts::{ScratchpadRestored, ScratchpadReverted};
use crate::scratchpad::ops::pad_at;
use crate::scratchpad::rules::{existing, fitting, open, writable};
use crate::scratchpad::state::{Scratchpads, is_empty};
use crate::scratchpad::view::PadChanged;

/// Restores the state that a scratchpad had at a version, as a new version; the history is kept. Without a version, a
/// person restores a deleted scratchpad.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadRestore {
    /// Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
    /// Default: `thread`.
    #[serde(default)]
    pub scope: Scope,
    /// Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
    /// `resource` the user or resource, for `global` none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::scratchpad::address::OwnerName>")]
    pub owner: Option<String>,
    /// Name of the scratchpad. Default: `main`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::scratchpad::address::PadName>")]
    pub name: Option<String>,
    /// The version, as in `scratchpad_history`; absent for a deleted scratchpad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    /// The state at that version.
    #[serde(skip)]
    pub then: Option<Value>,
}

impl Operation for ScratchpadRestore {
    type Output = PadChanged;
    const SPEC: Spec = spec!(Write "scratchpad_restore" Access::VOICES)
        .refuses(&["name_taken", "too_late", "too_many"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(prepare);

    crate::scratchpad::confine::of_pad!();
}

/// Looks up the state: a version never changes, so it cannot be stale.
fn prepare(mut op: ScratchpadRestore, view: View) -> Fut<'static, Result<ScratchpadRestore>> {
    Box::pin(async move {
        let at = Address::of(op.scope, op.owner.as_deref(), op.name.as_deref())?;
        if let Some(version) = op.version {
            op.then = Some(pad_at(&view, &at, version).await?.value.clone());
        }
        Ok(op)
    })
}

fn decide(op: &ScratchpadRestore, tx: &mut Tx) -> Result<PadChanged> {
    let at = Address::of(op.scope, op.owner.as_deref(), op.name.as_deref())?;
    let draft = open(tx, &at)?;
    match op.version {
        Some(version) => revert(op, version, draft, &at),
        None => undelete(draft, &at),
    }
}

fn revert(
    op: &ScratchpadRestore,
    version: Version,
    draft: &mut Draft<Scratchpads>,
    at: &Address,
) -> Result<PadChanged> {
    let pad = existing(draft, at)?;
    writable(&pad, &draft.cx.actor)?;
    let value = op.then.clone();
    let value = value.ok_or_else(|| Error::internal("the version was not looked up"))?;
    if !is_empty(&value) {
        let schemas = draft.cx.schemas.clone();
        fitting("/version", &pad.definition.after(&value), &value, &*schemas)?;
    }
    if value != pad.value {
        draft.record(ScratchpadReverted {
            name: at.name.clone(),
            version,
            value,
        });
    }
    let keys = Vec::new();
    Ok(PadChanged::of(at, draft.pad(&at.name), pad.changed, keys))
}

fn undelete(draft: &mut Draft<Scratchpads>, at: &Address) -> Result<PadChanged> {
    let is_there = draft.pad(&at.name).is_some();
    let Some((deleted, pad)) = draft.find_deleted_pad(&at.name) else {
        if is_there {
            let detail = "is needed: the scratchpad is not deleted";
            return Err(Error::field("/version", detail));
        }
        return Err(at.missing());
    };
    let purge_at = pad.deleted.as_ref().map(|deletion| deletion.purge_at);
    if !draft.cx.actor.role.is_person() {
        return Err(Error::forbidden(
            "Only people can restore a deleted scratchpad.",
        ));
    }
    if is_there {
        return Err(Error::conflict(
            "name_taken",
            "Another scratchpad has that name now: delete it first.",
        ));
    }
    if purge_at.is_some_and(|purge_at| purge_at <= draft.cx.now) {
        let detail = "The time to restore it has passed: it is being erased.";
        return Err(Error::conflict("too_late", detail));
    }
    let name = at.name.clone();
    draft.record(ScratchpadRestored { name, deleted });
    Ok(PadChanged::of(at, draft.pad(&at.name), 0, Vec::new()))
}
