//! `scratchpad_delete`: deletes a scratchpad.

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::facts::ScratchpadDeleted;
use crate::scratchpad::rules::{existing, open, writable};
use crate::workspace::settings::Settings;
use kernel::prelude::*;
use kernel::time::DAY;

/// Deletes a scratchpad. It disappears at once; people can restore it for the number of days set in the workspace, then
/// it is erased.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadDelete {
    /// Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
    /// Default: `thread`.
    #[serde(default)]
    pub scope: Scope,
    /// Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
    /// `resource` the user or resource, for `global` none.
    #[schemars(with = "Option<crate::scratchpad::address::OwnerName>")]
    pub owner: Option<String>,
    /// Name of the scratchpad. Default: `main`.
    #[schemars(with = "Option<crate::scratchpad::address::PadName>")]
    pub name: Option<String>,
    /// Reason for the deletion.
    pub reason: Option<String>,
}

/// A deleted scratchpad.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PadDeleted {
    /// Name of the scratchpad.
    pub name: String,
    /// Time of erasure unless restored.
    pub purge_at: Time,
}

impl Operation for ScratchpadDelete {
    type Output = PadDeleted;
    const SPEC: Spec = spec!(Write "scratchpad_delete" Access::VOICES)
        .with(&[Trait::Confined, Trait::MakesRoom, Trait::Destroys])
        .refuses(&["too_many"]);
    const HOW: How<Self> = How::Decide(decide);

    crate::scratchpad::confine::of_pad!();
}

fn decide(op: &ScratchpadDelete, tx: &mut Tx) -> Result<PadDeleted> {
    let at = Address::of(op.scope, op.owner.as_deref(), op.name.as_deref())?;
    let days = i64::from(Settings::of(tx)?.restore_days);
    let draft = open(tx, &at)?;
    let pad = existing(draft, &at)?;
    writable(&pad, &draft.cx.actor)?;
    let purge_at = draft.cx.now.plus(days * DAY);
    draft.record(ScratchpadDeleted {
        name: at.name.clone(),
        purge_at,
        reason: op.reason.clone(),
    });
    Ok(PadDeleted {
        name: at.name,
        purge_at,
    })
}
