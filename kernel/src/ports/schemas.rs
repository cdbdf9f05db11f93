//! Port for JSON Schema (2020-12) validation. Never fetches remote schemas.

use std::fmt::Debug;

use serde_json::Value;

/// One violation of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// JSON pointer into the value.
    pub pointer: String,
    /// The problem, and the expected value.
    pub message: String,
}

/// A validator of schemas and values. Pure, so decisions may call it.
pub trait Schemas: Debug + Send + Sync {
    /// Validates that `schema` is a usable schema.
    ///
    /// # Errors
    /// Returns the problem: not a schema, a `$ref` to another document, an invalid pattern.
    fn check(&self, schema: &Value) -> Result<(), String>;

    /// Returns the violations of `schema` by `value`, in the value's order; empty if it conforms.
    ///
    /// # Errors
    /// Returns an error if [`Schemas::check`] does.
    fn violations(&self, schema: &Value, value: &Value) -> Result<Vec<Violation>, String>;
}

/// A validator that rejects every schema, for kernels whose memories have none.
impl Schemas for () {
    fn check(&self, _: &Value) -> Result<(), String> {
        Err("schemas are not checked here".into())
    }

    fn violations(&self, schema: &Value, _: &Value) -> Result<Vec<Violation>, String> {
        self.check(schema).map(|()| Vec::new())
    }
}
