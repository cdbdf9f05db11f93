//! Helpers shared by several suites.

#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

pub mod actors;
pub mod cpu;
pub mod judge;
pub mod leading_on;
pub mod ports;
pub mod world;
