//! Tests the arguments of every operation as third-party clients send them.

use kernel::registry::{Entry, whole};
use serde_json::{Map, Value, json};

use super::arguments;
use super::intake::{Json, Kind};

/// Returns true if the operation rejects this value of the argument.
async fn refuses(entry: &'static Entry, name: &str, value: Value) -> bool {
    let fields = Map::from_iter([(name.to_owned(), value)]);
    let text = Value::Object(fields.clone()).to_string().into();
    let json = Json {
        fields,
        text,
        permit: None,
    };
    let read = arguments::read(entry, Kind::Json(json)).await;
    let fields = read.err().map_or_else(Vec::new, |error| error.extra.fields);
    let pointer = format!("/{name}");
    fields
        .iter()
        .any(|field| field.pointer.starts_with(&pointer))
}

/// Returns the names and schemas of an operation's arguments.
fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(name, schema)| (name.as_str(), schema))
}

#[tokio::test]
async fn null_is_left_out_wherever_an_argument_may_be() {
    let mut tried = 0;
    for entry in engine::operations::ALL {
        let schema = whole(entry.arguments);
        let required = schema["required"].as_array();
        let is_required = |name| required.is_some_and(|all| all.contains(&json!(name)));
        for (name, _) in properties(&schema).filter(|(name, _)| !is_required(*name)) {
            let refused = refuses(entry, name, Value::Null).await;
            assert!(!refused, "{}: {name}", entry.spec.name);
            tried += 1;
        }
    }
    assert!(tried > 300, "{tried}");
}

#[tokio::test]
async fn texts_are_read_wherever_an_argument_is_none() {
    let mut tried = 0;
    for entry in engine::operations::ALL {
        let schema = whole(entry.arguments);
        for (name, schema) in properties(&schema) {
            let kinds: Vec<&str> = match &schema["type"] {
                Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
                kind => kind.as_str().into_iter().collect(),
            };
            let text = match kinds.first() {
                _ if kinds.contains(&"string") => continue,
                Some(&"boolean") => "true",
                Some(&"integer" | &"number") => "7",
                Some(&"array") => "[]",
                Some(&"object") if schema["required"].is_null() => "{}",
                _ => continue,
            };
            let refused = refuses(entry, name, text.into()).await;
            assert!(!refused, "{}: {name}: {schema}", entry.spec.name);
            tried += 1;
        }
    }
    assert!(tried > 150, "{tried}");
}
