//! The ways in: how calls and their answers travel, by HTTP, as forms, under `/v1`, and how they are described.
//!
//! Reads the table of operations and knows none of them, but for `/v1`, which speaks of sessions and memories
//! in words of its own. Knows no page, and nothing of how callers are recognised. Without the feature `server`
//! only what both sides share is left.

pub mod base_path;
#[cfg(feature = "server")]
pub mod compat;
mod conditions;
#[cfg(feature = "server")]
pub mod docs;
#[cfg(feature = "server")]
mod document;
pub mod encoding;
#[cfg(feature = "server")]
pub mod fields;
mod flash;
#[cfg(feature = "server")]
pub mod http;
#[cfg(feature = "server")]
pub mod mcp;
#[cfg(feature = "server")]
pub mod openapi;

pub use conditions::{Conditions, FIELDS, IDEMPOTENCY_KEY, IF_VERSION, LEAD_EPOCH, MAX_KEY_BYTES};
pub use flash::{FORM, Flash};
