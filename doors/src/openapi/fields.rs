//! Argument `fields` of every operation in the document, and its effect on answers: every member is optional.

use std::collections::BTreeSet;

use crate::fields::Shape;
use kernel::answer::{ALL, FIELDS};
use kernel::registry::Entry;
use serde_json::{Map, Value, json};

/// Prefix of references to schemas.
const SCHEMAS: &str = "#/components/schemas/";
/// Suffixes of the schemas of a call's arguments and of its answer.
const ARGUMENTS: &str = "Arguments";
const ANSWER: &str = "Answer";
/// Suffix of a type in answers that arguments use, too.
const PART: &str = "Part";
/// Members of a whole answer: clients that name no fields can rely on them.
const WHOLE: &str = "x-required";

const TEXT: &str =
    "The members of the answer to give, such as `id` or `tasks.title`; `*` for all of them.";

/// Maximum nesting depth of the documented names: `tasks.lease.until`.
const DEPTH: usize = 3;

/// Returns the schema of the names that an operation accepts.
pub fn names(entry: &Entry) -> Value {
    json!({ "type": "string", "pattern": Shape::of(entry).pattern(DEPTH) })
}

/// Returns the query parameter.
pub fn parameter(names: &Value) -> Value {
    json!({
        "name": FIELDS, "in": "query", "required": false,
        "description": TEXT,
        "schema": { "type": "array", "items": names, "minItems": 1, "maxItems": 100 },
        "style": "form", "explode": false,
    })
}

/// Adds `fields` to the arguments of a body.
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

/// Describes the default fields.
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

/// Makes every member of an answer optional, down to the depth that `fields` can select. Types that arguments use, too,
/// are copied first, so that arguments keep their required members.
pub fn loosen(schemas: &mut Map<String, Value>) {
    let mut taken = arguments(schemas);
    // Other types have no required members.
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

/// Returns the names of the types that arguments use.
fn arguments(schemas: &Map<String, Value>) -> BTreeSet<String> {
    let roots = schemas.keys().filter(|name| name.ends_with(ARGUMENTS));
    let mut left: Vec<&str> = roots.map(String::as_str).collect();
    let mut seen = BTreeSet::new();
    while let Some(name) = left.pop() {
        if seen.insert(name.to_owned())
            && let Some(schema) = schemas.get(name)
        {
            collect_references(schema, &mut left);
        }
    }
    seen
}

fn collect_references<'a>(schema: &'a Value, found: &mut Vec<&'a str>) {
    match schema {
        Value::Object(members) => {
            let refers = members.get("$ref").and_then(Value::as_str);
            found.extend(refers.and_then(|name| name.strip_prefix(SCHEMAS)));
            members
                .values()
                .for_each(|schema| collect_references(schema, found));
        }
        Value::Array(items) => items
            .iter()
            .for_each(|schema| collect_references(schema, found)),
        _ => {}
    }
}

/// Makes the members of a schema and its nested objects optional, and notes the members of a whole answer. Alternatives
/// are unchanged.
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
