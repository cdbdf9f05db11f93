//! OpenAPI 3.1 document of the API, generated from the table of operations with their names, arguments, answers and
//! descriptions.

mod audit;
mod example;
mod fields;
mod nouns;
mod operation;
mod tidy;

pub use tidy::tidy;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, Response};
use engine::activity::ops::changes_wait::CURSOR_PATTERN;
use kernel::problem::Problem;
use kernel::registry::Entry;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use crate::base_path;
use crate::document::Document;
use crate::http::{MAX_CONTENT_BYTES, MAX_DEPTH, MAX_TEXT_BYTES};

/// Introduction for programmers of agents.
const ABOUT: &str = "\
Every operation is one address: `POST /api/{name}` with its arguments as a JSON object; operations that \
only read also answer `GET /api/{name}?…`. Agents send `Authorization: Bearer TOKEN`, people have the \
cookie of a session.\n\n\
Every write also takes `if_version`: it is refused with 409 when the addressed thing changed after that \
version. `If-Match` asks for more, as HTTP means it: it takes the `ETag` of an earlier answer, or several, \
and refuses when anything that this answer showed has changed. Every write takes `idempotency_key` (or \
`Idempotency-Key`: a retry gets the first answer for 24 \
hours). A write in a workflow may carry `lead_epoch`, as `workflow_lead` answered it: it is refused with \
409 `lead_lost` when another process leads meanwhile. Every answer carries `version` (also as `ETag`), `position` (the place in the log that is \
certainly in it) and for agents `inbox`: what people and other agents say to them. What is empty is left out.\n\n\
Answers are lean: of things in a workflow they have what an agent needs next, and of what the caller sent \
only its name. `fields`, which every operation takes, asks for other members by name, also within \
others (`tasks.title`); `*` is everything. In a query names are separated by commas.\n\n\
Errors are RFC 9457 problem details: `code` and `reason` are for programs, `detail` says what to do next, \
`fields` point at what is wrong. What happens can be followed at `GET /api/events` (server-sent events, \
resumable).";

/// Describes the limits of every request, which no schema repeats.
#[must_use]
pub fn limits() -> String {
    format!(
        "Schemas state the limits of arguments. Everywhere else a text has at most {} KiB, or {} MiB within \
         `content`; no text contains the character NUL; JSON is nested at most {MAX_DEPTH} levels. `maxLength` \
         counts characters, and most limits count bytes of UTF-8: a text that is not ASCII may have fewer \
         characters. A `cursor` is the `next_cursor` of an earlier answer, unchanged.",
        MAX_TEXT_BYTES / 1_024,
        MAX_CONTENT_BYTES / (1_024 * 1_024),
    )
}

/// The document, generated once.
pub static DOCUMENT: LazyLock<Value> = LazyLock::new(document);
static SERVED: LazyLock<Document> = LazyLock::new(|| Document::new(&DOCUMENT));

/// `GET /api/openapi.json`.
#[expect(clippy::unused_async, reason = "axum's handlers are async")]
pub async fn show(headers: HeaderMap) -> Response<Body> {
    SERVED.answer(&headers)
}

struct Parts {
    generator: SchemaGenerator,
    paths: Map<String, Value>,
    schemas: Map<String, Value>,
}

impl Parts {
    fn add(&mut self, entry: &Entry) {
        let described = operation::describe(entry, &mut self.generator);
        self.paths.insert(entry.spec.path.into(), described.item);
        self.schemas.extend(described.schemas);
    }
}

fn document() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut parts = Parts {
        generator: settings.into_generator(),
        paths: Map::new(),
        schemas: Map::new(),
    };
    for entry in engine::operations::ALL {
        parts.add(entry);
    }
    let _in_definitions = parts.generator.subschema_for::<Problem>();
    let _in_definitions = parts.generator.subschema_for::<kernel::Fact>();
    parts.paths.insert("/api/events".into(), events());
    audit::describe(&mut parts.paths);
    let mut schemas = parts.generator.take_definitions(true);
    schemas.extend(parts.schemas);
    fields::loosen(&mut schemas);
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Loci",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!("{ABOUT}\n\n{}", limits()),
            "contact": { "name": "Whoever runs this server" },
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "tags": tags(&parts.paths),
        "servers": [{ "url": base_path::root() }],
        "security": [{ "token": [] }, { "session": [] }],
        "paths": parts.paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An agent's token, from `loci token create` or `token_create`.",
                },
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "loci_session",
                    "description": "A person's session, from `POST /sign-in` with `name` and `password`.",
                },
            },
            "responses": {
                "Problem": {
                    "description": "Refused or failed: 400 invalid, 401 unauthenticated, 403 forbidden, 404 not found, 405 method, 409 conflict or stale, 410 erased, 413 too large, 415 content type, 422 idempotency key reused, 429 too often, 503 unavailable.",
                    "content": {
                        "application/problem+json": {
                            "schema": { "$ref": "#/components/schemas/Problem" }
                        }
                    },
                }
            },
        },
    });
    tidy(&mut document);
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        tidy::name_inner(schemas);
    }
    tidy::leave_out_unused(&mut document);
    add_examples(&mut document);
    document
}

