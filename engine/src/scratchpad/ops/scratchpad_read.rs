//! `scratchpad_read`: returns a scratchpad.

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::ops::read;
use crate::scratchpad::render::render;
use crate::scratchpad::view::PadView;
use kernel::prelude::*;

/// Returns a scratchpad: its state, its definition, and its block for a prompt. A scratchpad that was never written is
/// empty; a deleted one is not found.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadRead {
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
    /// Maximum tokens of the block. Default: the scratchpad's `max_tokens`.
    pub budget: Option<u32>,
}

/// A scratchpad and its block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PadSnapshot {
    /// The scratchpad.
    pub pad: PadView,
    /// The `<working_memory>` block for a prompt; empty if the scratchpad is empty.
    pub rendered: String,
    /// Token count of the block.
    pub tokens: u32,
    /// Parts that were cut to fit: keys, least recently updated first, or an amount of text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<String>,
}

impl Operation for ScratchpadRead {
    type Output = PadSnapshot;
    const SPEC: Spec = spec!(Read "scratchpad_read" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(run);

    crate::scratchpad::confine::of_pad!();
}

fn run(op: ScratchpadRead, view: View) -> Fut<'static, Result<PadSnapshot>> {
    Box::pin(async move {
        let at = Address::of(op.scope, op.owner.as_deref(), op.name.as_deref())?;
        let (state, _) = read(&view, at.scope, &at.owner).await?;
        let pad = state.pad(&at.name);
        if pad.is_none() && state.find_deleted_pad(&at.name).is_some() {
            return Err(at.missing());
        }
        let tokens = view.services.tokens();
        let rendered = pad.map(|pad| {
            let budget = op.budget.unwrap_or(pad.definition.max_tokens);
            render(pad, budget, &|text| tokens.count(text))
        });
        let rendered = rendered.unwrap_or_default();
        Ok(PadSnapshot {
            pad: PadView::of(&at, pad),
            rendered: rendered.text,
            tokens: rendered.tokens,
            cut: rendered.cut,
        })
    })
}
