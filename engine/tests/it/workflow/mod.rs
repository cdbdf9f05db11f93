//! The rules of workflows, without a kernel: operations decide over states in memory.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::shared::actors;
mod artifacts;
mod assigning;
mod bounds;
mod calls;
mod choices;
mod context;
mod cut_off;
mod decisions;
mod describe;
mod dismissing;
mod endings;
mod finding;
mod following;
mod glob;
mod growing;
mod harness;
mod joins;
mod laws;
mod leading;
mod learning;
mod leases;
mod lifecycle;
mod memories;
mod nudges;
mod overlaps;
mod parking;
mod possible;
mod reads;
mod ready;
mod refusals;
mod reports;
mod reviews;
mod roles;
mod samples;
mod settled;
mod skipping;
mod standing;
mod sweeping;
mod telling;
mod withdrawing;
mod words;
use crate::shared::world;
