//! JSON Schema (2020-12): whether a schema is one, and whether a value fits it. Never fetches anything.

use std::fmt::Debug;

use serde_json::Value;

/// One way in which a value does not fit its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// A JSON pointer into the value.
    pub pointer: String,
    /// What is wrong there and what was expected.
    pub message: String,
}

/// Checks schemas and values. Pure: the same question has the same answer, so a decision may ask.
pub trait Schemas: Debug + Send + Sync {
    /// Whether `schema` is a schema that can be used.
    ///
    /// # Errors
    /// What is wrong with it: not a schema, a `$ref` that leads elsewhere, a pattern that is none.
    fn check(&self, schema: &Value) -> Result<(), String>;

    /// Where `value` does not fit `schema`, in the value's order; none when it fits.
    ///
    /// # Errors
    /// As [`Schemas::check`].
    fn violations(&self, schema: &Value, value: &Value) -> Result<Vec<Violation>, String>;
}

/// Knows no schemas: takes none for one. For kernels whose memories have none.
impl Schemas for () {
    fn check(&self, _: &Value) -> Result<(), String> {
        Err("schemas are not checked here".into())
    }

    fn violations(&self, schema: &Value, _: &Value) -> Result<Vec<Violation>, String> {
        self.check(schema).map(|()| Vec::new())
    }
}
