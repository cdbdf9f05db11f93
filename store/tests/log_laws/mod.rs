//! The laws of a log, by what is being done.

pub mod append;
pub mod chain;
pub mod erase;
pub mod read;
pub mod side;
