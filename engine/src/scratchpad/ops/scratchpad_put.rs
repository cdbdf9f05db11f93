//! `scratchpad_put`: replaces the state of a scratchpad.

use kernel::prelude::*;
use serde_json::Value;

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::facts::ScratchpadWritten;
use crate::scratchpad::merge::clean;
use crate::scratchpad::rules::{begin, check_bounds, fitting, open, writable};
use crate::scratchpad::state::Definition;
use crate::scratchpad::view::PadChanged;

/// Replaces the whole state of a scratchpad, as an editor does, and creates it if it does not exist. The rules of
/// `scratchpad_update` apply. Pass `if_version` to avoid overwriting changes of others.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadPut {
    /// Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
    /// Default: `thread`.
    #[serde(default)]
    pub scope: Scope,
    /// Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
    /// `resource` the user or resource, for `global` none.
    #[schemars(with = "Option<crate::scratchpad::address::OwnerName>")]
    pub owner: Option<String>,
    /// Name of the scratchpad. Default: `main`.
    #[schemars(with = "Option<crate::scratchpad::address::PadName>")]
    pub name: Option<String>,
    /// The new state: an object or a text. If the scratchpad holds an object, a text is parsed as its JSON.
    pub value: Value,
    /// Interpretation of a text. Default: as the scratchpad's current state.
    pub read_as: Option<ReadAs>,
}

/// Interpretation of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadAs {
    /// As a plain text, which the scratchpad then holds.
    Text,
    /// As the JSON of an object, which the scratchpad then holds.
    Json,
}

impl Operation for ScratchpadPut {
    type Output = PadChanged;
    const SPEC: Spec = spec!(Write "scratchpad_put" Access::VOICES)
        .refuses(&["too_many"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);

    crate::scratchpad::confine::of_pad!();
}

/// Returns the new state of a scratchpad with this definition and old state.
fn read(op: &ScratchpadPut, definition: &Definition, old: Option<&Value>) -> Result<Value> {
    let value = &op.value;
    let holds_object = match op.read_as {
        Some(read_as) => read_as == ReadAs::Json,
        None => definition.schema.is_some() || old.is_some_and(Value::is_object),
    };
    match value {
        Value::Object(_) => Ok(clean(value)),
        Value::String(json) if holds_object => {
            let parsed = serde_json::from_str::<Value>(json);
            let object = parsed.ok().filter(Value::is_object);
            let object = object.ok_or_else(|| {
                Error::field(
                    "/value",
                    "the scratchpad holds an object: expected its JSON",
                )
            })?;
            check_bounds("/value", &object)?;
            Ok(clean(&object))
        }
        Value::String(_) => Ok(value.clone()),
        _ => Err(Error::field("/value", "expected an object or a text")),
    }
}

fn decide(op: &ScratchpadPut, tx: &mut Tx) -> Result<PadChanged> {
    let at = Address::of(op.scope, op.owner.as_deref(), op.name.as_deref())?;
    check_bounds("/value", &op.value)?;
    let draft = open(tx, &at)?;
    let known = draft.pad(&at.name).cloned();
    let before = known.as_ref().map_or(0, |pad| pad.changed);
    draft.expect(before)?;
    let Some(pad) = known else {
        let definition = Definition::default();
        let value = read(op, &definition, None)?;
        let keys = names(&value);
        begin(draft, &at, definition, Some(value))?;
        return Ok(PadChanged::of(&at, draft.pad(&at.name), before, keys));
    };
    writable(&pad, &draft.cx.actor)?;
    let value = read(op, &pad.definition, Some(&pad.value))?;
    if value == pad.value {
        return Ok(PadChanged::of(&at, Some(&pad), before, Vec::new()));
    }
    let schemas = draft.cx.schemas.clone();
    let definition = pad.definition.after(&pad.value);
    fitting("/value", &definition, &value, &*schemas)?;
    let keys = names(&value);
    let name = at.name.clone();
    draft.record(ScratchpadWritten { name, value });
    Ok(PadChanged::of(&at, draft.pad(&at.name), before, keys))
}

fn names(value: &Value) -> Vec<String> {
    let fields = value.as_object().into_iter();
    fields.flat_map(|fields| fields.keys().cloned()).collect()
}
