//! Required and excluded phrases, filters on metadata, and similar memories of a new one.

use engine::crystal::NewCrystal;
use engine::crystal::filter::Filters;
use engine::crystal::ops::memory_create::{MemoryCreate, Outcome};
use engine::crystal::ops::memory_search::MemorySearch;
use kernel::Time;
use serde_json::{Value, json};

use crate::crystals::harness::{BEGIN, World, filtered, memory, of, query};

fn search(json: Value) -> MemorySearch {
    serde_json::from_value(json).unwrap()
}

#[tokio::test]
async fn phrases_are_required_and_excluded_word_for_word() {
    let world = World::new().await;
    world
        .remember(vec![
            memory("1", "The red bridge is closed"),
            memory("2", "The bridge is red in the evening"),
            memory("3", "A RED — Bridge made of 100,821 stones"),
            memory("4", "数据库检索很慢"),
            memory("5", "git checkout -b makes a red branch"),
        ])
        .await;
    for (ask, expected) in [
        (json!({ "query": "red bridge" }), "1235"),
        (json!({ "query": "\"red bridge\"" }), "13"),
        (json!({ "query": "where is the “Red bridge”" }), "13"),
        (json!({ "query": "red", "must": ["bridge"] }), "123"),
        (json!({ "must": ["bridge is"] }), "12"),
        (json!({ "query": "red", "must": ["bridge", "closed"] }), "1"),
        (json!({ "query": "red", "must_not": ["bridge is"] }), "35"),
        (
            json!({ "query": "red bridge", "must_not": ["closed", "evening"] }),
            "35",
        ),
        (json!({ "must": ["100821"] }), "3"),
        (json!({ "must": ["库检"] }), "4"),
        (json!({ "must": ["bridges"] }), ""),
        (
            json!({ "query": "unrelated words", "must": ["RED"] }),
            "1235",
        ),
        (json!({ "query": "evening", "must": ["bridge"] }), "123"),
        (
            json!({ "query": "evening", "must": ["bridge"], "must_not": ["closed"] }),
            "23",
        ),
        (json!({ "query": "\"green bridge\"" }), ""),
        (json!({ "query": "the \"red bridge", }), "1235"),
        (json!({ "query": "a red 5\" pipe and 3\" bridge" }), "1235"),
        (json!({ "query": "what does -b do, red" }), "1235"),
    ] {
        let mut found = world.ids(search(ask.clone())).await;
        found.sort();
        assert_eq!(found.concat(), expected, "{ask}");
    }
    let long = vec!["x"; 17];
    for (ask, pointer) in [
        (json!({ "must_not": ["red"] }), "/must_not"),
        (json!({ "query": "red", "must": ["red", "?!"] }), "/must/1"),
        (json!({ "query": "red", "must_not": long }), "/must_not"),
    ] {
        let error = world
            .call(crate::crystals::harness::person(), search(ask))
            .await;
        assert_eq!(error.unwrap_err().extra.fields[0].pointer, pointer);
    }
    let most = vec!["red"; 16];
    assert_eq!(
        world
            .ids(search(json!({ "query": "red", "must": most })))
            .await
            .len(),
        4
    );
}

#[tokio::test]
async fn metadata_can_be_asked_for() {
    let world = World::new().await;
    let with = |id: &str, metadata: Value| NewCrystal {
        metadata: metadata.as_object().cloned(),
        ..memory(id, &format!("Note {id} about tea"))
    };
    world
        .remember(vec![
            with(
                "1",
                json!({ "source": "mail", "priority": 3, "tags": ["a", "b"] }),
            ),
            with(
                "2",
                json!({ "source": "chat", "done": true, "from": { "name": "Ann" } }),
            ),
            with("3", json!({ "source": "email", "priority": 30.0 })),
            memory("4", "Note 4 about coffee"),
        ])
        .await;
    for (metadata, expected) in [
        (json!({ "source": "mail" }), "1"),
        (json!({ "source": { "any": ["mail", "chat"] } }), "12"),
        (json!({ "source": { "ne": "mail" } }), "234"),
        (json!({ "source": { "startswith": "e" } }), "3"),
        (json!({ "priority": 3 }), "1"),
        (json!({ "priority": 3.0 }), "1"),
        (json!({ "priority": 30 }), "3"),
        (json!({ "priority": { "any": [3.0, 30] } }), "13"),
        (json!({ "priority": 3.5 }), ""),
        (json!({ "done": true }), "2"),
        (json!({ "from.name": "Ann" }), "2"),
        (json!({ "tags": "b" }), "1"),
        (json!({ "tags": { "all": ["a", "b"] } }), "1"),
        (json!({ "source": "mail", "priority": { "none": [3] } }), ""),
        (json!({ "sourc": "email" }), ""),
    ] {
        let read =
            || -> Filters { serde_json::from_value(json!({ "metadata": metadata })).unwrap() };
        assert_eq!(
            world.sorted(filtered(read())).await.concat(),
            expected,
            "{metadata}"
        );
        let asked = MemorySearch {
            filters: read(),
            ..query("note")
        };
        assert_eq!(world.sorted(asked).await.concat(), expected, "{metadata}");
    }
    for odd in [
        json!({ "a": { "like": "x" } }),
        json!({ "a": {} }),
        json!("x"),
        json!({ "a": null }),
    ] {
        let read = serde_json::from_value::<Filters>(json!({ "metadata": odd }));
        assert!(read.is_err(), "{odd}");
    }
    let many = |count: usize| -> Filters {
        let keys: serde_json::Map<String, Value> =
            (0..count).map(|n| (format!("k{n}"), json!("v"))).collect();
        serde_json::from_value(json!({ "metadata": keys })).unwrap()
    };
    assert!(many(32).check().is_ok());
    assert_eq!(
        many(33).check().unwrap_err().extra.fields[0].pointer,
        "/filters/metadata"
    );
}

#[tokio::test]
async fn a_new_memory_is_answered_with_those_that_say_something_else_of_its_subject() {
    let world = World::new().await;
    let london = NewCrystal {
        created_at: Some(Time(BEGIN.0 - 1_000_000)),
        ..of("d", "u", memory("london", "Alice lives in London"))
    };
    world
        .remember(vec![
            london.clone(),
            of("d", "u", memory("bob", "Bob lives in London")),
            of("d", "v", memory("theirs", "Alice lives in Paris")),
        ])
        .await;
    let create = |new: NewCrystal| MemoryCreate {
        memory: Some(new),
        ..MemoryCreate::default()
    };
    let tokyo = of("d", "u", memory("tokyo", "Alice lives in Tokyo"));
    let made = world.ok(create(tokyo)).await.memories.remove(0);
    let near: Vec<_> = made
        .near
        .iter()
        .map(|near| (near.id.as_str(), near.text.as_str(), near.at))
        .collect();
    assert_eq!(
        near,
        [("london", "Alice lives in London", Time(BEGIN.0 - 1_000_000))]
    );
    // A repetition, and one that supersedes the others, have no similar memories.
    let again = of("d", "u", memory("again", "Alice lives in London"));
    let made = world.ok(create(again)).await.memories.remove(0);
    assert_eq!((made.outcome, made.near.len()), (Outcome::Same, 0));
    let rome = NewCrystal {
        supersedes: vec!["london".into(), "tokyo".into()],
        ..of("d", "u", memory("rome", "Alice lives in Rome"))
    };
    assert!(world.ok(create(rome)).await.memories[0].near.is_empty());
    let other = of("d", "u", memory("other", "The build takes nine minutes"));
    assert!(world.ok(create(other)).await.memories[0].near.is_empty());
}
