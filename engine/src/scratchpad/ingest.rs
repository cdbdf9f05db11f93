//! Tool calls that agents already know: `updateWorkingMemory` and `working-memory/update` in a
//! session's messages update its scratchpad. Knows nothing of messages.

use serde_json::Value;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::scratchpad::address::{Address, MAIN, Scope};
use crate::scratchpad::merge::Nulls;
use crate::scratchpad::rules::{Step, update};
use crate::scratchpad::state::{Misfit, Scratchpads};
use crate::session::SessionKey;
use kernel::error::{Code, Error, Result};
use kernel::tx::Tx;

/// The names of the tool that updates a scratchpad.
pub const TOOLS: [&str; 2] = ["updateWorkingMemory", "working-memory/update"];

/// Whether a call of the tool of that name updates a scratchpad.
#[must_use]
pub fn is_update(tool: &str) -> bool {
    TOOLS.contains(&tool)
}

/// What became of a tool call.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "IngestOutcome")]
pub struct Outcome {
    /// The tool's name.
    pub tool: String,
    /// Who shares the scratchpad.
    #[serde(default)]
    pub scope: Scope,
    /// The scratchpad's name.
    pub scratchpad: String,
    /// Whether it was merged; otherwise the scratchpad is as it was before.
    pub applied: bool,
    /// Why it was not merged.
    pub diagnostic: Option<String>,
    /// Where the state would not fit the scratchpad's schema.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misfits: Vec<Misfit>,
}

/// Merges the arguments of a tool call into the scratchpad [`MAIN`] that the session works with: its own, else
/// the one that its user's or resource's sessions share, else the workspace's; its own when there is none yet.
/// A schema of a shared one holds for the tool as well. The arguments are an object, or its JSON as a text. What cannot be merged is dropped with a diagnostic, and the
/// session goes on.
///
/// # Errors
/// Only when the scratchpad's state is not at hand; the decision is then made again with it.
pub fn ingest(tx: &mut Tx, session: &str, tool: &str, arguments: &Value) -> Result<Outcome> {
    let mut scope = Scope::Thread;
    let done = main(tx, session).and_then(|at| {
        scope = at.scope;
        apply(tx, &at, tool, arguments)
    });
    let outcome = |error: Option<Error>| Outcome {
        tool: tool.to_owned(),
        scope,
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

/// The scratchpad that a session's tool calls write.
fn main(tx: &mut Tx, session: &str) -> Result<Address> {
    let own = Address::of(Scope::Thread, Some(session), None)?;
    let owner = match SessionKey::parse(session)?.user_id {
        Some(user) => user.to_string(),
        None => session.to_owned(),
    };
    let shared = Address::of(Scope::Resource, Some(&owner), None)?;
    let global = Address::of(Scope::Global, None, None)?;
    for at in [&own, &shared, &global] {
        if tx.read::<Scratchpads>(&at.stream())?.pad(MAIN).is_some() {
            return Ok(at.clone());
        }
    }
    Ok(own)
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
