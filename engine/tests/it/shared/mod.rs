//! What several suites need.

pub mod actors;
pub mod cpu;
pub mod judge;
pub mod leading_on;
#[cfg(feature = "host")]
pub mod ports;
pub mod world;
