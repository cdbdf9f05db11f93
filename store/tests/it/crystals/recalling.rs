//! Recall by natural language: independent of other data, of the author, and of spelling.

use engine::crystal::NewCrystal;
use engine::crystal::filter::{Filters, Tag};
use engine::crystal::hit::Hit;
use engine::crystal::ops::core_create::CoreCreate;
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_restore::MemoryRestore;
use engine::crystal::ops::memory_search::{MemorySearch, Mode};
use engine::workflow::ops::workflow_create::WorkflowCreate;
use kernel::Time;
use kernel::time::{DAY, OffsetTime};

use crate::crystals::harness::{BEGIN, World, agent, forgetting, memory, of, query};

const WORDS: [&str; 24] = [
    "harbour",
    "ticket",
    "ferry",
    "engine",
    "coffee",
    "invoice",
    "deadline",
    "rust",
    "kotlin",
    "window",
    "peanut",
    "lisbon",
    "violin",
    "garden",
    "budget",
    "auditor",
    "staging",
    "token",
    "lighthouse",
    "train",
    "museum",
    "recipe",
    "battery",
    "contract",
];

/// Returns a deterministic text of `length` words.
fn text(n: usize, length: usize) -> String {
    let word = |at: usize| WORDS[(n * 7 + at * at * 5 + n / 3 * at) % WORDS.len()];
    let words: Vec<&str> = (0..length).map(word).collect();
    words.join(" ")
}

fn within(namespace: &str, text: &str) -> MemorySearch {
    MemorySearch {
        filters: Filters {
            namespace: Some(Tag::eq(namespace)),
            ..Filters::default()
        },
        ..query(text)
    }
}

fn ids(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.memory.id.as_str()).collect()
}

#[tokio::test]
async fn what_is_elsewhere_changes_nothing() {
    let world = World::new().await;
    let mine = (0..80).map(|n| NewCrystal {
        session_id: Some(format!("s{}", n / 10)),
        created_at: Some(Time(BEGIN.0 + i64::try_from(n).unwrap())),
        ..of("mine", "u", memory(&format!("m{n}"), &text(n, 4 + n % 5)))
    });
    world.remember(mine.collect()).await;
    let ask = async || {
        let mut answers = Vec::new();
        for n in 0..100 {
            let found = world
                .search(within("mine", &text(n + 1000, 1 + n % 4)))
                .await;
            let hits = found.items.iter();
            let hits: Vec<_> = hits
                .map(|hit| (hit.memory.id.clone(), hit.score, hit.dist, hit.why.clone()))
                .collect();
            answers.push((hits, found.total));
        }
        answers
    };
    let before = ask().await;
    assert!(before.iter().all(|(hits, _)| !hits.is_empty()));
    // Other memories with the same words, long and short, and workflows with the same text.
    for part in 0..6 {
        let others = (part * 200..part * 200 + 200).map(|n| {
            of(
                "theirs",
                "u",
                memory(&format!("t{n}"), &text(n, 2 + n % 30)),
            )
        });
        world.remember(others.collect()).await;
        world
            .ok(WorkflowCreate {
                name: text(part, 5),
                goal: text(part, 200),
                ..WorkflowCreate::default()
            })
            .await;
    }
    assert_eq!(ask().await, before);
    // Memories among them that do not match the filter have no effect either.
    let mut hidden = within("mine", &text(1000, 1));
    hidden.filters.user_id = Some(Tag::eq("u"));
    let plain = world.search(hidden.clone()).await.items;
    let others = (0..50).map(|n| of("mine", "v", memory(&format!("v{n}"), &text(n, 9))));
    world.remember(others.collect()).await;
    assert_eq!(world.search(hidden).await.items, plain);
}

#[tokio::test]
async fn what_one_may_not_read_leaves_no_trace() {
    let world = World::new().await;
    let core = |name: &str, reader: &str| CoreCreate {
        name: name.into(),
        readers: Some([reader.to_owned()].into()),
        ..CoreCreate::default()
    };
    world.ok(core("hers", "ann")).await;
    world.ok(core("his", "bob")).await;
    let into = |core: &str, id: &str, text: &str| MemoryCreate {
        memory: Some(memory(id, text)),
        core: Some(core.into()),
        ..MemoryCreate::default()
    };
    world
        .ok(into("his", "b1", "The boiler is in the cellar"))
        .await;
    world
        .ok(into("his", "b2", "Nobody likes the cellar door"))
        .await;
    let bob = async |text: &str| world.call(agent("bob"), query(text)).await.unwrap();
    let before = (
        bob("cellar boiler").await,
        bob("zyzzyvas").await,
        bob("Ann").await,
    );
    for n in 0..20 {
        let text = format!("Ann: the cellar zyzzyva {n}, the boiler and the cellar");
        world.ok(into("hers", &format!("a{n}"), &text)).await;
    }
    let after = (
        bob("cellar boiler").await,
        bob("zyzzyvas").await,
        bob("Ann").await,
    );
    for (before, after) in [
        (before.0, after.0),
        (before.1, after.1),
        (before.2, after.2),
    ] {
        assert_eq!(
            (before.total, &before.read_as),
            (after.total, &after.read_as)
        );
        let said = |hits: &[Hit]| -> Vec<_> {
            let hits = hits.iter();
            hits.map(|hit| (hit.memory.id.clone(), hit.score, hit.why.clone()))
                .collect()
        };
        assert_eq!(said(&before.items), said(&after.items));
    }
    let ann = world.call(agent("ann"), query("zyzzyvas")).await.unwrap();
    assert_eq!(ann.total, 20);
}

