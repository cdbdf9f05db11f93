//! `entity_observe`: what a tool's answer says about the things a conversation is about.

use kernel::prelude::*;
use std::sync::Arc;

use serde_json::Value;

use crate::conversation::ops::tracked::{Tracked, observe};
use crate::conversation::ops::{Beginning, Remains, begin, key, remains};
use crate::entity::extract;
use crate::workspace::settings::Settings;

/// The most bytes of a tool's name.
const TOOL_BYTES: usize = 256;

/// Takes the entities that a tool's answer shows into a session's list, so that "it" and "that page" mean
/// something. The type is told by the tool's name, by the workspace's rules; of a list the first three
/// are taken. What the tool deleted is forgotten. The session begins when there is none.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityObserve {
    /// The session's id, or its whole key as answers give it.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// The namespace it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// The user whose session it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// The tool's name, such as `cms_createPage`.
    #[schemars(length(min = 1, max = TOOL_BYTES), regex(pattern = r"\S"))]
    pub tool: String,
    /// What it was called with. It names what was deleted or changed where the answer does not.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub arguments: Value,
    /// What it answered, as JSON.
    pub result: Value,
    /// What is left of the session when its time ran out.
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
