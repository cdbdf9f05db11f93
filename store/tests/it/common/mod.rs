//! What several suites need.
#![allow(
    unused_imports,
    clippy::allow_attributes,
    reason = "each suite uses a part of it"
)]

pub use store::conformance::samples::*;
