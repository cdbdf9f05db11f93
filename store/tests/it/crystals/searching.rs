//! Search: filters, pages, ranking, and the counting of recalls.

use engine::conversation::ops::session_put::SessionPut;
use engine::crystal::filter::{Filters, Tag};
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::crystal::{MemoryType, NewCrystal};
use kernel::Time;
use kernel::time::{DAY, HOUR, OffsetTime};
use serde_json::{Value, json};

use crate::crystals::harness::{
    BEGIN, World, agent, filtered, forgetting, memory, of, person, query,
};

#[test]
fn a_filter_that_asks_for_nothing_is_refused() {
    use engine::crystal::filter::Filters;
    for filter in [
        "{}",
        r#"{"eq":null}"#,
        r#"{"all":[]}"#,
        r#"{"none":[],"ne":null}"#,
    ] {
        let json = format!(r#"{{"namespace":{filter}}}"#);
        assert!(serde_json::from_str::<Filters>(&json).is_err(), "{filter}");
        let json = format!(r#"{{"created_at":{filter}}}"#);
        let read = serde_json::from_str::<Filters>(&json);
        assert!(read.is_err() || read.unwrap().check().is_err(), "{filter}");
    }
    for filter in [
        "null",
        r#"{"eq":"x","any":null}"#,
        r#"{"any":[]}"#,
        r#""x""#,
    ] {
        let json = format!(r#"{{"namespace":{filter}}}"#);
        assert!(serde_json::from_str::<Filters>(&json).is_ok(), "{filter}");
    }
}

#[tokio::test]
async fn filters_find_what_they_ask_for_and_nothing_else() {
    let world = World::new().await;
    world
        .remember(vec![
            NewCrystal {
                topics: vec!["food".into(), "tea".into()],
                event_date: Some(Time(5 * DAY).into()),
                ..of("a", "u1", memory("1", "Likes green tea"))
            },
            NewCrystal {
                topics: vec!["food".into()],
                memory_type: MemoryType::Episodic,
                ..of("a", "u2", memory("2", "Drank tea"))
            },
            of("b", "u1", memory("3", "Grows tea")),
        ])
        .await;
    let json = |text: &str| -> Filters { serde_json::from_str(text).unwrap() };
    for (filters, expected) in [
        (r"{}", "123"),
        (r#"{"namespace":"a"}"#, "12"),
        (r#"{"namespace":{"eq":"a"},"user_id":{"eq":"u1"}}"#, "1"),
        (r#"{"namespace":{"eq":"c"}}"#, ""),
        (r#"{"namespace":{"ne":"a"}}"#, "3"),
        (r#"{"namespace":{"not_eq":"a"}}"#, "3"),
        (r#"{"topics":{"any":["tea","x"]}}"#, "1"),
        (r#"{"topics":{"in_":["food"]}}"#, "12"),
        (r#"{"topics":{"all":["food","tea"]}}"#, "1"),
        (r#"{"topics":{"none":["tea"]}}"#, "23"),
        (r#"{"topics":{"not_in":["food"]}}"#, "3"),
        (r#"{"topics":{"any":[]}}"#, ""),
        (r#"{"user_id":{"startswith":"u"}}"#, "123"),
        (r#"{"user_id":{"eq":"u1","ne":"u1"}}"#, ""),
        (r#"{"memory_type":"episodic"}"#, "2"),
        (r#"{"id":{"any":["3","1"]}}"#, "13"),
        (
            r#"{"event_date":{"gt":"1970-01-05T00:00:00Z","lt":"1970-01-07T00:00:00Z"}}"#,
            "1",
        ),
        (
            r#"{"event_date":{"between":["1970-01-06T00:00:00Z","1970-01-06T00:00:00Z"]}}"#,
            "1",
        ),
        (r#"{"event_date":{"ne":"1970-01-06T00:00:00Z"}}"#, "23"),
        (r#"{"created_at":{"lte":"1999-01-01T00:00:00Z"}}"#, ""),
    ] {
        for text in [None, Some("tea")] {
            let op = MemorySearch {
                query: text.map(Into::into),
                filters: json(filters),
                ..MemorySearch::default()
            };
            let mut ids = world.ids(op.clone()).await;
            ids.sort();
            assert_eq!(ids.concat(), expected, "{filters} {text:?}");
            assert_eq!(
                world.search(op).await.total,
                expected.len() as u64,
                "{filters}"
            );
        }
    }
    for bad in [
        r#"{"topics":{"like":"x"}}"#,
        r#"{"topic":{"eq":"x"}}"#,
        r#"{"topics":7}"#,
        r#"{"created_at":{"gt":"soon"}}"#,
        r#"{"created_at":{"between":["1970-01-06T00:00:00Z"]}}"#,
    ] {
        assert!(serde_json::from_str::<Filters>(bad).is_err(), "{bad}");
    }
}

#[tokio::test]
async fn dates_are_read_in_every_usual_spelling() {
    let world = World::new().await;
    let on = |id: &str, date: Value| -> NewCrystal {
        let json = json!({ "id": id, "text": format!("Happened: {id}"), "event_date": date });
        serde_json::from_value(json).unwrap()
    };
    world
        .remember(vec![
            on("a", json!("2026-02-28T23:59:59.999Z")),
            on("b", json!("2026-03-01")),
            on("c", json!("2026-03-01 10:00")),
            on("d", json!("2026-03-02T01:30:00+0200")),
            on("e", json!(1_772_409_600)),
            memory("f", "Without a date"),
        ])
        .await;
    assert_eq!(
        world.get("e").await.unwrap().event_date,
        OffsetTime::parse("2026-03-02T00:00:00Z")
    );
    // A date alone is the local day of the event, which for `d` is the second.
    for (range, expected) in [
        (json!({ "lt": "2026-03-01" }), "a"),
        (json!({ "lte": "2026-03-01" }), "abc"),
        (json!({ "lte": "2026-03-01T00:00:00" }), "ab"),
        (json!({ "gt": "2026-03-01" }), "de"),
        (json!({ "gte": "2026-03-01" }), "bcde"),
        (json!({ "gte": "2026-03-02T00:00:00+02:00" }), "de"),
        (json!({ "eq": "2026-03-01" }), "bc"),
        (json!({ "eq": "2026-03-01T10:00:00" }), "c"),
        (json!({ "ne": "2026-03-01" }), "adef"),
        (json!({ "ne": "2026-03-01T10:00:00Z" }), "abdef"),
        (json!({ "between": ["2026-02-28", "2026-03-01"] }), "abc"),
        (json!({ "gte": 1_772_409_600_000_i64 }), "e"),
    ] {
        let filters: Filters = serde_json::from_value(json!({ "event_date": range })).unwrap();
        let found = world.sorted(filtered(filters)).await.concat();
        assert_eq!(found, expected, "{range}");
    }
    for wrong in [json!("soon"), json!("2026-02-30"), json!(true)] {
        let read = serde_json::from_value::<Filters>(json!({ "event_date": { "lt": wrong } }));
        let error = read.unwrap_err().to_string();
        assert!(error.contains("2026-01-31"), "says what to write: {error}");
    }
}

#[tokio::test]
async fn what_ends_on_a_date_lasts_through_the_day() {
    let new = json!({ "text": "A pass", "valid_to": "2026-03-01", "expires_at": "2026-03-01" });
    let new: NewCrystal = serde_json::from_value(new).unwrap();
    let next_day = Time::parse("2026-03-02T00:00:00Z");
    assert_eq!((new.valid_to, new.expires_at), (next_day, next_day));
    let edit = json!({ "id": "x", "valid_to": "2026-03-01", "expires_at": null });
    let edit: MemoryEdit = serde_json::from_value(edit).unwrap();
    assert_eq!(
        (edit.valid_to, edit.expires_at),
        (Some(next_day), Some(None))
    );
}

#[tokio::test]
async fn pages_of_a_ranked_search_neither_skip_nor_repeat() {
    let world = World::new().await;
    // More than are ranked by recency.
    let many = (0..230).map(|n| NewCrystal {
        created_at: Some(Time(BEGIN.0 - i64::from(n % 7) * DAY)),
        ..memory(&format!("m{n}"), &format!("tea number {n}"))
    });
    world.remember(many.collect()).await;
    for boost in [true, false] {
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let op = MemorySearch {
                recency_boost: Some(boost),
                limit: Some(37),
                cursor,
                ..query("tea")
            };
            let page = world.search(op).await;
            assert_eq!(page.total, 230);
            seen.extend(page.items.into_iter().map(|hit| hit.memory.id));
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen.len(), 230);
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 230, "{boost}");
    }
    for (op, pointer) in [
        (
            MemorySearch {
                limit: Some(0),
                ..query("tea")
            },
            "/limit",
        ),
        (
            MemorySearch {
                limit: Some(101),
                ..query("tea")
            },
            "/limit",
        ),
        (
            MemorySearch {
                cursor: Some("x".into()),
                ..query("tea")
            },
            "/cursor",
        ),
        (
            MemorySearch {
                distance_threshold: Some(-0.1),
                ..query("tea")
            },
            "/distance_threshold",
        ),
    ] {
        let error = world.call(person(), op).await.unwrap_err();
        assert_eq!(error.extra.fields[0].pointer, pointer);
    }
}

#[tokio::test]
async fn recent_ones_come_first_among_equals() {
    let world = World::new().await;
    let made = |id: &str, days: i64| NewCrystal {
        created_at: Some(Time(BEGIN.0 - days * DAY)),
        ..memory(id, &format!("tea {id}"))
    };
    world
        .remember(vec![made("new", 0), made("old", 30), made("mid", 2)])
        .await;
    assert_eq!(world.ids(query("tea")).await, ["new", "mid", "old"]);
    let plain = MemorySearch {
        recency_boost: Some(false),
        ..query("tea")
    };
    assert_eq!(world.ids(plain).await.len(), 3);
    // Only the creation date counts here, against the words.
    let op = MemorySearch {
        recency: Some(
            serde_json::from_str(r#"{"recency_weight":1.0,"semantic_weight":0.0}"#).unwrap(),
        ),
        ..query("tea old")
    };
    assert_eq!(world.ids(op).await, ["new", "mid", "old"]);
    assert_eq!(world.ids(query("")).await, ["new", "mid", "old"]);
}

#[tokio::test]
async fn an_agents_recall_is_counted_and_a_look_is_not() {
    let world = World::new().await;
    world
        .remember(vec![
            memory("m1", "Likes tea"),
            memory("m2", "Likes trains"),
        ])
        .await;
    world.pass(HOUR);
    world.search(query("tea")).await;
    world.get("m1").await.unwrap();
    world.call(agent("ann"), query("tea")).await.unwrap();
    world.call(agent("bob"), query("tea")).await.unwrap();
    // Closing writes buffered recalls.
    world.hub.close().await;
    let memory = world.get("m1").await.unwrap();
    assert_eq!(
        (memory.access_count, memory.last_accessed),
        (2, BEGIN.plus(HOUR))
    );
    let memory = world.get("m2").await.unwrap();
    assert_eq!((memory.access_count, memory.last_accessed), (0, BEGIN));
}

#[tokio::test]
async fn a_namespace_is_searched_in_whichever_core_it_is_kept() {
    let world = World::new().await;
    let kiln = |id: &str| of("demo", "u", memory(id, &format!("The kiln {id} is blue")));
    let into = |core: &str, id: &str| MemoryCreate {
        memory: Some(kiln(id)),
        core: Some(core.into()),
        ..MemoryCreate::default()
    };
    let ask = || MemorySearch {
        filters: Filters {
            namespace: Some(Tag::eq("demo")),
            ..Filters::default()
        },
        ..query("kiln")
    };
    world.remember(vec![kiln("own")]).await;
    let sorted = async || {
        let mut ids = world.ids(ask()).await;
        ids.sort();
        ids
    };
    assert_eq!(sorted().await, ["own"]);
    world.ok(into("team", "kept")).await;
    let other = MemoryCreate {
        memory: Some(memory("moved", "The kiln is cold")),
        ..into("team", "moved")
    };
    world.ok(other).await;
    assert_eq!(sorted().await, ["kept", "own"]);
    let edit = MemoryEdit {
        id: "moved".into(),
        namespace: Some(Some("demo".into())),
        ..MemoryEdit::default()
    };
    world.ok(edit).await;
    assert_eq!(sorted().await, ["kept", "moved", "own"]);
    world.hub.rebuild_index().await.unwrap();
    assert_eq!(sorted().await, ["kept", "moved", "own"]);
    world.ok(forgetting(&["kept"])).await;
    assert_eq!(sorted().await, ["moved", "own"]);
}

#[tokio::test]
async fn a_session_that_one_may_not_read_is_no_filter() {
    let world = World::new().await;
    let (ann, bob) = (agent("ann"), agent("bob"));
    let begin = SessionPut {
        session: "secret-42".into(),
        ..SessionPut::default()
    };
    world.call(ann.clone(), begin).await.unwrap();
    let within = |id: &str| NewCrystal {
        session_id: Some("secret-42".into()),
        ..memory(id, &format!("the vault of {id} is green"))
    };
    for (actor, id) in [(&ann, "hers"), (&bob, "his")] {
        let op = MemoryCreate {
            memory: Some(within(id)),
            ..MemoryCreate::default()
        };
        world.call(actor.clone(), op).await.unwrap();
    }
    let beginning: Tag = serde_json::from_value(json!({ "startswith": "s" })).unwrap();
    for (actor, expected) in [
        (&ann, vec!["hers", "his"]),
        // Sources that he declared himself are visible to him.
        (&bob, vec!["his"]),
        (&person(), vec!["hers", "his"]),
    ] {
        for session_id in [beginning.clone(), Tag::eq("secret-42")] {
            for text in [Some("vault"), None] {
                let ask = MemorySearch {
                    query: text.map(Into::into),
                    filters: Filters {
                        session_id: Some(session_id.clone()),
                        ..Filters::default()
                    },
                    ..MemorySearch::default()
                };
                let found = world.call(actor.clone(), ask).await.unwrap();
                let mut ids: Vec<_> = found.items.into_iter().map(|hit| hit.memory.id).collect();
                ids.sort();
                assert_eq!(ids, expected, "{} {text:?}", actor.id);
                assert_eq!(found.total, expected.len() as u64);
            }
        }
    }
}
