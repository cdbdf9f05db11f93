//! `entity_forget`: nobody means it any more.

use crate::conversation::ops::tracked::{Tracked, observe};
use crate::conversation::ops::{key, open};
use crate::entity::{EntityKey, Extraction};
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Takes an entity out of a session's list. One that is not there is passed over.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityForget {
    /// The session's id, or its whole key as answers give it.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// The namespace it belongs to.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// The user whose session it is.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// What it is, such as `page`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id.
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
