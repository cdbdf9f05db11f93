//! `scratchpad_read`.

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::ops::read;
use crate::scratchpad::render::render;
use crate::scratchpad::view::PadView;
use kernel::prelude::*;

/// A scratchpad: its state, its definition, and the block to put into a prompt. One that nobody has
/// written yet is empty; one that was deleted is not found.
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
    /// The most tokens that the block may have; the scratchpad's own `max_tokens` unless given.
    pub budget: Option<u32>,
}

/// A scratchpad and its block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PadSnapshot {
    /// The scratchpad.
    pub pad: PadView,
    /// The `<working_memory>` block for a prompt; empty when nothing is in it.
    pub rendered: String,
    /// How many tokens the block has.
    pub tokens: u32,
    /// What was cut to fit: keys, the longest not updated first, or how much of a text.
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
        if pad.is_none() && state.deleted_pad(&at.name).is_some() {
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
