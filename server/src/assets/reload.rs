//! Build number that pages poll while `cargo xtask dev` runs.

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use super::Assets;

/// Address of the poll.
pub const PATH: &str = "/dev/build";

/// Returns a value that changes with the server's process, and with the scripts and styles of a running one.
pub async fn build(State(assets): State<Assets>) -> impl IntoResponse {
    let names = assets.names();
    let build = format!("{} {} {}", std::process::id(), names.css, names.script);
    ([(CACHE_CONTROL, "no-store")], build)
}
