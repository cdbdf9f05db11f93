//! Describes one operation as a path of the document.

use super::fields;
use crate::MAX_KEY_BYTES;
use engine::refusals::means;
use kernel::Role;
use kernel::operation::{Effect, Spec, Trait};
use kernel::registry::Entry;
use schemars::generate::SchemaGenerator;
use serde_json::{Map, Value, json};

/// Pattern of `If-Match`: `*`, or the values of `ETag`, also without quotes.
const IF_MATCH: &str = r#"^(\*|(W/)?"?v?[0-9]{1,15}"?( ?, ?(W/)?"?v?[0-9]{1,15}"?)*)$"#;

/// Description of an operation.
pub struct Described {
    /// Path item.
    pub item: Value,
    /// Its own schemas, by name: arguments and answer.
    pub schemas: [(String, Value); 2],
}

/// Describes an operation; types that it shares with others are added to the generator's definitions.
pub fn describe(entry: &Entry, generator: &mut SchemaGenerator) -> Described {
    let spec = &entry.spec;
    let mut arguments = (entry.arguments)(generator).to_value();
    let answer = (entry.answers)(generator).to_value();
    let (about, names) = (fields::about(spec.lean), fields::names(entry));
    let roles: Vec<_> = spec.access.roles().map(Role::name).collect();
    let parameters = match spec.effect {
        Effect::Read => {
            let mut parameters = parameters(&arguments, generator.definitions());
            parameters.push(fields::parameter(&names));
            parameters
        }
        Effect::Write => Vec::new(),
    };
    fields::add(&mut arguments, &names);
    item(spec, &roles, &parameters, arguments, (answer, &about))
}

/// Describes `If-None-Match` and the meaning of 304, for an answer with a tag or of one resource.
fn cache_validators(spec: &Spec) -> Option<(Value, &'static str)> {
    let (known, same) = if spec.has(Trait::OfOneThing) {
        (
            "The `ETag` of an earlier answer: 304 when nothing was recorded since.",
            "Nothing was recorded since.",
        )
    } else if spec.has(Trait::Tagged) {
        (
            "The `ETag` of an earlier answer, which is its `etag`: 304 while the answer is the same.",
            "The answer is the one that was named.",
        )
    } else {
        return None;
    };
    Some((header("If-None-Match", known, &json!({})), same))
}

/// Returns the reasons for which an operation is rejected, with their meaning.
fn refusals(spec: &Spec) -> Map<String, Value> {
    let reasons = spec.refuses.iter();
    reasons
        .filter_map(|reason| Some(((*reason).into(), means(reason)?.into())))
        .collect()
}

/// Returns the response with one of these reasons.
fn conflict_response(refusals: &Map<String, Value>) -> Option<Value> {
    let reasons = refusals
        .iter()
        .map(|(reason, means)| format!("`{reason}`: {}", means.as_str().unwrap_or_default()));
    let reasons: Vec<String> = reasons.collect();
    (!reasons.is_empty()).then(|| {
        json!({
            "description": format!("Not possible now. The reasons:\n\n{}", reasons.join("\n\n")),
            "content": {
                "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } }
            },
        })
    })
}

fn item(
    spec: &Spec,
    roles: &[&str],
    parameters: &[Value],
    mut arguments: Value,
    (answer, about): (Value, &str),
) -> Described {
    let (name, effect) = (spec.name, spec.effect);
    let text = take_text(&mut arguments);
    let summary = text.split("\n\n").next().unwrap_or_default();
    let summary = summary.replace('\n', " ");
    let description = format!("{text}\n\n{about}For: {}.", roles.join(", "));
    let tag = name.split('_').next().unwrap_or(name);
    let (takes, gives) = (
        format!("{}Arguments", pascal(name)),
        format!("{}Answer", pascal(name)),
    );
    let to = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let mut responses = json!({
        "200": {
            "description": answer.get("description").cloned().unwrap_or_else(|| "The answer.".into()),
            "headers": {
                "ETag": {
                    "description": "The version, for `If-Match`.",
                    "schema": { "type": "string" },
                },
                "X-Request-Id": {
                    "description": "The request's id in Loci's log.",
                    "schema": { "type": "string" },
                },
            },
            "content": { "application/json": { "schema": to(&gives) } },
        },
        "4XX": { "$ref": "#/components/responses/Problem" },
        "default": { "$ref": "#/components/responses/Problem" },
    });
    let refusals = refusals(spec);
    if let Some(refused) = conflict_response(&refusals) {
        responses["409"] = refused;
    }
    if let Some((_, same)) = cache_validators(spec).filter(|_| spec.has(Trait::Tagged)) {
        responses["304"] = json!({ "description": same });
    }
    let mut item = Map::new();
    if effect == Effect::Read {
        let mut parameters = parameters.to_vec();
        let mut responses = responses.clone();
        if let Some((header, same)) = cache_validators(spec) {
            parameters.push(header);
            responses["304"] = json!({ "description": same });
        }
        let get = json!({
            "operationId": format!("{name}_get"),
            "tags": [tag],
            "summary": summary,
            "description": description,
            "parameters": parameters,
            "responses": responses,
            "x-roles": roles,
        });
        item.insert("get".into(), get);
    } else {
        add_conditions(&mut arguments);
    }
    let is_required = arguments
        .get("required")
        .and_then(Value::as_array)
        .is_some_and(|required| !required.is_empty());
    let conditions = match effect {
        Effect::Read => Vec::new(),
        Effect::Write => vec![
            header(
                "If-Match",
                "The `ETag` of an earlier answer, or several: refused with 409 when what it showed has changed.",
                &json!({ "pattern": IF_MATCH }),
            ),
            header(
                "Idempotency-Key",
                "As `idempotency_key`.",
                &json!({ "minLength": 1, "maxLength": MAX_KEY_BYTES, "pattern": r"^[!-~]+$" }),
            ),
        ],
    };
    let mut post = json!({
        "operationId": name,
        "tags": [tag],
        "summary": summary,
        "description": description,
        "requestBody": {
            "required": is_required,
            "content": { "application/json": { "schema": to(&takes) } },
        },
        "responses": responses,
        "x-roles": roles,
        "x-refusals": refusals,
        "x-lean": spec.lean,
        "x-effect": if effect == Effect::Read { "read" } else { "write" },
    });
    if !conditions.is_empty() {
        post["parameters"] = conditions.into();
    }
    item.insert("post".into(), post);
    Described {
        item: item.into(),
        schemas: [(takes, arguments), (gives, answer)],
    }
}

