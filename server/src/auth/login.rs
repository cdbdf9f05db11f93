//! Common steps of sign-in, setup and sign-in links: creating the session and the redirect.

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

/// Creates a session. Redirects a browser to `next`; a program gets JSON. Ends the session that the request came with.
/// `since` is the time of the request: a password change during its validation ends the new session as well.
///
/// # Errors
/// Returns `unavailable` if the session cannot be stored.
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

/// Transfers forms that were rejected because the session had ended to the person who signs in again from the same
/// browser.
///
/// # Errors
/// Returns `unavailable` if the sessions cannot be read, or the forms cannot be written.
pub async fn claim_forms(site: &Site, context: &RequestContext, actor: &Actor) -> Result<()> {
    let Some(ended) = &context.ended_session else {
        return Ok(());
    };
    let before = match ended.parse() {
        Ok(id) => site.sessions.person(id).await?,
        Err(_) => None,
    };
    // Another person at the same browser gets nothing.
    if before.is_none_or(|before| before == actor.id) {
        site.flashes.claim(ended, actor).await?;
    }
    Ok(())
}

/// Rejects the request: a browser is redirected to `page`, which shows the error and the name that was typed; a program
/// gets problem details.
pub async fn refuse(
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
                problem: Some(Problem::new(error.clone(), &context.request)),
                ..Flash::default()
            };
            let back = reply::back_to(page, context, &flash).await;
            back.unwrap_or_else(|| reply::problem(error, &context.request))
        }
    }
}
