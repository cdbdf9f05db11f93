//! The rules of scratchpads, without a kernel: operations decide over states in memory.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::shared::actors;
mod around;
mod bounds;
mod defining;
mod deleting;
mod harness;
mod ingesting;
mod inheriting;
mod laws;
mod rendering;
mod samples;
mod updating;
mod who;
use crate::shared::world;