#[tokio::test]
async fn neighbours_in_a_session_answer_together() {
    let world = World::new().await;
    let turn = |n: i64, session: &str, text: &str| NewCrystal {
        session_id: Some(session.into()),
        created_at: Some(Time(BEGIN.0 - DAY + n)),
        ..memory(&format!("{session}{n}"), text)
    };
    world
        .remember(vec![
            // Written in another order than it was said.
            turn(3, "a", "Good night then"),
            turn(2, "a", "Bob: Rex, after my uncle"),
            turn(1, "a", "Ann: What is the name of your dog?"),
            turn(9, "a", "Nothing of the kind"),
            turn(2, "b", "Bob: Rex is a fine thing to say in Latin"),
            turn(8, "c", "A dog"),
        ])
        .await;
    let found = world.search(query("the name of Bob's dog")).await;
    assert_eq!(ids(&found.items)[..2], ["a2", "a1"], "{:?}", found.items);
    let hit = &found.items[0];
    let lent = hit.why.neighbours.as_ref().unwrap();
    assert_eq!(lent.id.as_deref(), Some("a1"));
    assert!(hit.why.author.unwrap() > 0.0, "Bob said it");
    let parts = [
        hit.why
            .lexical
            .as_ref()
            .map_or(0.0, |lexical| lexical.share),
        lent.share,
        hit.why.author.unwrap_or(0.0),
        hit.why.session.unwrap_or(0.0),
    ];
    assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{parts:?}");
    // Only identical text has distance 0.
    for (text, expected) in [
        ("name dog", &[][..]),
        ("Ann: What is the name of your dog?", &["a1"]),
    ] {
        let same = MemorySearch {
            distance_threshold: Some(0.0),
            ..query(text)
        };
        let found = world.search(same).await;
        assert_eq!(
            (ids(&found.items), found.total),
            (expected.to_vec(), expected.len() as u64)
        );
    }
}

#[tokio::test]
async fn questions_in_any_spelling_find_their_answer() {
    let world = World::new().await;
    let told = |id: &str, date: &str, text: &str| NewCrystal {
        event_date: OffsetTime::parse(&format!("{date}T12:00:00Z")),
        ..memory(id, text)
    };
    world
        .remember(vec![
            told("tea", "2026-01-10", "小李喜欢喝绿茶，不喜欢咖啡"),
            told("thai", "2026-01-11", "ฉันชอบดื่มชาเขียวทุกเช้า"),
            told("hike", "2026-03-29", "We went hiking near the lake"),
            told("lake", "2026-09-02", "We went swimming in the lake"),
            told("nuts", "2026-01-12", "She is allergic to peanuts"),
            told(
                "ship",
                "2026-01-13",
                "The first version ships on 2026-05-17",
            ),
            told("cafe", "2026-01-14", "The Café Zürich opens at nine"),
            told("code", "2026-01-15", "Call task_claim before the C++ build"),
            told("lodz", "2026-01-16", "The mill is in Łódź"),
            told("heart", "2026-01-17", "Un cœur simple, de Flaubert"),
            told("votes", "2026-01-18", "It got 1 234 567 votes"),
            told("files", "2026-01-19", "The archive has 7654321 files"),
        ])
        .await;
    for (question, id) in [
        ("绿茶", "tea"),
        ("谁喜欢绿茶？", "tea"),
        ("茶", "tea"),
        ("ชาเขียว", "thai"),
        ("who likes to hike", "hike"),
        ("What did we do at the lake on 29 March 2026?", "hike"),
        ("What did we do at the lake on 2026-03-29?", "hike"),
        ("What did we do at the lake last September?", "lake"),
        ("what happened on September 2nd, 2026?", "lake"),
        ("any allergies?", "nuts"),
        ("alergic to peanutz", "nuts"),
        ("what ships on 17 May 2026", "ship"),
        ("May 17, 2026", "ship"),
        ("cafe zurich", "cafe"),
        ("CAFÉ", "cafe"),
        ("task_claim", "code"),
        ("lodz", "lodz"),
        ("ŁÓDŹ", "lodz"),
        ("coeur", "heart"),
        ("1234567", "votes"),
        ("1,234,567", "votes"),
        ("7 654 321", "files"),
        ("7\u{202F}654\u{202F}321", "files"),
    ] {
        let found = world.search(query(question)).await;
        assert_eq!(
            ids(&found.items).first(),
            Some(&id),
            "{question}: {found:?}"
        );
    }
    let found = world.search(query("alergic")).await;
    let read: Vec<_> = found
        .read_as
        .iter()
        .map(|read| read.word.as_str())
        .collect();
    assert_eq!(read, ["alergic"], "the answer says so");
    assert!(world.search(query("zzzzzz")).await.read_as.is_empty());
}

