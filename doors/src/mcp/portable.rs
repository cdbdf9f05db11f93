//! Converts schemas to the subset of JSON Schema that model providers accept: OpenAI's strict function calling, Gemini
//! and Claude. Each of them rejects a whole request because of one unsupported schema.

use serde_json::{Map, Value, json};

/// Rewrites a schema with types everywhere, `properties` on each object, `items` on each list, and `anyOf` and `enum`
/// instead of `oneOf` and `const`.
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

/// Rewrites alternatives of objects with one required member each as one object with all members.
pub fn merge(schema: &mut Value) {
    let Value::Object(members) = schema else {
        return;
    };
    for several in ["anyOf", "oneOf"] {
        let Some(merged) = members.get(several).and_then(merge_alternatives) else {
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

/// Returns the members of all alternatives, if each is an object with one required member.
fn merge_alternatives(ways: &Value) -> Option<Map<String, Value>> {
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

/// Merges the names among alternatives into one enumeration.
fn join_names(ways: &mut Vec<Value>) {
    let name = |way: &Value| way.get("const").filter(|name| name.is_string()).cloned();
    let names: Vec<Value> = ways.iter().filter_map(name).collect();
    if names.len() < 2 {
        return;
    }
    ways.retain(|way| name(way).is_none());
    ways.insert(0, json!({ "type": "string", "enum": names }));
}

/// Applies `change` to each nested schema.
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

/// Returns a schema for any JSON. No provider accepts an empty schema, nor unlimited nesting.
fn anything() -> Value {
    let object = json!({ "type": "object", "properties": {} });
    let plain = json!([{ "type": "string" }, { "type": "number" }, { "type": "boolean" }, object]);
    let mut ways = plain.as_array().cloned().unwrap_or_default();
    ways.push(json!({ "type": "array", "items": { "anyOf": plain } }));
    json!({ "anyOf": ways })
}
