//! Rules for changes to scratchpads: access, size limits, schemas. A rejected change leaves no trace.

use serde_json::Value;

use crate::scratchpad::address::{Address, session};
use crate::scratchpad::facts::{ScratchpadDefined, ScratchpadUpdated};
use crate::scratchpad::merge::{DEPTH, Nulls, PREVIOUS, clean, depth, merge};
use crate::scratchpad::state::{Definition, Misfit, Pad, Scratchpads, is_empty};
use crate::session::Session;
use crate::session::admission::{admits, others};
use kernel::access::{Readers, may_read};
use kernel::actor::Actor;
use kernel::error::{Code, Error, FieldFault, Result};
use kernel::memory::Memory as _;
use kernel::ports::schemas::Schemas;
use kernel::tx::{Draft, Tx};

/// Maximum size of a state as JSON, in bytes.
pub const VALUE_BYTES: usize = 256 * 1024;
/// Maximum size of a schema as JSON, in bytes.
pub const SCHEMA_BYTES: usize = 64 * 1024;
/// Maximum number of scratchpads per owner.
pub const PADS: usize = 200;
/// Maximum number of misfits that an error names.
const NAMED: usize = 50;

/// Opens the scratchpads at an address, if the caller may access them. A thread's scratchpads share the access of its
/// session, and end with it.
///
/// # Errors
/// Returns `not_found` if they belong to other agents or their session has ended, `forbidden` if the session belongs to
/// other agents, `gone` if they were erased.
pub fn open<'a>(tx: &'a mut Tx<'_>, at: &Address) -> Result<&'a mut Draft<Scratchpads>> {
    let mut owners = Readers::Everyone;
    if let Some(key) = session(at.scope, &at.owner) {
        let session = tx.read::<Session>(&key.stream())?;
        owners = session.agents();
        if !admits(&session, &tx.cx.actor) {
            return Err(others(&key));
        }
        if session.begun > 0 && !session.lives(tx.cx.now) {
            return Err(Error::not_found(format!(
                "The session {key} has ended, and its scratchpads with it."
            )));
        }
    }
    let draft = tx.draft::<Scratchpads>(&at.stream())?;
    let readers = draft.readers(draft.stream()).resolve_owners(owners);
    if may_read(&draft.cx.actor, &readers) {
        return Ok(draft);
    }
    Err(at.missing())
}

/// Returns the scratchpad to change, which must exist at the version that the caller expects.
///
/// # Errors
/// Returns `not_found` if there is none, `conflict` (`stale`) if it has changed since.
pub fn existing(draft: &Draft<Scratchpads>, at: &Address) -> Result<Pad> {
    let pad = draft.pad(&at.name).ok_or_else(|| at.missing())?;
    draft.expect(pad.changed)?;
    Ok(pad.clone())
}

/// Rejects changes by agents to a read-only scratchpad.
///
/// # Errors
/// Returns `forbidden` (`read_only`).
pub fn writable(pad: &Pad, actor: &Actor) -> Result<()> {
    if !(pad.definition.read_only && actor.role.is_agent()) {
        return Ok(());
    }
    let mut error = Error::forbidden(format!(
        "The scratchpad `{}` is read-only: only people may change it.",
        pad.name
    ));
    error.extra.reason = Some("read_only".into());
    Err(error)
}

/// Validates the depth and the size of a value.
///
/// # Errors
/// Returns `invalid` or `too_large` with `pointer`.
pub fn check_bounds(pointer: &str, value: &Value) -> Result<()> {
    let found = depth(value);
    if found > DEPTH {
        let detail = format!("is nested {found} levels deep; the most is {DEPTH}");
        return Err(Error::field(pointer, detail));
    }
    check_size(pointer, value, VALUE_BYTES)
}

/// Validates the size of a value as JSON; `limit` is in bytes.
///
/// # Errors
/// Returns `too_large` with `pointer`.
pub fn check_size(pointer: &str, value: &Value, limit: usize) -> Result<()> {
    let bytes = value.to_string().len();
    if bytes <= limit {
        return Ok(());
    }
    let detail = format!("has {bytes} bytes as JSON; the most is {limit}");
    let mut error = Error::field(pointer, detail);
    error.code = Code::TooLarge;
    Err(error)
}

/// Returns the places at which a state does not fit the definition. An empty state always fits, because new scratchpads
/// are empty.
///
/// # Errors
/// Returns `invalid` if the schema cannot be used.
pub fn misfits(
    definition: &Definition,
    value: &Value,
    schemas: &dyn Schemas,
) -> Result<Vec<Misfit>> {
    let Some(schema) = &definition.schema else {
        return Ok(Vec::new());
    };
    if !value.is_object() {
        return Ok(vec![Misfit {
            pointer: String::new(),
            message: "a scratchpad with a schema holds an object".into(),
        }]);
    }
    let found = schemas
        .violations(schema, value)
        .map_err(|why| Error::field("/schema", why))?;
    let misfits = found.into_iter().map(|violation| Misfit {
        pointer: violation.pointer,
        message: violation.message,
    });
    Ok(misfits.take(NAMED).collect())
}

