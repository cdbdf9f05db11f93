//! `session_recover`: a deleted session is brought back.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::error::{Error, Result};
use crate::operation::{How, Operation, Spec};
use crate::scratchpad::thread;
use crate::session::facts::SessionRecovered;
use crate::session::message::Message;
use crate::session::ops::{Written, key, missing, promote};
use crate::session::state::{Ending, Session};
use crate::spec;
use crate::tx::Tx;

/// Brings a deleted session back, as long as it is not erased and its id was not used again.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionRecover {
    /// The session's id, or its whole key as answers give it.
    pub session: String,
    /// The namespace it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// The user whose session it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
}

impl Operation for SessionRecover {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_recover" Access::PEOPLE);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &SessionRecover, tx: &mut Tx) -> Result<Written> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let settings = tx.settings()?;
    let draft = tx.draft::<Session>(&key.stream())?;
    match (draft.begun, draft.ended, draft.graves.last()) {
        (1.., Some(Ending::Deleted), Some(grave)) if grave.purge_at > draft.cx.now => {
            let purge_at = grave.purge_at;
            draft.record(SessionRecovered {});
            thread::come_back(tx, &key.to_string(), purge_at)?;
            let draft = tx.draft::<Session>(&key.stream())?;
            // They were forgotten with it.
            let messages: Vec<Arc<Message>> = draft.messages.iter().map(again).collect();
            promote::messages(tx, &key, &messages, &settings)?;
            let draft = tx.draft::<Session>(&key.stream())?;
            Ok(Written::of(draft.state(), &settings))
        }
        (1.., Some(Ending::Deleted), Some(grave)) => {
            let until = grave.purge_at;
            let detail = format!("It could be brought back until {until} and is being erased.");
            Err(Error::conflict("too_late", detail))
        }
        (1.., None, _) if draft.lives(draft.cx.now) => {
            let detail = "The session is not deleted: there is nothing to bring back.";
            Err(Error::conflict("not_deleted", detail))
        }
        _ => Err(missing(&key)),
    }
}

/// A message as if it had never been indexed.
fn again(message: &Arc<Message>) -> Arc<Message> {
    Arc::new(Message {
        persisted_at: None,
        ..Message::clone(message)
    })
}
