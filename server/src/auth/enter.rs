//! `/enter/{secret}`: signs a person in with a single-use link. Opening it only shows a button, because link scanners
//! would otherwise use it up.

use std::sync::Arc;

use app::context::Theme;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Request, Response};
use doors::base_path;
use doors::encoding::html;
use doors::http::{RequestContext, reply};
use engine::workspace::audit::Way;
use kernel::actor::Actor;
use kernel::ports::accounts::Accounts;
use kernel::{Error, Result};
use store::accounts::{Link, Purpose};

use super::login::{claim_forms, welcome};
use crate::audit;
use crate::form::{Input, Sender};
use crate::identity::Identity;
use crate::peer::Peer;
use crate::site::Site;
use crate::{plain, theme};

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
    headers: HeaderMap,
) -> Response<Body> {
    let theme = theme::of(&headers);
    let link = site.accounts.link(&secret, site.clock.now()).await;
    match link.map(|link| link.and_then(whom)) {
        Ok(Some(person)) => {
            let body = format!(
                "<main id=\"main\" class=\"gate\"><h1>Welcome to Loci</h1>\
                 <p>This link signs you in as <b>{}</b>, once.</p>\
                 <form method=\"post\"><button class=\"btn btn--primary\" type=\"submit\">Sign in</button></form></main>",
                html(&person)
            );
            plain::page(&site, theme, "Sign in", &body)
        }
        Ok(None) => {
            let missed = site.throttle.record_miss(peer.address, site.clock.now());
            let error = missed.err().unwrap_or_else(unknown);
            let place = (Way::Link, peer.address);
            audit::failed(&site, None, place, &error, &context.request).await;
            match error.code {
                kernel::Code::NotFound => gone(&site, theme, &error),
                _ => plain::error(&site, theme, &error),
            }
        }
        Err(error) => plain::error(&site, theme, &error),
    }
}

/// Returns the page for a link that has been used or has expired.
fn gone(site: &Site, theme: Theme, error: &Error) -> Response<Body> {
    let sign_in = ("/sign-in", "Sign in");
    plain::error_with_title(site, theme, error, "This link no longer works", sign_in)
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
    let theme = theme::of(request.headers());
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
            audit::signed_in(&site, &actor, Way::Link, peer.address, &context.request).await;
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
            audit::failed(&site, None, place, &error, &context.request).await;
            Err(error)
        }
    };
    entered.unwrap_or_else(|error| match input.sender {
        Sender::Page if error.code == kernel::Code::NotFound => gone(&site, theme, &error),
        Sender::Page => plain::error(&site, theme, &error),
        Sender::Program => reply::problem(error, &context.request),
    })
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
