//! Upcasting of older forms of a fact, with facts of a fictional memory.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use kernel::event::Event as _;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

kernel::events! {
    /// Facts of a lamp.
    pub enum Lamp {
        /// The lamp was lit.
        Lit = "lit" 3 { 1 => one_to_three, 2 => two_to_three },
        /// The lamp went out.
        Out = "out" 1,
    }
}

/// Body of `lit`. Its first schema was `bright: true`, its second `level: 80`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lit {
    /// Brightness in lumen.
    pub lumen: u32,
    /// Actor.
    pub by: String,
}

/// Body of `out`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Out {}

fn two_to_three(mut body: Value) -> Value {
    let percent = body["level"].as_u64().unwrap_or(100);
    body["lumen"] = json!(percent * 8);
    body["by"] = json!("unknown");
    body
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "upcasters are given the body"
)]
fn one_to_three(body: Value) -> Value {
    let is_bright = body["bright"].as_bool().unwrap_or(true);
    two_to_three(json!({ "level": if is_bright { 100 } else { 10 } }))
}

fn read(kind: &str, schema: u16, body: &str) -> Lamp {
    Lamp::read(kind, schema, &RawValue::from_string(body.into()).unwrap())
}

#[test]
fn every_form_is_read_as_the_current_one() {
    let table = [
        (1, r#"{"bright":true}"#, 800, "unknown"),
        (1, r#"{"bright":false}"#, 80, "unknown"),
        (2, r#"{"level":50}"#, 400, "unknown"),
        (3, r#"{"lumen":30,"by":"anna"}"#, 30, "anna"),
    ];
    for (schema, body, lumen, by) in table {
        match read("lit", schema, body) {
            Lamp::Lit(lit) => assert_eq!((lit.lumen, lit.by.as_str()), (lumen, by), "{body}"),
            other => panic!("{body} is read as {other:?}"),
        }
    }
}

#[test]
fn what_is_written_has_the_current_form() {
    let lamp = Lamp::from(Lit {
        lumen: 1,
        by: "anna".into(),
    });
    assert_eq!((lamp.kind(), lamp.schema()), ("lit", 3));
    assert_eq!(lamp.body().unwrap().get(), r#"{"lumen":1,"by":"anna"}"#);
    assert_eq!(Lamp::KINDS, [("lit", 3), ("out", 1)]);
    assert!(matches!(read("out", 1, "{}"), Lamp::Out(_)));
}

#[test]
fn what_no_form_fits_is_no_error() {
    for (kind, schema, body) in [
        ("lit", 4, "{}"),
        ("lit", 3, "{}"),
        ("lit", 2, r#"{"level":-1,"lumen":"x"}"#),
        ("broken", 1, "{}"),
        ("redacted", 0, "null"),
    ] {
        match read(kind, schema, body) {
            Lamp::Unreadable(told) => assert_eq!(told, kind),
            Lamp::Lit(lit) => assert_eq!((kind, lit.lumen), ("lit", 800), "{body}"),
            other @ Lamp::Out(_) => panic!("{body} is read as {other:?}"),
        }
    }
}
