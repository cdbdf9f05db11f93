//! Pages of the application: redirects visitors to the sign-in page and gives each page its context. The application
//! lists the pages.

use std::sync::Arc;

use app::pages::docs::reference::noun;
use app::shell::shell;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::post;
use doors::base_path;
use doors::encoding;
use doors::http::reply;
use kernel::view::Services;
use leptos::config::LeptosOptions;
use leptos_axum::{LeptosRoutes, generate_route_list};

use crate::auth::{setup, sign_in};
use crate::identity::Identity;
use crate::page::{SCRIPT, finish, give_context, provider};
use crate::site::Site;
use crate::{api, chance, nowhere, renders};

/// Pages for visitors who are not signed in, with forms that are posted to the same address.
const DOORS: [&str; 2] = ["/sign-in", "/setup"];

/// Pages that everybody may read.
const OPEN: [&str; 2] = ["/help", DOCS];

/// Address of the API reference. The pages of nouns are below it.
const DOCS: &str = "/api/docs";

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
    let word = nonce.clone();
    let render = async {
        give_context(&site, &mut request, &word, None).await;
        next.run(request).await
    };
    let mut response = match key {
        Some(key) => site.renders.share(key, || site.hub.head(), render).await,
        None => renders::clean(render.await).await,
    };
    finish(&mut response, Some(nonce));
    response
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
    DOORS.contains(&path) || OPEN.contains(&path) || noun_in_path(path).is_some()
}

/// Returns the noun in the address of a page of the API reference.
fn noun_in_path(path: &str) -> Option<&str> {
    path.strip_prefix(DOCS)?.strip_prefix('/')
}

fn is_unknown_noun(path: &str) -> bool {
    noun_in_path(path).is_some_and(|name| noun(name).is_none())
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
