//! Fuzz targets. Each module checks one input: `cargo xtask fuzz` generates inputs guided by coverage, and the test of
//! this crate replays the kept ones.

#![expect(clippy::missing_panics_doc, reason = "a check fails by panicking")]

pub mod facts;
pub mod markdown;
pub mod redaction;
pub mod requests;
