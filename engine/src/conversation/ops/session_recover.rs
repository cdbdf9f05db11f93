//! `session_recover`: recovers a deleted session.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::session_fork::{fork_key, fresh};
use crate::conversation::ops::versions::fold;
use crate::conversation::ops::{Beginning, Written, begin, fold_above, key, missing, promote};
use crate::scratchpad::thread;
use crate::session::change::Changes;
use crate::session::facts::{Origin, SessionPut, SessionRecovered, SessionShared};
use crate::session::key::SessionKey;
use crate::session::message::Message;
use crate::session::state::{Document, EndedLife, Ending, Session};
use crate::workspace::settings::Settings;

/// Recovers a deleted session that is not erased yet. If its id is in use again, recover it under another one with
/// `new_id`; the error lists the sessions that can be recovered only that way.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionRecover {
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
    /// New id, in the same namespace and for the same user unless it is a whole key. The session's agents may read it
    /// there; its scratchpads stay with the old id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionName>")]
    pub new_id: Option<String>,
    /// With `new_id`: a version of the session to recover, its last one or an earlier one. Default: the session deleted
    /// last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    /// The recovered session, and its last version.
    #[serde(skip)]
    #[schemars(skip)]
    pub then: Option<(Version, Arc<Session>)>,
}

impl Operation for SessionRecover {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_recover" Access::PEOPLE).refuses(&[
        "busy",
        "exists",
        "full",
        "not_deleted",
        "too_late",
    ]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            if op.new_id.is_none() {
                return Ok(op);
            }
            let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
            let (session, _) = view.state::<Session>(&key.stream()).await?;
            if let Some(life) = earlier(&session, view.now, op.version) {
                let then = fold(&view, &key, life.until).await?;
                op.then = then.map(|then| (life.until, Arc::new(then)));
            }
            Ok(op)
        })
    });
}

/// Returns the deleted sessions of an id that can be recovered, the last one first.
fn restorable_lives(session: &Session, now: Time) -> impl Iterator<Item = &EndedLife> {
    let lives = session.ended_lives.iter().rev();
    lives.filter(move |life| life.purge_at > now)
}

/// Returns the deleted session that had this version; the last one if `version` is absent.
fn earlier(session: &Session, now: Time, version: Option<Version>) -> Option<&EndedLife> {
    let mut lives = restorable_lives(session, now);
    match version {
        None => lives.next(),
        Some(version) => lives.filter(|life| life.until >= version).last(),
    }
}

fn decide(op: &SessionRecover, tx: &mut Tx) -> Result<Written> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    if let Some(new_id) = &op.new_id {
        return elsewhere(op, tx, &key, new_id);
    }
    let settings = Settings::of(tx)?;
    let draft = tx.draft::<Session>(&key.stream())?;
    match (draft.begun, draft.ended, draft.ended_lives.last()) {
        (1.., Some(Ending::Deleted), Some(life)) if life.purge_at > draft.cx.now => {
            let purge_at = life.purge_at;
            draft.record(SessionRecovered {});
            thread::come_back(tx, &key.to_string(), purge_at)?;
            let draft = tx.draft::<Session>(&key.stream())?;
            // They were forgotten with the session.
            let messages: Vec<Arc<Message>> = draft.messages.iter().map(again).collect();
            promote::messages(tx, &key, &messages, &settings)?;
            let draft = tx.draft::<Session>(&key.stream())?;
            Ok(Written::of(draft.state(), &settings))
        }
        (1.., Some(Ending::Deleted), Some(life)) => {
            let until = life.purge_at;
            let detail = format!("It could be brought back until {until} and is being erased.");
            Err(Error::conflict("too_late", detail))
        }
        _ if restorable_lives(draft, draft.cx.now).next().is_some() => {
            let all = restorable_lives(draft, draft.cx.now);
            let all = all.map(|life| format!("version {} until {}", life.until, life.purge_at));
            let all = all.collect::<Vec<_>>().join(", ");
            let detail = format!(
                "The session is not deleted, but earlier ones of its id are: they can be brought back under \
                 another id, which is given as `new_id`: {all}."
            );
            Err(Error::conflict("not_deleted", detail))
        }
        (1.., None, _) if draft.lives(draft.cx.now) => {
            let detail = "The session is not deleted: there is nothing to bring back.";
            Err(Error::conflict("not_deleted", detail))
        }
        _ => Err(missing(&key)),
    }
}

/// Recovers an earlier session of an id under another one.
fn elsewhere(op: &SessionRecover, tx: &mut Tx, key: &SessionKey, new_id: &str) -> Result<Written> {
    let to = fork_key(new_id, key)?;
    let settings = Settings::of(tx)?;
    let known = tx.draft::<Session>(&key.stream())?;
    let life = earlier(known, known.cx.now, op.version).map(|life| life.until);
    let Some(until) = life else {
        let detail = "No deleted session of that id can be brought back.";
        return Err(Error::conflict("not_deleted", detail));
    };
    let Some((_, then)) = op.then.as_ref().filter(|(looked, _)| *looked == until) else {
        let detail = "The session is being deleted or erased. Try again.";
        return tx.reject_outdated(Error::conflict("busy", detail));
    };
    fresh(tx, &to)?;
    let beginning = Beginning {
        forked_from: Some(Origin {
            session: key.clone(),
            version: until,
        }),
        ..Beginning::default()
    };
    let draft = begin(tx, &to, beginning)?;
    let agents: Vec<Arc<str>> = then.writers.iter().cloned().collect();
    if !agents.is_empty() {
        draft.record(SessionShared { agents });
    }
    let mut document = then.document.clone();
    document.messages = then.messages.iter().map(again).collect();
    let changes = Changes::between(&Document::default(), &document);
    let mut next = draft.state().clone();
    changes.apply(&mut next.document, 0);
    let fold_above = fold_above(&next, &settings);
    draft.record(SessionPut {
        changes,
        fold_above,
    });
    let messages: Vec<Arc<Message>> = draft.messages.iter().cloned().collect();
    promote::messages(tx, &to, &messages, &settings)?;
    let draft = tx.draft::<Session>(&to.stream())?;
    Ok(Written {
        written: messages.iter().map(|message| message.id.clone()).collect(),
        ..Written::of(draft.state(), &settings)
    })
}

/// Returns a copy of a message that is not marked as indexed.
fn again(message: &Arc<Message>) -> Arc<Message> {
    Arc::new(Message {
        persisted_at: None,
        ..Message::clone(message)
    })
}
