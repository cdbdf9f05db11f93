//! `session_fork`: copies a session.

use kernel::prelude::*;
use std::sync::Arc;

use crate::confine;
use crate::conversation::ops::versions::{restore_document, to_go_on_from};
use crate::conversation::ops::{Beginning, Written, begin, fold_above, key, open};
use crate::session::admission::{admits, others};
use crate::session::change::Changes;
use crate::session::facts::{Origin, SessionPut};
use crate::session::key::SessionKey;
use crate::session::state::{Document, Session};
use crate::workspace::settings::Settings;

/// Creates a new session with the content of this one, or of one of its versions. Later changes of either do not affect
/// the other.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionFork {
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
    /// Version to copy. Default: the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    /// Id of the new session, in the same namespace and for the same user; a whole key names others.
    #[schemars(with = "crate::session::SessionName")]
    pub new_id: String,
    /// The session at that version.
    #[serde(skip)]
    #[schemars(skip)]
    pub then: Option<Arc<Session>>,
}

impl SessionFork {
    fn keys(&self) -> Result<(SessionKey, SessionKey)> {
        let from = key(
            &self.session,
            self.namespace.as_ref(),
            self.user_id.as_ref(),
        )?;
        let to = fork_key(&self.new_id, &from)?;
        Ok((from, to))
    }
}

/// Resolves `new_id`: with the namespace and the user of `from` unless it is a whole key.
pub(super) fn fork_key(new_id: &str, from: &SessionKey) -> Result<SessionKey> {
    let named = SessionKey::parse(new_id).map_err(|mut error| {
        for fault in &mut error.extra.fields {
            fault.pointer = "/new_id".into();
        }
        error
    })?;
    if named.namespace.is_some() || named.user_id.is_some() {
        return Ok(named);
    }
    Ok(SessionKey {
        id: named.id,
        ..from.clone()
    })
}

/// Rejects an id that is in use.
pub(super) fn fresh(tx: &mut Tx, to: &SessionKey) -> Result<()> {
    let known = tx.draft::<Session>(&to.stream())?;
    if !admits(known.state(), &known.cx.actor) {
        return Err(others(to));
    }
    if known.lives(known.cx.now) {
        let detail = format!("There is a session {to} already: take another id.");
        return Err(Error::conflict("exists", detail));
    }
    Ok(())
}

impl Operation for SessionFork {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_fork" Access::VOICES)
        .refuses(&["busy", "exists", "full"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            let (from, _) = op.keys()?;
            op.then = Some(to_go_on_from(&view, &from, op.version).await?);
            Ok(op)
        })
    });

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        let of = (&mut self.namespace, &mut self.user_id);
        confine::session(tenant, &mut self.session, of.0, of.1)?;
        let named = SessionKey::parse(&self.new_id)?;
        if named.namespace.is_some() || named.user_id.is_some() {
            confine::key(tenant, &mut self.new_id)?;
        }
        Ok(())
    }
}

fn decide(op: &SessionFork, tx: &mut Tx) -> Result<Written> {
    let (from, to) = op.keys()?;
    let Some(then) = &op.then else {
        return Err(Error::internal("the session to fork was not looked up"));
    };
    let settings = Settings::of(tx)?;
    fresh(tx, &to)?;
    // The session may have ended since the lookup.
    let now = open(tx, &from)?.state().document.clone();
    let document = restore_document(&then.document, &now);
    let forked_from = Some(Origin {
        session: from,
        version: then.version,
    });
    let beginning = Beginning {
        forked_from,
        ..Beginning::default()
    };
    let draft = begin(tx, &to, beginning)?;
    let changes = Changes::between(&Document::default(), &document);
    let written = changes
        .messages
        .iter()
        .map(|message| message.id.clone())
        .collect();
    let mut next = draft.state().clone();
    changes.apply(&mut next.document, 0);
    let fold_above = fold_above(&next, &settings);
    draft.record(SessionPut {
        changes,
        fold_above,
    });
    Ok(Written {
        written,
        ..Written::of(draft.state(), &settings)
    })
}
