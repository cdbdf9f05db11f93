//! OpenAPI 3.1 document of the compatibility API, generated from the types of its handlers.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, Response};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::forget::{Forget, Forgotten};
use super::long_term::{Create, Edit};
use super::prompt::{Ask, Prompt};
use super::search::Results;
use super::sessions::Sessions;
use super::tasks::Task;
use super::views;
use super::wire::record::RecordOut;
use super::wire::search::SearchRequest;
use super::wire::working::{WorkingMemoryIn, WorkingMemoryOut};
use crate::base_path;
use crate::document::Document;
use crate::openapi::tidy;

static DOCUMENT: LazyLock<Document> = LazyLock::new(|| Document::new(&value()));

/// `GET /v1/openapi.json` and `GET /openapi.json`.
pub async fn show(headers: HeaderMap) -> Response<Body> {
    DOCUMENT.answer(&headers)
}

/// Generator of the schema of a body or an answer.
type Of = fn(&mut SchemaGenerator) -> Schema;

struct Route {
    method: &'static str,
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    /// Names of query parameters.
    query: &'static [&'static str],
    body: Option<Of>,
    answer: Of,
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

fn no_more(_: &mut SchemaGenerator) -> Schema {
    schemars::json_schema!({
        "type": "object",
        "properties": { "status": { "type": "string" } },
        "required": ["status"],
    })
}

fn time(_: &mut SchemaGenerator) -> Schema {
    schemars::json_schema!({
        "type": "object",
        "properties": { "now": { "type": "integer", "description": "Milliseconds since 1970." } },
        "required": ["now"],
    })
}

const ROUTES: &[Route] = &[
    Route {
        method: "get",
        path: "/v1/health",
        id: "health",
        summary: "The server's time.",
        query: &[],
        body: None,
        answer: time,
    },
    Route {
        method: "get",
        path: "/v1/working-memory",
        id: "list_sessions",
        summary: "The ids of sessions, most recently changed first.",
        query: &["limit", "offset", "namespace", "user_id"],
        body: None,
        answer: of::<Sessions>,
    },
    Route {
        method: "get",
        path: "/v1/working-memory/{session_id}",
        id: "get_working_memory",
        summary: "A session.",
        query: &[
            "namespace",
            "user_id",
            "model_name",
            "context_window_max",
            "recent_messages_limit",
        ],
        body: None,
        answer: of::<WorkingMemoryOut>,
    },
    Route {
        method: "put",
        path: "/v1/working-memory/{session_id}",
        id: "put_working_memory",
        summary: "Puts a session in the place of what was there. One that is too long for the window is summarised.",
        query: &[
            "namespace",
            "user_id",
            "model_name",
            "context_window_max",
            "ttl_seconds",
        ],
        body: Some(of::<WorkingMemoryIn>),
        answer: of::<WorkingMemoryOut>,
    },
    Route {
        method: "delete",
        path: "/v1/working-memory/{session_id}",
        id: "delete_working_memory",
        summary: "Deletes a session, also when there was none.",
        query: &["namespace", "user_id"],
        body: None,
        answer: no_more,
    },
    Route {
        method: "post",
        path: "/v1/long-term-memory",
        id: "create_long_term_memory",
        summary: "Keeps memories. `namespace` is that of those that name none.",
        query: &["namespace"],
        body: Some(of::<Create>),
        answer: no_more,
    },
    Route {
        method: "delete",
        path: "/v1/long-term-memory",
        id: "delete_long_term_memory",
        summary: "Forgets the memories named; others are passed over.",
        query: &["memory_ids", "namespace", "core"],
        body: None,
        answer: no_more,
    },
    Route {
        method: "post",
        path: "/v1/long-term-memory/search",
        id: "search_long_term_memory",
        summary: "Finds memories by words, tags and moments.",
        query: &["namespace"],
        body: Some(of::<SearchRequest>),
        answer: of::<Results>,
    },
    Route {
        method: "post",
        path: "/v1/long-term-memory/forget",
        id: "forget_long_term_memories",
        summary: "Forgets by a policy; unless `dry_run` is false it only says what it would forget.",
        query: &["namespace", "user_id", "session_id", "limit", "dry_run"],
        body: Some(of::<Forget>),
        answer: of::<Forgotten>,
    },
    Route {
        method: "post",
        path: "/v1/long-term-memory/compact",
        id: "compact_long_term_memories",
        summary: "Makes duplicates one.",
        query: &["namespace", "user_id"],
        body: None,
        answer: no_more,
    },
    Route {
        method: "get",
        path: "/v1/long-term-memory/{memory_id}",
        id: "get_long_term_memory",
        summary: "A memory.",
        query: &["namespace", "core"],
        body: None,
        answer: of::<RecordOut>,
    },
    Route {
        method: "patch",
        path: "/v1/long-term-memory/{memory_id}",
        id: "update_long_term_memory",
        summary: "Changes a memory: a field that is absent stays.",
        query: &["namespace", "core"],
        body: Some(of::<Edit>),
        answer: of::<RecordOut>,
    },
    Route {
        method: "post",
        path: "/v1/memory/prompt",
        id: "memory_prompt",
        summary: "A question with what is known, as the messages of a prompt.",
        query: &[],
        body: Some(of::<Ask>),
        answer: of::<Prompt>,
    },
    Route {
        method: "get",
        path: "/v1/summary-views",
        id: "list_summary_views",
        summary: "All summary views.",
        query: &[],
        body: None,
        answer: of::<Vec<views::View>>,
    },
    Route {
        method: "post",
        path: "/v1/summary-views",
        id: "create_summary_view",
        summary: "A new summary view.",
        query: &[],
        body: Some(of::<views::Create>),
        answer: of::<views::View>,
    },
    Route {
        method: "get",
        path: "/v1/summary-views/{view_id}",
        id: "get_summary_view",
        summary: "A summary view.",
        query: &[],
        body: None,
        answer: of::<views::View>,
    },
    Route {
        method: "delete",
        path: "/v1/summary-views/{view_id}",
        id: "delete_summary_view",
        summary: "Deletes a summary view.",
        query: &[],
        body: None,
        answer: no_more,
    },
    Route {
        method: "post",
        path: "/v1/summary-views/{view_id}/run",
        id: "run_summary_view",
        summary: "Has all partitions written, in the background.",
        query: &[],
        body: Some(of::<views::Run>),
        answer: of::<Task>,
    },
    Route {
        method: "get",
        path: "/v1/summary-views/{view_id}/partitions",
        id: "list_summary_view_partitions",
        summary: "The partitions that have been written.",
        query: &["user_id", "namespace", "session_id", "memory_type"],
        body: None,
        answer: of::<Vec<views::Partition>>,
    },
    Route {
        method: "post",
        path: "/v1/summary-views/{view_id}/partitions/run",
        id: "run_summary_view_partition",
        summary: "Writes one partition, now.",
        query: &[],
        body: Some(of::<views::Group>),
        answer: of::<views::Partition>,
    },
    Route {
        method: "get",
        path: "/v1/tasks/{task_id}",
        id: "get_task",
        summary: "How far a run is.",
        query: &[],
        body: None,
        answer: of::<Task>,
    },
];

