//! The argument `fields` of every operation in the document, and what it means for answers: no member is
//! certain to be there. Knows no single operation.

use std::collections::BTreeSet;

use crate::fields::Shape;
use kernel::answer::{ALL, FIELDS};
use kernel::registry::Entry;
use serde_json::{Map, Value, json};

/// How names of schemas begin in references.
const SCHEMAS: &str = "#/components/schemas/";
/// What the schemas of a call's arguments and of its answer end with.
const ARGUMENTS: &str = "Arguments";
const ANSWER: &str = "Answer";
/// What is added to the name of a type where it stands in answers, when arguments have it too.
const PART: &str = "Part";
/// The members that a whole answer has: what a client can rely on that names no fields.
const WHOLE: &str = "x-required";

const TEXT: &str =
    "The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.";

/// How deep the names go that the document tells: `tasks.lease.until`.
const DEPTH: usize = 3;

/// The names that an operation takes.
pub fn names(entry: &Entry) -> Value {
    json!({ "type": "string", "pattern": Shape::of(entry).pattern(DEPTH) })
}

/// In a query.
pub fn parameter(names: &Value) -> Value {
    json!({
        "name": FIELDS, "in": "query", "required": false,
        "description": TEXT,
        "schema": { "type": "array", "items": names, "minItems": 1, "maxItems": 100 },
        "style": "form", "explode": false,
    })
}

/// Among the arguments of a body.
pub fn add(arguments: &mut Value, names: &Value) {
    let Some(schema) = arguments.as_object_mut() else {
        return;
    };
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    properties[FIELDS] = json!({
        "type": ["array", "null"], "items": names, "minItems": 1, "maxItems": 100,
        "description": TEXT,
    });
}

/// What callers get who name no fields.
pub fn about(lean: &[&str]) -> String {
    if lean.is_empty() {
        return String::new();
    }
    let names: Vec<String> = lean.iter().map(|name| format!("`{name}`")).collect();
    format!(
        "Unless `{FIELDS}` asks for more (`{ALL}`: all), the answer has: {}.\n\n",
        names.join(", ")
    )
}

/// Lets every member of an answer be absent down to where `fields` can choose. Types that arguments have
/// too stay as they are for these.
pub fn loosen(schemas: &mut Map<String, Value>) {
    let mut taken = arguments(schemas);
    // Others have nothing to loosen.
    taken.retain(|name| {
        schemas
            .get(name)
            .is_some_and(|schema| schema.get("properties").is_some())
    });
    let answers = schemas.keys().filter(|name| name.ends_with(ANSWER));
    let mut left: Vec<String> = answers.cloned().collect();
    let mut seen: BTreeSet<String> = left.iter().cloned().collect();
    while let Some(name) = left.pop() {
        let Some(mut schema) = schemas.get(&name).cloned() else {
            continue;
        };
        let mut found = Vec::new();
        let as_taken = |name: &str| taken.contains(name);
        open(&mut schema, &as_taken, &mut found);
        let becomes = if taken.contains(&name) {
            format!("{name}{PART}")
        } else {
            name
        };
        schemas.insert(becomes, schema);
        left.extend(found.into_iter().filter(|name| seen.insert(name.clone())));
    }
}

/// The types that arguments are made of.
fn arguments(schemas: &Map<String, Value>) -> BTreeSet<String> {
    let roots = schemas.keys().filter(|name| name.ends_with(ARGUMENTS));
    let mut left: Vec<&str> = roots.map(String::as_str).collect();
    let mut seen = BTreeSet::new();
    while let Some(name) = left.pop() {
        if seen.insert(name.to_owned())
            && let Some(schema) = schemas.get(name)
        {
            referred(schema, &mut left);
        }
    }
    seen
}

fn referred<'a>(schema: &'a Value, found: &mut Vec<&'a str>) {
    match schema {
        Value::Object(members) => {
            let refers = members.get("$ref").and_then(Value::as_str);
            found.extend(refers.and_then(|name| name.strip_prefix(SCHEMAS)));
            members.values().for_each(|schema| referred(schema, found));
        }
        Value::Array(items) => items.iter().for_each(|schema| referred(schema, found)),
        _ => {}
    }
}

/// Nothing is required of a plain object, nor of what is in it; what is there of a whole one is noted. What is one of
/// several kinds stays as it is.
fn open(schema: &mut Value, is_taken: &dyn Fn(&str) -> bool, found: &mut Vec<String>) {
    let Some(members) = schema.as_object_mut() else {
        return;
    };
    if members.contains_key("properties")
        && let Some(required) = members.remove("required")
    {
        members.insert(WHOLE.into(), required);
    }
    if let Some(Value::String(to)) = members.get_mut("$ref")
        && let Some(name) = to.strip_prefix(SCHEMAS).map(str::to_owned)
    {
        if is_taken(&name) {
            to.push_str(PART);
        }
        found.push(name);
    }
    let mut inner: Vec<&mut Value> = Vec::new();
    for (name, value) in members.iter_mut() {
        match (name.as_str(), value) {
            ("properties", Value::Object(properties)) => inner.extend(properties.values_mut()),
            ("items" | "additionalProperties", value) => inner.push(value),
            ("allOf", Value::Array(parts)) => inner.extend(parts),
            ("anyOf" | "oneOf", Value::Array(kinds)) => {
                let is_null = |kind: &Value| kind["type"] == "null";
                if kinds.iter().filter(|kind| !is_null(kind)).count() == 1 {
                    inner.extend(kinds.iter_mut().filter(|kind| !is_null(kind)));
                }
            }
            _ => {}
        }
    }
    for schema in inner {
        open(schema, is_taken, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_answer_nothing_is_certain_and_of_arguments_all_stays() {
        let of = |name: &str| format!("{SCHEMAS}{name}");
        let object = |to: &str| json!({ "type": "object", "required": ["a"], "properties": { "a": { "$ref": of(to) } } });
        let schemas = json!({
            "GoArguments": object("Both"),
            "GoAnswer": object("Both"),
            "Both": { "required": ["b"], "properties": {
                "b": { "anyOf": [{ "$ref": of("Only") }, { "type": "null" }] } } },
            "Only": { "required": ["c"], "properties": {
                "c": { "type": "array", "items": { "$ref": of("Kinds") } } } },
            "Kinds": { "oneOf": [{ "required": ["x"] }, { "required": ["y"] }] },
        });
        let mut found = schemas.as_object().unwrap().clone();
        loosen(&mut found);
        assert_eq!(found["GoArguments"], schemas["GoArguments"]);
        assert_eq!(found["Both"], schemas["Both"]);
        assert_eq!(found["Only"], schemas["Only"]);
        assert_eq!(found["Kinds"], schemas["Kinds"]);
        assert_eq!(
            found["GoAnswer"],
            json!({ "type": "object", WHOLE: ["a"], "properties": { "a": { "$ref": of("BothPart") } } })
        );
        assert!(found["BothPart"].get("required").is_none());
        let to = &found["BothPart"]["properties"]["b"]["anyOf"][0]["$ref"];
        assert_eq!(*to, of("OnlyPart"));
        assert!(found["OnlyPart"].get("required").is_none());
    }
}
