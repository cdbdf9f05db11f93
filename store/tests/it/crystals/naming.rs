//! Resolution of an id that several memories have.

use engine::conversation::ops::session_append::SessionAppend;
use engine::crystal::filter::{Filters, Tag};
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_forget::MemoryForget;
use engine::crystal::ops::memory_get::MemoryGet;
use engine::session::message::{Content, NewMessage};
use engine::workspace::ops::settings_set::SettingsSet;
use kernel::{Actor, Code, Error, Role};

use crate::crystals::harness::{BEGIN, World, agent, forgetting, memory, of, person, query};

fn edit(core: Option<&str>) -> MemoryEdit {
    MemoryEdit {
        id: "m".into(),
        core: core.map(Into::into),
        text: Some("changed".into()),
        ..MemoryEdit::default()
    }
}

fn get(core: Option<&str>) -> MemoryGet {
    MemoryGet {
        id: "m".into(),
        core: core.map(Into::into),
        trail: false,
    }
}

#[track_caller]
fn is_ambiguous(error: Option<Error>) {
    let error = error.unwrap();
    assert_eq!(
        error.extra.reason.as_deref(),
        Some("ambiguous"),
        "{error:?}"
    );
    assert!(error.detail.contains("a, b"), "{}", error.detail);
}

#[tokio::test]
async fn an_id_that_several_have_is_asked_back() {
    let world = World::new().await;
    for namespace in ["a", "b"] {
        let new = of(namespace, "u", memory("m", &format!("of {namespace}")));
        world.remember(vec![new]).await;
    }
    world.remember(vec![memory("other", "another")]).await;
    is_ambiguous(world.call(person(), get(None)).await.err());
    is_ambiguous(world.call(person(), edit(None)).await.err());
    is_ambiguous(
        world
            .call(person(), forgetting(&["other", "m"]))
            .await
            .err(),
    );
    assert_eq!(world.search(query("of")).await.total, 2);
    assert_eq!(world.ok(get(Some("a"))).await.memory.text, "of a");
    assert_eq!(world.ok(edit(Some("a"))).await.memory.core, "a");
    assert_eq!(world.ok(get(Some("b"))).await.memory.text, "of b");
    let forget = MemoryForget {
        filters: Filters {
            core: Some(Tag::eq("a")),
            ..Filters::default()
        },
        ..forgetting(&["m"])
    };
    assert_eq!(world.ok(forget).await.deleted, 1);
    // Now it is unique.
    assert_eq!(world.ok(edit(None)).await.memory.core, "b");
}

#[tokio::test]
async fn messages_are_changed_in_their_session() {
    let world = World::new().await;
    let on = SettingsSet {
        settings: serde_json::from_str(r#"{"index_messages":true}"#).unwrap(),
        ..SettingsSet::default()
    };
    let owner = Actor::new("olga", Role::Owner);
    world.call(owner, on).await.unwrap();
    let append = SessionAppend {
        session: "s".into(),
        messages: vec![NewMessage {
            id: Some("m".into()),
            role: "user".into(),
            content: Content::Text("said so".into()),
            created_at: Some(BEGIN.into()),
            ..NewMessage::default()
        }],
        ..SessionAppend::default()
    };
    world.call(agent("ann"), append).await.unwrap();
    assert_eq!(world.ok(get(None)).await.memory.text, "said so");
    for (core, code) in [(None, Code::Conflict), (Some("messages/s"), Code::Invalid)] {
        for actor in [agent("ann"), person()] {
            let refused = world.call(actor, edit(core)).await.unwrap_err();
            assert_eq!(refused.code, code, "{refused:?}");
        }
    }
    // A memory with the same id is independent.
    world.remember(vec![memory("m", "a memory")]).await;
    assert_eq!(world.ok(get(None)).await.memory.text, "a memory");
    assert_eq!(world.ok(edit(None)).await.memory.core, "default");
    assert_eq!(world.ok(forgetting(&["m"])).await.deleted, 1);
    assert_eq!(world.ok(get(None)).await.memory.text, "said so");
    // Without another match the id refers to the message, which is removed from search.
    assert_eq!(world.ok(forgetting(&["m"])).await.deleted, 1);
    let gone = world.call(person(), get(None)).await.unwrap_err();
    assert_eq!(gone.code, Code::NotFound);
}

#[tokio::test]
async fn no_memory_is_from_the_future() {
    use engine::crystal::NewCrystal;
    let world = World::new().await;
    let at = |seconds: i64| Some(BEGIN.plus(seconds * 1000));
    let wrong = [
        (
            "/created_at",
            NewCrystal {
                created_at: at(301),
                ..memory("m", "x")
            },
        ),
        (
            "/persisted_at",
            NewCrystal {
                persisted_at: at(301),
                ..memory("m", "x")
            },
        ),
        (
            "/last_accessed",
            NewCrystal {
                last_accessed: at(301),
                ..memory("m", "x")
            },
        ),
        (
            "/updated_at",
            NewCrystal {
                updated_at: at(301),
                ..memory("m", "x")
            },
        ),
    ];
    for (pointer, new) in wrong {
        let op = engine::crystal::ops::memory_create::MemoryCreate {
            memories: vec![new],
            ..Default::default()
        };
        let error = world.call(person(), op).await.unwrap_err();
        assert_eq!(
            error.extra.fields[0].pointer,
            format!("/memories/0{pointer}")
        );
    }
    let soon = NewCrystal {
        created_at: at(299),
        event_date: at(100_000).map(Into::into),
        ..memory("m", "x")
    };
    world.remember(vec![soon]).await;
}
