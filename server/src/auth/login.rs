//! What signing in, setting up and entering by a link have in common: reading a small form or JSON,
//! beginning the session, and the way on. Knows no passwords.

use app::call::door::{Desk, local_address, query_pairs, reply};
use app::context::Flash;
use axum::body::{Body, HttpBody as _};
use axum::http::{HeaderMap, Request, Response, header};
use engine::actor::Actor;
use engine::problem::Problem;
use engine::{Code, Error, Result};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_json::{Value, json};

use super::browser;
use super::session::{self, Session};
use crate::site::Site;

/// The most bytes of such a body.
const BYTES: usize = 16 * 1024;

/// Who sent a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sender {
    /// A browser, which wants to see a page next.
    Page,
    /// A program, which wants JSON.
    Program,
}

/// A small form.
pub struct Input {
    fields: Vec<(String, String)>,
    /// Who sent it.
    pub sender: Sender,
}

impl Input {
    /// Reads the body of a request, url-encoded or JSON.
    ///
    /// # Errors
    /// `too_large`, or `invalid` when it is neither.
    pub async fn read(request: Request<Body>) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let too_large = || Error::new(Code::TooLarge, format!("At most {BYTES} bytes."));
        // What says that it is too large is not asked for.
        if body.size_hint().lower() > BYTES as u64 {
            return Err(too_large());
        }
        let bytes = match Limited::new(body, BYTES).collect().await {
            Ok(body) => body.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => return Err(too_large()),
            Err(_) => return Err(Error::invalid("The body broke off before its end.")),
        };
        let text =
            std::str::from_utf8(&bytes).map_err(|_| Error::invalid("The body is not UTF-8."))?;
        let fields = if is(&parts.headers, header::CONTENT_TYPE, "application/json") {
            match serde_json::from_str(text) {
                Ok(Value::Object(object)) => object
                    .into_iter()
                    .filter_map(|(name, value)| Some((name, value.as_str()?.to_owned())))
                    .collect(),
                _ => return Err(Error::invalid("The body is not a JSON object.")),
            }
        } else {
            query_pairs(text)
        };
        let sender = if is(&parts.headers, header::ACCEPT, "text/html") {
            Sender::Page
        } else {
            Sender::Program
        };
        Ok(Self { fields, sender })
    }

    /// A field; empty when it is missing.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.fields
            .iter()
            .find(|(field, _)| field == name)
            .map_or("", |(_, value)| value)
    }

    /// The field `name` if it is an address of this site, else the overview.
    #[must_use]
    pub fn address(&self, name: &str) -> &str {
        local_address(self.get(name)).unwrap_or("/")
    }
}

fn is(headers: &HeaderMap, name: header::HeaderName, kind: &str) -> bool {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains(kind))
}

/// Begins a session and leads on: a browser to `next`, a program gets JSON. A session that the
/// request came with is ended.
///
/// # Errors
/// `unavailable` when the session cannot be stored.
pub async fn welcome(
    site: &Site,
    before: Option<&Session>,
    actor: Actor,
    sender: Sender,
    next: &str,
) -> Result<Response<Body>> {
    if let Some(before) = before {
        site.sessions.end(site, before.id).await?;
    }
    let session = site.sessions.begin(actor, site.clock.now()).await?;
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
    let cookie = session::set_cookie(session.id, site.secure());
    let browser = browser::set_cookie(site, &session.actor.id, site.secure())?;
    let headers = response.headers_mut();
    headers.insert(header::SET_COOKIE, cookie);
    headers.append(header::SET_COOKIE, browser);
    Ok(response)
}

/// Refuses: a browser goes back to `page` and reads why there, beside the name it had typed; a program
/// gets problem details.
#[must_use]
pub fn refuse(
    error: Error,
    desk: &Desk,
    operation: &str,
    input: &Input,
    page: &str,
) -> Response<Body> {
    match input.sender {
        Sender::Program => reply::problem(error, &desk.request),
        Sender::Page => {
            let flash = Flash {
                operation: operation.into(),
                form: operation.into(),
                sent: vec![("name".into(), input.get("name").into())],
                problem: Some(Problem::new(error, &desk.request)),
                ..Flash::default()
            };
            reply::back_to(page, desk, flash)
        }
    }
}
