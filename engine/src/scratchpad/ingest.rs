//! Tool calls that agents already know: `updateWorkingMemory` and `working-memory/update` in a
//! session's messages update its scratchpad. Knows nothing of messages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::scratchpad::address::{Address, MAIN, Scope};
use crate::scratchpad::merge::{Nulls, forbidden};
use crate::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use crate::scratchpad::rules::{Step, open, update};
use crate::scratchpad::state::{Misfit, Scratchpads};
use crate::session::SessionKey;
use kernel::error::{Code, Error, Result};
use kernel::tx::Tx;

/// The names of the tool that updates a scratchpad.
pub const TOOLS: [&str; 2] = ["updateWorkingMemory", "working-memory/update"];
/// What a call of `scratchpad_update` may carry besides its own arguments.
const BESIDE: [&str; 4] = ["fields", "idempotency_key", "if_version", "lead_epoch"];

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
    /// Why it was not merged, or what of it was left out.
    pub diagnostic: Option<String>,
    /// Where the state would not fit the scratchpad's schema.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misfits: Vec<Misfit>,
}

/// Merges the arguments of a tool call into the scratchpad [`MAIN`] that the session works with: its own, else
/// the one that its user's or resource's sessions share, else the workspace's; its own when there is none yet.
/// A schema of a shared one holds for the tool as well. The arguments are an object, or its JSON as a text; those
/// with which the tool of that name is called over MCP, which say whose scratchpad is meant, mean the same here.
/// What cannot be merged is dropped with a diagnostic, and the session goes on.
///
/// # Errors
/// Only when the scratchpad's state is not at hand; the decision is then made again with it.
pub fn ingest(tx: &mut Tx, session: &str, tool: &str, arguments: &Value) -> Result<Outcome> {
    let mut outcome = Outcome {
        tool: tool.to_owned(),
        scope: Scope::Thread,
        scratchpad: MAIN.into(),
        applied: false,
        diagnostic: None,
        misfits: Vec::new(),
    };
    match apply(tx, session, arguments, &mut outcome) {
        Ok(()) => outcome.applied = true,
        Err(error) if matches!(error.code, Code::Unavailable | Code::Internal) => {
            return Err(error);
        }
        Err(error) => {
            outcome.misfits = misfits(&error);
            outcome.diagnostic = Some(error.detail);
        }
    }
    Ok(outcome)
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

fn apply(tx: &mut Tx, session: &str, arguments: &Value, outcome: &mut Outcome) -> Result<()> {
    let parsed = match arguments {
        Value::Object(fields) => Some(fields.clone()),
        Value::String(json) => serde_json::from_str(json).ok(),
        _ => None,
    };
    let Some(fields) = parsed else {
        let detail = "expected an object with the keys to change";
        return Err(Error::field("/arguments", detail));
    };
    let (at, nulls, patch) = match whole(&fields) {
        Some(call) => {
            let at = call.at()?;
            // Whoever writes in the session need not be one who may write there.
            open(tx, &at)?;
            (at, call.nulls(), call.patch)
        }
        None => (main(tx, session)?, Nulls::Keep, Value::Object(fields)),
    };
    outcome.scope = at.scope;
    outcome.scratchpad.clone_from(&at.name);
    let left_out = forbidden(&patch);
    if !left_out.is_empty() {
        let detail =
            format!("These keys may be in no scratchpad, and were left out: {left_out:?}.");
        outcome.diagnostic = Some(detail);
    }
    let draft = tx.draft::<Scratchpads>(&at.stream())?;
    let step = Step {
        patch: &patch,
        nulls,
    };
    update(draft, &at, &[step], "", Some(&outcome.tool)).map(|_| ())
}

/// The call of `scratchpad_update` that the arguments are, where they say whose scratchpad is meant.
fn whole(arguments: &Map<String, Value>) -> Option<ScratchpadUpdate> {
    let own = arguments
        .iter()
        .filter(|(key, _)| !BESIDE.contains(&key.as_str()));
    let own = own
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let call: ScratchpadUpdate = serde_json::from_value(Value::Object(own)).ok()?;
    (call.owner.is_some() || call.scope != Scope::Thread).then_some(call)
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
