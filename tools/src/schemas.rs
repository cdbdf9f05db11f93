//! JSON Schema 2020-12 with the crate `jsonschema`. Fetches nothing, matches patterns in linear time, and limits the
//! cost of a schema: schemas come from agents, and a decision waits for the answer.

mod reach;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{Draft, PatternOptions, Retrieve, Uri, ValidationError, Validator};
use kernel::ports::schemas::{Schemas, Violation};
use serde_json::Value;

use reach::Reach;

/// Number of cached compiled schemas.
const KEPT: usize = 64;
/// Maximum size of a compiled pattern, in bytes.
const PATTERN_BYTES: usize = 1024 * 1024;
/// Maximum length of a message, in bytes: messages quote values.
const MESSAGE_BYTES: usize = 300;
/// Maximum number of violations that are collected.
const VIOLATIONS: usize = 100;
/// Only supported dialect.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Validates values against JSON Schemas, and caches compiled schemas.
#[derive(Default)]
pub struct JsonSchemas {
    /// Compiled schemas by the hash of their text; the most recently used one is at the end.
    compiled: Mutex<Vec<(blake3::Hash, Arc<Validator>)>>,
}

impl fmt::Debug for JsonSchemas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonSchemas").finish_non_exhaustive()
    }
}

impl JsonSchemas {
    fn validator(&self, schema: &Value) -> Result<Arc<Validator>, String> {
        let hash = blake3::hash(schema.to_string().as_bytes());
        let lock = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut compiled = lock();
            if let Some(at) = compiled.iter().position(|(known, _)| *known == hash) {
                let found = compiled.remove(at);
                let validator = found.1.clone();
                compiled.push(found);
                return Ok(validator);
            }
        }
        let validator = Arc::new(compile(schema)?);
        let mut compiled = lock();
        if compiled.len() >= KEPT {
            compiled.remove(0);
        }
        compiled.push((hash, validator.clone()));
        Ok(validator)
    }
}

impl Schemas for JsonSchemas {
    fn check(&self, schema: &Value) -> Result<(), String> {
        self.validator(schema).map(|_| ())
    }

    fn violations(&self, schema: &Value, value: &Value) -> Result<Vec<Violation>, String> {
        let validator = self.validator(schema)?;
        // Validity is memoized for every part of the value. Collecting errors is not, and could take forever with a
        // schema that reaches itself along many paths.
        if validator.is_valid(value) {
            return Ok(Vec::new());
        }
        if !Reach::of(schema)?.is_small_for(value) {
            return Ok(vec![Violation {
                pointer: String::new(),
                message: "does not fit; the schema is too intricate to say where".into(),
            }]);
        }
        let found = validator.iter_errors(value).take(VIOLATIONS);
        Ok(found
            .flat_map(|error| violations(&error))
            .take(VIOLATIONS)
            .collect())
    }
}

/// Converts an error: the pointer of an unexpected property is that of the property, not of its object.
fn violations(error: &ValidationError<'_>) -> Vec<Violation> {
    let place = error.instance_path();
    let (Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected }) =
        error.kind()
    else {
        return vec![Violation {
            pointer: place.to_string(),
            message: short(&error.to_string()),
        }];
    };
    let at = |name: &String| Violation {
        pointer: place.join(name.as_str()).to_string(),
        message: "the schema allows no such property".into(),
    };
    unexpected.iter().map(at).collect()
}

fn compile(schema: &Value) -> Result<Validator, String> {
    if let Some(dialect) = schema.get("$schema").and_then(Value::as_str)
        && dialect.trim_end_matches('#') != DIALECT
    {
        return Err(format!(
            "`$schema` is {}; only {DIALECT} is understood",
            short(dialect)
        ));
    }
    // Validate against the meta-schema first, so that its structure can be followed.
    if let Err(error) = jsonschema::draft202012::meta::validate(schema) {
        let place = error.instance_path().to_string();
        let place = if place.is_empty() {
            "its top".into()
        } else {
            place
        };
        return Err(short(&format!("is not a JSON Schema at {place}: {error}")));
    }
    Reach::of(schema)?.check()?;
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_pattern_options(PatternOptions::regex().size_limit(PATTERN_BYTES))
        .with_retriever(Nothing)
        .build(schema)
        .map_err(|error| {
            let place = error.instance_path().to_string();
            let hint = if place.ends_with("/pattern") || place.contains("/patternProperties") {
                " (look-around and back-references are not taken, and huge patterns are not)"
            } else {
                ""
            };
            short(&format!("cannot be used at {place}: {error}{hint}"))
        })
}

fn short(text: &str) -> String {
    if text.len() <= MESSAGE_BYTES {
        return text.to_owned();
    }
    // The end says what was expected, the beginning quotes the value.
    let (mut start, mut end) = (MESSAGE_BYTES / 2, text.len() - MESSAGE_BYTES / 2);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    format!("{}…{}", &text[..start], &text[end..])
}

/// Retriever that fetches nothing.
#[derive(Debug)]
struct Nothing;

impl Retrieve for Nothing {
    fn retrieve(
        &self,
        uri: &Uri<String>,
    ) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("{uri} is not fetched: copy it under `$defs`").into())
    }
}
