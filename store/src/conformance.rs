//! The laws of a log, for any log: whoever makes one calls [`run_all`] in a test, and it panics with the law
//! that is broken. Knows nothing of where a log keeps its facts.
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
pub mod read;
pub mod samples;
pub mod several;
pub mod side;
pub mod turns;

pub use bench::{Bench, Made};

/// Every law, one after the other.
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
