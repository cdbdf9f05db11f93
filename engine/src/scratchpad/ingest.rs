//! Scratchpad updates by tool calls that agents already know: `updateWorkingMemory` and `working-memory/update` in a
//! session's messages.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::confine::foreign;
use crate::scratchpad::address::{Address, MAIN, Scope};
use crate::scratchpad::merge::{Nulls, forbidden, merge};
use crate::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use crate::scratchpad::rules::{Step, misfits, open, update};
use crate::scratchpad::state::{Misfit, Pad, Scratchpads};
use kernel::error::{Code, Error, Result};
use kernel::memory::Memory as _;
use kernel::ports::schemas::Schemas;
use kernel::tenant::Tenancy;
use kernel::tx::Tx;

/// Names of the tool that updates a scratchpad.
pub const TOOLS: [&str; 2] = ["updateWorkingMemory", "working-memory/update"];
/// The tool's argument in the framework that defines it.
const MEMORY: &str = "memory";
/// Members of a `scratchpad_update` call in addition to its own arguments.
const BESIDE: [&str; 4] = ["fields", "idempotency_key", "if_version", "lead_epoch"];

/// Returns true if calls of this tool update a scratchpad.
#[must_use]
pub fn is_update(tool: &str) -> bool {
    TOOLS.contains(&tool)
}

/// Result of a tool call.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "IngestOutcome")]
pub struct Outcome {
    /// Name of the tool.
    pub tool: String,
    /// Scope of the scratchpad.
    #[serde(default)]
    pub scope: Scope,
    /// Name of the scratchpad.
    pub scratchpad: String,
    /// True if the patch was merged; otherwise the scratchpad is unchanged.
    pub applied: bool,
    /// Reason why it was not merged, or the keys that were left out.
    pub diagnostic: Option<String>,
    /// Places at which the state would not fit the scratchpad's schema.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub misfits: Vec<Misfit>,
}

/// Merges the arguments of a tool call into the session's own scratchpad [`MAIN`], or into another one if the arguments
/// name it as over MCP (`scope`, `owner`, `patch`). The arguments are an object, or its JSON as a text; a lone `memory`
/// in them is the patch. Under a schema, `null` for an optional field counts as absent, as strict structured outputs
/// write it. A patch that cannot be merged is dropped with a diagnostic, without failing the session's write.
///
/// # Errors
/// Returns an error only if the scratchpad's state is not loaded; the decision then runs again.
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
            outcome.misfits = misfits_of(&error);
            outcome.diagnostic = Some(error.detail);
        }
    }
    Ok(outcome)
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
    let (at, nulls, patch) = if let Some(call) = whole(&fields) {
        let at = call.at()?;
        if let Some(tenant) = tx.cx.actor.tenant()
            && Scratchpads::tenancy(&at.stream(), tenant) != Tenancy::Own
        {
            return Err(foreign(tenant));
        }
        // A writer of the session may lack write access there.
        open(tx, &at)?;
        (at, call.nulls(), call.patch)
    } else {
        let at = Address::of(Scope::Thread, Some(session), None)?;
        let draft = tx.draft::<Scratchpads>(&at.stream())?;
        let patch = patch(fields, draft.pad(&at.name));
        (at, Nulls::Keep, patch)
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
    let padded = match (draft.pad(&at.name), nulls) {
        (Some(pad), Nulls::Keep) => without_padding(pad, &patch, &*draft.cx.schemas)?,
        _ => None,
    };
    let patch = padded.unwrap_or(patch);
    let step = Step {
        patch: &patch,
        nulls,
    };
    update(draft, &at, &[step], "", Some(&outcome.tool)).map(|_| ())
}

/// Returns the patch in the arguments: the value of [`MEMORY`] if it is their only member and an object or its JSON,
/// otherwise the arguments. If the scratchpad's schema has a property of that name, it is part of the patch.
fn patch(fields: Map<String, Value>, pad: Option<&Pad>) -> Value {
    let schema = pad.and_then(|pad| pad.definition.schema.as_ref());
    let is_own = schema.is_some_and(|schema| schema["properties"].get(MEMORY).is_some());
    let inner = match fields.get(MEMORY).filter(|_| fields.len() == 1 && !is_own) {
        Some(Value::Object(inner)) => Some(inner.clone()),
        Some(Value::String(json)) => serde_json::from_str(json).ok(),
        _ => None,
    };
    Value::Object(inner.unwrap_or(fields))
}

/// Returns the patch without each `null` that violates the schema, if the state would fit without those fields: strict
/// structured outputs write `null` for absent fields. `None` if there are none.
fn without_padding(pad: &Pad, patch: &Value, schemas: &dyn Schemas) -> Result<Option<Value>> {
    let definition = pad.definition.after(&pad.value);
    let misfits = |state: &Value| misfits(&definition, state, schemas);
    let mut state = merge(&pad.value, patch, Nulls::Keep);
    let nulls: Vec<String> = misfits(&state)?
        .into_iter()
        .map(|misfit| misfit.pointer)
        .filter(|pointer| patch.pointer(pointer).is_some_and(Value::is_null))
        .collect();
    if nulls.is_empty() {
        return Ok(None);
    }
    let mut reduced = patch.clone();
    for pointer in &nulls {
        remove(&mut state, pointer);
        remove(&mut reduced, pointer);
    }
    Ok(misfits(&state)?.is_empty().then_some(reduced))
}

/// Removes the field at a JSON pointer.
fn remove(value: &mut Value, pointer: &str) {
    if let Some((parent, name)) = pointer.rsplit_once('/')
        && let Some(Value::Object(fields)) = value.pointer_mut(parent)
    {
        fields.remove(&name.replace("~1", "/").replace("~0", "~"));
    }
}

/// Parses the arguments as a call of `scratchpad_update`, if they name another scratchpad.
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

fn misfits_of(error: &Error) -> Vec<Misfit> {
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
