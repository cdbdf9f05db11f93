//! The running kernel: states in memory, the single writer, the live feed and the index that follows the log.
//!
//! Path of a write: [`Hub::run`] → `prepare` → `writer` (decide, append) → `follower` (index, response, feed). While
//! the log writes one commit, the writer decides the next one on tentative states, and the follower processes the
//! previous one. The follower also reads the commits of other processes from the shared log; from there they take the
//! same path.

mod admit;

mod answers;
mod cache;
mod catch_up;
mod committed;
mod decide;
mod due;
mod erase;
mod feed;
mod follower;
mod gauges;
mod hub;
mod in_flight;
mod inbox;
mod job;
mod keeper;
mod kind;
mod memo;
mod once;
mod others;
mod outcome;
mod prepare;
mod receipts;
mod replaced;
mod room;
mod round;
mod run;
mod settings;
mod shared;
mod snapshots;
mod stale;
mod strays;
mod told;
mod waits;
mod writer;

pub use feed::{Feed, Lagged, Published};
pub use gauges::{COMMIT_SIZES, Gauges};
pub use hub::Hub;
pub use kind::Kind;
pub use room::STREAMS;
pub use settings::{Ports, Settings, Warnings};
