//! The SQLite index: lists, search by words, tags and times, forgetting, and damaged files.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod changing;
mod file;
mod finding;
mod growing;
mod harness;
mod listing;
mod ordering;
mod recalling;
mod searching;
mod things;
mod waiting;
