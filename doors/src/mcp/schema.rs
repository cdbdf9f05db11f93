//! Schemas of tools: short ones, because agents pay for every token of a tool that they are offered, and complete ones
//! on request. Rules that a short schema omits are still validated.

use kernel::operation::Effect;
use kernel::registry::Entry;
use serde_json::{Map, Value, json};

use super::portable;
use crate::openapi::tidy;
use crate::{FIELDS, IDEMPOTENCY_KEY, IF_VERSION, MAX_KEY_BYTES};

/// Keywords that repeat what a value's type says, or that the server validates anyway.
const LEFT_OUT: [&str; 17] = [
    "$schema",
    "title",
    "format",
    "default",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "maxProperties",
    "uniqueItems",
    "additionalProperties",
    "examples",
    "writeOnly",
];
/// Prefixes of the names of number formats.
const NUMBERS: [&str; 4] = ["uint", "int", "float", "double"];
/// Maximum depth to which recursive types are expanded.
const DEPTH: usize = 8;
/// Words that add nothing to an argument's name.
const IDLE: [&str; 13] = [
    "the", "a", "an", "its", "of", "id", "s", "in", "what", "which", "name", "it", "my",
];

/// Returns the first sentence of a text.
pub fn first_sentence(text: &str) -> &str {
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end].trim_end()
}

/// Reduces a schema to what a model needs to write arguments: the members at the named places, such as
/// `artifacts.path`, or all members if none is named.
pub fn shorten(schema: &mut Map<String, Value>, places: &[&str]) {
    let shared = schema.remove("$defs").unwrap_or_default();
    schema.insert("type".into(), "object".into());
    let mut whole = Value::Object(std::mem::take(schema));
    tidy(&mut whole);
    let mut shared = shared;
    tidy(&mut shared);
    inline(&mut whole, &shared, DEPTH);
    if !places.is_empty() {
        keep(&mut whole, places);
    }
    short(&mut whole, None);
    portable::merge(&mut whole);
    portable::portable(&mut whole);
    portable::separate(&mut whole);
    if let Value::Object(short) = whole {
        *schema = short;
    }
}

/// Removes non-standard number formats; their ranges are stated as limits.
fn plain_numbers(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let format = members.get("format").and_then(Value::as_str);
            if format.is_some_and(|format| NUMBERS.iter().any(|number| format.starts_with(number)))
            {
                members.remove("format");
            }
            members.values_mut().for_each(plain_numbers);
        }
        Value::Array(items) => items.iter_mut().for_each(plain_numbers),
        _ => {}
    }
}

/// Tidies a whole schema.
fn tidy_schema(schema: &mut Map<String, Value>) {
    let mut whole = Value::Object(std::mem::take(schema));
    tidy(&mut whole);
    plain_numbers(&mut whole);
    if let Value::Object(tidied) = whole {
        *schema = tidied;
    }
}

/// Adds to the complete schema of arguments those that every call accepts.
pub fn complete(schema: &mut Map<String, Value>, entry: &Entry) {
    schema.insert("type".into(), "object".into());
    tidy_schema(schema);
    schema.remove("title");
    let mut whole = Value::Object(std::mem::take(schema));
    portable::portable(&mut whole);
    if let Value::Object(portable) = whole {
        *schema = portable;
    }
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    properties[FIELDS] = json!({
        "type": ["array", "null"], "items": { "type": "string" },
        "description": "The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.",
    });
    if entry.spec.effect == Effect::Write {
        properties[IF_VERSION] = json!({
            "type": ["integer", "null"], "minimum": 0, "maximum": u64::MAX,
            "description": "Only if the addressed thing has not changed after this version.",
        });
        properties[IDEMPOTENCY_KEY] = json!({
            "type": ["string", "null"], "minLength": 1, "maxLength": MAX_KEY_BYTES,
            "description": "A retry with the same key and arguments gets the first answer for 24 hours.",
        });
    }
}

/// Makes every member of an answer optional, because callers choose which they get.
pub fn loosen(schema: &mut Map<String, Value>) {
    tidy_schema(schema);
    schema.remove("title");
    schema.insert("type".into(), "object".into());
    schema.entry("properties").or_insert_with(|| json!({}));
    for value in schema.values_mut() {
        open(value);
    }
    schema.remove("required");
}

