//! What the kernel's ports want that is no storage: finding secrets in texts, checking JSON by schemas,
//! counting tokens, laying graphs out, making vectors of texts.
//!
//! Knows nothing of files, databases, HTTP, pages or rules.

pub mod embedder;
pub mod layout;
pub mod schemas;
pub mod secrets;
pub mod tokens;

pub use embedder::StaticEmbedder;
pub use layout::CachedLayout;
pub use schemas::JsonSchemas;
pub use secrets::PatternSecrets;
pub use tokens::BpeTokens;
