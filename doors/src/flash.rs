//! Response to a form that a browser posted without JavaScript, for the page that shows it next.

use kernel::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

/// Hidden field with the form's id.
pub const FORM: &str = "form";

/// Response to the form that redirected to this page.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flash {
    /// Name of the operation.
    pub operation: String,
    /// Id of the form on its page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub form: String,
    /// Submitted values, if the form was rejected or was a dry run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent: Vec<(String, String)>,
    /// Answer of the operation; `null` if it was rejected.
    #[serde(default)]
    pub answer: Value,
    /// Error, if the form was rejected.
    pub problem: Option<Problem>,
}
