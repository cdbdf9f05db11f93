//! The Model Context Protocol at `/mcp`, message by message: both of its ways to begin, the same rules as at every
//! other door, and no more said than may be known.

mod batch;
mod handover;
mod persons;
mod piped;
mod resources;
mod sessions;
mod speaker;
mod stdio;
mod strangers;
mod tools;

pub use speaker::{NEW, OLD, Speaker, text};
