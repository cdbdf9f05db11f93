//! `entity_add`: tracks an entity without a tool result.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::tracked::{Tracked, observe};
use crate::conversation::ops::{Beginning, Remains, begin, key, remains};
use crate::entity::{Entity, Extraction, ID_CHARS, KIND_CHARS, NAME_CHARS};
use crate::workspace::settings::Settings;

/// Adds an entity at the front of a session's list. An existing entity moves there and takes the new name. Creates the
/// session if it does not exist.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityAdd {
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
    /// Entity type, such as `page`.
    #[serde(rename = "type")]
    #[schemars(length(min = 1, max = KIND_CHARS), regex(pattern = r"^[a-z][a-z0-9_-]*$"))]
    pub kind: String,
    /// Id in its own system, such as `page-123`.
    #[schemars(length(min = 1, max = ID_CHARS), regex(pattern = r"\S"))]
    pub id: String,
    /// Display name. Default: `id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = NAME_CHARS))]
    pub name: Option<String>,
    /// Remains of the expired session, looked up before the decision.
    #[serde(skip)]
    #[schemars(skip)]
    pub remains: Option<Arc<Remains>>,
}

impl Operation for EntityAdd {
    type Output = Tracked;
    const SPEC: Spec = spec!(Write "entity_add" Access::VOICES)
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

fn decide(op: &EntityAdd, tx: &mut Tx) -> Result<Tracked> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let entity = Entity::new(
        &op.kind,
        op.id.trim(),
        op.name.as_deref().unwrap_or("").trim(),
    );
    entity.check("")?;
    let settings = Settings::of(tx)?;
    let draft = begin(tx, &key, Beginning::from(op.remains.as_ref()))?;
    let seen = Extraction {
        found: vec![entity],
        ..Extraction::default()
    };
    Ok(observe(draft, None, &seen, &settings))
}
