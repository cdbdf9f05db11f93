//! Tests of JSON Schemas: validity of schemas, violations of values, and the cost of schemas.

use kernel::ports::schemas::Schemas as _;
use serde_json::{Map, Value, json};
use tools::JsonSchemas;

fn pointers(schema: &Value, value: &Value) -> Vec<String> {
    let found = JsonSchemas::default().violations(schema, value);
    let found = found.unwrap_or_else(|error| panic!("{schema}: {error}"));
    found
        .into_iter()
        .map(|violation| violation.pointer)
        .collect()
}

#[test]
fn violations_are_where_they_are() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["goal"],
        "properties": {
            "goal": { "type": "string" },
            "a/b~c": { "type": "array", "items": { "enum": [1, 2] } },
            "when": { "$ref": "#/$defs/day" },
        },
        "$defs": { "day": { "$anchor": "day", "pattern": "^\\d{4}-\\d\\d-\\d\\d$" } },
    });
    for (value, expected) in [
        (
            json!({"goal": "x", "a/b~c": [1, 2], "when": "2026-11-21", "more": 1}),
            vec![],
        ),
        (json!({"goal": 7}), vec!["/goal"]),
        (json!({}), vec![""]),
        (json!({"goal": "x", "a/b~c": [1, 3]}), vec!["/a~1b~0c/1"]),
        (json!({"goal": 7, "when": "soon"}), vec!["/goal", "/when"]),
    ] {
        let mut found = pointers(&schema, &value);
        found.sort();
        assert_eq!(found, expected, "{value}");
    }
}

#[test]
fn a_property_too_many_is_pointed_at() {
    let closed = json!({ "properties": { "a": { "properties": { "ok": true }, "additionalProperties": false } } });
    let value = json!({"a": {"x": 1, "y/z": 2}});
    assert_eq!(pointers(&closed, &value), ["/a/x", "/a/y~1z"]);
    let closed = json!({ "properties": { "a": true }, "unevaluatedProperties": false });
    assert_eq!(pointers(&closed, &json!({"a": 1, "b": 2})), ["/b"]);
}

#[test]
fn messages_are_short() {
    let schema = json!({ "properties": { "a": { "type": "integer" } } });
    let value = json!({ "a": "ü".repeat(100_000) });
    let found = JsonSchemas::default().violations(&schema, &value);
    let message = &found.expect("a schema")[0].message;
    assert!(
        message.len() < 400 && message.ends_with("type \"integer\""),
        "{message}"
    );
}

#[test]
fn what_is_no_schema_is_refused_with_the_place() {
    let deep = (0..120).fold(json!(true), |inner, _| json!({ "not": inner }));
    let many: Map<String, Value> = (0..6_000).map(|n| (n.to_string(), json!(true))).collect();
    for (schema, words) in [
        (json!(5), "its top"),
        (json!({"type": "strnig"}), "/type"),
        (
            json!({"properties": {"a": {"minimum": "x"}}}),
            "/properties/a/minimum",
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema#"}),
            "2020-12",
        ),
        (json!({"$schema": "http://example.com/mine"}), "2020-12"),
        (
            json!({"properties": {"a": {"pattern": "("}}}),
            "/properties/a/pattern",
        ),
        (
            json!({"properties": {"a": {"pattern": "(?=x)y"}}}),
            "look-around",
        ),
        (
            json!({"properties": {"a": {"pattern": "(a)\\1"}}}),
            "look-around",
        ),
        (
            json!({"properties": {"a": {"pattern": "(\\w{1000}){1000}"}}}),
            "huge",
        ),
        (
            json!({"$ref": "http://127.0.0.1:9/x.json"}),
            "never fetched",
        ),
        (
            json!({"properties": {"a": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}}),
            "never fetched",
        ),
        (
            json!({"$defs": {"a": {"$ref": "file:///etc/passwd"}}}),
            "never fetched",
        ),
        (json!({"$ref": "other.json#/a"}), "never fetched"),
        (json!({"items": {"$dynamicRef": "other"}}), "never fetched"),
        (json!({"$ref": "#/$defs/none"}), "leads nowhere"),
        (json!({"$ref": "#none"}), "leads nowhere"),
        (
            json!({"$defs": {"a": {"$id": "https://example.com/a"}}}),
            "`$id`",
        ),
        (json!({"properties": many}), "5000"),
    ] {
        let error = JsonSchemas::default()
            .check(&schema)
            .expect_err("it is refused");
        assert!(error.contains(words), "{error}");
        assert!(error.len() < 700, "{error}");
    }
    assert_eq!(JsonSchemas::default().check(&deep), Ok(()));
}

