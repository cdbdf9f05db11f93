//! Crystals on a real folder: written, found, edited, forgotten, compacted, erased to the last byte; a rebuilt index
//! equals the live one.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod approving;
mod changing;
mod cores;
mod correcting;
mod dating;
mod deriving;
mod forgetting;
mod harness;
mod holding;
mod learning;
mod living;
mod merging;
mod naming;
mod owning;
mod paging;
mod phrases;
mod recalling;
mod searching;
mod talking;
mod timelines;
mod using;
mod writing;