/// Returns a string header; `more` is added to its schema.
fn header(name: &str, description: &str, more: &Value) -> Value {
    let mut schema = json!({ "type": "string" });
    if let (Some(schema), Some(more)) = (schema.as_object_mut(), more.as_object()) {
        schema.extend(more.clone());
    }
    json!({
        "name": name, "in": "header", "required": false,
        "description": description,
        "schema": schema,
    })
}

/// Converts `task_claim` to `TaskClaim`.
pub fn pascal(name: &str) -> String {
    name.split('_')
        .flat_map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            [first.to_ascii_uppercase(), rest.to_owned()]
        })
        .collect()
}

/// Removes the operation's description from its arguments' schema and returns it.
fn take_text(arguments: &mut Value) -> String {
    let Some(fields) = arguments.as_object_mut() else {
        return String::new();
    };
    fields.remove("title");
    match fields.remove("description") {
        Some(Value::String(text)) => text,
        _ => String::new(),
    }
}

/// Adds the conditions that every write accepts.
fn add_conditions(arguments: &mut Value) {
    let Some(fields) = arguments.as_object_mut() else {
        return;
    };
    let properties = fields.entry("properties").or_insert_with(|| json!({}));
    if let Some(properties) = properties.as_object_mut() {
        properties.insert(
            "if_version".into(),
            json!({
                "type": ["integer", "null"], "minimum": 0, "maximum": u64::MAX,
                "description": "Only if the addressed thing has not changed after this version; also as `If-Match`.",
            }),
        );
        properties.insert(
            "lead_epoch".into(),
            json!({
                "type": ["integer", "null"], "minimum": 0, "maximum": u32::MAX,
                "description": "Only if the caller leads the workflow in this epoch, as `workflow_lead` answered: a process that another one has replaced is refused (`lead_lost`).",
            }),
        );
        properties.insert(
            "idempotency_key".into(),
            json!({
                "type": ["string", "null"], "minLength": 1, "maxLength": MAX_KEY_BYTES,
                "description": "A retry with the same key and arguments gets the first answer for 24 hours; also as `Idempotency-Key`.",
            }),
        );
    }
}

/// Returns the style of a structured value in a query: a list as `name=a&name=b`, an object as `name[field]=a`.
fn style(schema: &Value, shared: &Map<String, Value>) -> Option<&'static str> {
    let name = schema.get("$ref").and_then(Value::as_str);
    let name = name.and_then(|name| name.rsplit('/').next());
    if let Some(schema) = name.and_then(|name| shared.get(name)) {
        return style(schema, shared);
    }
    let is = |word: &str| match schema.get("type") {
        Some(Value::Array(types)) => types.iter().any(|name| name == word),
        Some(name) => name == word,
        None => false,
    };
    if is("array") {
        return Some("form");
    }
    if is("object") {
        return Some("deepObject");
    }
    let ways = schema.get("anyOf").and_then(Value::as_array);
    ways.into_iter()
        .flatten()
        .find_map(|schema| style(schema, shared))
}

fn parameters(arguments: &Value, shared: &Map<String, Value>) -> Vec<Value> {
    let required: Vec<&str> = arguments
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let properties = arguments.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| {
            let mut schema = schema.clone();
            let description = schema
                .as_object_mut()
                .and_then(|schema| schema.remove("description"));
            let mut parameter = json!({
                "name": name,
                "in": "query",
                "required": required.contains(&name.as_str()),
                "description": description.unwrap_or_default(),
                "schema": schema,
            });
            if let Some(style) = style(&schema, shared) {
                parameter["style"] = style.into();
                parameter["explode"] = true.into();
            }
            parameter
        })
        .collect()
}
