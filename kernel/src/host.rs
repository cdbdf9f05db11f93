//! The running kernel: hot states, the one writer, the live feed, the index that follows. Knows
//! nothing of any single memory or operation, and nothing of HTTP, SQL or files: those are its ports.
//!
//! A write goes [`Hub::run`] → `prepare` → `writer` (decide, append) → `follower` (index, answer,
//! feed). While the log writes one commit the writer decides the next on tentative states, and the
//! follower is at the one before. What other processes write to the same log the follower reads from it, and
//! it goes the same way from there.

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
