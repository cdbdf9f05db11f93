//! A minimal JSON Schema validator.

use kernel::ports::schemas::{Schemas, Violation};
use serde_json::Value;

/// Supports `required` and the `type` of `properties` at every depth, which suffices to show that the rules validate.
#[derive(Debug)]
pub struct Judge;

impl Schemas for Judge {
    fn check(&self, schema: &Value) -> Result<(), String> {
        match &schema["type"] {
            Value::Null => Ok(()),
            Value::String(name) if name == "object" => Ok(()),
            other => Err(format!("{other} is no type")),
        }
    }

    fn violations(&self, schema: &Value, value: &Value) -> Result<Vec<Violation>, String> {
        self.check(schema)?;
        let mut found = Vec::new();
        look(schema, value, "", &mut found);
        Ok(found)
    }
}

fn look(schema: &Value, value: &Value, at: &str, found: &mut Vec<Violation>) {
    for name in schema["required"].as_array().into_iter().flatten() {
        let name = name.as_str().unwrap();
        if value.get(name).is_none() {
            found.push(Violation {
                pointer: at.to_owned(),
                message: format!("{name} is required"),
            });
        }
    }
    for (name, rule) in schema["properties"].as_object().into_iter().flatten() {
        let Some(value) = value.get(name) else {
            continue;
        };
        let pointer = format!("{at}/{name}");
        let is_right = match rule["type"].as_str() {
            Some("string") => value.is_string(),
            Some("array") => value.is_array(),
            Some("integer") => value.is_i64(),
            Some("object") => value.is_object(),
            _ => true,
        };
        if is_right {
            look(rule, value, &pointer, found);
        } else {
            found.push(Violation {
                pointer,
                message: format!("expected {}", rule["type"]),
            });
        }
    }
}
