//! Minds on a real folder: what their dreams make of the work of agents, of notes, and of what people wrote.

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
