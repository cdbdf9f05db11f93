//! The rules of minds, without a kernel: operations decide over states in memory.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod harness;
#[path = "../shared/judge.rs"]
mod judge;
#[path = "../shared/leading_on.rs"]
mod leading_on;
mod lives;
mod moods;
mod notes;
mod sweeping;
#[path = "../shared/world.rs"]
mod world;
