//! The rules of scratchpads, without a kernel: operations decide over states in memory.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../shared/actors.rs"]
mod actors;
mod around;
mod bounds;
mod defining;
mod deleting;
mod harness;
mod ingesting;
mod inheriting;
#[path = "../shared/judge.rs"]
mod judge;
mod laws;
#[path = "../shared/leading_on.rs"]
mod leading_on;
mod rendering;
mod samples;
mod updating;
mod who;
#[path = "../shared/world.rs"]
mod world;
