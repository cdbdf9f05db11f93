//! Tests for shapes: conversion of lenient input, and pointers in rejections.

use serde::Deserialize;
use serde_json::json;

use super::*;

const LENIENT: Lenience<'_> = Lenience {
    read: &|text| serde_json::from_str(text).ok(),
    null_is_absent: true,
};

#[derive(Deserialize, JsonSchema)]
#[serde(default)]
#[derive(Default)]
struct Tree {
    #[serde(rename = "leaf")]
    _leaf: Option<Leaf>,
    #[serde(rename = "trees")]
    _trees: Vec<Tree>,
    #[serde(rename = "either")]
    _either: Option<Either>,
    #[serde(rename = "named")]
    _named: HashMap<String, Leaf>,
    #[serde(rename = "free")]
    _free: Value,
    #[serde(rename = "pair")]
    _pair: Option<(u32, Leaf)>,
    #[serde(rename = "lists")]
    _lists: Vec<Vec<Leaf>>,
    #[serde(flatten)]
    _flat: Flat,
}

#[derive(Deserialize, JsonSchema)]
#[serde(default)]
#[derive(Default)]
struct Flat {
    #[serde(rename = "flat")]
    _flat: Option<Leaf>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(default)]
#[derive(Default)]
struct Leaf {
    #[serde(rename = "count")]
    _count: u32,
    #[serde(rename = "share")]
    _share: f64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Word(#[expect(dead_code, reason = "only its schema is looked at")] String),
    One(#[expect(dead_code, reason = "only its schema is looked at")] Leaf),
}

#[test]
fn lists_stand_only_where_the_schema_has_them() {
    let shape = Shape::of::<Tree>();
    for (value, wrong) in [
        (json!({}), None),
        (json!({"leaf": {"count": 1}}), None),
        (json!({"leaf": null}), None),
        (json!({"leaf": []}), Some("/leaf")),
        (json!({"leaf": [1, 0.5]}), Some("/leaf")),
        (json!({"trees": [{"leaf": {}}]}), None),
        (json!({"trees": [{}, []]}), Some("/trees/1")),
        (
            json!({"trees": [{"trees": [{"leaf": []}]}]}),
            Some("/trees/0/trees/0/leaf"),
        ),
        (json!({"either": "word"}), None),
        (json!({"either": [1]}), Some("/either")),
        (json!({"named": {"a/b": {}}}), None),
        (json!({"named": {"a/b": []}}), Some("/named/a~1b")),
        (json!({"named": []}), Some("/named")),
        (json!({"free": [[], {"leaf": []}]}), None),
        (json!({"pair": [1, {}]}), None),
        (json!({"pair": [1, []]}), Some("/pair/1")),
        (json!({"lists": [[{}], []]}), None),
        (json!({"lists": [[[]]]}), Some("/lists/0/0")),
        (json!({"flat": []}), Some("/flat")),
        (json!({"unknown": [[]]}), None),
        (json!([]), Some("")),
    ] {
        let text = value.to_string();
        assert_eq!(shape.takes(text.as_bytes()), wrong.is_none(), "{text}");
        let fitted = shape.fit(&mut value.clone(), LENIENT);
        let pointer = fitted
            .err()
            .map(|error| error.extra.fields[0].pointer.clone());
        assert_eq!(pointer.as_deref(), wrong, "{text}");
    }
}

#[test]
fn a_field_may_be_empty_where_the_schema_has_texts_without_a_least_length() {
    #[derive(Deserialize, JsonSchema)]
    struct Lengths {
        #[serde(rename = "any")]
        _any: Option<String>,
        #[serde(rename = "one")]
        #[schemars(length(min = 1))]
        _one: Option<String>,
        #[serde(rename = "colour")]
        _colour: Option<Colour>,
    }
    let shape = Shape::of::<Tree>();
    for (field, takes) in [
        ("either", true),
        ("leaf", false),
        ("lists", true),
        ("none", true),
    ] {
        assert_eq!(shape.takes_empty(field), takes, "{field}");
    }
    assert!(!Shape::of::<Leaf>().takes_empty("count"));
    let shape = Shape::of::<Lengths>();
    for (field, takes) in [("any", true), ("one", false), ("colour", false)] {
        assert_eq!(shape.takes_empty(field), takes, "{field}");
    }
}

#[test]
fn whole_numbers_are_whole_however_they_are_written() {
    let shape = Shape::of::<Tree>();
    for (written, read) in [
        ("23", "23"),
        ("23.0", "23"),
        ("2.3e1", "23"),
        ("-4.0", "-4"),
        ("23.5", "23.5"),
        ("1e300", "1e300"),
    ] {
        let mut value = json!({"leaf": {"count": 0, "share": 1.0}});
        value["leaf"]["count"] = serde_json::from_str(written).unwrap();
        shape.fit(&mut value, LENIENT).unwrap();
        assert_eq!(
            value["leaf"]["count"],
            serde_json::from_str::<Value>(read).unwrap()
        );
        assert_eq!(value["leaf"]["share"].to_string(), "1.0");
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Call {
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "flag", default)]
    _flag: bool,
    #[serde(rename = "count")]
    _count: Option<u32>,
    #[serde(rename = "share", default)]
    _share: f64,
    #[serde(rename = "texts", default)]
    _texts: Vec<String>,
    #[serde(rename = "counts", default)]
    _counts: Vec<u32>,
    #[serde(rename = "leaves", default)]
    _leaves: Vec<Leaf>,
    #[serde(rename = "free", default)]
    _free: Value,
    #[serde(rename = "limits", default)]
    _limits: HashMap<String, u32>,
    #[serde(rename = "colour", default)]
    _colour: Colour,
    #[serde(rename = "when", default)]
    _when: When,
    #[serde(rename = "subject")]
    _subject: Option<Subject>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Colour {
    #[default]
    Red,
    Green,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum When {
    #[default]
    Success,
    Done,
    Choice(#[expect(dead_code, reason = "only its schema is looked at")] Leaf),
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Subject {
    Task(#[expect(dead_code, reason = "only its schema is looked at")] String),
    Plan(#[expect(dead_code, reason = "only its schema is looked at")] String),
    Step(#[expect(dead_code, reason = "only its schema is looked at")] u32),
}

/// Fits a call with these fields and returns them without its name.
fn fitted(fields: &Value) -> Result<Value> {
    let mut call = json!({ "name": "n" });
    let all = call.as_object_mut().unwrap();
    all.extend(fields.as_object().unwrap().clone());
    Shape::of::<Call>().fit(&mut call, LENIENT)?;
    call.as_object_mut().unwrap().remove("name");
    Ok(call)
}

#[test]
fn texts_are_read_as_the_kind_that_the_schema_has() {
    for (sent, expected) in [
        (json!({"flag": "true"}), json!({"flag": true})),
        (json!({"flag": "False"}), json!({"flag": false})),
        (json!({"count": "600"}), json!({"count": 600})),
        (json!({"count": " 7 "}), json!({"count": 7})),
        (json!({"count": "7.0"}), json!({"count": 7})),
        (json!({"share": "0.5"}), json!({"share": 0.5})),
        (
            json!({"texts": "[\"a\",\"b\"]"}),
            json!({"texts": ["a", "b"]}),
        ),
        (json!({"texts": "a"}), json!({"texts": ["a"]})),
        (json!({"counts": "[1,\"2\"]"}), json!({"counts": [1, 2]})),
        (json!({"counts": ["1", "2"]}), json!({"counts": [1, 2]})),
        (
            json!({"leaves": "[{\"count\":\"3\"}]"}),
            json!({"leaves": [{"count": 3}]}),
        ),
        (
            json!({"leaves": ["{\"count\":3}"]}),
            json!({"leaves": [{"count": 3}]}),
        ),
        (
            json!({"limits": "{\"a\":\"1\"}"}),
            json!({"limits": {"a": 1}}),
        ),
        (
            json!({"subject": "{\"task\":\"T1\"}"}),
            json!({"subject": {"task": "T1"}}),
        ),
        (
            json!({"when": "{\"choice\":{\"count\":1}}"}),
            json!({"when": {"choice": {"count": 1}}}),
        ),
    ] {
        assert_eq!(fitted(&sent).unwrap(), expected, "{sent}");
    }
}

#[test]
fn other_texts_stay_as_they_are() {
    for sent in [
        json!({"free": "true"}),
        json!({"free": "[1]"}),
        json!({"texts": ["[1]", "true", "null"]}),
        json!({"flag": "yes"}),
        json!({"flag": ""}),
        json!({"count": "many"}),
        json!({"count": "1 2"}),
        json!({"count": "[1]"}),
        json!({"counts": "1"}),
        json!({"texts": "[\"a\""}),
        json!({"texts": ""}),
        json!({"leaves": "{\"count\":3}"}),
        json!({"leaves": "a"}),
        json!({"colour": "true"}),
        json!({"colour": "{}"}),
        json!({"when": "done"}),
        json!({"when": "[1]"}),
        json!({"unknown": "[1]"}),
    ] {
        assert_eq!(fitted(&sent).unwrap(), sent);
    }
    // A text within a list that was itself a text is not parsed as a list.
    let nested = fitted(&json!({"leaves": "[\"{\\\"count\\\":3}\"]"}));
    assert_eq!(nested.unwrap(), json!({"leaves": ["{\"count\":3}"]}));
}

#[test]
fn null_is_left_out_where_a_field_may_be_absent() {
    for (sent, expected) in [
        (json!({"flag": null, "texts": null}), json!({})),
        (json!({"colour": null, "limits": null}), json!({})),
        (json!({"when": null}), json!({})),
        (json!({"flag": "null"}), json!({})),
        (
            json!({"leaves": [{"count": null}]}),
            json!({"leaves": [{}]}),
        ),
        // Nullable fields.
        (json!({"count": null}), json!({"count": null})),
        (json!({"free": null}), json!({"free": null})),
        (json!({"subject": null}), json!({"subject": null})),
        // Fields that the schema does not name.
        (
            json!({"limits": {"a": null}}),
            json!({"limits": {"a": null}}),
        ),
        // An unknown field.
        (json!({"unknown": null}), json!({})),
    ] {
        assert_eq!(fitted(&sent).unwrap(), expected, "{sent}");
    }
    // Unknown fields are dropped if they are empty.
    let mut call = json!({"name": "n", "refusal": null, "annotations": [], "audio": "a"});
    Shape::of::<Call>().fit(&mut call, LENIENT).unwrap();
    assert_eq!(call, json!({"name": "n", "audio": "a"}));
    let mut call = json!({"name": "n", "annotations": [[]]});
    Shape::of::<Call>().fit(&mut call, LENIENT).unwrap();
    assert_eq!(call, json!({"name": "n", "annotations": [[]]}));
    let mut call = json!({"name": null});
    Shape::of::<Call>().fit(&mut call, LENIENT).unwrap();
    assert_eq!(call, json!({"name": null}), "it is required");
    let keeping = Lenience {
        null_is_absent: false,
        ..LENIENT
    };
    let mut call = json!({"name": "n", "flag": null, "count": "7"});
    Shape::of::<Call>().fit(&mut call, keeping).unwrap();
    assert_eq!(call, json!({"name": "n", "flag": null, "count": 7}));
}

#[test]
fn one_of_several_members_is_named() {
    for (sent, expected) in [
        (json!({"task": "T1"}), json!({"task": "T1"})),
        (json!({"task": "T1", "plan": null}), json!({"task": "T1"})),
        (
            json!({"task": "", "plan": "p", "step": null}),
            json!({"plan": "p"}),
        ),
        (json!({"step": "4", "task": ""}), json!({"step": 4})),
        // The deserializer's error lists the alternatives.
        (json!({"tsk": "T1"}), json!({"tsk": "T1"})),
    ] {
        let read = fitted(&json!({ "subject": sent })).unwrap();
        assert_eq!(read, json!({ "subject": expected }), "{sent}");
    }
    let one = "name exactly one of `task`, `plan`, `step`";
    let texts =
        "expected one of the texts `success`, `done`, or an object with exactly one of `choice`";
    for (sent, pointer, detail) in [
        (json!({"subject": {}}), "/subject", one),
        (
            json!({"subject": {"task": "T1", "plan": "p"}}),
            "/subject",
            one,
        ),
        (
            json!({"subject": {"task": "T1", "tsk": "p"}}),
            "/subject",
            one,
        ),
        (
            json!({"subject": {"task": "", "plan": ""}}),
            "/subject",
            one,
        ),
        (
            json!({"subject": {"task": null, "plan": null}}),
            "/subject",
            one,
        ),
        (json!({"when": {"success": true}}), "/when", texts),
        (json!({"when": {}}), "/when", texts),
    ] {
        let field = fitted(&sent).unwrap_err().extra.fields[0].clone();
        assert_eq!(field.pointer, pointer, "{sent}");
        assert!(field.detail.contains(detail), "{sent}: {}", field.detail);
    }
    let read = fitted(&json!({"when": {"done": null}})).unwrap();
    assert_eq!(read, json!({"when": "done"}));
}
