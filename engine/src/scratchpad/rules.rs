//! The rules of every change to a scratchpad: who may, what a state may be, what a schema says. A
//! refusal leaves nothing behind.

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

/// The most bytes of a state, as JSON.
pub const VALUE_BYTES: usize = 256 * 1024;
/// The most bytes of a schema, as JSON.
pub const SCHEMA_BYTES: usize = 64 * 1024;
/// The most scratchpads of one owner.
pub const PADS: usize = 200;
/// How many misfits a refusal names.
const NAMED: usize = 50;

/// The scratchpads to decide about, if the caller may know of them. A thread's are its session's:
/// whoever may write in that writes in them, and when it has ended nobody does.
///
/// # Errors
/// `not_found` when they are other agents' or their session has ended, `forbidden` when the session is
/// other agents', `gone` when they were erased.
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
    let readers = draft.readers(draft.stream()).given(owners);
    if may_read(&draft.cx.actor, &readers) {
        return Ok(draft);
    }
    Err(at.missing())
}

/// The pad to decide about, which must exist, at the version that the caller knew.
///
/// # Errors
/// `not_found` when there is none, `conflict` (`stale`) when it has changed since.
pub fn existing(draft: &Draft<Scratchpads>, at: &Address) -> Result<Pad> {
    let pad = draft.pad(&at.name).ok_or_else(|| at.missing())?;
    draft.expect(pad.changed)?;
    Ok(pad.clone())
}

/// Refuses agents that want to change a pad that is for people.
///
/// # Errors
/// `forbidden` (`read_only`).
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

/// Refuses what can be no part of a state: nested too deep, or too large.
///
/// # Errors
/// `invalid` or `too_large` with `pointer`.
pub fn bounded(pointer: &str, value: &Value) -> Result<()> {
    let found = depth(value);
    if found > DEPTH {
        let detail = format!("is nested {found} levels deep; the most is {DEPTH}");
        return Err(Error::field(pointer, detail));
    }
    sized(pointer, value, VALUE_BYTES)
}

/// Refuses what has more than `limit` bytes as JSON.
///
/// # Errors
/// `too_large` with `pointer`.
pub fn sized(pointer: &str, value: &Value, limit: usize) -> Result<()> {
    let bytes = value.to_string().len();
    if bytes <= limit {
        return Ok(());
    }
    let detail = format!("has {bytes} bytes as JSON; the most is {limit}");
    let mut error = Error::field(pointer, detail);
    error.code = Code::TooLarge;
    Err(error)
}

/// Where a state does not fit the definition; none when it fits. What is empty always fits: a pad
/// begins so.
///
/// # Errors
/// `invalid` when the schema cannot be used.
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

/// Refuses a state that does not fit. `pointer` is the argument that made it so.
///
/// # Errors
/// `invalid` (`schema_violation`) with a pointer for each misfit.
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

/// One patch of an update.
pub struct Step<'a> {
    /// The patch.
    pub patch: &'a Value,
    /// What `null` means in it.
    pub nulls: Nulls,
}

/// Merges patches into the pad of that name, all or none; makes the pad when there is none. Gives the
/// keys that the patches name, none when nothing changed. `pointer` is the argument to blame, `tool`
/// the tool call that brought it.
///
/// # Errors
/// `forbidden` (`read_only`), `invalid` for a patch that cannot be merged and for a state that would
/// not fit (`schema_violation`), `too_large`.
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
    sized(pointer, &state, VALUE_BYTES)?;
    let schemas = draft.cx.schemas.clone();
    fitting(pointer, &definition, &state, &*schemas)?;
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

/// Makes a pad that is not there yet, with a state of its own when one is given.
///
/// # Errors
/// `conflict` (`too_many`) when the owner has as many as may be.
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

/// Refuses a patch that cannot be merged into `state`.
fn mergeable(pointer: &str, state: &Value, patch: &Value) -> Result<()> {
    bounded(pointer, patch)?;
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
