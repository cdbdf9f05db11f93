//! Transports of operations: HTTP, forms, MCP and the compatibility API under `/v1`, with their OpenAPI description.
//!
//! All are generated from the table of operations, except `/v1`, which maps sessions and memories itself.

pub mod base_path;
pub mod compat;
mod conditions;
mod document;
pub mod encoding;
pub mod fields;
mod flash;
pub mod http;
pub mod mcp;
pub mod openapi;

pub use conditions::{Conditions, FIELDS, IDEMPOTENCY_KEY, IF_VERSION, LEAD_EPOCH, MAX_KEY_BYTES};
pub use flash::{FORM, Flash};
