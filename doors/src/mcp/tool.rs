//! Operations as tools, generated once from the table of operations.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use engine::scratchpad::address::Scope;
use engine::scratchpad::ingest::is_update;
use kernel::Actor;
use kernel::operation::{Effect, Spec, Trait};
use kernel::registry::{Entry, whole};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::profile::Detail;
use super::schema;

/// Tools in the order of the table: all operations that some role may call.
static TOOLS: LazyLock<Vec<Offered>> = LazyLock::new(|| {
    let entries = engine::operations::ALL.iter();
    let granted = entries.filter(|entry| entry.spec.access.roles().next().is_some());
    granted.map(|entry| Offered::of(entry)).collect()
});
/// Index of each tool in `TOOLS`, by name.
static PLACES: LazyLock<HashMap<&'static str, usize>> = LazyLock::new(|| {
    let tools = TOOLS.iter().enumerate();
    tools
        .map(|(place, tool)| (tool.entry.spec.name, place))
        .collect()
});

/// Operation as a tool.
pub struct Offered {
    /// The operation.
    pub entry: &'static Entry,
    brief: Described,
    full: Described,
}

/// A tool with its schemas, which take long to write: made when a client first asks for it.
type Described = LazyLock<Tool, Box<dyn FnOnce() -> Tool + Send>>;

impl Offered {
    fn of(entry: &'static Entry) -> Self {
        Self {
            entry,
            brief: LazyLock::new(Box::new(move || brief(entry))),
            full: LazyLock::new(Box::new(move || full(entry))),
        }
    }

    /// Returns the tool's description with this level of detail.
    pub fn tool(&self, detail: Detail) -> &Tool {
        match detail {
            Detail::Brief => &self.brief,
            Detail::Full => &self.full,
        }
    }
}

/// Returns all tools.
pub fn all() -> &'static [Offered] {
    &TOOLS
}

/// Aliases under which agents know some tools already. They are not listed, and accept the same arguments.
const KNOWN_AS: [(&str, &str); 3] = [
    ("working_memory_note", "note_write"),
    ("updateWorkingMemory", "scratchpad_update"),
    ("working-memory/update", "scratchpad_update"),
];

/// Returns every name of a tool, including aliases.
pub fn names() -> impl Iterator<Item = &'static str> {
    let tools = TOOLS.iter().map(|tool| tool.entry.spec.name);
    tools.chain(KNOWN_AS.iter().map(|(known, _)| *known))
}

/// Returns the operation of the tool `name`.
pub fn entry(name: &str) -> Option<&'static Entry> {
    let known = KNOWN_AS.iter().find(|(known, _)| *known == name);
    let name = known.map_or(name, |(_, name)| *name);
    let place = *PLACES.get(name)?;
    TOOLS.get(place).map(|tool| tool.entry)
}

/// Converts a call under an alias whose arguments are only the keys to change: they change the caller's own scratchpad,
/// which is that of the agent, or of the user that its token is bound to. A single argument `memory` holds the keys, as
/// an object or its JSON in a string.
pub fn own_scratchpad(name: &str, arguments: &Bytes, actor: &Actor) -> Option<Bytes> {
    if !is_update(name) {
        return None;
    }
    let keys: HashMap<Cow<'_, str>, &RawValue> = serde_json::from_slice(arguments).ok()?;
    if keys.contains_key("patch") {
        return None;
    }
    let owner = match actor.tenant() {
        Some(tenant) => tenant.user_id.as_deref()?,
        None => &*actor.id,
    };
    let memory = keys.get("memory").filter(|_| keys.len() == 1);
    let inner = memory.map(|memory| memory.get()).and_then(|memory| {
        let is_object = memory.starts_with('{');
        let text = || serde_json::from_str::<String>(memory).ok();
        if is_object {
            Some(memory.to_owned())
        } else {
            text()
        }
    });
    let patch = match &inner {
        Some(inner) => serde_json::from_str::<&RawValue>(inner).ok()?,
        None => serde_json::from_slice(arguments).ok()?,
    };
    let call = Own {
        scope: Scope::Resource,
        owner,
        patch,
    };
    serde_json::to_vec(&call).ok().map(Bytes::from)
}

/// Adds `guidance: false` to the arguments of a context, unless they contain `guidance`.
pub fn without_guidance(arguments: &Bytes) -> Option<Bytes> {
    const GUIDANCE: &str = "guidance";
    // The operation rejects arguments that are not an object.
    let members: Result<HashMap<Cow<'_, str>, &RawValue>, _> = serde_json::from_slice(arguments);
    let mut members = members
        .ok()
        .filter(|members| !members.contains_key(GUIDANCE))?;
    members.insert(GUIDANCE.into(), serde_json::from_str("false").ok()?);
    serde_json::to_vec(&members).ok().map(Bytes::from)
}

/// Change of the caller's own scratchpad.
#[derive(Serialize)]
struct Own<'a> {
    scope: Scope,
    owner: &'a str,
    patch: &'a RawValue,
}

fn brief(entry: &Entry) -> Tool {
    let mut arguments = object(whole(entry.arguments));
    let text = text(&mut arguments);
    schema::shorten(&mut arguments, entry.spec.everyday);
    let about = schema::first_sentence(&text).to_owned();
    Tool::new(entry.spec.name, about, arguments).annotate(hints(&entry.spec))
}

fn full(entry: &Entry) -> Tool {
    let mut arguments = object(whole(entry.arguments));
    let text = text(&mut arguments);
    schema::complete(&mut arguments, entry);
    let mut tool = Tool::new(entry.spec.name, text, arguments).annotate(hints(&entry.spec));
    let mut answer = object(whole(entry.answers));
    schema::loosen(&mut answer);
    tool.output_schema = Some(Arc::new(answer));
    tool
}

/// Returns the hints about an operation's effects. No operation reaches beyond Loci.
fn hints(spec: &Spec) -> ToolAnnotations {
    let hints = ToolAnnotations::new().open_world(false);
    match spec.effect {
        Effect::Read => hints.read_only(true),
        Effect::Write => {
            let hints = hints.destructive(spec.has(Trait::Destroys));
            if spec.has(Trait::Repeatable) {
                hints.idempotent(true)
            } else {
                hints
            }
        }
    }
}

fn object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(members) => members,
        _ => JsonObject::new(),
    }
}

/// Removes the operation's description from its arguments' schema and returns it.
fn text(arguments: &mut JsonObject) -> String {
    match arguments.remove("description") {
        Some(Value::String(text)) => text.replace('\n', " "),
        _ => String::new(),
    }
}
