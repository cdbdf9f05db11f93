//! Responses for unknown addresses: problem details for programs, a page for browsers.

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use doors::base_path::at;
use doors::http::{RequestContext, reply};
use doors::mcp::PATH;
use kernel::Error;
use kernel::problem::Problem;
use serde_json::{Value, json};

use crate::site::Site;
use crate::{plain, theme};

/// Addresses that OAuth clients try on a server without OAuth metadata.
const OAUTH: [&str; 3] = ["/authorize", "/register", "/token"];
/// Prefix of server metadata.
const WELL_KNOWN: &str = "/.well-known/";
/// The address of MCP's earlier transport.
const SSE: &str = "/sse";

/// Returns true if a request asks for a page.
pub fn wants_page(request: &Request) -> bool {
    let accept = request.headers().get(header::ACCEPT);
    let takes_html = accept
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    takes_html && !is_for_programs(request.uri().path())
}

/// Returns a 404 response.
pub fn answer(site: &Site, request: &Request) -> Response {
    let path = request.uri().path();
    let error = Error::not_found(detail(path));
    if wants_page(request) {
        let theme = theme::of(request.headers());
        let title = "There is nothing at this address";
        return plain::error_with_title(site, theme, &error, title, ("/", "Overview"));
    }
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
    let bare = path.trim_end_matches('/');
    if is_for_programs(path) {
        return "Loci has no OAuth. Send an agent's token as `Authorization: Bearer …`; \
                `loci token create` makes one. Is LOCI_TOKEN set where the client runs?"
            .into();
    }
    if bare == PATH || bare == SSE {
        let mcp = at(PATH);
        return format!("There is nothing at this address. MCP is at `{mcp}` (streamable HTTP).");
    }
    let docs = at("/api/docs");
    format!("There is nothing at this address. The API is described at {docs}.")
}
