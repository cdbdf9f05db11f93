//! `entity_export`: exports a checkpoint of the entities.

use crate::conversation::ops::key;
use crate::conversation::ops::tracked::read_entities;
use crate::entity::Saved;
use crate::session::key::SessionKey;
use kernel::prelude::*;

/// Exports a checkpoint of a session's entities, to be stored elsewhere and restored with `entity_restore`.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityExport {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
}

/// An exported checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Exported {
    /// Key of the session.
    pub session: SessionKey,
    /// The checkpoint, as `entity_restore` accepts it.
    pub saved: Saved,
}

impl Operation for EntityExport {
    type Output = Exported;
    const SPEC: Spec =
        spec!(Read "entity_export" Access::ALL).with(&[Trait::Confined, Trait::Unlisted]);
    const HOW: How<Self> = How::Run(run);

    crate::confine::of_session!();
}

fn run(op: EntityExport, view: View) -> Fut<'static, Result<Exported>> {
    Box::pin(async move {
        let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
        let saved = read_entities(&view, &key).await?.export();
        Ok(Exported {
            session: key,
            saved,
        })
    })
}
