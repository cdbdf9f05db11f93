//! `entity_observe`: tracks the entities in a tool's result.

use kernel::prelude::*;
use std::sync::Arc;

use serde_json::Value;

use crate::conversation::ops::tracked::{Tracked, observe};
use crate::conversation::ops::{Beginning, Remains, begin, key, remains};
use crate::entity::extract;
use crate::workspace::settings::Settings;

/// Maximum length of a tool's name, in bytes.
const TOOL_BYTES: usize = 256;

/// Tracks the entities in a tool's result, so that "it" and "that page" can be resolved. The type is derived from the
/// tool's name by the workspace's rules; of a list the first three are tracked. Entities that the tool deleted are
/// forgotten. Creates the session if it does not exist.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityObserve {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Name of the tool, such as `cms_createPage`.
    #[schemars(length(min = 1, max = TOOL_BYTES), regex(pattern = r"\S"))]
    pub tool: String,
    /// Arguments of the tool call. They identify deleted or changed entities if the result does not.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub arguments: Value,
    /// Result of the tool as JSON.
    pub result: Value,
    /// Remains of the expired session, looked up before the decision.
    #[serde(skip)]
    #[schemars(skip)]
    pub remains: Option<Arc<Remains>>,
}

impl Operation for EntityObserve {
    type Output = Tracked;
    const SPEC: Spec = spec!(Write "entity_observe" Access::VOICES)
        .refuses(&["busy", "exists", "full"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
            op.remains = remains(&view, &key).await?;
            Ok(op)
        })
    });

    crate::confine::of_session!();
}

fn decide(op: &EntityObserve, tx: &mut Tx) -> Result<Tracked> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    if op.tool.trim().is_empty() || op.tool.len() > TOOL_BYTES {
        let detail = format!("expected the tool's name, at most {TOOL_BYTES} bytes");
        return Err(Error::field("/tool", detail));
    }
    let settings = Settings::of(tx)?;
    let seen = extract(&op.tool, &op.arguments, &op.result, &settings.entity_rules);
    let draft = begin(tx, &key, Beginning::from(op.remains.as_ref()))?;
    Ok(observe(draft, Some(&op.tool), &seen, &settings))
}
