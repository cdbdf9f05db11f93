//! Parses answers and exports of mem0.

use serde_json::{Map, Value};

use super::taking::{Taking, name, names, owner, take_text};
use super::{Deletion, Memory};
use crate::records::{Record, Records, kind};

/// Fields that hold a list of memories.
const LISTS: [&str; 2] = ["results", "memories"];

/// Parses lists of memories, and memories line by line.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for Record { at, value } in records.found {
        any(value, &at, taking);
    }
}

fn any(value: Value, at: &str, taking: &mut Taking) {
    match value {
        Value::Array(items) => list(items, at, taking),
        Value::Object(mut fields) if LISTS.iter().any(|name| fields.contains_key(*name)) => {
            for name in LISTS {
                let place = join(at, name);
                match fields.remove(name) {
                    Some(Value::Array(items)) => list(items, &place, taking),
                    None | Some(Value::Null) => {}
                    Some(other) => {
                        let why = format!("is {}; expected a list", kind(&other));
                        taking.odd(place, why, &other);
                    }
                }
            }
            if let Some(Value::Array(relations)) = fields.get("relations") {
                taking.beside("relations", relations.len());
            }
        }
        value => one(&value, at, taking),
    }
}

fn list(items: Vec<Value>, at: &str, taking: &mut Taking) {
    for (n, item) in items.into_iter().enumerate() {
        one(&item, &join(at, &n.to_string()), taking);
    }
}

fn join(place: &str, step: &str) -> String {
    if place.is_empty() {
        step.to_owned()
    } else {
        format!("{place}/{step}")
    }
}

fn one(value: &Value, at: &str, taking: &mut Taking) {
    let Value::Object(fields) = value else {
        let why = format!("is {}; expected an object", kind(value));
        return taking.odd(at, why, value);
    };
    let mut fields = fields.clone();
    let event = match event(&mut fields) {
        Ok(event) => event,
        Err(why) => return taking.odd(at, why, value),
    };
    if let Some(id) = name(&mut fields, "memory_id") {
        // An event of a history has an id of its own.
        fields.insert("id".into(), id.into());
    }
    if matches!(event, Event::Delete | Event::None) {
        if event == Event::Delete {
            match owner(&mut fields, "user_id") {
                Ok(user_id) => taking.delete(Deletion {
                    id: name(&mut fields, "id").unwrap_or_default(),
                    user_id,
                }),
                Err(why) => return taking.odd(at, why, value),
            }
        }
        return taking.beside("events without a memory", 1);
    }
    let key = ["memory", "text", "data", "new_memory"];
    let key = key.iter().find(|key| fields.contains_key(**key));
    let text = match take_text(&mut fields, key.unwrap_or(&"memory")) {
        Ok(text) => text,
        Err(why) => return taking.odd(at, why, value),
    };
    let user_id = match owner(&mut fields, "user_id") {
        Ok(user_id) => user_id,
        Err(why) => return taking.odd(at, why, value),
    };
    let memory = Memory {
        id: name(&mut fields, "id").unwrap_or_default(),
        text,
        topics: names(&mut fields, "categories"),
        user_id,
        session_id: name(&mut fields, "run_id"),
        created_at: taking.moment(&mut fields, "created_at", at),
        updated_at: taking.moment(&mut fields, "updated_at", at),
        place: at.to_owned(),
        ..Memory::default()
    };
    // A memory that was never changed has its time of creation as its last change.
    let memory = Memory {
        updated_at: memory.updated_at.or(memory.created_at),
        ..memory
    };
    // Results of a search, and values derived from the text.
    for name in ["score", "hash", "previous_memory", "old_memory"] {
        fields.remove(name);
    }
    fields.retain(|_, value| !value.is_null());
    let memory = Memory {
        metadata: fields,
        ..memory
    };
    match event {
        Event::Update => taking.update(memory),
        _ => taking.take(memory),
    }
}

/// Change that a record describes. A record without one is a plain memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    Add,
    Update,
    Delete,
    None,
}

/// Removes and returns the event of a record.
fn event(fields: &mut Map<String, Value>) -> Result<Event, String> {
    let is_deleted = match fields.remove("is_deleted") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(is_deleted)) => is_deleted,
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(other) => {
            return Err(format!(
                "`is_deleted` is {}; expected true or false",
                kind(&other)
            ));
        }
    };
    let event = match fields.remove("event") {
        None | Some(Value::Null) => Event::Add,
        Some(Value::String(event)) => match event.trim().to_uppercase().as_str() {
            "ADD" => Event::Add,
            "UPDATE" => Event::Update,
            "DELETE" => Event::Delete,
            "NONE" | "NOOP" => Event::None,
            _ => {
                return Err(format!(
                    "`event` is `{}`; expected ADD, UPDATE, DELETE or NONE",
                    event.chars().take(40).collect::<String>()
                ));
            }
        },
        Some(other) => return Err(format!("`event` is {}; expected a text", kind(&other))),
    };
    Ok(if is_deleted { Event::Delete } else { event })
}
