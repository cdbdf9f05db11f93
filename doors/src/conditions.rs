//! What a call may carry besides its operation's own arguments: conditions, and which fields to answer.
//! Knows no transport.

use kernel::answer::ALL;
use serde_json::Value;

pub use kernel::answer::FIELDS;

/// The field, and the name in errors, of the version a caller expects.
pub const IF_VERSION: &str = "if_version";
/// The field, and the name in errors, of the epoch of the lead that a caller believes to have.
pub const LEAD_EPOCH: &str = "lead_epoch";
/// The field, and the name in errors, of the key that makes a retry safe.
pub const IDEMPOTENCY_KEY: &str = "idempotency_key";
/// The longest idempotency key, in bytes.
pub const MAX_KEY_BYTES: usize = 200;

/// What a call asks for besides the operation's own arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The version the caller believes the addressed thing to have.
    pub if_version: Option<u64>,
    /// The versions that an `If-Match` names: of one of them everything shown must still be so.
    pub if_match: Vec<u64>,
    /// The epoch of the lead in which the caller believes to lead the workflow.
    pub lead_epoch: Option<u32>,
    /// A key under which a retry gets the first answer.
    pub idempotency_key: Option<String>,
    /// The members of the answer to give; the operation's lean choice unless given.
    pub fields: Option<Vec<String>>,
}

impl Conditions {
    /// Only when the addressed thing has not changed after `version`.
    #[must_use]
    pub fn if_version(version: u64) -> Self {
        Self {
            if_version: Some(version),
            ..Self::default()
        }
    }

    /// With the whole answer.
    #[must_use]
    pub fn whole(self) -> Self {
        Self {
            fields: Some(vec![ALL.into()]),
            ..self
        }
    }

    /// The arguments with the conditions among them, as the server function takes them.
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
