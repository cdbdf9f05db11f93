//! The rules of minds, without a kernel: operations decide over states in memory.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod editing;
mod feeling;
mod harness;
mod hearing;
mod hub;
mod injecting;
use crate::shared::judge;
mod lives;
mod moods;
mod notes;
use crate::shared::ports;
mod profile;
mod seeding;
mod settling;
mod sweeping;
mod who;
mod working;
use crate::shared::world;
