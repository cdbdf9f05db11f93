//! Confines calls with tokens bound to a user or a namespace: completes the arguments that name a session or an owner,
//! or rejects the call.

use crate::session::SessionKey;
use kernel::error::{Error, Result};
use kernel::tenant::Tenant;

/// Implements [`confine`](kernel::operation::Operation::confine) for an operation on one session.
macro_rules! of_session {
    () => {
        fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> kernel::error::Result<()> {
            let Self {
                session,
                namespace,
                user_id,
                ..
            } = self;
            crate::confine::session(tenant, session, namespace, user_id)
        }
    };
}

pub(crate) use of_session;

/// Returns the error for a call that names another user or namespace.
pub(crate) fn foreign(tenant: &Tenant) -> Error {
    let part = |name: &str, value: Option<&str>| value.map(|value| format!("the {name} `{value}`"));
    let user = part("user", tenant.user_id.as_deref());
    let namespace = part("namespace", tenant.namespace.as_deref());
    let own: Vec<String> = user.into_iter().chain(namespace).collect();
    Error::forbidden(format!(
        "Your token is bound to {}: leave `user_id` and `namespace` out, or name these.",
        own.join(" in ")
    ))
}

/// Completes the owner of a session, of a memory or of a list.
pub(crate) fn owner<T: AsRef<str> + for<'a> From<&'a str>>(
    tenant: &Tenant,
    user_id: &mut Option<T>,
    namespace: &mut Option<T>,
) -> Result<()> {
    for (own, given) in [(&tenant.user_id, user_id), (&tenant.namespace, namespace)] {
        let Some(own) = own.as_deref() else { continue };
        match given
            .as_ref()
            .map(T::as_ref)
            .filter(|given| !given.is_empty())
        {
            None => *given = Some(T::from(own)),
            Some(named) if named == own => {}
            Some(_) => return Err(foreign(tenant)),
        }
    }
    Ok(())
}

/// Completes the arguments that name a session, which may be a whole key.
pub(crate) fn session(
    tenant: &Tenant,
    session: &mut String,
    namespace: &mut Option<String>,
    user_id: &mut Option<String>,
) -> Result<()> {
    let SessionKey {
        id,
        namespace: of,
        user_id: whose,
    } = SessionKey::resolve(session, namespace.as_deref(), user_id.as_deref())?;
    *namespace = of.as_deref().map(str::to_owned);
    *user_id = whose.as_deref().map(str::to_owned);
    owner(tenant, user_id, namespace)?;
    *session = id.to_string();
    Ok(())
}

/// Completes a session's key in one argument.
pub(crate) fn key(tenant: &Tenant, session: &mut String) -> Result<()> {
    let mut key = SessionKey::parse(session)?;
    owner(tenant, &mut key.user_id, &mut key.namespace)?;
    *session = key.to_string();
    Ok(())
}
