//! Responses for unknown addresses: problem details for programs, a page for browsers.

use std::sync::Arc;

use app::pages::missing::Screen;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use doors::base_path::at;
use doors::http::{RequestContext, reply};
use doors::mcp::PATH;
use kernel::Error;
use kernel::problem::Problem;
use serde_json::{Value, json};

use crate::page;
use crate::site::Site;

/// Addresses that OAuth clients try on a server without OAuth metadata.
const OAUTH: [&str; 3] = ["/authorize", "/register", "/token"];
/// Prefix of server metadata.
const WELL_KNOWN: &str = "/.well-known/";
/// The address of MCP's earlier transport.
const SSE: &str = "/sse";

/// The address below which all operations are.
const API: &str = "/api";

/// Returns true if a request asks for a page.
pub fn wants_page(request: &Request) -> bool {
    let accept = request.headers().get(header::ACCEPT);
    let takes_html = accept
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    takes_html && !is_for_programs(request.uri().path())
}

/// Returns a 404 response.
pub async fn answer(site: &Arc<Site>, request: Request) -> Response {
    let path = request.uri().path();
    if wants_page(&request) {
        let screen = Screen::missing(hint(path));
        return page::screen(site, request, screen).await;
    }
    let error = Error::not_found(detail(path));
    let context = request.extensions().get::<RequestContext>();
    let id = context.map_or("", |context| &context.request);
    if !is_for_programs(path) {
        return reply::problem(error, id);
    }
    // OAuth clients show their user `error_description`, and nothing else of the body.
    let mut body = json!(Problem::new(error, id));
    body["error"] = "invalid_request".into();
    body["error_description"] = body["detail"].clone();
    not_found(&body)
}

fn not_found(body: &Value) -> Response {
    let mut response = reply::json_response(body.to_string().into_bytes(), None);
    *response.status_mut() = axum::http::StatusCode::NOT_FOUND;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn is_for_programs(path: &str) -> bool {
    path.starts_with(WELL_KNOWN) || OAUTH.contains(&path)
}

fn detail(path: &str) -> String {
    if is_for_programs(path) {
        return "Loci has no OAuth. Send an agent's token as `Authorization: Bearer …`; \
                `loci token create` makes one. Is LOCI_TOKEN set where the client runs?"
            .into();
    }
    let usual = || format!("The API is described at {}.", at("/api/docs"));
    let hint = hint(path).unwrap_or_else(usual);
    format!("There is nothing at this address. {hint}")
}

/// Returns what may help at addresses that are almost right.
fn hint(path: &str) -> Option<String> {
    let bare = path.trim_end_matches('/');
    if bare == PATH || bare == SSE {
        return Some(format!("MCP is at `{}` (streamable HTTP).", at(PATH)));
    }
    let is_operation = bare == API || path.starts_with("/api/");
    is_operation.then(|| format!("All operations are listed at {}.", at("/api/docs")))
}
