//! Content of webhook messages: facts, and items that need a person, as people may read them.

pub mod address;
pub mod kinds;
pub mod message;
pub mod ops;

pub use kinds::Kinds;