fn open(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.contains_key("properties") {
                members.remove("required");
            }
            members.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

/// Replaces references with the types that they refer to.
fn inline(value: &mut Value, shared: &Value, depth: usize) {
    match value {
        Value::Object(members) => {
            let name = members.get("$ref").and_then(Value::as_str);
            let name = name
                .and_then(|name| name.strip_prefix("#/$defs/"))
                .map(str::to_owned);
            if let Some(name) = name {
                members.remove("$ref");
                let mut named = match shared.get(&name) {
                    Some(named) if depth > 0 => named.clone(),
                    _ => json!({}),
                };
                inline(&mut named, shared, depth.saturating_sub(1));
                if let Value::Object(named) = named {
                    for (key, value) in named {
                        members.entry(key).or_insert(value);
                    }
                }
                return;
            }
            members
                .values_mut()
                .for_each(|value| inline(value, shared, depth));
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|value| inline(value, shared, depth)),
        _ => {}
    }
}

/// Keeps only the members at these places; in a list, those of its items.
fn keep(schema: &mut Value, places: &[&str]) {
    match schema {
        Value::Object(members) => {
            let mut inner: Vec<&mut Value> = Vec::new();
            for (key, value) in members.iter_mut() {
                match (key.as_str(), value) {
                    ("properties", Value::Object(properties)) => {
                        properties.retain(|name, schema| {
                            let below = below(places, name);
                            if let Some(below) = &below
                                && !below.is_empty()
                            {
                                keep(schema, below);
                            }
                            below.is_some()
                        });
                    }
                    ("items", value) => inner.push(value),
                    ("anyOf" | "oneOf" | "allOf", Value::Array(ways)) => inner.extend(ways),
                    _ => {}
                }
            }
            for schema in inner {
                keep(schema, places);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| keep(item, places)),
        _ => {}
    }
}

/// Returns the places below the member `name`; `None` if none of the places includes it.
fn below<'a>(places: &[&'a str], name: &str) -> Option<Vec<&'a str>> {
    let within = places.iter().filter_map(|place| {
        let (first, rest) = place.split_once('.').unwrap_or((place, ""));
        (first == name).then_some(rest)
    });
    let within: Vec<&str> = within.collect();
    let rest = within.iter().copied().filter(|rest| !rest.is_empty());
    (!within.is_empty()).then(|| rest.collect())
}

/// Shortens the schema of the value `name`.
fn short(schema: &mut Value, name: Option<&str>) {
    let Value::Object(members) = schema else {
        return;
    };
    members.retain(|key, _| !LEFT_OUT.contains(&key.as_str()));
    without_null(members);
    plainest(members);
    members.retain(|key, _| !LEFT_OUT.contains(&key.as_str()));
    if let Some(Value::String(text)) = members.get_mut("description") {
        let brief = brief(text, name);
        if brief.is_empty() {
            members.remove("description");
        } else {
            *text = brief;
        }
    }
    for (key, value) in members.iter_mut() {
        match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                for (name, schema) in properties {
                    short(schema, Some(name));
                }
            }
            ("items", value) => {
                short(value, name);
                wordless(value);
            }
            ("anyOf" | "oneOf" | "allOf", Value::Array(ways)) => {
                for way in ways {
                    short(way, name);
                }
            }
            _ => {}
        }
    }
}

/// Removes null from the types: an optional value can be left out instead.
fn without_null(members: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = members.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            members.insert("type".into(), only);
        }
    }
    for several in ["anyOf", "oneOf"] {
        let Some(Value::Array(ways)) = members.get_mut(several) else {
            continue;
        };
        ways.retain(|way| way["type"] != "null");
        if ways.len() == 1
            && let Some(Value::Array(mut ways)) = members.remove(several)
            && let Some(Value::Object(way)) = ways.pop()
        {
            for (key, value) in way {
                members.entry(key).or_insert(value);
            }
            without_null(members);
        }
    }
}

/// Reduces alternatives that include a plain string to that string.
fn plainest(members: &mut Map<String, Value>) {
    for several in ["anyOf", "oneOf"] {
        let ways = members.get(several).and_then(Value::as_array);
        let is_word = |way: &&Value| way["type"] == "string" && way.get("const").is_none();
        let Some(Value::Object(word)) = ways.and_then(|ways| ways.iter().find(is_word)).cloned()
        else {
            continue;
        };
        members.remove(several);
        for (key, value) in word {
            members.entry(key).or_insert(value);
        }
    }
}

/// Returns the first clause of a description, or an empty text if it adds nothing to the argument's name.
fn brief(text: &str, name: Option<&str>) -> String {
    let text = text.replace('\n', " ");
    let text = first_sentence(&text);
    let text = text.split([';', ':']).next().unwrap_or_default();
    let text = text.trim().trim_end_matches('.');
    let known = |word: &str| {
        let word = word.to_ascii_lowercase();
        let stem = |text: &str| text.trim_end_matches('s').to_owned();
        let mut parts = name.unwrap_or_default().split('_').map(stem);
        IDLE.contains(&word.as_str()) || parts.any(|part| part == stem(&word))
    };
    let mut words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    if name.is_some() && words.all(known) {
        return String::new();
    }
    text.to_owned()
}

/// Removes the description of a list's plain items, which the list's own description covers.
fn wordless(item: &mut Value) {
    if let Value::Object(members) = item
        && !["properties", "anyOf", "oneOf"]
            .iter()
            .any(|several| members.contains_key(*several))
    {
        members.remove("description");
    }
}
