//! Summaries: the built-in writer, and the prompts for language models.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod asking;
mod bounds;
mod brief;
mod extractive;
mod facts;
mod harness;
mod laws;
mod talks;
