//! Schemas in the part of JSON Schema that model providers accept: OpenAI's strict function calling, Gemini and Claude.
//! Each of them refuses a whole request because of one schema that it does not know.

use serde_json::{Map, Value, json};

/// Writes a schema with types everywhere, `properties` on each object, `items` on each list, and `anyOf` and `enum` in
/// place of `oneOf` and `const`.
pub fn portable(schema: &mut Value) {
    if schema.is_boolean() {
        *schema = anything();
        return;
    }
    let Value::Object(members) = schema else {
        return;
    };
    if let Some(ways) = members.remove("oneOf") {
        members.insert("anyOf".into(), ways);
    }
    if let Some(only) = members.remove("const") {
        members.insert("enum".into(), json!([only]));
    }
    if let Some(Value::Array(ways)) = members.get_mut("anyOf") {
        join_names(ways);
    }
    each(members, portable);
    let is = |members: &Map<String, Value>, kind: &str| match members.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
        Some(one) => one == kind,
        None => false,
    };
    if members.contains_key("enum") {
        members.entry("type").or_insert_with(|| "string".into());
    }
    if is(members, "object") {
        members.entry("properties").or_insert_with(|| json!({}));
    }
    if is(members, "array") {
        members.entry("items").or_insert_with(anything);
    }
    let says_kind = ["type", "anyOf", "allOf", "$ref"];
    if !says_kind.iter().any(|name| members.contains_key(*name))
        && let Value::Object(kinds) = anything()
    {
        members.extend(kinds);
    }
}

/// Writes an object that has exactly one of several members as one object with all of them.
pub fn merge(schema: &mut Value) {
    let Value::Object(members) = schema else {
        return;
    };
    for several in ["anyOf", "oneOf"] {
        let Some(merged) = members.get(several).and_then(merged) else {
            continue;
        };
        members.remove(several);
        let text = members.get("description").and_then(Value::as_str);
        let text = text.map(|text| format!("{text}: ")).unwrap_or_default();
        let text = format!("{text}exactly one of these");
        members.insert("description".into(), text.into());
        members.insert("type".into(), "object".into());
        members.insert("properties".into(), merged.into());
    }
    each(members, merge);
}

/// Moves the description next to an `anyOf` to the first alternative: Gemini rejects any other keyword next to `anyOf`.
pub fn separate(schema: &mut Value) {
    let Value::Object(members) = schema else {
        return;
    };
    each(members, separate);
    let Some(mut ways) = members.remove("anyOf") else {
        return;
    };
    if let (Some(text), Some(first)) = (
        members.remove("description"),
        ways.pointer_mut("/0").and_then(Value::as_object_mut),
    ) {
        first.entry("description").or_insert(text);
    }
    *members = Map::from_iter([("anyOf".to_owned(), ways)]);
}

/// The members of alternatives of which each is an object with one required member.
fn merged(ways: &Value) -> Option<Map<String, Value>> {
    let ways = ways.as_array().filter(|ways| !ways.is_empty())?;
    let mut all = Map::new();
    for way in ways {
        let fields = way.get("properties")?.as_object()?;
        let required = way.get("required")?.as_array()?;
        if fields.len() != 1 || required.len() != 1 {
            return None;
        }
        all.extend(fields.clone());
    }
    Some(all)
}

/// Makes the names among alternatives one enumeration.
fn join_names(ways: &mut Vec<Value>) {
    let name = |way: &Value| way.get("const").filter(|name| name.is_string()).cloned();
    let names: Vec<Value> = ways.iter().filter_map(name).collect();
    if names.len() < 2 {
        return;
    }
    ways.retain(|way| name(way).is_none());
    ways.insert(0, json!({ "type": "string", "enum": names }));
}

/// Does something with each schema within one.
fn each(members: &mut Map<String, Value>, change: fn(&mut Value)) {
    for (key, value) in members {
        match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(named)) => named.values_mut().for_each(change),
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(ways)) => {
                ways.iter_mut().for_each(change);
            }
            ("items", schema) | ("additionalProperties", schema @ Value::Object(_)) => {
                change(schema);
            }
            _ => {}
        }
    }
}

/// Any JSON. No provider accepts a schema that says nothing, nor types as deep as one likes.
fn anything() -> Value {
    let object = json!({ "type": "object", "properties": {} });
    let plain = json!([{ "type": "string" }, { "type": "number" }, { "type": "boolean" }, object]);
    let mut ways = plain.as_array().cloned().unwrap_or_default();
    ways.push(json!({ "type": "array", "items": { "anyOf": plain } }));
    json!({ "anyOf": ways })
}
