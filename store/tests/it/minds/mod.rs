//! Minds on a real folder: dreams about agents' work, notes, and people's texts.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod archive;
mod bond;
mod dreaming;
mod erasing;
mod gaps;
mod harness;
mod questions;
mod script;
mod seeded;
mod ten_days;
mod week;
mod working;
