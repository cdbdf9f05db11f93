//! Writes, duplicates and rejections.

use engine::conversation::ops::session_get::SessionGet;
use engine::conversation::ops::session_put::SessionPut;
use engine::crystal::ops::memory_create::{MemoryCreate, Outcome};
use engine::crystal::{MemoryType, NewCrystal, Trust};
use engine::session::record::MemoryRecord;
use kernel::{Actor, Code, Role};

use crate::common;
use crate::crystals::harness::{BEGIN, World, agent, memory, of, person, query};

#[tokio::test]
async fn what_is_written_is_found_at_once() {
    let world = World::new().await;
    let new = NewCrystal {
        topics: vec!["travel".into(), "travel".into(), " ".into()],
        importance: Some(0.5),
        ..of(
            "work",
            "mara",
            memory("m1", "Prefers window seats on trains"),
        )
    };
    assert_eq!(
        world.remember(vec![new]).await,
        [("m1".into(), Outcome::New)]
    );
    let found = world
        .search(query("Which SEAT does she prefer on boats?"))
        .await;
    assert_eq!(found.total, 1);
    let hit = &found.items[0];
    assert_eq!(
        (hit.memory.id.as_str(), hit.memory.core.as_str()),
        ("m1", "work")
    );
    assert_eq!(hit.memory.text, "Prefers window seats on trains");
    assert_eq!(hit.memory.topics, ["travel"]);
    assert_eq!(hit.memory.trust, Trust::Human);
    assert!(hit.dist > 0.0 && hit.dist < 1.0, "{}", hit.dist);
    let lexical = hit.why.lexical.as_ref().unwrap();
    assert_eq!((lexical.rank, lexical.words), (1, 2));
    assert!(lexical.of >= 2 && lexical.score > 0.0);
    assert_eq!(hit.why.recency, None, "nobody asked for what is recent");
    assert_eq!(world.get("m1").await.unwrap(), hit.memory);
    assert_eq!(world.get("m2").await.unwrap_err().code, Code::NotFound);
    for (text, total) in [("aisle", 0), ("travel", 1), ("", 1), ("?!", 0), ("\"(", 0)] {
        assert_eq!(world.search(query(text)).await.total, total, "{text:?}");
    }
}

#[tokio::test]
async fn the_same_again_is_one() {
    let world = World::new().await;
    let say = |new| world.remember(vec![new]);
    let first = say(NewCrystal {
        id: None,
        ..memory("", "Likes tea")
    })
    .await;
    let id = first[0].0.clone();
    assert_eq!(id.len(), 26, "a fresh id is a ULID");
    let table = [
        (memory("x", " Likes tea\n"), id.as_str(), Outcome::Same),
        (memory("upper", "Likes TEA"), "upper", Outcome::New),
        (memory("space", "Likes  tea"), "space", Outcome::New),
        (memory("nfc", "Likes caf\u{e9}"), "nfc", Outcome::New),
        (memory("nfd", "Likes cafe\u{301}"), "nfc", Outcome::Same),
        (of("n", "u", memory("x", "Likes tea")), "x", Outcome::New),
        (of("n", "v", memory("y", "Likes tea")), "y", Outcome::New),
        (of("n", "u", memory("z", "Likes tea")), "x", Outcome::Same),
        (
            of("n", "u", memory("x", "Likes coffee")),
            "x",
            Outcome::Replaced,
        ),
        (of("n", "u", memory("z", "Likes tea")), "z", Outcome::New),
        (
            of("n", "u", memory("x", "Likes coffee")),
            "x",
            Outcome::Same,
        ),
    ];
    for (new, id, outcome) in table {
        assert_eq!(say(new).await, [(id.into(), outcome)]);
    }
    // Two messages may have equal texts.
    let message = |id| NewCrystal {
        memory_type: MemoryType::Message,
        ..memory(id, "ok")
    };
    let said = world
        .remember(vec![message("a"), message("b"), message("a")])
        .await;
    let outcomes: Vec<Outcome> = said.into_iter().map(|(_, outcome)| outcome).collect();
    assert_eq!(outcomes, [Outcome::New, Outcome::New, Outcome::Same]);
    // Under ids of its own a duplicate is kept.
    let twice = MemoryCreate {
        memories: vec![
            NewCrystal::from_text("Likes tea"),
            NewCrystal::from_text("Likes tea"),
        ],
        deduplicate: Some(false),
        ..MemoryCreate::default()
    };
    let twice = world.ok(twice).await.memories;
    assert_ne!(twice[0].id, twice[1].id);
}

