//! `session_data`: merges a patch into the session's data.

use kernel::prelude::*;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::conversation::ops::checks::check_json;
use crate::conversation::ops::{Beginning, Remains, begin, key, remains};
use crate::patch;
use crate::session::facts::DataMerged;
use crate::session::key::SessionKey;

/// Merges a patch into a session's own data (RFC 7396): objects merge field by field, null removes a field, anything
/// else replaces. Creates the session if it does not exist.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionData {
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
    /// The patch, an object.
    pub patch: Map<String, Value>,
    /// Remains of the expired session, looked up before the decision.
    #[serde(skip)]
    #[schemars(skip)]
    pub remains: Option<Arc<Remains>>,
}

/// The merged data.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Merged {
    /// Key of the session.
    pub session: SessionKey,
    /// The complete data.
    pub data: Map<String, Value>,
}

impl Operation for SessionData {
    type Output = Merged;
    const SPEC: Spec = spec!(Write "session_data" Access::VOICES)
        .with(&[Trait::Confined, Trait::Repeatable])
        .refuses(&["busy", "exists", "full"]);
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

fn decide(op: &SessionData, tx: &mut Tx) -> Result<Merged> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    if op.patch.is_empty() {
        return Err(Error::field("/patch", "is empty: say what changes"));
    }
    let draft = begin(tx, &key, Beginning::from(op.remains.as_ref()))?;
    let patch = Value::Object(op.patch.clone());
    let mut data = Map::clone(&draft.data);
    patch::merge_into(&mut data, &patch);
    if data != *draft.data {
        // The patch alone may be small: the argument is not what is too large.
        check_json("", &Value::Object(data.clone())).map_err(|error| {
            let detail = error.extra.fields.into_iter().map(|field| field.detail);
            let detail: String = detail.collect();
            Error::new(
                Code::TooLarge,
                format!("The session's data with this patch {detail}. Null takes a field away."),
            )
        })?;
        draft.record(DataMerged { patch });
    }
    Ok(Merged { session: key, data })
}
