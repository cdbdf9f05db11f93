//! `/enter/{secret}`: signs a person in with a single-use link. Opening it only shows a button, because link scanners
//! would otherwise use it up.

use std::sync::Arc;

use app::pages::missing::Screen;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{Request, Response};
use doors::base_path;
use doors::http::{RequestContext, reply};
use engine::workspace::audit::Way;
use kernel::actor::Actor;
use kernel::ports::accounts::Accounts;
use kernel::{Code, Error, Result};
use store::accounts::{Link, Purpose};

use super::login::{claim_forms, welcome};
use crate::audit;
use crate::form::{Input, Sender};
use crate::identity::Identity;
use crate::page;
use crate::peer::Peer;
use crate::site::Site;

fn unknown() -> Error {
    Error::not_found(
        "This link has been used or is too old. Sign in with your password, or have a new link made: loci user link NAME.",
    )
}

/// Shows the person of the link and the button to sign in.
pub async fn show(
    State(site): State<Arc<Site>>,
    Path(secret): Path<String>,
    Extension(context): Extension<RequestContext>,
    Extension(peer): Extension<Peer>,
    request: Request<Body>,
) -> Response<Body> {
    let link = site.accounts.link(&secret, site.clock.now()).await;
    let screen = match link.map(|link| link.and_then(whom)) {
        Ok(Some(person)) => Screen::Welcome { person },
        Ok(None) => {
            let missed = site.throttle.record_miss(peer.address, site.clock.now());
            let error = missed.err().unwrap_or_else(unknown);
            let place = (Way::Link, peer.address);
            audit::record_failure(&site, None, place, &error, &context.request).await;
            problem(&error)
        }
        Err(error) => problem(&error),
    };
    page::screen(&site, request, screen).await
}

/// Returns the page of an error. A link that is not found has been used or has expired.
fn problem(error: &Error) -> Screen {
    match error.code {
        Code::NotFound => Screen::with_title(error, "This link no longer works"),
        _ => Screen::problem(error),
    }
}

/// Returns the person of the link, if its purpose is to sign in.
fn whom(link: Link) -> Option<String> {
    (link.purpose == Purpose::SignIn)
        .then_some(link.person)
        .flatten()
}

/// Signs the person in and invalidates the link.
pub async fn enter(
    State(site): State<Arc<Site>>,
    Path(secret): Path<String>,
    Extension(context): Extension<RequestContext>,
    Extension(identity): Extension<Identity>,
    Extension(peer): Extension<Peer>,
    request: Request<Body>,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let page = Request::from_parts(parts.clone(), Body::empty());
    let request = Request::from_parts(parts, body);
    let input = match Input::read(request).await {
        Ok(input) => input,
        Err(error) => return reply::problem(error, &context.request),
    };
    let before = match &identity {
        Identity::Person(session) => Some(session),
        _ => None,
    };
    let since = site.clock.now();
    let entered = match person(&site, &secret, peer).await {
        Ok(actor) => {
            audit::record_sign_in(&site, &actor, Way::Link, peer.address, &context.request).await;
            match claim_forms(&site, &context, &actor).await {
                Ok(()) => {
                    let next = base_path::home();
                    welcome(&site, before, actor, since, input.sender, next).await
                }
                Err(error) => Err(error),
            }
        }
        Err(error) => {
            let place = (Way::Link, peer.address);
            audit::record_failure(&site, None, place, &error, &context.request).await;
            Err(error)
        }
    };
    match (entered, input.sender) {
        (Ok(response), _) => response,
        (Err(error), Sender::Page) => page::screen(&site, page, problem(&error)).await,
        (Err(error), Sender::Program) => reply::problem(error, &context.request),
    }
}

async fn person(site: &Site, secret: &str, peer: Peer) -> Result<Actor> {
    let now = site.clock.now();
    let link = site.accounts.link(secret, now).await?;
    let Some(name) = link.and_then(whom) else {
        site.throttle.record_miss(peer.address, now)?;
        return Err(unknown());
    };
    site.accounts
        .take_link(secret, now)
        .await?
        .ok_or_else(unknown)?;
    let person = site.accounts.person(&name).await?.ok_or_else(unknown)?;
    Ok(Actor::new(person.name, person.role))
}
