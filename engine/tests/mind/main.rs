//! The rules of minds, without a kernel: operations decide over states in memory.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod editing;
mod feeling;
mod harness;
mod hearing;
mod hub;
mod injecting;
#[path = "../shared/judge.rs"]
mod judge;
#[path = "../shared/leading_on.rs"]
mod leading_on;
mod lives;
mod moods;
mod notes;
#[path = "../shared/ports/mod.rs"]
#[expect(
    dead_code,
    clippy::cast_possible_truncation,
    reason = "other tests use the rest of it"
)]
mod ports;
mod seeding;
mod sweeping;
mod who;
#[path = "../shared/world.rs"]
mod world;
