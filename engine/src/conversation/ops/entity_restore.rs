//! `entity_restore`: restores the entities of a checkpoint.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::tracked::{Tracked, limit};
use crate::conversation::ops::{Beginning, Remains, begin, key, remains};
use crate::entity::{Entities, Entity, Saved};
use crate::session::facts::EntitiesRestored;
use crate::workspace::settings::Settings;

/// Replaces a session's entities by those of a checkpoint from `entity_export`. Creates the session if it does not
/// exist.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityRestore {
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
    /// The checkpoint.
    pub saved: Saved,
    /// Remains of the expired session, looked up before the decision.
    #[serde(skip)]
    #[schemars(skip)]
    pub remains: Option<Arc<Remains>>,
}

impl Operation for EntityRestore {
    type Output = Tracked;
    const SPEC: Spec = spec!(Write "entity_restore" Access::VOICES)
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

fn decide(op: &EntityRestore, tx: &mut Tx) -> Result<Tracked> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let settings = Settings::of(tx)?;
    let entities = Entities::restore(op.saved.clone(), limit(&settings), "/saved")?;
    let draft = begin(tx, &key, Beginning::from(op.remains.as_ref()))?;
    let removed = draft
        .entities
        .iter()
        .filter(|known| entities.get(&known.kind, &known.id).is_none())
        .map(Entity::key)
        .collect();
    if entities != draft.entities {
        draft.record(EntitiesRestored {
            entities: entities.clone(),
        });
    }
    Ok(Tracked {
        session: key,
        found: Vec::new(),
        removed,
        entities: entities.iter().cloned().collect(),
    })
}
