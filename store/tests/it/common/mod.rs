//! Helpers shared by several suites.
#![allow(
    unused_imports,
    clippy::allow_attributes,
    reason = "each suite uses a part of it"
)]

pub mod accounts;

pub use store::conformance::samples::*;
