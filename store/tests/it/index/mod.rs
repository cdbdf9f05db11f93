//! The index on SQLite: lists, search by words, tags and moments, forgetting, and what happens to a file
//! that is not right.

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
