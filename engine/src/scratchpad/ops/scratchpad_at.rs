//! `scratchpad_at`: returns a past version of a scratchpad.

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::ops::pad_at;
use crate::scratchpad::view::PadView;
use kernel::prelude::*;

/// Returns a scratchpad as it was at one of its versions.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadAt {
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
    /// The version, as in `scratchpad_history`.
    #[schemars(range(min = 1))]
    pub version: Version,
}

/// A past version of a scratchpad.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PadThen {
    /// The scratchpad.
    pub pad: PadView,
}

impl Operation for ScratchpadAt {
    type Output = PadThen;
    const SPEC: Spec =
        spec!(Read "scratchpad_at" Access::ALL).with(&[Trait::Confined, Trait::OfOneThing]);
    const HOW: How<Self> = How::Run(run);

    crate::scratchpad::confine::of_pad!();
}

fn run(op: ScratchpadAt, view: View) -> Fut<'static, Result<PadThen>> {
    Box::pin(async move {
        let at = Address::of(op.scope, op.owner.as_deref(), op.name.as_deref())?;
        let pad = pad_at(&view, &at, op.version).await?;
        Ok(PadThen {
            pad: PadView::of(&at, Some(&pad)),
        })
    })
}