#[test]
fn schemas_may_come_back_to_themselves() {
    let tree = json!({
        "$id": "https://example.com/tree",
        "properties": {
            "name": { "type": "string" },
            "children": { "type": "array", "items": { "$ref": "https://example.com/tree#" } },
        },
    });
    assert_eq!(
        pointers(&tree, &json!({"name": "a", "children": [{"name": "b"}]})),
        [""; 0]
    );
    let wrong = json!({"children": [{"name": "b", "children": [{"name": 1}]}]});
    assert_eq!(pointers(&tree, &wrong), ["/children/0/children/0/name"]);
    // Also recursion that does not descend into the value: such a schema has no rules.
    for schema in [
        json!({"$ref": "#"}),
        json!({"allOf": [{"$ref": "#/$defs/a"}], "$defs": {
            "a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"},
        }}),
        json!({"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {
            "a": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/a"}]},
        }}),
        json!({"$dynamicAnchor": "x", "properties": {"a": {"$dynamicRef": "#x"}}}),
    ] {
        assert_eq!(pointers(&schema, &json!({"a": 1})), [""; 0], "{schema}");
    }
}

#[test]
fn references_that_multiply_are_refused() {
    let mut defs: Map<String, Value> = (0..30)
        .map(|n| {
            let next = json!({ "$ref": format!("#/$defs/d{}", n + 1) });
            (format!("d{n}"), json!({ "allOf": [next, next] }))
        })
        .collect();
    defs.insert("d30".into(), json!({ "type": "number" }));
    let schema = json!({ "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": defs });
    let error = JsonSchemas::default()
        .check(&schema)
        .expect_err("2^30 schemas");
    assert!(error.contains("multiply"), "{error}");
}

#[test]
fn a_schema_that_comes_back_along_two_ways_is_still_answered() {
    let leaf = |leaf: Value| (0..28).fold(leaf, |inner, _| json!([inner]));
    for join in ["allOf", "anyOf", "oneOf"] {
        let again = json!({ "$ref": "#/$defs/list" });
        let schema = json!({
            "properties": { "a": again },
            "$defs": { "list": {
                "type": ["array", "number"], "items": { join: [again, again] },
            } },
        });
        // Valid values are recognized quickly; invalid ones too, but without a pointer.
        assert_eq!(
            pointers(&schema, &json!({ "a": leaf(json!("x")) })),
            [""],
            "{join}"
        );
        if join != "oneOf" {
            assert_eq!(
                pointers(&schema, &json!({ "a": leaf(json!(1)) })),
                [""; 0],
                "{join}"
            );
        }
        assert_eq!(pointers(&schema, &json!({ "a": "x" })), ["/a"], "{join}");
    }
}

#[test]
fn a_pattern_takes_no_longer_than_its_text() {
    let schema = json!({ "properties": { "a": { "pattern": "^(a+)+$" } } });
    let text = format!("{}!", "a".repeat(100_000));
    assert_eq!(pointers(&schema, &json!({ "a": text })), ["/a"]);
}

#[test]
fn many_schemas_are_told_apart_also_when_some_are_forgotten() {
    let schemas = JsonSchemas::default();
    for _ in 0..2 {
        for n in 0..100 {
            let schema = json!({ "properties": { "a": { "const": n } } });
            assert_eq!(schemas.violations(&schema, &json!({ "a": n })), Ok(vec![]));
            let wrong = schemas.violations(&schema, &json!({ "a": n + 1 }));
            assert_eq!(wrong.map(|found| found.len()), Ok(1));
        }
    }
}
