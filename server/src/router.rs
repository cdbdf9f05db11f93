//! The server's routes, and the middleware in front of them.

use std::sync::Arc;

use app::pages::import::UPLOAD;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use doors::{compat, openapi};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::auth::{enter, sign_in};
use crate::host::Host;
use crate::mcp::McpDoor;
use crate::site::Site;
use crate::{api, audit_export, events, export_file, gate, health, import_file, pages, theme};

/// Minimum size of a response for compression, in bytes: smaller ones fit into one packet anyway.
const WORTH_COMPRESSING: u16 = 1400;

/// Returns the server's router.
pub fn router(site: &Arc<Site>) -> Router {
    router_with(site, doors::mcp::router)
}

/// Returns [`router`] with another door at `/mcp`.
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
        .route(UPLOAD, post(import_file::import).fallback(only_post))
        .merge(api::router())
        .merge(compat::router(Arc::new(Host(site.clone()))).with_state(()))
        .merge(mcp_door(Arc::new(Host(site.clone()))).with_state(()))
        .merge(pages::router(site))
        .layer(compression());
    Router::new()
        .merge(dynamic)
        .merge(site.assets.router())
        .layer(CatchPanicLayer::custom(gate::panic_response))
        .layer(from_fn_with_state(site.clone(), gate::pass))
        .with_state(site.clone())
}

/// Compresses pages and large JSON, but no live feed and no progress, whose lines would be buffered.
fn compression() -> CompressionLayer<impl Predicate> {
    let worth = SizeAbove::new(WORTH_COMPRESSING)
        .and(NotForContentType::SSE)
        .and(NotForContentType::const_new(import_file::LINES))
        .and(NotForContentType::IMAGES);
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(worth)
}

async fn only_post(request: axum::extract::Request) -> axum::response::Response {
    api::refuse(&request, "POST")
}

async fn only_get(request: axum::extract::Request) -> axum::response::Response {
    api::refuse(&request, "GET, HEAD")
}
