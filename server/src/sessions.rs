//! Sessions of people: a random id in a cookie, and the record stored under it.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, header};
use doors::base_path;
use kernel::actor::Actor;
use kernel::ports::accounts::Accounts;
use kernel::time::{DAY, Time};
use kernel::{Error, Result};
use serde_json::Value;
use store::DbSessions;
use time::OffsetDateTime;
use tower_sessions::session::Record;
use tower_sessions::{SessionStore, session};

use crate::chance;

/// Id of a session.
pub type Id = session::Id;

/// Name of the cookie.
const COOKIE: &str = "loci_session";
/// Lifetime of an unused session, in milliseconds.
const LASTS: i64 = 14 * DAY;
/// Lifetime of the cookie, in milliseconds. Longer than the session's, so that a form sent after its end is still
/// attributed to its browser. It is not renewed, which also limits how long a person stays signed in: a response that
/// sets it must not be cached, and static files are.
const COOKIE_LASTS: i64 = 28 * DAY;
/// Remaining lifetime below which a session is renewed on use, so that not every request writes.
const PROLONG: i64 = 13 * DAY;

/// A person's session.
#[derive(Clone, Debug)]
pub struct Session {
    /// Id of the session.
    pub id: Id,
    /// The person with their current role.
    pub actor: Actor,
    /// CSRF token of their forms.
    pub csrf: Arc<str>,
}

/// Access to the stored sessions.
#[derive(Clone)]
pub struct Sessions {
    store: DbSessions,
}

impl Sessions {
    /// Creates it for `store`.
    #[must_use]
    pub const fn new(store: DbSessions) -> Self {
        Self { store }
    }

    /// Creates a session for a person, always with a fresh id to prevent session fixation.
    ///
    /// # Errors
    /// Returns `unavailable` if it cannot be stored.
    pub async fn begin(&self, actor: Actor, now: Time) -> Result<Session> {
        let csrf: Arc<str> = chance::word()?.into();
        let mut record = Record {
            id: Id::default(),
            data: [
                ("person".to_owned(), Value::from(actor.id.as_str())),
                ("csrf".to_owned(), Value::from(csrf.as_ref())),
                ("since".to_owned(), Value::from(now.0)),
            ]
            .into(),
            expiry_date: moment(now.plus(LASTS)),
        };
        self.store.create(&mut record).await.map_err(unavailable)?;
        Ok(Session {
            id: record.id,
            actor,
            csrf,
        })
    }

    /// Returns the session with that id, if it has not expired and its person still exists with the same password.
    ///
    /// # Errors
    /// Returns `unavailable` if the sessions or the people cannot be read.
    pub async fn find(
        &self,
        accounts: &dyn Accounts,
        now: Time,
        id: Id,
    ) -> Result<Option<Session>> {
        let Some(mut record) = self.store.load(&id).await.map_err(unavailable)? else {
            return Ok(None);
        };
        if record.expiry_date <= moment(now) {
            return Ok(None);
        }
        let text = |name: &str| record.data.get(name).and_then(Value::as_str);
        let (Some(name), Some(csrf)) = (text("person"), text("csrf")) else {
            return Ok(None);
        };
        let csrf: Arc<str> = csrf.into();
        let Some(person) = accounts.person(name).await? else {
            return Ok(None);
        };
        // A password change ends all earlier sessions.
        let since = record.data.get("since").and_then(Value::as_i64);
        if since.is_none_or(|since| Time(since) < person.password_at) {
            return Ok(None);
        }
        if record.expiry_date < moment(now.plus(PROLONG)) {
            record.expiry_date = moment(now.plus(LASTS));
            self.store.save(&record).await.map_err(unavailable)?;
        }
        Ok(Some(Session {
            id,
            actor: Actor::new(person.name, person.role),
            csrf,
        }))
    }

    /// Returns the name of the person of a current or expired session, as long as it is stored.
    ///
    /// # Errors
    /// Returns `unavailable` if the sessions cannot be read.
    pub async fn person(&self, id: Id) -> Result<Option<String>> {
        let record = self.store.load(&id).await.map_err(unavailable)?;
        let name = record.and_then(|mut record| record.data.remove("person"));
        Ok(name.and_then(|name| name.as_str().map(str::to_owned)))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// Returns `unavailable` if it cannot be deleted.
    pub async fn end(&self, id: Id) -> Result<()> {
        self.store.delete(&id).await.map_err(unavailable)
    }

    /// Deletes expired sessions.
    ///
    /// # Errors
    /// Returns `unavailable` if they cannot be deleted.
    pub async fn clean(&self, now: Time) -> Result<()> {
        self.store.delete_expired(now).await
    }
}

fn moment(time: Time) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(time.0 / 1000).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is the last use of the error"
)]
fn unavailable(error: tower_sessions::session_store::Error) -> Error {
    tracing::error!(%error, "the sessions cannot be used");
    Error::unavailable("Sessions cannot be read or written now. Try again in a moment.")
}

/// Returns the session id in a request's cookies.
#[must_use]
pub fn cookie(headers: &HeaderMap) -> Option<Id> {
    cookie_value(headers, COOKIE)?.parse().ok()
}

/// Returns the value of a request's cookie.
#[must_use]
pub fn cookie_value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Scope of cookies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secure {
    /// HTTPS only.
    Only,
    /// HTTP as well: the server is on this machine.
    Also,
}

impl Secure {
    /// Returns the attribute for `Set-Cookie`.
    #[must_use]
    pub const fn attribute(self) -> &'static str {
        match self {
            Self::Only => "; Secure",
            Self::Also => "",
        }
    }
}

/// Returns the `Set-Cookie` value of a session. Without `Domain`, so that only this host gets it back; with the base
/// path, so that two instances on one host do not replace each other's, and other programs of the host do not get it.
#[must_use]
pub fn set_cookie(id: Id, secure: Secure) -> HeaderValue {
    let text = format!(
        "{COOKIE}={id}; Path={}; HttpOnly; SameSite=Lax; Max-Age={}{}",
        base_path::root(),
        COOKIE_LASTS / 1000,
        secure.attribute()
    );
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

/// Returns the `Set-Cookie` value that removes a session's cookie.
#[must_use]
pub fn clear_cookie(secure: Secure) -> HeaderValue {
    let text = format!(
        "{COOKIE}=; Path={}; HttpOnly; SameSite=Lax; Max-Age=0{}",
        base_path::root(),
        secure.attribute()
    );
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; theme=dark"));
        headers.append(header::COOKIE, HeaderValue::from_static("loci_session=x"));
        assert_eq!(cookie_value(&headers, "theme"), Some("dark"));
        assert_eq!(cookie_value(&headers, "loci_session"), Some("x"));
        assert_eq!(cookie_value(&headers, "them"), None);
        assert_eq!(cookie(&headers), None, "x is no session's number");
    }

    #[test]
    fn a_cookie_is_host_only_and_out_of_reach_of_scripts() {
        let text = set_cookie(Id::default(), Secure::Only);
        let text = text.to_str().unwrap();
        assert!(text.contains("HttpOnly; SameSite=Lax") && text.ends_with("; Secure"));
        assert!(!text.contains("Domain"));
    }
}
