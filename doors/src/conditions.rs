//! Arguments of a call that are independent of the operation: preconditions, and the selection of response fields.

use kernel::answer::ALL;
use serde_json::Value;

pub use kernel::answer::FIELDS;

/// Field, and its name in errors, of the version that a caller expects.
pub const IF_VERSION: &str = "if_version";
/// Field, and its name in errors, of the lead epoch that a caller expects.
pub const LEAD_EPOCH: &str = "lead_epoch";
/// Field, and its name in errors, of the key that makes a retry safe.
pub const IDEMPOTENCY_KEY: &str = "idempotency_key";
/// Maximum length of an idempotency key, in bytes.
pub const MAX_KEY_BYTES: usize = 200;

/// Conditions of a call, besides the operation's own arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Version that the caller expects the addressed resource to have.
    pub if_version: Option<u64>,
    /// Versions in `If-Match`: everything in the response must be unchanged since one of them.
    pub if_match: Vec<u64>,
    /// Lead epoch in which the caller believes to lead the workflow.
    pub lead_epoch: Option<u32>,
    /// Idempotency key: a retry with the same key gets the first answer.
    pub idempotency_key: Option<String>,
    /// Members of the answer to return. Default: the operation's default fields.
    pub fields: Option<Vec<String>>,
}

impl Conditions {
    /// Creates the condition that the addressed resource has not changed since `version`.
    #[must_use]
    pub fn if_version(version: u64) -> Self {
        Self {
            if_version: Some(version),
            ..Self::default()
        }
    }

    /// Requests all members of the answer.
    #[must_use]
    pub fn whole(self) -> Self {
        Self {
            fields: Some(vec![ALL.into()]),
            ..self
        }
    }

    /// Merges the conditions into the arguments, as the server function expects them.
    #[must_use]
    pub fn into_json(self, mut arguments: Value) -> Value {
        if let Value::Object(fields) = &mut arguments {
            if let Some(version) = self.if_version {
                fields.insert(IF_VERSION.into(), version.into());
            }
            if let Some(epoch) = self.lead_epoch {
                fields.insert(LEAD_EPOCH.into(), epoch.into());
            }
            if let Some(key) = self.idempotency_key {
                fields.insert(IDEMPOTENCY_KEY.into(), key.into());
            }
            if let Some(names) = self.fields {
                fields.insert(FIELDS.into(), names.into());
            }
        }
        arguments
    }
}
