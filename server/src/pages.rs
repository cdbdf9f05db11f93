//! Pages of the application: redirects visitors to the sign-in page and gives each page its context. The application
//! lists the pages.

use std::sync::Arc;

use app::context::{Context, Csrf, Moment, Viewer};
use app::pages::docs::reference::noun;
use app::pages::missing::Screen;
use app::shell::assets::AssetNames;
use app::shell::shell;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::post;
use doors::Conditions;
use doors::Flash;
use doors::base_path;
use doors::encoding;
use doors::http::{RequestContext, query_pairs, reply};
use engine::workflow::ops::inbox_list::InboxList;
use kernel::actor::Door;
use kernel::view::Services;
use leptos::config::LeptosOptions;
use leptos::nonce::Nonce;
use leptos::prelude::{provide_context, use_context};
use leptos_axum::{LeptosRoutes, generate_route_list};

use crate::auth::{setup, sign_in};
use crate::gate::PageNonce;
use crate::identity::Identity;
use crate::site::Site;
use crate::{api, chance, nowhere, renders, theme};

/// Pages for visitors who are not signed in, with forms that are posted to the same address.
const DOORS: [&str; 2] = ["/sign-in", "/setup"];

/// Pages that everybody may read.
const OPEN: [&str; 2] = ["/help", DOCS];

/// Address of the API reference. The pages of nouns are below it.
const DOCS: &str = "/api/docs";

/// Header of requests by the scripts of a page, which ask for the same page again and again.
const SCRIPT: &str = "x-loci-script";

/// Returns the router of all pages, which also handles unknown addresses.
pub fn router(site: &Arc<Site>) -> Router<Arc<Site>> {
    let options = LeptosOptions::builder().output_name("loci").build();
    let routes = generate_route_list(app::App);
    let pages = Router::new()
        .leptos_routes_with_context(&options, routes, provider(site), shell)
        .with_state(options);
    let of_nowhere = site.clone();
    pages
        .route("/sign-in", post(sign_in::sign_in).with_state(site.clone()))
        .route("/setup", post(setup::setup).with_state(site.clone()))
        .method_not_allowed_fallback(refuse)
        .layer(from_fn_with_state(site.clone(), prepare))
        .fallback(
            move |request: Request| async move { nowhere::answer(&of_nowhere, request).await },
        )
        .with_state(())
}

