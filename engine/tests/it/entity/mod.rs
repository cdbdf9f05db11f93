//! The entities of a conversation: every example of the rules, as tables.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod counting;
mod empty_it;
mod extracting;
mod harness;
mod languages;
mod naming;
mod resolving;
mod sentences;
mod tracking;
