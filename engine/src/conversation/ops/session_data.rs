//! `session_data`.

use kernel::prelude::*;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::conversation::ops::checks::check_json;
use crate::conversation::ops::{Beginning, Remains, begin, key, remains};
use crate::patch;
use crate::session::facts::DataMerged;
use crate::session::key::SessionKey;

/// Merges into a session's own data (RFC 7396): objects merge field by field, null takes a field away,
/// anything else replaces. The session begins when there is none.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionData {
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
    /// The patch: an object.
    pub patch: Map<String, Value>,
    /// What is left of the session when its time ran out.
    #[serde(skip)]
    #[schemars(skip)]
    pub remains: Option<Arc<Remains>>,
}

/// The data after it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Merged {
    /// Which session.
    pub session: SessionKey,
    /// Its data, whole.
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
        // The patch alone may be small: what is too large is no argument.
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