/// Renders a page that has no address of its own, such as an error, within the frame.
pub async fn screen(site: &Arc<Site>, mut request: Request, screen: Screen) -> Response {
    let nonce = match chance::word() {
        Ok(nonce) => nonce,
        Err(error) => return reply::problem(error, ""),
    };
    let status = StatusCode::from_u16(screen.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let nonce_if_scripts = screen.runs_scripts().then(|| nonce.clone());
    let given = Given {
        context: whole_context(site, &request).await,
        nonce: Nonce::from_value(nonce.as_str()),
        screen: Some(screen),
    };
    request.extensions_mut().insert(given);
    let render = leptos_axum::render_app_async_with_context(provider(site), shell);
    let mut response = renders::clean(render(request).await).await;
    *response.status_mut() = status;
    finish(&mut response, nonce_if_scripts);
    response
}

/// Returns a function that provides the context of a page.
fn provider(site: &Site) -> impl Fn() + Clone + Send + Sync + use<> {
    let assets = site.assets.clone();
    move || {
        provide_context(assets.names());
        provide();
    }
}

/// Rejects a method that a page does not support.
async fn refuse(request: Request) -> Response {
    let is_form = DOORS.contains(&request.uri().path());
    api::refuse(
        &request,
        if is_form {
            "GET, HEAD, POST"
        } else {
            "GET, HEAD"
        },
    )
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

async fn prepare(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return next.run(request).await;
    }
    if is_unknown_noun(request.uri().path()) && !nowhere::wants_page(&request) {
        return nowhere::answer(&site, request).await;
    }
    let is_known = is_known(&request);
    if let Some(elsewhere) = elsewhere(&site, request.uri(), is_known).await {
        return reply::redirect(&elsewhere);
    }
    let nonce = match chance::word() {
        Ok(nonce) => nonce,
        Err(error) => return reply::problem(error, ""),
    };
    let is_refresh = request.headers().contains_key(SCRIPT) && request.method() == Method::GET;
    let key = (is_refresh && is_known).then(|| whole_key(&request));
    let word = Nonce::from_value(nonce.as_str());
    let render = async {
        let context = whole_context(&site, &request).await;
        request.extensions_mut().insert(Given {
            context,
            nonce: word,
            screen: None,
        });
        next.run(request).await
    };
    let mut response = match key {
        Some(key) => site.renders.share(key, || site.hub.head(), render).await,
        None => renders::clean(render.await).await,
    };
    finish(&mut response, Some(nonce));
    response
}

/// Adds what every page has: no cache keeps it, and only scripts with its nonce run.
fn finish(response: &mut Response, nonce: Option<String>) {
    let no_store = HeaderValue::from_static("no-store");
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(no_store);
    if let Some(nonce) = nonce {
        response.extensions_mut().insert(PageNonce(nonce.into()));
    }
}

/// Returns what distinguishes a page from others: its address, and all that a browser sends about its reader.
fn whole_key(request: &Request) -> String {
    let header = |name| {
        let value = request.headers().get(name);
        String::from_utf8_lossy(value.map_or(b"", |value| value.as_bytes())).into_owned()
    };
    let names = [header::COOKIE, header::HOST, header::AUTHORIZATION];
    let reader = names.map(header).join("\n");
    format!("{}\n{reader}", request.uri())
}

fn is_known(request: &Request) -> bool {
    let identity = request.extensions().get::<Identity>();
    identity.is_some_and(|identity| identity.actor().is_some())
}

/// Returns the redirect for a request that cannot be served as a page, if any.
async fn elsewhere(site: &Site, uri: &Uri, is_known: bool) -> Option<String> {
    if let Some(clean) = without_errors(uri) {
        return Some(base_path::at(&clean));
    }
    if is_known || is_open(uri.path()) {
        return None;
    }
    match site.is_set_up().await {
        Ok(true) => {
            let mut to = base_path::at("/sign-in?next=");
            let here = uri.path_and_query().map_or("/", |here| here.as_str());
            encoding::encode(&base_path::at(here), &mut to);
            Some(to)
        }
        Ok(false) => Some(base_path::at("/setup")),
        Err(_) => Some(base_path::at("/sign-in")),
    }
}

/// Returns true if visitors who are not signed in may open a page.
fn is_open(path: &str) -> bool {
    DOORS.contains(&path) || OPEN.contains(&path) || named_noun(path).is_some()
}

/// Returns the noun in the address of a page of the API reference.
fn named_noun(path: &str) -> Option<&str> {
    path.strip_prefix(DOCS)?.strip_prefix('/')
}

fn is_unknown_noun(path: &str) -> bool {
    named_noun(path).is_some_and(|name| noun(name).is_none())
}

/// Removes the query in which Leptos looks for the error of a form: the author of a link could otherwise make a page
/// show any text.
fn without_errors(uri: &Uri) -> Option<String> {
    let query = uri.query()?;
    let is_error = |pair: &&str| pair.starts_with("__err") || pair.starts_with("__path");
    query.split('&').find(is_error)?;
    let kept: Vec<_> = query.split('&').filter(|pair| !is_error(pair)).collect();
    let mark = if kept.is_empty() { "" } else { "?" };
    Some(format!("{}{mark}{}", uri.path(), kept.join("&")))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_in_addresses_are_dropped() {
        for (address, clean) in [
            ("/a?b=1", None),
            ("/a", None),
            ("/a?b=1&__err=x&__path=y", Some("/a?b=1")),
            ("/a?__path=y", Some("/a")),
        ] {
            let uri: Uri = address.parse().unwrap();
            assert_eq!(without_errors(&uri).as_deref(), clean, "{address}");
        }
    }
}
