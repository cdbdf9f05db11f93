//! `POST /setup`: creates the first owner with the setup link. Rejected once there is an owner.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, Response};
use doors::base_path;
use doors::http::{RequestContext, reply};
use engine::workspace::audit::{PersonCreated, Way};
use engine::workspace::ops::noted::Noted;
use kernel::actor::Actor;
use kernel::{Error, Result};
use store::accounts::Purpose;

use super::login::{refuse, welcome};
use crate::audit;
use crate::command::may_be_called;
use crate::form::Input;
use crate::peer::Peer;
use crate::site::Site;

/// Name under which pages find the reason why a setup was rejected.
pub const NAME: &str = "setup";

/// Creates the first owner from `secret`, `name` and `password`.
pub async fn setup(
    State(site): State<Arc<Site>>,
    Extension(context): Extension<RequestContext>,
    Extension(peer): Extension<Peer>,
    request: Request<Body>,
) -> Response<Body> {
    let input = match Input::read(request).await {
        Ok(input) => input,
        Err(error) => return reply::problem(error, &context.request),
    };
    let made = match first_owner(&site, &input, peer, &context.request).await {
        Ok(owner) => {
            audit::record_sign_in(&site, &owner, Way::Setup, peer.address, &context.request).await;
            welcome(
                &site,
                None,
                owner,
                site.clock.now(),
                input.sender,
                base_path::home(),
            )
            .await
        }
        Err(error) => {
            let place = (Way::Setup, peer.address);
            audit::record_failure(&site, None, place, &error, &context.request).await;
            Err(error)
        }
    };
    match made {
        Ok(response) => response,
        Err(error) => {
            let secret: String = input
                .get("secret")
                .chars()
                .filter(char::is_ascii_hexdigit)
                .collect();
            let page = base_path::at(&format!("/setup?secret={secret}"));
            refuse(error, &context, NAME, &input, &page).await
        }
    }
}

async fn first_owner(site: &Site, input: &Input, peer: Peer, request: &str) -> Result<Actor> {
    let now = site.clock.now();
    if site.is_set_up().await? {
        return Err(has_owner());
    }
    let secret = input.get("secret");
    let link = site.accounts.link(secret, now).await?;
    if link.is_none_or(|link| link.purpose != Purpose::Setup) {
        site.throttle.record_miss(peer.address, now)?;
        return Err(bad_link());
    }
    let name = input.get("name").trim();
    may_be_called(&site.hub, &*site.accounts, name).await?;
    let password = input.get("password");
    let made = site.accounts.first_owner(secret, name, password, now);
    let Some(person) = made.await? else {
        // Another request was faster.
        return Err(if site.is_set_up().await? {
            has_owner()
        } else {
            bad_link()
        });
    };
    let what = Noted::PersonCreated(PersonCreated {
        name: person.name.clone(),
        role: person.role,
    });
    let actor = Actor::new(&*person.name, person.role);
    audit::note(site, what, actor, request).await;
    Ok(Actor::new(person.name, person.role))
}

fn has_owner() -> Error {
    Error::conflict(
        "set_up",
        "This Loci has its owner already. Sign in; whoever runs it lets others in with `loci user create`.",
    )
}

fn bad_link() -> Error {
    Error::forbidden(
        "This link is none of this Loci, or too old: `loci setup-link` prints a new one.",
    )
}
