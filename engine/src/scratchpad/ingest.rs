//! Tool calls that agents already know: `updateWorkingMemory` and `working-memory/update` in a
//! session's messages update its scratchpad. Knows nothing of messages.

use serde_json::Value;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, Result};
use crate::scratchpad::address::{Address, MAIN, Scope};
use crate::scratchpad::merge::Nulls;
use crate::scratchpad::rules::{Step, update};
use crate::scratchpad::state::{Misfit, Scratchpads};
use crate::tx::Tx;

/// The names of the tool that updates a scratchpad.
pub const TOOLS: [&str; 2] = ["updateWorkingMemory", "working-memory/update"];

/// Whether a call of the tool of that name updates a scratchpad.
#[must_use]
pub fn is_update(tool: &str) -> bool {
    TOOLS.contains(&tool)
}

/// What became of a tool call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The tool's name.
    pub tool: String,
    /// The scratchpad's name.
    pub scratchpad: String,
    /// Whether it was merged; otherwise the scratchpad is as it was before.
    pub applied: bool,
    /// Why it was not merged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostic: Option<String>,
    /// Where the state would not fit the scratchpad's schema.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misfits: Vec<Misfit>,
}

/// Merges the arguments of a tool call into the scratchpad [`MAIN`] of the session. The arguments are
/// an object, or its JSON as a text. What cannot be merged is dropped with a diagnostic, and the
/// session goes on.
///
/// # Errors
/// Only when the scratchpad's state is not at hand; the decision is then made again with it.
pub fn ingest(tx: &mut Tx, session: &str, tool: &str, arguments: &Value) -> Result<Outcome> {
    let done = match Address::of(Scope::Thread, Some(session), None) {
        Ok(at) => apply(tx, &at, tool, arguments),
        Err(error) => Err(error),
    };
    let outcome = |error: Option<Error>| Outcome {
        tool: tool.to_owned(),
        scratchpad: MAIN.into(),
        applied: error.is_none(),
        misfits: error.as_ref().map_or_else(Vec::new, misfits),
        diagnostic: error.map(|error| error.detail),
    };
    match done {
        Ok(()) => Ok(outcome(None)),
        Err(error) if matches!(error.code, Code::Unavailable | Code::Internal) => Err(error),
        Err(error) => Ok(outcome(Some(error))),
    }
}

fn apply(tx: &mut Tx, at: &Address, tool: &str, arguments: &Value) -> Result<()> {
    let parsed: Option<Value> = match arguments {
        Value::Object(_) => Some(arguments.clone()),
        Value::String(json) => serde_json::from_str(json).ok(),
        _ => None,
    };
    let Some(patch) = parsed.filter(Value::is_object) else {
        return Err(Error::field(
            "/arguments",
            "expected an object with the keys to change",
        ));
    };
    let draft = tx.draft::<Scratchpads>(&at.stream())?;
    let step = Step {
        patch: &patch,
        nulls: Nulls::Keep,
    };
    update(draft, at, &[step], "", Some(tool)).map(|_| ())
}

fn misfits(error: &Error) -> Vec<Misfit> {
    if error.extra.reason.as_deref() != Some("schema_violation") {
        return Vec::new();
    }
    let fields = error.extra.fields.iter();
    fields
        .map(|field| Misfit {
            pointer: field.pointer.clone(),
            message: field.detail.clone(),
        })
        .collect()
}
