//! `entity_forget`: stops tracking an entity.

use crate::conversation::ops::tracked::{Tracked, observe};
use crate::conversation::ops::{key, open};
use crate::entity::{EntityKey, Extraction};
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Removes an entity from a session's list. An unknown entity is ignored.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityForget {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Entity type, such as `page`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Id of the entity.
    pub id: String,
}

impl Operation for EntityForget {
    type Output = Tracked;
    const SPEC: Spec = spec!(Write "entity_forget" Access::VOICES)
        .with(&[Trait::Confined, Trait::MakesRoom, Trait::Destroys])
        .refuses(&["busy", "exists", "full"]);
    const HOW: How<Self> = How::Decide(decide);

    crate::confine::of_session!();
}

fn decide(op: &EntityForget, tx: &mut Tx) -> Result<Tracked> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let settings = Settings::of(tx)?;
    let draft = open(tx, &key)?;
    let seen = Extraction {
        deleted: vec![EntityKey {
            kind: op.kind.clone(),
            id: op.id.clone(),
        }],
        ..Extraction::default()
    };
    Ok(observe(draft, None, &seen, &settings))
}
