//! The rules of workflows, without a kernel: operations decide over states in memory.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../shared/actors.rs"]
mod actors;
mod artifacts;
mod bounds;
mod calls;
mod context;
mod decisions;
mod describe;
mod endings;
mod finding;
mod following;
mod harness;
mod house;
mod joins;
#[path = "../shared/judge.rs"]
mod judge;
mod laws;
mod leases;
mod lifecycle;
mod nudges;
mod parking;
mod reads;
mod reviews;
mod roles;
mod samples;
mod skipping;
mod sweeping;
mod words;
#[path = "../shared/world.rs"]
mod world;
