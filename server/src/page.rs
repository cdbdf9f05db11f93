//! One page: its context, and pages that have no address of their own.

use std::sync::Arc;

use app::context::{Context, Csrf, Viewer};
use app::moment::Moment;
use app::pages::missing::Screen;
use app::shell::assets::AssetNames;
use app::shell::shell;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use doors::http::{RequestContext, query_pairs, reply};
use doors::{Conditions, Flash};
use engine::workflow::ops::inbox_list::InboxList;
use kernel::actor::Door;
use kernel::view::Services;
use leptos::nonce::Nonce;
use leptos::prelude::{provide_context, use_context};

use crate::identity::Identity;
use crate::site::Site;
use crate::{chance, renders, theme};

/// Header of requests by the scripts of a page, which ask for the same page again and again.
pub const SCRIPT: &str = "x-loci-script";

/// Nonce of a page's scripts.
#[derive(Clone, Debug)]
pub struct PageNonce(pub Arc<str>);

/// Renders a page that has no address of its own, such as an error, within the frame.
pub async fn screen(site: &Arc<Site>, mut request: Request, screen: Screen) -> Response {
    let nonce = match chance::word() {
        Ok(nonce) => nonce,
        Err(error) => return reply::problem(error, ""),
    };
    let status = StatusCode::from_u16(screen.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let nonce_if_scripts = screen.runs_scripts().then(|| nonce.clone());
    give_context(site, &mut request, &nonce, Some(screen)).await;
    let render = leptos_axum::render_app_async_with_context(provider(site), shell);
    let mut response = renders::clean(render(request).await).await;
    *response.status_mut() = status;
    finish(&mut response, nonce_if_scripts);
    response
}

/// Loads the context of a page and adds it to the request.
pub async fn give_context(site: &Site, request: &mut Request, nonce: &str, screen: Option<Screen>) {
    let given = Given {
        context: whole_context(site, request).await,
        nonce: Nonce::from_value(nonce),
        screen,
    };
    request.extensions_mut().insert(given);
}

/// Returns a function that provides the context of a page.
pub fn provider(site: &Site) -> impl Fn() + Clone + Send + Sync + use<> {
    let assets = site.assets.clone();
    move || {
        provide_context(assets.names());
        provide();
    }
}

/// Context of a page besides its address, loaded before rendering.
#[derive(Clone)]
struct Given {
    context: Context,
    nonce: Nonce,
    screen: Option<Screen>,
}

/// Provides the loaded context to the page's reactive owner.
fn provide() {
    let Some(parts) = use_context::<axum::http::request::Parts>() else {
        return;
    };
    // Pages use the address that the browser has.
    let here = parts.uri.path_and_query().map_or("/", |here| here.as_str());
    app::context::provide_address(here);
    if let Some(request_context) = parts.extensions.get::<RequestContext>() {
        provide_context(request_context.clone());
    }
    if let Some(given) = parts.extensions.get::<Given>() {
        provide_context(given.nonce.clone());
        if let Some(screen) = given.screen.clone() {
            let names = use_context::<AssetNames>().unwrap_or_default();
            if !screen.runs_scripts() {
                provide_context(names.without_scripts());
            }
            provide_context(screen);
        }
        given.context.clone().provide();
    }
}

/// Adds what every page has: no cache keeps it, and only scripts with its nonce run.
pub fn finish(response: &mut Response, nonce: Option<String>) {
    let no_store = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(no_store);
    if let Some(nonce) = nonce {
        response.extensions_mut().insert(PageNonce(nonce.into()));
    }
}

/// Returns the context of a page. The future does not hold the request, whose body is not shared between threads.
fn whole_context<'a>(
    site: &'a Site,
    request: &'a Request,
) -> impl Future<Output = Context> + Send + 'a {
    let mut context = context(site, request);
    let asked = flash_of(request);
    let request_context = request.extensions().get::<RequestContext>();
    async move {
        if let Some((id, reading)) = asked {
            context.flash = flash(site, &id, reading, context.viewer.0.as_ref()).await;
        }
        if let Some(request_context) = request_context {
            context.needs = needs(site, request_context).await;
        }
        context
    }
}

fn context(site: &Site, request: &Request) -> Context {
    let identity = request.extensions().get::<Identity>();
    let actor = identity.and_then(Identity::actor).cloned();
    let csrf = identity.and_then(Identity::csrf);
    Context {
        flash: None,
        viewer: Viewer(actor),
        // Taken before rendering: facts recorded meanwhile arrive again over the feed.
        moment: Moment {
            now: site.clock.now(),
            epoch: site.hub.epoch(),
            position: site.hub.head(),
        },
        theme: theme::of(request.headers()),
        csrf: Csrf(csrf.as_deref().unwrap_or_default().to_owned()),
        needs: 0,
    }
}

/// Returns the number of things that need a person, for the head of the page.
async fn needs(site: &Site, request_context: &RequestContext) -> usize {
    if request_context.actor.is_none() {
        return 0;
    }
    let first = InboxList {
        limit: Some(1),
        ..InboxList::default()
    };
    let caller = request_context.caller(Door::Page, Conditions::default());
    let counted = site.hub.run(first, caller).await;
    counted.map_or(0, |page| {
        usize::try_from(page.output.waiting()).unwrap_or(usize::MAX)
    })
}

/// Effect of a request on the flash that it shows.
enum Reading {
    /// A script asks for the same page again and again: the flash stays.
    Look,
    /// The flash is shown once.
    Take,
}

/// Returns the id of the flash in the address of a page, and the effect of the request on it.
fn flash_of(request: &Request) -> Option<(String, Reading)> {
    let query = request.uri().query()?;
    let (_, id) = query_pairs(query)
        .into_iter()
        .find(|(name, _)| name == "flash")?;
    let reading = if request.headers().contains_key(SCRIPT) {
        Reading::Look
    } else {
        Reading::Take
    };
    Some((id, reading))
}

async fn flash(
    site: &Site,
    id: &str,
    reading: Reading,
    actor: Option<&kernel::Actor>,
) -> Option<Flash> {
    let found = match reading {
        Reading::Look => site.flashes.look(id, actor).await,
        Reading::Take => site.flashes.take(id, actor).await,
    };
    found.unwrap_or_else(|error| {
        tracing::warn!(detail = error.detail, "the result of a form cannot be read");
        None
    })
}
