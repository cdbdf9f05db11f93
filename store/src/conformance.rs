//! Conformance tests for any implementation of the log: call [`run_all`] in a test. It panics at the first violated
//! requirement.
#![expect(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a law that is broken panics"
)]

pub mod append;
pub mod batches;
mod bench;
pub mod chain;
pub mod erase;
pub mod losing;
pub mod lossy;
mod pooler;
mod postgres;
pub mod read;
pub mod samples;
pub mod several;
pub mod side;
pub mod turns;

pub use bench::{Bench, LoseAfter, Made};
pub use pooler::Pooler;
pub use postgres::PostgresServer;

/// Runs all conformance tests, one after the other.
pub async fn run_all(bench: &dyn Bench) {
    append::all(bench).await;
    batches::all(bench).await;
    read::all(bench).await;
    several::all(bench).await;
    side::all(bench).await;
    erase::all(bench).await;
    chain::all(bench).await;
    losing::all(bench).await;
    turns::all(bench).await;
}
