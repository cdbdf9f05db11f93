//! The Model Context Protocol at `/mcp`, message by message: both handshakes, the same rules as at every other door,
//! and no leaks.

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
