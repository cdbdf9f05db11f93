//! The answer to a form that a browser posted without JavaScript, on its way to the page that shows it. Knows
//! nothing of forms but their ids.

use kernel::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

/// The hidden field with the id of the form that is sent.
pub const FORM: &str = "form";

/// What the form said that sent the person to this page. Shown once.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flash {
    /// The operation's name.
    pub operation: String,
    /// The form's id on its page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub form: String,
    /// What was typed into it, when it was refused or only asked what would be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent: Vec<(String, String)>,
    /// Its answer, `null` when it was refused.
    #[serde(default)]
    pub answer: Value,
    /// Why it was refused.
    pub problem: Option<Problem>,
}