/// Returns the tags of operations: the first word of their names.
fn tags(paths: &Map<String, Value>) -> Vec<Value> {
    let operations = paths.values().filter_map(Value::as_object);
    let tags = operations.flat_map(|item| item.values().filter_map(|one| one["tags"][0].as_str()));
    let tags: BTreeSet<&str> = tags.collect();
    tags.into_iter()
        .map(|tag| json!({ "name": tag, "description": nouns::about(tag) }))
        .collect()
}

/// Adds an example to the body of each operation.
fn add_examples(document: &mut Value) {
    let schemas = document["components"]["schemas"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    let items = document["paths"].as_object_mut();
    for post in items
        .into_iter()
        .flat_map(Map::values_mut)
        .filter_map(|item| item.get_mut("post"))
    {
        let name = post["operationId"].as_str().unwrap_or_default().to_owned();
        if let Some(body) = post.pointer_mut("/requestBody/content/application~1json") {
            let example = example::of(&name, &body["schema"], &schemas);
            body["example"] = example;
        }
    }
}

fn events() -> Value {
    json!({
        "get": {
            "operationId": "events",
            "tags": ["events"],
            "summary": "What happens, as it happens.",
            "description": "Server-sent events. A message's data is one fact, its id the cursor `epoch:position`. `Last-Event-ID` or `after` goes on from a cursor without a gap. Events of other names: `cursor` tells where the feed is, `reset` that the cursor is of another epoch (a backup was restored) and everything has to be read anew, `lagged` that this reader was too slow and has to connect again with the cursor given.",
            "parameters": [
                {
                    "name": "stream", "in": "query", "required": false,
                    "description": "Only facts of this stream; may be repeated. The whole workspace without it.",
                    "schema": { "type": "array", "items": { "type": "string" } },
                    "style": "form", "explode": true,
                },
                {
                    "name": "after", "in": "query", "required": false,
                    "description": "Go on after this cursor or position.",
                    "schema": { "type": "string", "pattern": CURSOR_PATTERN },
                },
                {
                    "name": "summary", "in": "query", "required": false,
                    "description": "Each fact also has a member `summary`: what it says, in a sentence without who did it.",
                    "schema": { "type": "boolean", "default": false },
                },
                {
                    "name": "Last-Event-ID", "in": "header", "required": false,
                    "description": "The same, as browsers send it.",
                    "schema": { "type": "string", "pattern": CURSOR_PATTERN },
                },
            ],
            "responses": {
                "200": {
                    "description": "The feed; it does not end by itself.",
                    "content": { "text/event-stream": { "schema": {
                        "contentMediaType": "application/json",
                        "contentSchema": { "$ref": "#/components/schemas/Fact" },
                    } } },
                },
                "4XX": { "$ref": "#/components/responses/Problem" },
                "default": { "$ref": "#/components/responses/Problem" },
            },
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refs<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    match value {
                        Value::String(target) if key == "$ref" => found.push(target),
                        _ => refs(value, found),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| refs(item, found)),
            _ => {}
        }
    }

    /// Removes descriptions, which may be improved at any time.
    fn wordless(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for key in ["description", "summary", "version"] {
                    if fields.get(key).is_some_and(Value::is_string) {
                        fields.remove(key);
                    }
                }
                fields.values_mut().for_each(wordless);
            }
            Value::Array(items) => items.iter_mut().for_each(wordless),
            _ => {}
        }
    }

    /// Snapshot of the API. A change here is a change for every client: review the difference, and if it is intended,
    /// accept it with `INSTA_UPDATE=always cargo test -p doors --lib openapi`.
    #[test]
    fn the_api_is_as_it_was() {
        let mut document = DOCUMENT.clone();
        wordless(&mut document);
        insta::assert_json_snapshot!("openapi", document);
    }

    #[test]
    fn every_operation_is_described_and_every_reference_leads_somewhere() {
        let document = &*DOCUMENT;
        for name in engine::operations::names() {
            let post = &document["paths"][format!("/api/{name}")]["post"];
            assert_eq!(post["operationId"], name);
            let summary = post["summary"].as_str().unwrap_or_default();
            assert!(summary.ends_with('.'), "{name} has no description");
        }
        let mut found = Vec::new();
        refs(document, &mut found);
        for target in found {
            let pointer = target.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{target}");
        }
        // The generator would number two types with the same name.
        let types = document["components"]["schemas"].as_object().unwrap();
        let numbered = types.keys().find(|name| name.ends_with(char::is_numeric));
        assert_eq!(numbered, None);
    }
}
