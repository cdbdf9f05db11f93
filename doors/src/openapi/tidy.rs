//! Rewrites schemas for client generators and document validators, without changing their meaning.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::operation::pascal;

/// Tidies a schema and all nested schemas.
pub fn tidy(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.values_mut().for_each(tidy);
            one_of_names(fields);
            only_one(fields);
            any_item(fields);
            largest(fields);
            for name in ["properties", "$defs"] {
                if let Some(Value::Object(properties)) = fields.get_mut(name) {
                    properties.values_mut().for_each(anything);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// Names the objects within the alternatives of a schema: generators name an anonymous object after the place where
/// they found it, and find it more than once.
pub fn name_inner(schemas: &mut Map<String, Value>) {
    let mut named = Vec::new();
    for (name, schema) in schemas.iter_mut() {
        for several in ["anyOf", "oneOf"] {
            let ways = schema.get_mut(several).and_then(Value::as_array_mut);
            for way in ways.into_iter().flatten() {
                let fields = way.get_mut("properties").and_then(Value::as_object_mut);
                for (field, inner) in fields.into_iter().flatten() {
                    if inner["properties"].is_object() {
                        let inner_name = format!("{name}{}", pascal(field));
                        let target = format!("#/components/schemas/{inner_name}");
                        named.push((inner_name, inner.take()));
                        *inner = json!({ "$ref": target });
                    }
                }
            }
        }
    }
    schemas.extend(named);
}

/// Removes unused types.
pub fn leave_out_unused(document: &mut Value) {
    loop {
        let mut used = BTreeSet::new();
        references(document, &mut used);
        let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") else {
            return;
        };
        let before = schemas.len();
        schemas.retain(|name, _| used.contains(name));
        if schemas.len() == before {
            return;
        }
    }
}

fn references(value: &Value, used: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let target = fields.get("$ref").and_then(Value::as_str);
            used.extend(
                target
                    .and_then(|target| target.rsplit('/').next())
                    .map(str::to_owned),
            );
            fields.values().for_each(|value| references(value, used));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, used)),
        _ => {}
    }
}

/// Rewrites a choice of names as an `enum`, with their meanings in the description.
fn one_of_names(fields: &mut Map<String, Value>) {
    let Some(ways) = fields.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let names: Option<Vec<Value>> = ways
        .iter()
        .map(|way| way["const"].is_string().then(|| way["const"].clone()))
        .collect();
    let Some(names) = names.filter(|names| !names.is_empty()) else {
        return;
    };
    let meanings: Vec<String> = ways
        .iter()
        .filter_map(|way| {
            let name = way["const"].as_str()?;
            Some(format!("- `{name}`: {}", way["description"].as_str()?))
        })
        .collect();
    fields.remove("oneOf");
    if !meanings.is_empty() {
        let text = fields.get("description").and_then(Value::as_str);
        let text = text.map(|text| format!("{text}\n\n")).unwrap_or_default();
        fields.insert(
            "description".into(),
            format!("{text}{}", meanings.join("\n")).into(),
        );
    }
    fields.insert("type".into(), "string".into());
    fields.insert("enum".into(), names.into());
}

/// Replaces a choice of one with its only alternative.
fn only_one(fields: &mut Map<String, Value>) {
    for several in ["anyOf", "oneOf", "allOf"] {
        let Some([Value::Object(_)]) = fields
            .get(several)
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        else {
            continue;
        };
        let Some(Value::Array(mut ways)) = fields.remove(several) else {
            continue;
        };
        if let Some(Value::Object(way)) = ways.pop() {
            for (name, value) in way {
                fields.entry(name).or_insert(value);
            }
        }
    }
}

/// Writes items of any type as a schema without rules, and a tuple of equal types as a list of that type.
fn any_item(fields: &mut Map<String, Value>) {
    if let Some(items) = fields.get_mut("items") {
        anything(items);
    } else if let Some(Value::Array(items)) = fields.get("prefixItems").cloned() {
        let same = items.windows(2).all(|pair| pair[0] == pair[1]);
        let items = match items.into_iter().next() {
            Some(first) if same => {
                fields.remove("prefixItems");
                first
            }
            _ => json!({}),
        };
        fields.insert("items".into(), items);
    }
}

/// Adds the maximum of a number's format: validators do not check formats.
fn largest(fields: &mut Map<String, Value>) {
    let largest = match fields.get("format").and_then(Value::as_str) {
        Some("uint8") => u8::MAX.into(),
        Some("uint16") => u16::MAX.into(),
        Some("uint32") => u32::MAX.into(),
        Some("uint64" | "uint") => u64::MAX,
        _ => return,
    };
    fields.entry("maximum").or_insert_with(|| largest.into());
}

fn anything(schema: &mut Value) {
    if *schema == Value::Bool(true) {
        *schema = json!({});
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_referred_to_is_left_out() {
        let mut document = json!({
            "paths": { "a": { "$ref": "#/components/schemas/A" } },
            "components": { "schemas": { "A": {}, "B": { "$ref": "#/components/schemas/C" }, "C": {} } },
        });
        leave_out_unused(&mut document);
        assert_eq!(document["components"]["schemas"], json!({ "A": {} }));
    }

    #[test]
    fn inner_objects_have_names() {
        let inner = json!({ "type": "object", "properties": { "option": { "type": "string" } } });
        let when =
            json!({ "oneOf": [{ "const": "done" }, { "properties": { "by_choice": inner } }] });
        let mut schemas = Map::from_iter([("When".to_owned(), when)]);
        name_inner(&mut schemas);
        let reference = &schemas["When"]["oneOf"][1]["properties"]["by_choice"];
        assert_eq!(
            *reference,
            json!({ "$ref": "#/components/schemas/WhenByChoice" })
        );
        assert_eq!(schemas["WhenByChoice"], inner);
    }

    #[test]
    fn what_is_tidied_says_the_same() {
        for (mut schema, tidied) in [
            (
                json!({ "oneOf": [
                    { "type": "string", "const": "a", "description": "The first." },
                    { "type": "string", "const": "b" },
                ], "description": "Which." }),
                json!({ "type": "string", "enum": ["a", "b"], "description": "Which.\n\n- `a`: The first." }),
            ),
            (
                json!({ "oneOf": [{ "const": "a", "type": "string" }, { "type": "object" }] }),
                json!({ "oneOf": [{ "const": "a", "type": "string" }, { "type": "object" }] }),
            ),
            (
                json!({ "anyOf": [{ "type": "string" }], "description": "A text." }),
                json!({ "type": "string", "description": "A text." }),
            ),
            (
                json!({ "type": "integer", "format": "uint32", "minimum": 1 }),
                json!({ "type": "integer", "format": "uint32", "minimum": 1, "maximum": u32::MAX }),
            ),
            (
                json!({ "type": "integer", "format": "uint32", "maximum": 7 }),
                json!({ "type": "integer", "format": "uint32", "maximum": 7 }),
            ),
            (
                json!({ "type": "array", "items": true }),
                json!({ "type": "array", "items": {} }),
            ),
            (
                json!({ "properties": { "a": true, "b": { "items": true } } }),
                json!({ "properties": { "a": {}, "b": { "items": {} } } }),
            ),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "string" }] }),
                json!({ "type": "array", "items": { "type": "string" } }),
            ),
            (
                json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "null" }] }),
                json!({ "type": "array", "prefixItems": [{ "type": "string" }, { "type": "null" }], "items": {} }),
            ),
        ] {
            tidy(&mut schema);
            assert_eq!(schema, tidied);
        }
    }
}
