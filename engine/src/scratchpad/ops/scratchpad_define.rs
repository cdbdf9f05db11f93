//! `scratchpad_define`: creates a scratchpad or changes its definition.

use kernel::prelude::*;
use serde_json::Value;

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::facts::ScratchpadDefined;
use crate::scratchpad::merge::clean;
use crate::scratchpad::rules::{
    SCHEMA_BYTES, begin, check_bounds, check_size, existing, fitting, misfits, open, writable,
};
use crate::scratchpad::state::{Definition, MAX_TOKENS, MIN_TOKENS, Pad, Scratchpads, is_empty};
use crate::scratchpad::view::PadView;
use kernel::access::reader_name;

/// Maximum budget, in tokens.
const TOKENS: u32 = 100_000;

/// Creates a scratchpad, or replaces its definition: absent arguments get the defaults of a new one. A state that does
/// not fit a changed schema is set aside: the scratchpad becomes `{}`, the response says so, and the history keeps the
/// state. Scratchpads can be written without being defined first.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadDefine {
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
    /// JSON Schema (2020-12) for its state, which is an object then. References must stay within the schema: nothing is
    /// fetched. A text is parsed as JSON.
    pub schema: Option<Value>,
    /// Initial state of a new one: a text, or an object that fits the schema. With a schema, a text is parsed as the
    /// JSON of that object.
    pub template: Option<Value>,
    /// Only people may change it. Default: false.
    #[serde(default)]
    pub read_only: bool,
    /// Minimum share of a context, in tokens. Default: 200.
    #[schemars(range(min = 0, max = TOKENS))]
    pub min_tokens: Option<u32>,
    /// Maximum share of a context, in tokens. Default: 1,500.
    #[schemars(range(min = 1, max = TOKENS))]
    pub max_tokens: Option<u32>,
}

/// A defined scratchpad.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PadDefined {
    /// The scratchpad; its `set_aside` describes a state that did not fit.
    pub pad: PadView,
    /// True if this call created it.
    pub created: bool,
    /// True if this call set its state aside.
    pub set_aside: bool,
}

impl Operation for ScratchpadDefine {
    type Output = PadDefined;
    const SPEC: Spec = spec!(Write "scratchpad_define" Access::VOICES)
        .refuses(&["too_many"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(prepare);

    crate::scratchpad::confine::of_pad!();
}

/// Compiles the schema before the decision, because that takes a while.
fn prepare(mut op: ScratchpadDefine, view: View) -> Fut<'static, Result<ScratchpadDefine>> {
    Box::pin(async move {
        op.schema = op
            .schema
            .map(|schema| json("/schema", schema))
            .transpose()?;
        if op.schema.is_some() {
            op.template = op
                .template
                .map(|value| json("/template", value))
                .transpose()?;
        }
        if let Some(schema) = &op.schema {
            check_schema(schema)?;
            let checked = view.services.schemas().check(schema);
            checked.map_err(|why| Error::field("/schema", why))?;
        }
        Ok(op)
    })
}

/// Parses a text as JSON, because forms can only send texts.
fn json(pointer: &str, value: Value) -> Result<Value> {
    match value {
        Value::String(text) => serde_json::from_str(&text)
            .map_err(|error| Error::field(pointer, format!("expected JSON: {error}"))),
        other => Ok(other),
    }
}

fn check_schema(schema: &Value) -> Result<()> {
    check_size("/schema", schema, SCHEMA_BYTES)?;
    match schema {
        Value::Object(_) | Value::Bool(_) => Ok(()),
        _ => Err(Error::field(
            "/schema",
            "expected a JSON Schema: an object, or true or false",
        )),
    }
}

/// Rejects a schema that no object fits, judging by its `type` and `const`.
fn check_objects(schema: &Value) -> Result<()> {
    let of_type = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|name| name == "object"),
        Some(name) => name == "object",
        None => *schema != Value::Bool(false),
    };
    if of_type && schema.get("const").is_none_or(Value::is_object) {
        return Ok(());
    }
    Err(Error::field(
        "/schema",
        "admits no object: the state of a scratchpad with a schema is one",
    ))
}

