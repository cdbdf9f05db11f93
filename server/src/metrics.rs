//! Metrics in the Prometheus format. Only atomics are used while handling requests.

mod text;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::http::StatusCode;

pub use text::render;

/// Statuses with their own counters; all others share the last one.
const STATUSES: [u16; 20] = [
    200, 302, 304, 400, 401, 403, 404, 405, 408, 409, 410, 413, 414, 415, 421, 422, 429, 431, 503,
    507,
];
/// Upper bounds of the latency buckets, in microseconds.
const BUCKETS: [u64; 12] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    5_000_000,
];
/// Counters of requests that are not for an operation.
const OTHER: [&str; 4] = ["page", "events", "asset", "other"];

/// Counters of one operation.
#[derive(Default)]
struct Row {
    statuses: [AtomicU64; STATUSES.len() + 1],
    buckets: [AtomicU64; BUCKETS.len() + 1],
    micros: AtomicU64,
}

/// Counters of this process.
pub struct Metrics {
    names: Vec<&'static str>,
    places: HashMap<&'static str, usize>,
    rows: Vec<Row>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut names = engine::operations::names();
        names.extend(OTHER);
        let places = names
            .iter()
            .enumerate()
            .map(|(i, name)| (*name, i))
            .collect();
        let rows = names.iter().map(|_| Row::default()).collect();
        Self {
            names,
            places,
            rows,
        }
    }
}

impl Metrics {
    /// Counts a rejection before there was a request.
    pub fn count_refusal(&self, status: u16) {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
        self.count("other", status, Duration::ZERO);
    }

    /// Counts one response by the route of its request.
    pub fn count(&self, path: &str, status: StatusCode, took: Duration) {
        let name = match path.strip_prefix("/api/") {
            Some(name) if self.places.contains_key(name) => name,
            Some(_) => "other",
            None if path.starts_with("/pkg/") => "asset",
            None if path == "other" => "other",
            None => "page",
        };
        let Some(row) = self.places.get(name).and_then(|at| self.rows.get(*at)) else {
            return;
        };
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let status = STATUSES
            .iter()
            .position(|known| *known == status.as_u16())
            .unwrap_or(STATUSES.len());
        let bucket = BUCKETS
            .iter()
            .position(|bound| micros <= *bound)
            .unwrap_or(BUCKETS.len());
        row.statuses[status].fetch_add(1, Ordering::Relaxed);
        row.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        row.micros.fetch_add(micros, Ordering::Relaxed);
    }
}
