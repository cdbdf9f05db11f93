//! The integration tests of this crate, in one binary: one suite a module.

mod plans;
mod texts;
