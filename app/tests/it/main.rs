//! The integration tests of this crate, in one binary: one suite a module.
#![cfg(feature = "ssr")]

mod contrast;
mod parts;
mod prose;
mod raw;
mod style;