#[tokio::test]
async fn questions_in_every_script_find_their_answer() {
    let world = World::new().await;
    world
        .remember(vec![
            memory("day", "दिन में दो बार दवा लें"),
            memory("donation", "दान की रसीद भेजें"),
            memory("nail", "कील और हथौड़ा"),
            memory("tomorrow", "कल मिलते हैं"),
            memory("seoul", "서울에서 회의가 있다"),
            memory(
                "decomposed",
                "\u{1107}\u{116E}\u{1109}\u{1161}\u{11AB} 여행",
            ),
            memory("street", "Die Straße ist gesperrt"),
            memory("order", "Auftrag ١٢٣٤٥ ist bezahlt"),
            memory("pizza", "Lunch is 🍕 again"),
            memory("alarm", "The light shows 🔴"),
            memory("files", "The archive has 100,821 files"),
            memory("half", "ﾃｽﾄは終わった"),
            memory("version", "We run 1.5 in production"),
        ])
        .await;
    for (question, expected) in [
        ("दान", vec!["donation"]),
        ("दिन", vec!["day"]),
        ("कील", vec!["nail"]),
        ("कल", vec!["tomorrow"]),
        ("서울", vec!["seoul"]),
        ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", vec!["seoul"]),
        ("부산", vec!["decomposed"]),
        ("STRASSE", vec!["street"]),
        ("strasse", vec!["street"]),
        ("12345", vec!["order"]),
        ("۱۲۳۴۵", vec!["order"]),
        ("🍕", vec!["pizza"]),
        ("🔴", vec!["alarm"]),
        ("100821", vec!["files"]),
        ("100,821", vec!["files"]),
        ("100'821", vec!["files"]),
        ("テスト", vec!["half"]),
        ("15", vec![]),
    ] {
        let found = world.ids(query(question)).await;
        assert_eq!(found, expected, "{question}");
    }
}

#[tokio::test]
async fn any_text_is_a_question() {
    let world = World::new().await;
    world
        .remember(vec![memory("m", "tea at noon near the harbour")])
        .await;
    let many = (0..10_000)
        .map(|n| format!("w{n}"))
        .collect::<Vec<_>>()
        .join(" ");
    for (text, total) in [
        ("tea AND OR NOT (", 1),
        ("\"tea", 1),
        ("who:tea*", 1),
        ("NEAR(tea noon, 2)", 1),
        ("{tea} ^harbour", 1),
        ("'; DROP TABLE texts; --", 0),
        ("\u{0}\u{1}\u{200b}", 0),
        ("🦊🦊🦊", 0),
        ("   ", 1),
        (&many, 0),
        (&format!("{many} harbour"), 1),
        (&"x".repeat(300_000), 0),
        (&"\"".repeat(10_001), 0),
        (&"茶".repeat(10_000), 0),
        (&"tea ".repeat(20_000), 1),
    ] {
        for mode in [Mode::Hybrid, Mode::Lexical, Mode::Vector] {
            let op = MemorySearch {
                mode: Some(mode),
                ..query(text)
            };
            let found = world.search(op).await;
            let shown: String = text.chars().take(30).collect();
            assert_eq!(found.total, total, "{shown:?} {mode:?}");
            assert_eq!(found.items.len() as u64, total, "{shown:?}");
            assert!(
                found
                    .items
                    .iter()
                    .all(|hit| (0.0..=1.0).contains(&hit.score))
            );
            assert_eq!(found.mode, Mode::Lexical, "there are no vectors here");
        }
    }
}

#[tokio::test]
async fn a_score_says_whether_anything_fits() {
    let world = World::new().await;
    world
        .remember(vec![
            memory("a", "The ferry leaves from the old harbour at nine"),
            memory("b", "The invoice of the auditor was paid"),
            memory("c", "We left the old house"),
        ])
        .await;
    let best = async |text: &str| {
        let found = world.search(query(text)).await.items;
        found.first().map_or(0.0, |hit| hit.score)
    };
    assert!(best("When does the ferry leave?").await > 0.9);
    assert!(best("Who paid the auditor's invoice?").await > 0.9);
    let far = best("the old saxophone quartet played gigs in Budapest").await;
    assert!(far > 0.0 && far < 0.5, "{far}");
    assert!(best("quantum chromodynamics").await < 0.5);
    let found = world.search(query("old ferry house")).await.items;
    assert!(found.is_sorted_by(|one, next| one.score >= next.score));
}

