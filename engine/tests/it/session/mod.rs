//! Sessions in a running kernel with ports in memory: put, append, fold, delete, and versions.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::shared::actors;
mod again;
mod anew;
mod bounds;
mod calls;
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
mod media;
mod order;
mod overflowing;
mod pads;
use crate::shared::ports;
mod promoting;
mod reasoning;
mod topic;
mod versions;
mod writing;
