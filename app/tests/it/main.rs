//! Integration tests of this crate, in one binary: one module per suite.

mod contrast;
mod parts;
mod prose;
mod raw;
mod style;