#[tokio::test]
async fn the_same_id_is_compared_as_a_whole() {
    let world = World::new().await;
    let first = NewCrystal {
        topics: vec!["drinks".into()],
        importance: Some(0.8),
        created_at: Some(BEGIN.plus(-1000)),
        ..memory("m", "Likes tea")
    };
    let write = async |new: &NewCrystal| world.remember(vec![new.clone()]).await[0].1;
    assert_eq!(write(&first).await, Outcome::New);
    assert_eq!(write(&first).await, Outcome::Same);
    // Omitted members, and those that Loci maintains itself, change nothing.
    let shown = NewCrystal {
        importance: None,
        created_at: None,
        topics: vec!["drinks".into(), "drinks".into()],
        access_count: Some(7),
        last_accessed: Some(BEGIN),
        extraction_strategy: Some("discrete".into()),
        discrete_memory_extracted: Some("f".into()),
        ..first.clone()
    };
    assert_eq!(write(&shown).await, Outcome::Same);
    let base = || first.clone();
    let changes = [
        NewCrystal {
            topics: vec!["tea".into()],
            ..base()
        },
        NewCrystal {
            entities: vec!["Mara".into()],
            ..base()
        },
        NewCrystal {
            text: "Likes Tea".into(),
            ..base()
        },
        NewCrystal {
            pinned: true,
            ..base()
        },
        NewCrystal {
            importance: Some(0.9),
            ..base()
        },
        NewCrystal {
            valence: Some(0.1),
            ..base()
        },
        NewCrystal {
            event_date: Some(BEGIN.into()),
            ..base()
        },
        NewCrystal {
            created_at: Some(BEGIN.plus(-2000)),
            ..base()
        },
        NewCrystal {
            session_id: Some("s".into()),
            ..base()
        },
        NewCrystal {
            user_id: Some("u".into()),
            ..base()
        },
        NewCrystal {
            memory_type: MemoryType::Episodic,
            ..base()
        },
        NewCrystal {
            metadata: serde_json::from_str(r#"{"a":1}"#).unwrap(),
            ..base()
        },
        NewCrystal {
            extracted_from: vec!["x".into()],
            ..base()
        },
    ];
    for change in changes {
        assert_eq!(write(&change).await, Outcome::Replaced, "{change:?}");
        assert_eq!(write(&change).await, Outcome::Same, "{change:?}");
        let stored = world.get("m").await.unwrap();
        assert_eq!(
            (stored.text, stored.topics, stored.pinned, stored.importance),
            (change.text, change.topics, change.pinned, change.importance)
        );
        assert_eq!(
            (stored.event_date, stored.metadata),
            (change.event_date, change.metadata)
        );
        assert_eq!(write(&first).await, Outcome::Replaced);
    }
}

#[tokio::test]
async fn a_sessions_memory_that_says_more_says_so_in_long_term_memory() {
    let world = World::new().await;
    let put = async |memory: MemoryRecord| {
        let op = SessionPut {
            session: "s".into(),
            memories: vec![memory],
            ..SessionPut::default()
        };
        world.call(agent("ann"), op).await.unwrap().promoted.len()
    };
    let get = || SessionGet {
        session: "s".into(),
        ..SessionGet::default()
    };
    let first = MemoryRecord {
        id: "k".into(),
        text: "Likes tea".into(),
        topics: vec!["drinks".into()],
        importance: Some(0.5),
        ..MemoryRecord::default()
    };
    assert_eq!(put(first.clone()).await, 1);
    assert_eq!(put(first.clone()).await, 0);
    // A client writes back what it read.
    let read = world.call(agent("ann"), get()).await.unwrap().memories;
    let read = MemoryRecord::clone(&read[0]);
    assert!(read.persisted_at.is_some());
    assert_eq!(put(read.clone()).await, 0);
    let table = [
        MemoryRecord {
            topics: vec!["tea".into()],
            ..read.clone()
        },
        MemoryRecord {
            pinned: true,
            ..read.clone()
        },
        MemoryRecord {
            importance: Some(0.9),
            ..read.clone()
        },
        MemoryRecord {
            event_date: Some(BEGIN.into()),
            ..read.clone()
        },
        MemoryRecord {
            text: "Likes Tea".into(),
            ..read.clone()
        },
    ];
    for changed in table {
        assert_eq!(put(changed.clone()).await, 1, "{changed:?}");
        let stored = world.get("k").await.unwrap();
        assert_eq!(stored.text, *changed.text);
        assert_eq!(stored.pinned, changed.pinned);
        assert_eq!(stored.importance, changed.importance);
        assert_eq!(stored.topics.concat(), changed.topics.concat());
        assert_eq!(stored.event_date.is_some(), changed.event_date.is_some());
    }
    assert_eq!(world.search(query("tea")).await.total, 1);
}

trait FromText {
    fn from_text(text: &str) -> Self;
}

impl FromText for NewCrystal {
    fn from_text(text: &str) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

#[tokio::test]
async fn what_cannot_be_a_memory_is_refused_and_nothing_is_written() {
    let world = World::new().await;
    let new = || memory("m", "text");
    let table: Vec<(NewCrystal, &str)> = vec![
        (memory("m", " "), "/text"),
        (memory("m", &"x".repeat(256 * 1024 + 1)), "/text"),
        (memory("", "text"), "/id"),
        (memory("a\u{0}b", "text"), "/id"),
        (memory(&"x".repeat(257), "text"), "/id"),
        (
            NewCrystal {
                importance: Some(1.5),
                ..new()
            },
            "/importance",
        ),
        (
            NewCrystal {
                importance: Some(f64::NAN),
                ..new()
            },
            "/importance",
        ),
        (
            NewCrystal {
                valence: Some(-2.0),
                ..new()
            },
            "/valence",
        ),
        (
            NewCrystal {
                topics: vec![String::new(); 101],
                ..new()
            },
            "/topics",
        ),
        (
            NewCrystal {
                entities: vec!["x".repeat(300)],
                ..new()
            },
            "/entities/0",
        ),
        (
            NewCrystal {
                namespace: Some("x".repeat(300)),
                ..new()
            },
            "/namespace",
        ),
    ];
    for (bad, pointer) in table {
        let op = MemoryCreate {
            memories: vec![memory("good", "good"), bad],
            ..MemoryCreate::default()
        };
        let error = world.call(person(), op).await.unwrap_err();
        let fields: Vec<_> = error
            .extra
            .fields
            .iter()
            .map(|f| f.pointer.clone())
            .collect();
        assert_eq!(
            (error.code, fields),
            (Code::Invalid, vec![format!("/memories/1{pointer}")])
        );
    }
    let nothing = world
        .call(person(), MemoryCreate::default())
        .await
        .unwrap_err();
    assert_eq!(nothing.code, Code::Invalid);
    assert!(world.indexed().await.is_empty());
}

#[tokio::test]
async fn long_term_memory_can_be_switched_off() {
    use engine::workspace::ops::settings_set::SettingsSet;
    let world = World::new().await;
    let off = SettingsSet {
        settings: serde_json::from_str(r#"{"long_term_memory":false}"#).unwrap(),
        ..SettingsSet::default()
    };
    world
        .call(Actor::new("olga", Role::Owner), off)
        .await
        .unwrap();
    let op = MemoryCreate {
        memory: Some(memory("m", "text")),
        ..MemoryCreate::default()
    };
    let refused = world.call(person(), op).await.unwrap_err();
    assert_eq!(refused.extra.reason.as_deref(), Some("switched_off"));
}

#[tokio::test]
async fn secrets_are_taken_out_before_anything_is_stored() {
    let world = World::new().await;
    let key = "AKIAIOSFODNN7EXAMPLE";
    world
        .remember(vec![memory("m", &format!("The key is {key} for tests"))])
        .await;
    let text = world.get("m").await.unwrap().text;
    assert!(text.contains("[redacted:"), "{text}");
    assert_eq!(
        common::files_with(world.folder.path(), key),
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn one_call_writes_in_any_number_of_namespaces() {
    let world = World::new().await;
    let named = |n: usize| {
        let id = format!("m{n}");
        of(&format!("team-{n}"), "mara", memory(&id, "Likes tea"))
    };
    let written = world.remember((0..1_000).map(named).collect()).await;
    assert_eq!(written.len(), 1_000);
    assert!(written.iter().all(|(_, outcome)| *outcome == Outcome::New));
    let memories = (0..200).map(|n| MemoryRecord {
        id: format!("s{n}").as_str().into(),
        text: format!("Likes tea number {n}").into(),
        namespace: Some(format!("other-{n}").as_str().into()),
        ..MemoryRecord::default()
    });
    let put = SessionPut {
        session: "chat".into(),
        memories: memories.collect(),
        ..SessionPut::default()
    };
    world.ok(put).await;
    assert!(world.get("s199").await.is_ok());
}