fn definition(op: &ScratchpadDefine) -> Result<Definition> {
    let min_tokens = op.min_tokens.unwrap_or(MIN_TOKENS);
    let max_tokens = op.max_tokens.unwrap_or(MAX_TOKENS.max(min_tokens));
    // A small maximum lowers the default minimum.
    let min_tokens = op.min_tokens.unwrap_or(min_tokens.min(max_tokens));
    if max_tokens == 0 || max_tokens > TOKENS {
        let detail = format!("expected 1 to {TOKENS}");
        return Err(Error::field("/max_tokens", detail));
    }
    if min_tokens > max_tokens {
        let detail = format!("must not be more than max_tokens, which is {max_tokens}");
        return Err(Error::field("/min_tokens", detail));
    }
    if let Some(template) = &op.template {
        check_bounds("/template", template)?;
        if !(template.is_object() || template.is_string()) {
            return Err(Error::field("/template", "expected an object or a text"));
        }
    }
    Ok(Definition {
        schema: op.schema.clone(),
        template: op.template.as_ref().map(clean),
        read_only: op.read_only,
        min_tokens,
        max_tokens,
    })
}

fn decide(op: &ScratchpadDefine, tx: &mut Tx) -> Result<PadDefined> {
    let at = Address::of(op.scope, op.owner.as_deref(), op.name.as_deref())?;
    let definition = definition(op)?;
    let draft = open(tx, &at)?;
    let schemas = draft.cx.schemas.clone();
    if let Some(schema) = &definition.schema {
        check_schema(schema)?;
        let checked = schemas.check(schema);
        checked.map_err(|why| Error::field("/schema", why))?;
        check_objects(schema)?;
    }
    if let Some(template) = &definition.template {
        fitting("/template", &definition, template, &*schemas)?;
    }
    let created = draft.pad(&at.name).is_none();
    let set_aside = if created {
        let template = definition.template.clone();
        begin(draft, &at, definition, template)?;
        false
    } else {
        redefine(draft, &at, definition)?
    };
    Ok(PadDefined {
        pad: PadView::of(&at, draft.pad(&at.name)),
        created,
        set_aside,
    })
}

/// Returns true if the caller may make a shared scratchpad read-only: orchestrators and people, its creator while it is
/// the only writer, and anyone in a thread.
fn may_close(draft: &Draft<Scratchpads>, pad: &Pad) -> bool {
    let actor = &draft.cx.actor;
    let is_own = pad.created_by == *actor && draft.writers.iter().all(|name| *name == actor.id);
    reader_name(actor).is_none() || is_own || draft.scope == Scope::Thread
}

/// Changes the definition of an existing scratchpad. Returns true if its state was set aside.
fn redefine(draft: &mut Draft<Scratchpads>, at: &Address, definition: Definition) -> Result<bool> {
    let pad = existing(draft, at)?;
    writable(&pad, &draft.cx.actor)?;
    if pad.definition == definition {
        return Ok(false);
    }
    if definition.read_only && !may_close(draft, &pad) {
        return Err(Error::forbidden(format!(
            "The scratchpad `{}` is others' too: an orchestrator or a person can make it read-only.",
            pad.name
        )));
    }
    let schemas = draft.cx.schemas.clone();
    let empty = is_empty(&pad.value);
    let misfits = if empty {
        Vec::new()
    } else {
        misfits(&definition.after(&pad.value), &pad.value, &*schemas)?
    };
    let is_set_aside = !misfits.is_empty();
    let value = (is_set_aside || empty).then(|| definition.empty());
    draft.record(ScratchpadDefined {
        name: at.name.clone(),
        scope: at.scope,
        definition,
        value,
        set_aside: misfits,
        origin: None,
    });
    Ok(is_set_aside)
}
