//! Describes the two addresses that export the whole audit log, with the filters of `audit_list`.

use serde_json::{Map, Value, json};

/// Arguments of an export.
const FILTERS: [&str; 4] = ["actor", "kind", "since", "until"];

/// Adds the export paths next to the operation.
pub fn describe(paths: &mut Map<String, Value>) {
    let list = paths.get("/api/audit_list");
    let parameters = list.and_then(|item| item.pointer("/get/parameters")?.as_array());
    let is_filter = |one: &&Value| {
        let name = one["name"].as_str().unwrap_or_default();
        FILTERS.contains(&name)
    };
    let filters: Vec<Value> = parameters
        .map(|all| all.iter().filter(is_filter).cloned().collect())
        .unwrap_or_default();
    for (form, media, what) in [
        ("csv", "text/csv", "a table with a head"),
        ("jsonl", "text/plain", "one item of `audit_list` a line"),
    ] {
        let item = json!({
            "get": {
                "operationId": format!("audit_export_{form}"),
                "tags": ["audit"],
                "summary": format!("The audit as a file: {what}."),
                "description": "All that the filters leave, newest first, however much it is. For owners.",
                "parameters": filters,
                "responses": {
                    "200": {
                        "description": "The file.",
                        "content": { media: { "schema": { "type": "string" } } },
                    },
                    "4XX": { "$ref": "#/components/responses/Problem" },
                    "default": { "$ref": "#/components/responses/Problem" },
                },
            }
        });
        paths.insert(format!("/api/audit.{form}"), item);
    }
}
