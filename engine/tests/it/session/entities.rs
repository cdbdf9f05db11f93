//! Entities of a conversation from tool results in its messages.

use engine::conversation::ops::entity_observe::EntityObserve;
use engine::entity::Entity;
use engine::session::message::{Content, Function, NewMessage, ToolCall};
use serde_json::{Value, json};

use crate::session::harness::{World, said, worker};

async fn names(world: &World) -> Vec<String> {
    let view = world.get().await;
    view.entities
        .iter()
        .map(|entity| entity.name.clone())
        .collect()
}

#[tokio::test]
async fn results_are_observed_however_the_call_was_written() {
    let world = World::new().await;
    let page = |id: &str, title: &str| json!({ "page": { "id": id, "title": title } }).to_string();
    // The tool's name on the result.
    let named = NewMessage {
        role: "tool".into(),
        name: Some("getPage".into()),
        ..said("a", 1, &page("1", "One"))
    };
    world.append(vec![named]).await;
    // The name on the call, nested as in chat models.
    let call = NewMessage {
        role: "assistant".into(),
        content: Content::default(),
        tool_calls: vec![ToolCall {
            id: Some("c2".into()),
            kind: Some("function".into()),
            function: Some(Function {
                name: "getPage".into(),
                arguments: Some(json!("{\"id\":\"2\"}")),
            }),
            ..ToolCall::default()
        }],
        ..said("b", 2, "")
    };
    let result = NewMessage {
        role: "tool".into(),
        tool_call_id: Some("c2".into()),
        ..said("c", 3, &page("2", "Two"))
    };
    world.append(vec![call, result]).await;
    // Parts.
    let use_part =
        json!({ "type": "tool_use", "id": "c3", "name": "getPage", "input": { "id": "3" } });
    let result_part = json!({
        "type": "tool_result", "tool_use_id": "c3",
        "content": [{ "type": "text", "text": page("3", "Three") }],
    });
    let parts = |id: &str, seconds: i64, part: serde_json::Value| NewMessage {
        content: Content::Parts(vec![part].into()),
        ..said(id, seconds, "")
    };
    world
        .append(vec![parts("d", 4, use_part), parts("e", 5, result_part)])
        .await;
    assert_eq!(names(&world).await, ["Three", "Two", "One"]);
    // Known entities add nothing.
    let again = NewMessage {
        role: "tool".into(),
        name: Some("getPage".into()),
        ..said("a", 1, &page("1", "One"))
    };
    world.append(vec![again]).await;
    assert_eq!(names(&world).await, ["Three", "Two", "One"]);
    let deleted = NewMessage {
        role: "tool".into(),
        name: Some("deletePage".into()),
        ..said(
            "f",
            6,
            &json!({ "page": { "id": "2" }, "deleted": true }).to_string(),
        )
    };
    world.append(vec![deleted]).await;
    assert_eq!(names(&world).await, ["Three", "One"]);
}

/// Returns a message with only that part.
fn part(role: &str, id: &str, seconds: i64, part: Value) -> NewMessage {
    NewMessage {
        role: role.into(),
        content: Content::Parts(vec![part].into()),
        ..said(id, seconds, "")
    }
}

#[tokio::test]
async fn results_are_observed_in_the_parts_of_every_framework() {
    let page = json!({ "page": { "id": "1", "title": "One" } });
    let text = page.to_string();
    let sdk = |more: Value| {
        let mut part = json!({ "type": "tool-result", "toolCallId": "c", "toolName": "getPage" });
        part.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        part
    };
    let cases = [
        (sdk(json!({ "result": page })), true),
        (
            sdk(json!({ "output": { "type": "json", "value": page } })),
            true,
        ),
        (
            sdk(json!({ "output": { "type": "text", "value": text } })),
            true,
        ),
        (
            sdk(json!({ "output": { "type": "error-json", "value": page } })),
            false,
        ),
        (sdk(json!({ "result": page, "isError": true })), false),
        (
            json!({ "type": "function_call_output", "call_id": "c", "output": text }),
            true,
        ),
        (
            json!({ "type": "tool_result", "tool_use_id": "c", "content": text }),
            true,
        ),
        (
            json!({ "type": "tool_result", "tool_use_id": "c", "content": text, "is_error": true }),
            false,
        ),
    ];
    let call =
        json!({ "type": "function_call", "call_id": "c", "name": "getPage", "arguments": "{}" });
    for (result, is_seen) in cases {
        let world = World::new().await;
        let call = part("assistant", "a", 1, call.clone());
        let result = part("tool", "b", 2, result);
        let shown = format!("{:?}", result.content);
        world.append(vec![call, result]).await;
        assert_eq!(names(&world).await == ["One"], is_seen, "{shown}");
    }
}

#[tokio::test]
async fn calls_are_found_in_the_parts_of_every_framework() {
    for call in [
        json!({ "type": "tool-call", "toolCallId": "c", "toolName": "deletePage", "args": { "pageId": "1" } }),
        json!({ "type": "tool-call", "toolCallId": "c", "toolName": "deletePage", "input": { "pageId": "1" } }),
        json!({ "type": "function_call", "call_id": "c", "name": "deletePage", "arguments": "{\"pageId\":\"1\"}" }),
        json!({ "type": "tool_use", "id": "c", "name": "deletePage", "input": { "pageId": "1" } }),
    ] {
        let world = World::new().await;
        let page = NewMessage {
            role: "tool".into(),
            name: Some("getPage".into()),
            ..said("a", 1, &json!({ "page": { "id": "1" } }).to_string())
        };
        world.append(vec![page]).await;
        assert_eq!(names(&world).await.len(), 1);
        let done = NewMessage {
            role: "tool".into(),
            tool_call_id: Some("c".into()),
            ..said("c", 3, &json!({ "success": true }).to_string())
        };
        let shown = call.to_string();
        world
            .append(vec![part("assistant", "b", 2, call), done])
            .await;
        assert!(names(&world).await.is_empty(), "{shown}");
    }
}

#[tokio::test]
async fn results_of_nobody_knows_what_say_nothing() {
    let world = World::new().await;
    let result = NewMessage {
        role: "tool".into(),
        ..said("a", 1, "{\"page\":{\"id\":\"1\"}}")
    };
    world.append(vec![result]).await;
    assert!(names(&world).await.is_empty());
}

#[tokio::test]
async fn the_first_of_a_list_is_what_people_mean_next() {
    let world = World::new().await;
    let images = json!({ "matches": [
        { "id": "img-1", "filename": "one.jpg" }, { "id": "img-2", "filename": "two.jpg" },
        { "id": "img-3", "filename": "three.jpg" }, { "id": "img-4", "filename": "four.jpg" },
    ] });
    let result = NewMessage {
        role: "tool".into(),
        name: Some("cms_searchImages".into()),
        ..said("a", 1, &images.to_string())
    };
    world.append(vec![result]).await;
    assert_eq!(names(&world).await, ["one.jpg", "two.jpg", "three.jpg"]);
    let observe = EntityObserve {
        session: "t".into(),
        tool: "cms_searchImages".into(),
        result: images,
        ..EntityObserve::default()
    };
    let tracked = world.ok(&worker(), observe).await;
    let ids = |entities: &[Entity]| -> Vec<String> {
        entities.iter().map(|entity| entity.id.clone()).collect()
    };
    assert_eq!(ids(&tracked.found), ["img-1", "img-2", "img-3"]);
    assert_eq!(ids(&tracked.entities), ["img-1", "img-2", "img-3"]);
}
