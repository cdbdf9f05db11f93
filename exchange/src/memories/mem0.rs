//! What mem0 answers and exports.

use serde_json::Value;

use super::Memory;
use super::taking::{Taking, name, names, said};
use crate::records::{Record, Records, kind};

/// Where a list of memories stands.
const LISTS: [&str; 2] = ["results", "memories"];

/// Reads lists of memories, and memories line by line.
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
    let key = ["memory", "text", "data"];
    let key = key.iter().find(|key| fields.contains_key(**key));
    let text = match said(&mut fields, key.unwrap_or(&"memory")) {
        Ok(text) => text,
        Err(why) => return taking.odd(at, why, value),
    };
    let memory = Memory {
        id: name(&mut fields, "id").unwrap_or_default(),
        text,
        topics: names(&mut fields, "categories"),
        user_id: name(&mut fields, "user_id"),
        created_at: taking.moment(&mut fields, "created_at", at),
        updated_at: taking.moment(&mut fields, "updated_at", at),
        place: at.to_owned(),
        ..Memory::default()
    };
    // What was never changed is as new as it was made.
    let memory = Memory {
        updated_at: memory.updated_at.or(memory.created_at),
        ..memory
    };
    // What a search had of it, and what was made of the text.
    for name in ["score", "hash"] {
        fields.remove(name);
    }
    fields.retain(|_, value| !value.is_null());
    taking.take(Memory {
        metadata: fields,
        ..memory
    });
}
