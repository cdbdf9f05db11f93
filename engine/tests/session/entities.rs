//! Tools' results in messages tell which things a conversation is about.

use engine::conversation::ops::entity_observe::EntityObserve;
use engine::entity::Entity;
use engine::session::message::{Content, Function, NewMessage, ToolCall};
use serde_json::json;

use crate::harness::{World, said, worker};

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
    // The name on the call, nested as chat models do it.
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
    // What is there already tells nothing new.
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
