//! Parses memories of agent-memory-server: records in a session's document, in the answer of a search, or in a list.

use serde_json::{Map, Value};

use super::Memory;
use super::taking::{Taking, name, names, take_text};
use crate::moment;
use crate::records::{Record, Records, kind};

/// Internal fields of the server.
const BOOKKEEPING: [&str; 9] = [
    "access_count",
    "discrete_memory_extracted",
    "dist",
    "extraction_strategy",
    "extraction_strategy_config",
    "last_accessed",
    "memory_hash",
    "persisted_at",
    "pinned",
];

/// Types of memories.
const TYPES: [&str; 3] = ["semantic", "episodic", "message"];

/// Returns true if an object is a record, or a document with a list of records.
pub(super) fn is_its(fields: &Map<String, Value>) -> bool {
    let has = |name: &str| fields.contains_key(name);
    let is_record = |fields: &Map<String, Value>| {
        fields.contains_key("text")
            && [
                "memory_type",
                "discrete_memory_extracted",
                "memory_hash",
                "extracted_from",
            ]
            .iter()
            .any(|name| fields.contains_key(*name))
    };
    let memories = fields.get("memories").and_then(Value::as_array);
    let mut records = memories.into_iter().flatten().filter_map(Value::as_object);
    is_record(fields) || has("session_id") && memories.is_some() || records.any(is_record)
}

/// Parses documents and records.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for Record { at, value } in records.found {
        any(value, &at, taking);
    }
}

fn any(value: Value, at: &str, taking: &mut Taking) {
    let step = |name: &str| {
        if at.is_empty() {
            name.to_owned()
        } else {
            format!("{at}/{name}")
        }
    };
    match value {
        Value::Array(items) => {
            for (n, item) in items.into_iter().enumerate() {
                any(item, &step(&n.to_string()), taking);
            }
        }
        Value::Object(mut fields) if fields.contains_key("memories") => {
            let place = step("memories");
            match fields.remove("memories") {
                Some(Value::Array(items)) => {
                    for (n, item) in items.iter().enumerate() {
                        one(item, &format!("{place}/{n}"), &fields, taking);
                    }
                }
                Some(Value::Null) | None => {}
                Some(other) => {
                    let why = format!("is {}; expected a list", kind(&other));
                    taking.odd(place, why, &other);
                }
            }
            if let Some(Value::Array(messages)) = fields.get("messages") {
                taking.beside("messages", messages.len());
            }
        }
        value => one(&value, at, &Map::new(), taking),
    }
}

/// Removes and returns the user or the namespace of a memory. Another type is an error, because the memory must not
/// reach other readers.
fn owner(fields: &mut Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    match fields.remove(name) {
        Some(Value::String(owner)) => Ok(Some(owner).filter(|owner| !owner.is_empty())),
        Some(Value::Null) | None => Ok(None),
        Some(other) => Err(format!("`{name}` is {}; expected a text", kind(&other))),
    }
}

fn one(value: &Value, at: &str, document: &Map<String, Value>, taking: &mut Taking) {
    let Value::Object(fields) = value else {
        let why = format!("is {}; expected an object", kind(value));
        return taking.odd(at, why, value);
    };
    let mut fields = fields.clone();
    // Memories inherit the owner of their session.
    for name in ["user_id", "namespace", "session_id"] {
        let own = fields.get(name).filter(|own| !own.is_null());
        if let Some(known) = document.get(name).filter(|_| own.is_none()) {
            fields.insert(name.into(), known.clone());
        }
    }
    let text = match take_text(&mut fields, "text") {
        Ok(text) => text,
        Err(why) => return taking.odd(at, why, value),
    };
    let user_id = owner(&mut fields, "user_id");
    let owners = user_id.and_then(|user_id| Ok((user_id, owner(&mut fields, "namespace")?)));
    let (user_id, namespace) = match owners {
        Ok(owners) => owners,
        Err(why) => return taking.odd(at, why, value),
    };
    let memory_type = match fields.remove("memory_type") {
        None | Some(Value::Null) => None,
        Some(Value::String(own)) if TYPES.contains(&own.as_str()) => Some(own),
        Some(_) => {
            let why = "`memory_type` is none of semantic, episodic and message";
            return taking.odd(at, why, value);
        }
    };
    let memory = Memory {
        id: name(&mut fields, "id").unwrap_or_default(),
        text,
        topics: names(&mut fields, "topics"),
        entities: names(&mut fields, "entities"),
        memory_type,
        user_id,
        namespace,
        session_id: name(&mut fields, "session_id"),
        created_at: taking.moment(&mut fields, "created_at", at),
        updated_at: taking.moment(&mut fields, "updated_at", at),
        event_offset: fields.get("event_date").and_then(moment::offset),
        event_date: taking.moment(&mut fields, "event_date", at),
        place: at.to_owned(),
        ..Memory::default()
    };
    for name in BOOKKEEPING {
        fields.remove(name);
    }
    fields.retain(|_, value| !value.is_null());
    taking.take(Memory {
        metadata: fields,
        ..memory
    });
}