#[tokio::test]
async fn a_distance_falls_as_the_score_rises() {
    let world = World::new().await;
    let ferry = "The ferry leaves from the old harbour at nine";
    let texts = [
        ferry,
        "The invoice of the auditor was paid",
        "We left the old house",
    ];
    let memories = texts.iter().enumerate();
    let memories = memories.map(|(n, text)| memory(&format!("m{n}"), text));
    world.remember(memories.collect()).await;
    let asked = async |text: &str, distance_threshold: Option<f64>| {
        let search = MemorySearch {
            distance_threshold,
            ..query(text)
        };
        let found = world.search(search).await;
        let hits = found
            .items
            .iter()
            .map(|hit| (hit.memory.id.clone(), hit.score, hit.dist));
        assert_eq!(found.total, found.items.len() as u64, "{text}");
        hits.collect::<Vec<_>>()
    };
    for text in [
        "old ferry house",
        "When does the ferry leave?",
        "the old saxophone",
    ] {
        let all = asked(text, None).await;
        assert!(
            all.is_sorted_by(|one, next| one.2 <= next.2),
            "{text}: {all:?}"
        );
        for (_, score, dist) in &all {
            assert!((0.02..=1.0).contains(dist), "{text}: {all:?}");
            assert!(*score == 0.0 || *dist < 1.0, "{text}: {all:?}");
            // A threshold keeps exactly the results within that distance.
            let near = asked(text, Some(*dist)).await;
            let expected = all.iter().filter(|one| one.2 <= *dist);
            assert_eq!(near.len(), expected.count(), "{text} {dist}");
            let nearer = asked(text, Some(dist - 0.001)).await;
            assert!(nearer.len() < near.len(), "{text} {dist}");
        }
    }
    let best = asked("When does the ferry leave?", None).await[0].2;
    assert!(best < 0.1, "{best}");
    let far = asked("the old saxophone quartet played gigs in Budapest", None).await[0].2;
    assert!(far > 0.3, "{far}");
    assert!(asked(ferry, None).await[0].2.abs() < f64::EPSILON);
    assert_eq!(asked(ferry, Some(0.0)).await.len(), 1);
}

#[tokio::test]
async fn a_shelf_keeps_up_with_what_is_written() {
    let world = World::new().await;
    world
        .remember(vec![
            memory("m1", "Likes tea"),
            memory("m2", "Likes tea as well"),
        ])
        .await;
    let found = async |text: &str| {
        let mut ids = world.ids(query(text)).await;
        ids.sort();
        ids.concat()
    };
    assert_eq!(found("tea").await, "m1m2");
    world.remember(vec![memory("m3", "Tea for three")]).await;
    assert_eq!(found("tea").await, "m1m2m3");
    let edit = MemoryEdit {
        id: "m2".into(),
        text: Some("Likes coffee".into()),
        ..MemoryEdit::default()
    };
    world.ok(edit).await;
    assert_eq!(
        (found("tea").await, found("coffee").await),
        ("m1m3".into(), "m2".into())
    );
    world.ok(forgetting(&["m1"])).await;
    assert_eq!(found("tea").await, "m3");
    let restore = MemoryRestore {
        id: "m1".into(),
        core: None,
        found: None,
    };
    world.ok(restore).await;
    assert_eq!(found("tea").await, "m1m3");
    // Repeatedly: a shelf with many changes is rebuilt, with the same results.
    for n in 0..30 {
        world.ok(forgetting(&["m3"])).await;
        assert_eq!(found("tea").await, "m1", "{n}");
        world
            .remember(vec![memory("m3", &format!("Tea for {n}"))])
            .await;
        assert_eq!(found("tea").await, "m1m3", "{n}");
    }
    // A new core, and one whose readers change.
    let core = CoreCreate {
        name: "late".into(),
        readers: Some(["ann".to_owned()].into()),
        ..CoreCreate::default()
    };
    world.ok(core).await;
    let into = MemoryCreate {
        memory: Some(memory("late", "Tea, but late")),
        core: Some("late".into()),
        ..MemoryCreate::default()
    };
    world.ok(into).await;
    assert_eq!(found("tea").await, "latem1m3");
    let total = async |name: &str| world.call(agent(name), query("tea")).await.unwrap().total;
    assert_eq!((total("ann").await, total("bob").await), (3, 2));
}
