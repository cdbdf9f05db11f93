//! `POST /sign-in` and `POST /sign-out` for people. Agents use tokens instead.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Request, Response, header};
use doors::base_path;
use doors::encoding;
use doors::http::{RequestContext, reply};
use engine::workspace::audit::Way;
use kernel::actor::Actor;
use kernel::ports::accounts::Accounts;
use kernel::{Code, Error, Result};

use super::browser;
use super::login::{claim_forms, refuse, welcome};
use crate::audit;
use crate::chance;
use crate::form::{Input, Sender};
use crate::identity::Identity;
use crate::peer::Peer;
use crate::sessions;
use crate::site::Site;
use crate::throttle::Visit;

/// Name under which pages look up the error of a sign-in.
pub const NAME: &str = "sign_in";

/// Signs a person in: `name`, `password`, and for browsers `next`.
pub async fn sign_in(
    State(site): State<Arc<Site>>,
    Extension(context): Extension<RequestContext>,
    Extension(identity): Extension<Identity>,
    Extension(peer): Extension<Peer>,
    request: Request<Body>,
) -> Response<Body> {
    let headers = request.headers().clone();
    let input = match Input::read(request).await {
        Ok(input) => input,
        Err(error) => return reply::problem(error, &context.request),
    };
    let next = input.address("next");
    let before = match &identity {
        Identity::Person(session) => Some(session),
        _ => None,
    };
    let since = site.clock.now();
    let signed = match check(&site, &input, &headers, peer.address).await {
        Ok(actor) => {
            let (by, request) = (Way::Password, &context.request);
            audit::record_sign_in(&site, &actor, by, peer.address, request).await;
            match claim_forms(&site, &context, &actor).await {
                Ok(()) => welcome(&site, before, actor, since, input.sender, next).await,
                Err(error) => Err(error),
            }
        }
        Err(error) => {
            let (name, place) = (input.get("name").trim(), (Way::Password, peer.address));
            audit::record_failure(&site, Some(name), place, &error, &context.request).await;
            Err(error)
        }
    };
    match signed {
        Ok(response) => response,
        Err(error) => {
            let mut page = base_path::at("/sign-in?next=");
            encoding::encode(next, &mut page);
            refuse(error, &context, NAME, &input, &page).await
        }
    }
}

async fn check(site: &Site, input: &Input, headers: &HeaderMap, address: IpAddr) -> Result<Actor> {
    let (name, password) = (input.get("name").trim(), input.get("password"));
    for (field, value) in [("/name", name), ("/password", password)] {
        if value.is_empty() {
            return Err(Error::field(field, "is missing"));
        }
    }
    let visit = Visit {
        name,
        address,
        browser: browser::of(site, headers, name),
    };
    let this = site.throttle.begin(visit, site.clock.now())?;
    match site.accounts.sign_in(name, password).await? {
        Some(person) => {
            site.throttle.record_success(this, site.clock.now());
            Ok(Actor::new(person.name, person.role))
        }
        None => Err(Error::new(
            Code::Unauthenticated,
            "The name or the password is wrong.",
        )),
    }
}

/// Ends the session and leads to the sign-in page.
pub async fn sign_out(
    State(site): State<Arc<Site>>,
    Extension(context): Extension<RequestContext>,
    Extension(identity): Extension<Identity>,
    request: Request<Body>,
) -> Response<Body> {
    let input = match Input::read(request).await {
        Ok(input) => input,
        Err(error) => return reply::problem(error, &context.request),
    };
    if let Identity::Person(session) = &identity {
        if input.sender == Sender::Page && !chance::same(input.get("csrf"), &session.csrf) {
            let error = Error::forbidden("This form is not from a page of this session.");
            return reply::problem(error, &context.request);
        }
        if let Err(error) = site.end_session(session.id).await {
            return reply::problem(error, &context.request);
        }
    }
    let mut response = match input.sender {
        Sender::Page => reply::redirect(&base_path::at("/sign-in")),
        Sender::Program => reply::json_response(b"{}".to_vec(), None),
    };
    let cookie = sessions::clear_cookie(site.secure());
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    response
}
