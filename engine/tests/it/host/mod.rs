//! The running kernel over ports in memory and a memory that counts. Knows no real memory and no
//! real store.

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