/// Rejects a state that does not fit. `pointer` is the argument that caused it.
///
/// # Errors
/// Returns `invalid` (`schema_violation`) with a pointer for each misfit.
pub fn fitting(
    pointer: &str,
    definition: &Definition,
    value: &Value,
    schemas: &dyn Schemas,
) -> Result<()> {
    let misfits = misfits(definition, value, schemas)?;
    let Some(first) = misfits.first() else {
        return Ok(());
    };
    let place = if first.pointer.is_empty() {
        "its whole"
    } else {
        &first.pointer
    };
    let more = match misfits.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let mut error = Error::invalid(format!(
        "The state would not fit the scratchpad's schema at {place}: {}{more}. Nothing was changed.",
        first.message
    ));
    error.extra.reason = Some("schema_violation".into());
    error.extra.fields = misfits
        .into_iter()
        .map(|misfit| FieldFault {
            pointer: format!("{pointer}{}", misfit.pointer),
            detail: misfit.message,
        })
        .collect();
    Err(error)
}

/// A patch of an update.
pub struct Step<'a> {
    /// The patch.
    pub patch: &'a Value,
    /// Meaning of `null` in the patch.
    pub nulls: Nulls,
}

/// Merges patches into a scratchpad, all or none, and creates it if it does not exist. Returns the keys that the
/// patches name; none if nothing changed. `pointer` is the argument to blame, `tool` the tool whose call contained the
/// patches.
///
/// # Errors
/// Returns `forbidden` (`read_only`), `invalid` for a patch that cannot be merged and for a state that would not fit
/// (`schema_violation`), `too_large`.
pub fn update(
    draft: &mut Draft<Scratchpads>,
    at: &Address,
    steps: &[Step],
    pointer: &str,
    tool: Option<&str>,
) -> Result<Vec<String>> {
    let known = draft.pad(&at.name).cloned();
    if let Some(pad) = &known {
        writable(pad, &draft.cx.actor)?;
    }
    let definition = known.as_ref().map(|pad| pad.definition.clone());
    let definition = definition.unwrap_or_default();
    let before = known
        .as_ref()
        .map_or_else(|| definition.empty(), |pad| pad.value.clone());
    let mut state = before.clone();
    let mut facts = Vec::new();
    for step in steps {
        mergeable(pointer, &state, step.patch)?;
        let patch = clean(step.patch);
        let merged = merge(&state, &patch, step.nulls);
        if merged != state {
            facts.push(ScratchpadUpdated {
                name: at.name.clone(),
                patch,
                nulls: step.nulls,
                tool: tool.map(ToOwned::to_owned),
            });
            state = merged;
        }
    }
    if facts.is_empty() {
        return Ok(Vec::new());
    }
    check_size(pointer, &state, VALUE_BYTES)?;
    let schemas = draft.cx.schemas.clone();
    fitting(pointer, &definition.after(&before), &state, &*schemas)?;
    if known.is_none() {
        begin(draft, at, definition, None)?;
    }
    let mut keys: Vec<String> = Vec::new();
    for fact in facts {
        let named = fact
            .patch
            .as_object()
            .into_iter()
            .flat_map(|patch| patch.keys());
        for key in named {
            if !keys.contains(key) {
                keys.push(key.clone());
            }
        }
        draft.record(fact);
    }
    Ok(keys)
}

/// Creates a scratchpad, with an initial state if one is given.
///
/// # Errors
/// Returns `conflict` (`too_many`) if the owner has reached the maximum.
pub fn begin(
    draft: &mut Draft<Scratchpads>,
    at: &Address,
    definition: Definition,
    value: Option<Value>,
) -> Result<()> {
    if draft.pads.len() >= PADS {
        return Err(Error::conflict(
            "too_many",
            format!("There are {PADS} scratchpads here already: delete one first."),
        ));
    }
    let value = value.unwrap_or_else(|| definition.empty());
    draft.record(ScratchpadDefined {
        name: at.name.clone(),
        scope: at.scope,
        value: Some(value),
        definition,
        set_aside: Vec::new(),
        origin: None,
    });
    Ok(())
}

/// Validates that a patch can be merged into `state`.
fn mergeable(pointer: &str, state: &Value, patch: &Value) -> Result<()> {
    check_bounds(pointer, patch)?;
    match patch {
        Value::Object(fields) if !is_empty(state) && state.is_string() => {
            match fields.get(PREVIOUS) {
                Some(other) if other != state => Err(Error::field(
                    format!("{pointer}/{PREVIOUS}"),
                    "this scratchpad holds a text, which is kept under that key: leave the key out, or put \
                     the whole with `scratchpad_put`",
                )),
                _ => Ok(()),
            }
        }
        Value::Object(_) => Ok(()),
        Value::String(_) if state.is_string() || is_empty(state) => Ok(()),
        Value::String(_) => Err(Error::field(
            pointer,
            "this scratchpad holds an object: send an object with the keys to change, or clear it first",
        )),
        _ => Err(Error::field(pointer, "expected an object or a text")),
    }
}
