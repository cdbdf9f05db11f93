//! Parses Letta's agent files, of the older form with one agent and of the newer one with several, and lists of
//! passages.

use serde_json::{Map, Value};

use super::taking::{DELETED, Taking, name, names, take_text};
use super::{Deletion, Memory};
use crate::records::{Record, Records, kind};

/// Lists of an agent file that are not memories.
const OTHERS: [&str; 7] = [
    "tools",
    "sources",
    "files",
    "mcp_servers",
    "groups",
    "skills",
    "tool_rules",
];

/// Parses agent files and passages.
pub(super) fn read(records: Records, taking: &mut Taking) {
    for Record { at, value } in records.found {
        match value {
            Value::Array(items) => passages(items, &at, taking),
            Value::Object(file) if is_file(&file) => read_file(file, &at, taking),
            value => passage(&value, &at, taking),
        }
    }
}

fn is_file(fields: &Map<String, Value>) -> bool {
    let lists = [
        "agents",
        "blocks",
        "core_memory",
        "passages",
        "archival_memory",
    ];
    lists.iter().any(|name| fields.contains_key(*name))
}

fn join(place: &str, step: &str) -> String {
    if place.is_empty() {
        step.to_owned()
    } else {
        format!("{place}/{step}")
    }
}

fn read_file(mut file: Map<String, Value>, at: &str, taking: &mut Taking) {
    let agent = name(&mut file, "name");
    let mut messages = 0;
    for list in ["core_memory", "blocks"] {
        for (at, value) in items(&mut file, list, at, taking) {
            block(&value, &at, agent.as_deref(), taking);
        }
    }
    for list in ["passages", "archival_memory"] {
        for (at, value) in items(&mut file, list, at, taking) {
            passage(&value, &at, taking);
        }
    }
    for (at, value) in items(&mut file, "agents", at, taking) {
        let Value::Object(mut agent) = value else {
            let why = format!("is {}; expected an object", kind(&value));
            taking.odd(at, why, &value);
            continue;
        };
        messages += many(&agent, "messages");
        let own = name(&mut agent, "name");
        for list in ["core_memory", "blocks"] {
            for (at, value) in items(&mut agent, list, &at, taking) {
                block(&value, &at, own.as_deref(), taking);
            }
        }
        for (at, value) in items(&mut agent, "passages", &at, taking) {
            passage(&value, &at, taking);
        }
    }
    messages += many(&file, "messages");
    if messages > 0 {
        taking.beside("messages", messages);
        taking.note(
            "Its messages are taken in by `session_import`, in the format `openai_chat`.".into(),
        );
    }
    for list in OTHERS {
        taking.beside(list, many(&file, list));
    }
}

fn many(fields: &Map<String, Value>, list: &str) -> usize {
    fields
        .get(list)
        .and_then(Value::as_array)
        .map_or(0, Vec::len)
}

/// Returns the items of a list with their places.
fn items(
    fields: &mut Map<String, Value>,
    list: &str,
    at: &str,
    taking: &mut Taking,
) -> Vec<(String, Value)> {
    let place = join(at, list);
    match fields.remove(list) {
        Some(Value::Array(items)) => {
            let items = items.into_iter().enumerate();
            items
                .map(|(n, item)| (join(&place, &n.to_string()), item))
                .collect()
        }
        Some(Value::Null) | None => Vec::new(),
        Some(other) => {
            let why = format!("is {}; expected a list", kind(&other));
            taking.odd(place, why, &other);
            Vec::new()
        }
    }
}

fn block(value: &Value, at: &str, agent: Option<&str>, taking: &mut Taking) {
    let Value::Object(fields) = value else {
        let why = format!("is {}; expected an object", kind(value));
        return taking.odd(at, why, value);
    };
    if fields.get("is_deleted") == Some(&Value::Bool(true)) {
        return taking.beside(DELETED, 1);
    }
    let mut fields = fields.clone();
    if fields
        .get("value")
        .and_then(Value::as_str)
        .is_some_and(|said| said.trim().is_empty())
    {
        return taking.beside("empty blocks", 1);
    }
    let text = match take_text(&mut fields, "value") {
        Ok(text) => text,
        Err(why) => return taking.odd(at, why, value),
    };
    let label = name(&mut fields, "label");
    // Ids of the newer form are numbered within one file; the label of a block is stable.
    let own = name(&mut fields, "id").filter(|id| id.len() > 20);
    let called = label
        .as_ref()
        .map(|label| format!("{}/{label}", agent.unwrap_or("block")));
    let memory = Memory {
        id: own
            .or(called.filter(|id| id.len() <= super::taking::NAME))
            .unwrap_or_default(),
        text,
        topics: label.into_iter().collect(),
        created_at: taking.moment(&mut fields, "created_at", at),
        updated_at: taking.moment(&mut fields, "updated_at", at),
        place: at.to_owned(),
        ..Memory::default()
    };
    if let Some(agent) = agent {
        fields.insert("agent".into(), agent.into());
    }
    keep(memory, fields, taking);
}

fn passages(items: Vec<Value>, at: &str, taking: &mut Taking) {
    for (n, item) in items.into_iter().enumerate() {
        passage(&item, &join(at, &n.to_string()), taking);
    }
}

fn passage(value: &Value, at: &str, taking: &mut Taking) {
    let inner = value.get("passage").unwrap_or(value);
    let Value::Object(fields) = inner else {
        let why = format!("is {}; expected an object", kind(inner));
        return taking.odd(at, why, value);
    };
    let mut fields = fields.clone();
    if fields.get("is_deleted") == Some(&Value::Bool(true)) {
        taking.delete(Deletion {
            id: name(&mut fields, "id").unwrap_or_default(),
            user_id: None,
        });
        return taking.beside(DELETED, 1);
    }
    let key = if fields.contains_key("content") && !fields.contains_key("text") {
        "content"
    } else {
        "text"
    };
    let text = match take_text(&mut fields, key) {
        Ok(text) => text,
        Err(why) => return taking.odd(at, why, value),
    };
    // Embeddings are computed again.
    for name in ["embedding", "embedding_config"] {
        fields.remove(name);
    }
    let memory = Memory {
        id: name(&mut fields, "id").unwrap_or_default(),
        text,
        topics: names(&mut fields, "tags"),
        created_at: taking.moment(&mut fields, "created_at", at),
        updated_at: taking.moment(&mut fields, "updated_at", at),
        place: at.to_owned(),
        ..Memory::default()
    };
    keep(memory, fields, taking);
}

fn keep(memory: Memory, mut fields: Map<String, Value>, taking: &mut Taking) {
    let is_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    };
    fields.retain(|_, value| !is_nothing(value));
    taking.take(Memory {
        metadata: fields,
        ..memory
    });
}
