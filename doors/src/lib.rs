//! Transports of operations: HTTP, forms, MCP and the compatibility API under `/v1`, with their OpenAPI description.
//!
//! All are generated from the table of operations, except `/v1`, which maps sessions and memories itself. Without the
//! feature `server` the crate only contains the code that the browser shares.

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
