//! The integration tests of this crate, in one binary: one suite a module.

mod schemas;
mod secrets;
