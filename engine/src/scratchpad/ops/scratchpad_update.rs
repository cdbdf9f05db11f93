//! `scratchpad_update`: merges a patch into a scratchpad.

use kernel::prelude::*;
use serde_json::Value;

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::merge::Nulls;
use crate::scratchpad::rules::{Step, open, update};
use crate::scratchpad::view::PadChanged;

/// Merges a patch into a scratchpad, and creates it if it does not exist. Objects merge at every depth; lists and
/// everything else replace. A text that receives an object is kept under `_previous`. The keys `__proto__`,
/// `constructor` and `prototype` are dropped at every depth. With a schema, the merged state has to fit, so a patch may
/// be partial; otherwise the patch is rejected with a pointer for each misfit, and nothing changes. Required members at
/// the top may be set one after the other, but not removed.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadUpdate {
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
    /// The patch: an object with the keys to change, or a text for a scratchpad that holds one.
    pub patch: Value,
    /// Delete keys whose value is `null` (RFC 7396) instead of storing `null`. Default: false.
    #[serde(default)]
    pub delete_nulls: bool,
}

impl Operation for ScratchpadUpdate {
    type Output = PadChanged;
    const SPEC: Spec = spec!(Write "scratchpad_update" Access::VOICES)
        .refuses(&["too_many"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);

    crate::scratchpad::confine::of_pad!();
}

impl ScratchpadUpdate {
    /// Returns the address of the scratchpad.
    ///
    /// # Errors
    /// Returns `invalid` with the field.
    pub fn at(&self) -> Result<Address> {
        Address::of(self.scope, self.owner.as_deref(), self.name.as_deref())
    }

    /// Returns the meaning of `null` in the patch.
    #[must_use]
    pub const fn nulls(&self) -> Nulls {
        if self.delete_nulls {
            Nulls::Delete
        } else {
            Nulls::Keep
        }
    }
}

fn decide(op: &ScratchpadUpdate, tx: &mut Tx) -> Result<PadChanged> {
    let at = op.at()?;
    let draft = open(tx, &at)?;
    let before = draft.pad(&at.name).map_or(0, |pad| pad.changed);
    draft.expect(before)?;
    let step = Step {
        patch: &op.patch,
        nulls: op.nulls(),
    };
    let keys = update(draft, &at, &[step], "/patch", None)?;
    Ok(PadChanged::of(&at, draft.pad(&at.name), before, keys))
}
