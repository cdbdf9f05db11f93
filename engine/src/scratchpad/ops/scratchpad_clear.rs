//! `scratchpad_clear`: empties a scratchpad.

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::facts::ScratchpadCleared;
use crate::scratchpad::rules::{existing, open, writable};
use crate::scratchpad::view::PadChanged;
use kernel::prelude::*;

/// Empties a scratchpad. Its definition stays, and the history keeps the content.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadClear {
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
}

impl Operation for ScratchpadClear {
    type Output = PadChanged;
    const SPEC: Spec = spec!(Write "scratchpad_clear" Access::VOICES)
        .with(&[Trait::Confined, Trait::MakesRoom, Trait::Destroys])
        .refuses(&["too_many"]);
    const HOW: How<Self> = How::Decide(decide);

    crate::scratchpad::confine::of_pad!();
}

fn decide(op: &ScratchpadClear, tx: &mut Tx) -> Result<PadChanged> {
    let at = Address::of(op.scope, op.owner.as_deref(), op.name.as_deref())?;
    let draft = open(tx, &at)?;
    let pad = existing(draft, &at)?;
    writable(&pad, &draft.cx.actor)?;
    if pad.value != pad.definition.empty() {
        let name = at.name.clone();
        draft.record(ScratchpadCleared { name });
    }
    Ok(PadChanged::of(
        &at,
        draft.pad(&at.name),
        pad.changed,
        Vec::new(),
    ))
}