const TAGS: [(&str, &str); 6] = [
    ("health", "Whether the server answers."),
    ("working-memory", "Sessions: what is said now."),
    ("long-term-memory", "Memories that outlive sessions."),
    ("memory", "Prompts made of both."),
    (
        "summary-views",
        "What the long-term memory knows, summarised by group.",
    ),
    ("tasks", "Work in the background."),
];

/// Returns the schema of a query parameter.
fn parameter(name: &str) -> Value {
    match name {
        "limit" | "ttl_seconds" => json!({ "type": "integer", "minimum": 1 }),
        "offset" => json!({ "type": "integer", "minimum": 0 }),
        "context_window_max" | "recent_messages_limit" => {
            json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX })
        }
        "dry_run" => json!({ "type": "boolean", "default": true }),
        "memory_ids" => json!({ "type": "array", "items": { "type": "string" } }),
        _ => json!({ "type": "string" }),
    }
}

fn operation(route: &Route, reads: &mut SchemaGenerator, writes: &mut SchemaGenerator) -> Value {
    let in_path = route.path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?.strip_suffix('}')?;
        Some(json!({
            "name": name, "in": "path", "required": true, "schema": { "type": "string" },
        }))
    });
    let in_query = route.query.iter().map(
        |name| json!({ "name": name, "in": "query", "required": false, "schema": parameter(name) }),
    );
    let json_of = |schema: Schema| json!({ "application/json": { "schema": schema } });
    let mut operation = json!({
        "operationId": route.id,
        "tags": [route.path.split('/').nth(2).unwrap_or_default()],
        "summary": route.summary,
        "description": route.summary,
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": {
            "200": { "description": "Done.", "content": json_of((route.answer)(writes)) },
            "422": { "$ref": "#/components/responses/Misfit" },
            "default": { "$ref": "#/components/responses/Refusal" },
        },
    });
    if let Some(body) = route.body {
        operation["requestBody"] = json!({ "required": true, "content": json_of(body(reads)) });
    }
    if route.path == "/v1/health" {
        operation["security"] = json!([]);
    }
    operation
}

fn value() -> Value {
    let settings = || {
        SchemaSettings::draft2020_12()
            .with(|settings| settings.definitions_path = "/components/schemas".into())
    };
    let mut reads = settings().into_generator();
    let mut writes = settings().for_serialize().into_generator();
    let mut paths = Map::new();
    for route in ROUTES {
        let operation = operation(route, &mut reads, &mut writes);
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    let mut schemas = reads.take_definitions(true);
    schemas.extend(writes.take_definitions(true));
    let detail = |schema: Value| {
        json!({ "application/json": { "schema": {
            "type": "object", "properties": { "detail": schema }, "required": ["detail"],
        } } })
    };
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Loci, compatibility API",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The wire of the Python client `agent-memory-client`. Loci's own API, with all that it can do, is at `/api/openapi.json`.",
            "contact": { "name": "Whoever runs this server" },
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "tags": TAGS.map(|(name, description)| json!({ "name": name, "description": description })),
        "servers": [{ "url": base_path::root() }],
        "security": [{ "token": [] }],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "responses": {
                "Misfit": {
                    "description": "Something does not fit.",
                    "content": detail(json!({ "type": "array", "items": {
                        "type": "object",
                        "properties": {
                            "type": { "type": "string" },
                            "loc": { "type": "array", "items": { "type": ["string", "integer"] } },
                            "msg": { "type": "string" },
                        },
                        "required": ["type", "loc", "msg"],
                    } })),
                },
                "Refusal": {
                    "description": "Refused or failed, and why.",
                    "content": detail(json!({ "type": "string" })),
                },
            },
        },
    });
    tidy(&mut document);
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Snapshot of the API: a change here is a change for clients that Loci did not write.
    #[test]
    fn the_wire_is_as_it_was() {
        insta::assert_json_snapshot!("wire", value());
    }

    #[test]
    fn names_mean_one_thing() {
        let document = value();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let numbered = schemas
            .keys()
            .filter(|name| name.ends_with(|last: char| last.is_ascii_digit()));
        assert_eq!(numbered.collect::<Vec<_>>(), Vec::<&String>::new());
    }
}
