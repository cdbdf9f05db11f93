//! Sessions in a running kernel over ports in memory: what is put, appended, folded, deleted, and what
//! of it can be looked at again.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../shared/actors.rs"]
mod actors;
mod again;
mod anew;
mod bounds;
mod children;
mod entities;
mod erasing;
mod extracting;
mod folding;
mod growth;
mod harness;
mod importing;
mod keys;
mod laws;
mod lives;
mod overflowing;
mod pads;
#[expect(
    dead_code,
    clippy::cast_possible_truncation,
    reason = "levers of ports that other tests pull"
)]
#[path = "../shared/ports/mod.rs"]
mod ports;
mod promoting;
mod topic;
mod versions;
mod writing;
