//! The running kernel with ports in memory and a minimal memory.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counter;
mod digests;
use crate::shared::ports;
mod support;

mod access;
mod closing;
mod erasing;
mod failing;
mod feed;
mod idempotency;
mod inbox;
mod index;
mod states;
mod writing;
