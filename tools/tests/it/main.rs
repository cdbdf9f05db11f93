//! Integration tests of this crate in one binary, with one suite per module.

mod schemas;
mod secrets;
