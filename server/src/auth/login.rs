//! What signing in, setting up and entering by a link have in common: beginning the session, and the way
//! on. Knows no passwords.

use axum::body::Body;
use axum::http::{Response, header};
use doors::Flash;
use doors::http::{RequestContext, reply};
use kernel::actor::Actor;
use kernel::problem::Problem;
use kernel::{Error, Result, Time};
use serde_json::json;

use super::browser;
use crate::form::{Input, Sender};
use crate::sessions::{self, Session};
use crate::site::Site;

/// Begins a session and leads on: a browser to `next`, a program gets JSON. A session that the
/// request came with is ended. `since` is when it was asked for: a password that changes while the one before is
/// looked at ends it as well.
///
/// # Errors
/// `unavailable` when the session cannot be stored.
pub async fn welcome(
    site: &Site,
    before: Option<&Session>,
    actor: Actor,
    since: Time,
    sender: Sender,
    next: &str,
) -> Result<Response<Body>> {
    if let Some(before) = before {
        site.end_session(before.id).await?;
    }
    let session = site.sessions.begin(actor, since).await?;
    let mut response = match sender {
        Sender::Page => reply::redirect(next),
        Sender::Program => {
            let who = json!({
                "name": session.actor.id,
                "role": session.actor.role,
                "csrf": session.csrf.as_ref(),
            });
            reply::json_response(who.to_string().into_bytes(), None)
        }
    };
    let cookie = sessions::set_cookie(session.id, site.secure());
    let browser = browser::set_cookie(site, &session.actor.id, site.secure())?;
    let headers = response.headers_mut();
    headers.insert(header::SET_COOKIE, cookie);
    headers.append(header::SET_COOKIE, browser);
    Ok(response)
}

/// Gives forms that were refused because the session had ended to the person who signs in again from the same browser.
///
/// # Errors
/// `unavailable` when the sessions cannot be read.
pub async fn claim_forms(site: &Site, context: &RequestContext, actor: &Actor) -> Result<()> {
    let Some(ended) = &context.ended_session else {
        return Ok(());
    };
    let before = match ended.parse() {
        Ok(id) => site.sessions.person(id).await?,
        Err(_) => None,
    };
    // Somebody else at the same browser gets nothing.
    if before.is_none_or(|before| before == actor.id) {
        site.flashes.claim(ended, actor);
    }
    Ok(())
}

/// Refuses: a browser goes back to `page` and reads why there, beside the name it had typed; a program
/// gets problem details.
#[must_use]
pub fn refuse(
    error: Error,
    context: &RequestContext,
    operation: &str,
    input: &Input,
    page: &str,
) -> Response<Body> {
    match input.sender {
        Sender::Program => reply::problem(error, &context.request),
        Sender::Page => {
            let flash = Flash {
                operation: operation.into(),
                form: operation.into(),
                sent: vec![("name".into(), input.get("name").into())],
                problem: Some(Problem::new(error, &context.request)),
                ..Flash::default()
            };
            reply::back_to(page, context, flash)
        }
    }
}
