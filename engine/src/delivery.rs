//! What webhooks tell: which facts and which things that need a person, as people may read them. Stands above all
//! memories. Knows no HTTP.

pub mod address;
pub mod kinds;
#[cfg(feature = "host")]
pub mod message;
pub mod ops;

pub use kinds::Kinds;
