//! Integration tests of this crate, in one binary: one module per suite.
#![cfg(feature = "ssr")]

mod contrast;
mod parts;
mod prose;
mod raw;
mod style;
