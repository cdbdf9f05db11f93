//! All addresses of the server in one place, and the gate in front of them.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use doors::docs::{BODY, CONCEPTS, SCRIPT};
use doors::{compat, openapi};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::auth::{enter, sign_in};
use crate::gate::PageNonce;
use crate::host::Host;
use crate::mcp::McpDoor;
use crate::site::Site;
use crate::{api, audit_export, chance, events, export_file, gate, health, pages, plain, theme};

/// Answers below this size are not worth compressing: they fit into one packet anyway.
const WORTH_COMPRESSING: u16 = 1400;

/// The server's router.
pub fn router(site: &Arc<Site>) -> Router {
    router_with(site, doors::mcp::router)
}

/// [`router`] with another door at `/mcp`.
pub fn router_with(site: &Arc<Site>, mcp_door: McpDoor) -> Router {
    let dynamic = Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .route("/sign-out", post(sign_in::sign_out))
        .route("/enter/{secret}", get(enter::show).post(enter::enter))
        .route("/theme", post(theme::choose))
        .route("/api/events", get(events::open).fallback(only_get))
        .route("/api/openapi.json", get(openapi::show).fallback(only_get))
        .route(
            "/api/audit.jsonl",
            get(audit_export::json_lines).fallback(only_get),
        )
        .route("/api/audit.csv", get(audit_export::csv).fallback(only_get))
        .route(
            "/api/workflow_export.file",
            get(export_file::file).fallback(only_get),
        )
        .route("/api/docs", get(docs).fallback(only_get))
        .route("/help", get(help).fallback(only_get))
        .merge(api::router())
        .merge(compat::router(Arc::new(Host(site.clone()))).with_state(()))
        .merge(mcp_door(Arc::new(Host(site.clone()))).with_state(()))
        .merge(pages::router(site))
        .layer(compression());
    Router::new()
        .merge(dynamic)
        .merge(site.assets.router())
        .layer(CatchPanicLayer::custom(gate::panicked))
        .layer(from_fn_with_state(site.clone(), gate::pass))
        .with_state(site.clone())
}

/// Pages and large JSON; never a live feed, whose events must not wait for more to compress.
fn compression() -> CompressionLayer<impl Predicate> {
    let worth = SizeAbove::new(WORTH_COMPRESSING)
        .and(NotForContentType::SSE)
        .and(NotForContentType::IMAGES);
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(worth)
}

/// `GET /api/docs`.
async fn docs(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response<Body> {
    let Ok(nonce) = chance::word() else {
        // It can be read without its script.
        return plain::page(&site, theme::of(&headers), "API", &BODY);
    };
    let body = format!("{}<script nonce=\"{nonce}\">{SCRIPT}</script>", *BODY);
    let mut page = plain::page(&site, theme::of(&headers), "API", &body);
    page.extensions_mut().insert(PageNonce(nonce.into()));
    page
}

/// `GET /help`.
async fn help(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response<Body> {
    plain::page(&site, theme::of(&headers), "Concepts", &CONCEPTS)
}

async fn only_get(request: axum::extract::Request) -> axum::response::Response {
    api::refuse(&request, "GET, HEAD")
}
