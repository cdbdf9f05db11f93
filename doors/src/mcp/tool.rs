//! Operations as tools: made once from the table of operations, of which this knows none.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use engine::scratchpad::ingest::is_update;
use kernel::error::Error;
use kernel::operation::{Effect, Spec, Trait};
use kernel::registry::{Entry, whole};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::profile::Detail;
use super::schema;

/// What callers may be offered, in the order of the table.
static TOOLS: LazyLock<Vec<Offered>> = LazyLock::new(|| {
    let entries = engine::operations::ALL.iter();
    let granted = entries.filter(|entry| entry.spec.access.roles().next().is_some());
    granted.map(|entry| Offered::of(entry)).collect()
});
/// Where each stands there.
static PLACES: LazyLock<HashMap<&'static str, usize>> = LazyLock::new(|| {
    let tools = TOOLS.iter().enumerate();
    tools
        .map(|(place, tool)| (tool.entry.spec.name, place))
        .collect()
});

/// An operation as a tool.
pub struct Offered {
    /// The operation.
    pub entry: &'static Entry,
    brief: Tool,
    full: LazyLock<Tool, Box<dyn FnOnce() -> Tool + Send>>,
}

impl Offered {
    fn of(entry: &'static Entry) -> Self {
        Self {
            entry,
            brief: brief(entry),
            full: LazyLock::new(Box::new(move || full(entry))),
        }
    }

    /// It with so much said of it.
    pub fn tool(&self, detail: Detail) -> &Tool {
        match detail {
            Detail::Brief => &self.brief,
            Detail::Full => &self.full,
        }
    }
}

/// All of them.
pub fn all() -> &'static [Offered] {
    &TOOLS
}

/// Names under which agents know some of them already. They are not listed, and take the same arguments.
const KNOWN_AS: [(&str, &str); 3] = [
    ("working_memory_note", "note_write"),
    ("updateWorkingMemory", "scratchpad_update"),
    ("working-memory/update", "scratchpad_update"),
];

/// Every name under which one can be asked for.
pub fn names() -> impl Iterator<Item = &'static str> {
    let tools = TOOLS.iter().map(|tool| tool.entry.spec.name);
    tools.chain(KNOWN_AS.iter().map(|(known, _)| *known))
}

/// The operation that a tool of that name is.
pub fn entry(name: &str) -> Option<&'static Entry> {
    let known = KNOWN_AS.iter().find(|(known, _)| *known == name);
    let name = known.map_or(name, |(_, name)| *name);
    let place = *PLACES.get(name)?;
    TOOLS.get(place).map(|tool| tool.entry)
}

/// The refusal of a call under a name that agents know from elsewhere, where the keys to change are all that there
/// is: of which session they are nobody can tell.
pub fn bare(name: &str, arguments: &[u8]) -> Option<Error> {
    #[derive(Deserialize)]
    struct Patch {
        #[serde(default, deserialize_with = "given")]
        patch: bool,
    }
    fn given<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
        IgnoredAny::deserialize(value).map(|_| true)
    }
    let is_bare =
        is_update(name) && serde_json::from_slice(arguments).is_ok_and(|Patch { patch }| !patch);
    is_bare.then(|| {
        let detail = "is missing: the keys to change stand in it, and beside it whose scratchpad is meant, as in \
                      {\"owner\": \"<the session's key>\", \"patch\": {\"currentGoal\": \"Deploy v2\"}}";
        Error::field("/patch", detail)
    })
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

/// What a client may know of an operation before it is called. Nothing that it does reaches beyond Loci.
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

/// Takes the operation's own text out of its arguments' schema.
fn text(arguments: &mut JsonObject) -> String {
    match arguments.remove("description") {
        Some(Value::String(text)) => text.replace('\n', " "),
        _ => String::new(),
    }
}
