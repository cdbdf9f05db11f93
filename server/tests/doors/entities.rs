//! Resolution of "it", from tool results to a prompt, over HTTP.

use serde_json::{Value, json};

use crate::harness::{Client, Server};

fn observe(client: &Client, tool: &str, result: &Value) -> Value {
    let call = json!({ "session": "s", "tool": tool, "result": result });
    client.call("entity_observe", &call).ok()
}

fn resolve(client: &Client, phrase: &str) -> Value {
    client
        .call(
            "entity_resolve",
            &json!({ "session": "s", "phrase": phrase }),
        )
        .ok()
}

fn list(client: &Client) -> Value {
    client.call("entity_list", &json!({ "session": "s" })).ok()
}

#[test]
fn it_is_what_was_touched_last() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    observe(
        &client,
        "cms_createPage",
        &json!({ "success": true, "page": { "id": "page-123", "title": "About Us" } }),
    );
    let it = resolve(&client, "Now add a hero section to it");
    assert_eq!(
        it["entity"],
        json!({ "id": "page-123", "name": "About Us", "type": "page" })
    );
    observe(
        &client,
        "cms_getPage",
        &json!({ "page": { "id": "page-456", "title": "Home" } }),
    );
    observe(
        &client,
        "cms_addSection",
        &json!({ "section": { "id": "sec-789", "heading": "Hero" } }),
    );
    let that = resolve(&client, "Delete that page");
    assert_eq!(
        (&that["entity"]["id"], &that["ambiguous"]),
        (&json!("page-456"), &json!(true))
    );
    assert_eq!(that["choices"].as_array().unwrap().len(), 2);
    let listed = list(&client);
    assert_eq!(
        listed["block"],
        "[WORKING MEMORY]\nsections:\n  - \"Hero\" (sec-789)\npages:\n  - \"Home\" (page-456)\n  \
         - \"About Us\" (page-123)\n"
    );
    assert_eq!(
        (&listed["total"], &listed["tracked_at_most"]),
        (&json!(3), &json!(10))
    );
    let pages = client
        .call(
            "entity_list",
            &json!({ "session": "s", "type": "page", "limit": 1 }),
        )
        .ok();
    assert_eq!(pages["items"][0]["id"], "page-456");
    let next = json!({ "session": "s", "type": "page", "cursor": pages["next_cursor"] });
    assert_eq!(
        client.call("entity_list", &next).ok()["items"][0]["id"],
        "page-123"
    );
    let gone = observe(
        &client,
        "cms_deletePage",
        &json!({ "deletedId": "page-456" }),
    );
    assert_eq!(
        gone["removed"],
        json!([{ "type": "page", "id": "page-456" }])
    );
    assert_eq!(resolve(&client, "that page")["entity"]["id"], "page-123");
    let forget = json!({ "session": "s", "type": "page", "id": "page-123" });
    client.call("entity_forget", &forget).ok();
    assert!(
        resolve(&client, "that page")["say"]
            .as_str()
            .unwrap()
            .starts_with("No page")
    );
}

#[test]
fn a_checkpoint_goes_out_and_comes_back() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    for n in 0..12 {
        let add = json!({ "session": "s", "type": "post", "id": format!("p{n}"), "name": "Post" });
        client.call("entity_add", &add).ok();
    }
    let ids = |entities: &Value| -> Vec<String> {
        let entities = entities.as_array().unwrap().iter();
        entities
            .map(|entity| entity["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let kept = ids(&list(&client)["items"]);
    assert_eq!(
        kept,
        (2..12).rev().map(|n| format!("p{n}")).collect::<Vec<_>>()
    );
    let saved = client
        .call("entity_export", &json!({ "session": "s" }))
        .ok()["saved"]
        .clone();
    assert_eq!(saved["version"], 1);
    let other = json!({ "session": "other", "saved": saved });
    assert_eq!(
        ids(&client.call("entity_restore", &other).ok()["entities"]),
        kept
    );
    let newer = json!({ "session": "other", "saved": { "version": 9, "entities": [] } });
    client
        .call("entity_restore", &newer)
        .wrong(400, "invalid", "/saved/version");
    let anonymous = server.agent("eve", "worker");
    assert_eq!(list(&anonymous)["items"], json!([]), "of others' nothing");
}

#[test]
fn a_session_that_has_not_begun_tracks_nothing() {
    const NONE: &str = "[WORKING MEMORY]\nNo entities tracked yet.";
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let listed = list(&client);
    assert_eq!(
        (&listed["items"], &listed["block"]),
        (&json!([]), &json!(NONE))
    );
    let session = json!({ "session": "s" });
    let saved = client.call("entity_export", &session).ok()["saved"].clone();
    assert_eq!(saved, json!({ "version": 1, "entities": [] }));
    let said = resolve(&client, "that page")["say"].to_string();
    assert!(said.contains("No page is tracked"), "{said}");
    client
        .call("session_get", &session)
        .problem(404, "not_found");
    // The context of an existing session has it, too.
    let append = json!({ "session": "s", "messages": [{ "role": "user", "content": "Hello",
        "created_at": "2026-01-01T00:00:00Z" }] });
    client.call("session_append", &append).ok();
    let context = client.call("context_read", &session).ok();
    assert!(context["text"].as_str().unwrap().contains(NONE));
    client.call("session_delete", &session).ok();
    for operation in ["entity_list", "entity_export"] {
        client.call(operation, &session).problem(404, "not_found");
    }
}

#[test]
fn results_of_tools_in_a_conversation_are_observed() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let call = json!({ "role": "assistant", "content": "", "created_at": "2026-01-01T00:00:01Z",
        "tool_calls": [{ "id": "c1", "type": "function", "function": { "name": "cms_deletePage",
            "arguments": "{\"pageId\":\"page-1\"}" } }] });
    let done = json!({ "role": "tool", "tool_call_id": "c1", "content": "{\"success\":true}",
        "created_at": "2026-01-01T00:00:02Z" });
    let made = json!({ "role": "tool", "name": "cms_createPage", "created_at": "2026-01-01T00:00:00Z",
        "content": "{\"page\":{\"id\":\"page-1\",\"title\":\"About\"}}" });
    let append = |message: &Value| {
        let append = json!({ "session": "s", "messages": [message] });
        client.call("session_append", &append).ok();
        list(&client)["items"].clone()
    };
    assert_eq!(append(&made)[0]["name"], "About");
    assert_eq!(append(&call)[0]["name"], "About", "called, not done");
    assert_eq!(
        append(&done),
        json!([]),
        "the call says which page was deleted"
    );
}

#[test]
fn wrong_arguments_are_named() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    for (operation, call, pointer) in [
        (
            "entity_add",
            json!({ "session": "s", "type": "A page", "id": "x" }),
            "/type",
        ),
        (
            "entity_add",
            json!({ "session": "s", "type": "page", "id": " " }),
            "/id",
        ),
        (
            "entity_observe",
            json!({ "session": "s", "tool": "", "result": {} }),
            "/tool",
        ),
        (
            "entity_resolve",
            json!({ "session": "s", "phrase": " " }),
            "/phrase",
        ),
        (
            "entity_list",
            json!({ "session": "s", "limit": 0 }),
            "/limit",
        ),
    ] {
        client.call(operation, &call).wrong(400, "invalid", pointer);
    }
}
