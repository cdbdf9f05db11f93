//! Implementations of the kernel's ports that store nothing: secret detection, JSON Schema validation, token counting,
//! graph layout, text embedding.

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
