//! Merging of equivalent memories, and undoing it.

use engine::crystal::ops::memory_compact::MemoryCompact;
use engine::crystal::ops::memory_create::{MemoryCreate, Outcome};
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::ops::memory_merge::MemoryMerge;
use engine::crystal::ops::memory_unmerge::MemoryUnmerge;
use engine::crystal::similar::alike;
use engine::crystal::trail::Relation;
use engine::crystal::{Lifecycle, MemoryType, NewCrystal};
use kernel::{Code, Time};

use crate::crystals::harness::{BEGIN, World, agent, memory, of, person, query};

fn merge(keep: &str, others: &[&str]) -> MemoryMerge {
    MemoryMerge {
        keep: keep.into(),
        others: others.iter().map(|id| (*id).into()).collect(),
        ..MemoryMerge::default()
    }
}

fn unmerge(id: &str) -> MemoryUnmerge {
    MemoryUnmerge {
        id: id.into(),
        ..MemoryUnmerge::default()
    }
}

#[tokio::test]
async fn a_merge_is_seen_and_undone() {
    let world = World::new().await;
    let ann = agent("ann");
    for (id, text) in [
        ("a", "Kim likes green tea"),
        ("b", "Kim likes green tea!"),
        ("c", "kim likes the green tea"),
    ] {
        world.create(&ann, memory(id, text)).await.unwrap();
    }
    let before = world.get("b").await.unwrap();
    let merged = world
        .call(ann.clone(), merge("a", &["b", "c", "b"]))
        .await
        .unwrap()
        .memory;
    assert_eq!(merged.merged_from, ["b", "c"]);
    assert_eq!(world.ids(query("tea")).await, ["a"]);
    let loser = world.get("b").await.unwrap();
    assert_eq!(
        (loser.merged_into.as_deref(), loser.lifecycle),
        (Some("a"), Some(Lifecycle::Archived))
    );
    let told = MemoryGet {
        id: "a".into(),
        core: None,
        trail: true,
    };
    let related = world.ok(told).await.trail.unwrap().related;
    let related: Vec<_> = related
        .iter()
        .map(|one| (one.id.as_str(), one.how))
        .collect();
    assert_eq!(
        related,
        [("c", Relation::MergedFrom), ("b", Relation::MergedFrom)]
    );
    world.is_rebuilt_the_same().await;

    let refused = world
        .call(ann.clone(), merge("b", &["a"]))
        .await
        .unwrap_err();
    assert_eq!(refused.extra.reason.as_deref(), Some("merged"));
    let refused = world.call(agent("bob"), unmerge("b")).await.unwrap_err();
    assert_eq!(refused.code, Code::Forbidden);
    world.call(ann.clone(), unmerge("b")).await.unwrap();
    let after = world.get("b").await.unwrap();
    assert_eq!(
        (after.text, after.merged_into, after.lifecycle),
        (before.text, None, before.lifecycle)
    );
    assert_eq!(world.get("a").await.unwrap().merged_from, ["c"]);
    assert_eq!(world.ids(query("tea")).await.len(), 2);
    let refused = world.call(ann, unmerge("b")).await.unwrap_err();
    assert_eq!(refused.extra.reason.as_deref(), Some("not_merged"));
    world.is_rebuilt_the_same().await;
}

#[tokio::test]
async fn what_is_not_of_one_kind_stays_apart() {
    let world = World::new().await;
    let ann = agent("ann");
    world.create(&ann, memory("a", "likes tea")).await.unwrap();
    world
        .create(&person(), memory("p", "likes tea very much"))
        .await
        .unwrap();
    world
        .remember(vec![
            of("n", "kim", memory("k", "likes tea")),
            of("n", "lou", memory("l", "likes tea")),
        ])
        .await;
    let frozen = NewCrystal {
        frozen: true,
        ..memory("f", "likes tea a lot")
    };
    world.create(&ann, frozen).await.unwrap();
    for (actor, op, code) in [
        (ann.clone(), merge("a", &["p"]), Code::Forbidden),
        (ann.clone(), merge("a", &["f"]), Code::Conflict),
        (ann.clone(), merge("a", &["a"]), Code::Invalid),
        (ann.clone(), merge("a", &[]), Code::Invalid),
        (ann.clone(), merge("a", &["none"]), Code::NotFound),
        (person(), merge("none", &["a"]), Code::NotFound),
        (person(), merge("k", &["l"]), Code::Invalid),
    ] {
        let refused = world.call(actor, op.clone()).await.unwrap_err();
        assert_eq!(refused.code, code, "{op:?} {refused:?}");
    }
    // One's own memory is merged into another agent's with the same statement.
    let kept = world.call(ann, merge("p", &["a"])).await.unwrap().memory;
    assert_eq!(
        (kept.text.as_str(), kept.merged_from),
        ("likes tea very much", vec!["a".to_owned()])
    );
}

#[tokio::test]
async fn merging_while_editing_loses_no_words() {
    let world = World::new().await;
    for round in 0..20 {
        let (keep, other) = (format!("k{round}"), format!("o{round}"));
        world
            .remember(vec![memory(&keep, &keep), memory(&other, &other)])
            .await;
        let edit = MemoryEdit {
            id: other.clone(),
            text: Some("edited".into()),
            ..MemoryEdit::default()
        };
        let (merged, edited) = tokio::join!(
            world.call(person(), merge(&keep, &[&other])),
            world.call(person(), edit)
        );
        merged.unwrap();
        edited.unwrap();
        let after = world.get(&other).await.unwrap();
        assert_eq!(
            (after.text.as_str(), after.merged_into.as_deref()),
            ("edited", Some(keep.as_str()))
        );
    }
}

#[tokio::test]
async fn what_says_nearly_the_same_is_found_and_made_compact() {
    let world = World::new().await;
    let long = "The team meets every Monday morning at nine in the small room on the second floor to plan the week";
    let texts = [
        ("a", long.to_owned()),
        ("b", format!("{long}.")),
        ("c", long.replace("small", "small ")),
        // These differ in meaning.
        ("d", long.replace("meets", "never meets")),
        ("e", format!("{long} 2")),
        (
            "f",
            "The people of it plan at nine in the morning on Monday".to_owned(),
        ),
    ];
    let new = texts.iter().map(|(id, text)| memory(id, text));
    let op = MemoryCreate {
        memories: new.collect(),
        deduplicate: Some(false),
        ..Default::default()
    };
    world.ok(op).await;
    let mut crystals = Vec::new();
    for (id, _) in &texts {
        crystals.push(world.get(id).await.unwrap());
    }
    let found = alike(&crystals, &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].keep.as_str(), found[0].others.as_slice()),
        ("a", ["b".to_owned(), "c".to_owned()].as_slice())
    );
    // With vectors, paraphrases are merged too, unless a word reverses the meaning.
    let vectors: Vec<Option<Vec<i8>>> = [
        vec![100, 0],
        vec![100, 0],
        vec![100, 0],
        vec![100, 0],
        vec![100, 1],
        vec![99, 2],
    ]
    .into_iter()
    .map(Some)
    .collect();
    let found = alike(&crystals, &vectors);
    let others: Vec<&str> = found
        .iter()
        .flat_map(|group| &group.others)
        .map(String::as_str)
        .collect();
    assert_eq!(others, ["b", "c", "f"]);
    let compact = MemoryCompact {
        near: true,
        ..MemoryCompact::default()
    };
    let compacted = world.ok(compact.clone()).await;
    assert_eq!((compacted.merged, compacted.remaining), (2, 4));
    let again = world.ok(compact).await;
    assert_eq!((again.merged, again.remaining), (0, 4));
    let mut left = world.ids(query("room")).await;
    left.sort();
    assert_eq!(left, ["a", "d", "e"]);
}

#[tokio::test]
async fn what_happened_again_is_another_memory() {
    let world = World::new().await;
    let on = |id: &str, kind: MemoryType, date: Option<i64>| NewCrystal {
        memory_type: kind,
        event_date: date.map(|at| Time(at).into()),
        ..memory(id, "Ran the Berlin marathon")
    };
    let all = vec![
        on("2018", MemoryType::Episodic, Some(1_537_000_000_000)),
        on("2020", MemoryType::Episodic, Some(1_601_000_000_000)),
        on("ever", MemoryType::Semantic, None),
        on("2022", MemoryType::Semantic, Some(1_664_000_000_000)),
        on("2024", MemoryType::Semantic, Some(1_727_000_000_000)),
    ];
    world.remember(all.clone()).await;
    // The same event is the same memory.
    world
        .remember(vec![NewCrystal {
            id: Some("again".into()),
            ..all[0].clone()
        }])
        .await;
    for near in [false, true] {
        let compact = MemoryCompact {
            near,
            ..MemoryCompact::default()
        };
        assert_eq!(world.ok(compact).await.merged, 0);
    }
    let mut left = world.ids(query("marathon")).await;
    left.sort();
    assert_eq!(left, ["2018", "2020", "2022", "2024", "ever"]);
}

#[tokio::test]
async fn what_ends_takes_in_nothing_that_lasts() {
    for near in [false, true] {
        let world = World::new().await;
        let code = |id: &str, ttl_seconds: Option<u64>| NewCrystal {
            ttl_seconds,
            ..memory(id, "Door code is 77")
        };
        let lead = |id: &str, from: Option<i64>, to: Option<i64>| NewCrystal {
            valid_from: from.map(|at| BEGIN.plus(at)),
            valid_to: to.map(|at| BEGIN.plus(at)),
            ..memory(id, "The lead is Ann")
        };
        let known = vec![
            code("short", Some(4)),
            code("long", None),
            lead("then", None, Some(-2_000)),
            lead("now", Some(-1_000), None),
        ];
        world.remember(known).await;
        let compact = MemoryCompact {
            near,
            ..MemoryCompact::default()
        };
        let done = world.ok(compact.clone()).await;
        assert_eq!((done.merged, done.remaining), (1, 3));
        let short = world.get("short").await.unwrap();
        assert_eq!(short.merged_into.as_deref(), Some("long"));
        world.pass(6_000);
        assert_eq!(world.ok(compact).await.merged, 0);
        assert_eq!(world.ids(query("door code")).await, ["long"]);
        assert_eq!(world.ids(query("lead")).await, ["now"]);
    }
}

#[tokio::test]
async fn what_others_wrote_stands_only_for_what_ends_no_later() {
    let world = World::new().await;
    let ann = agent("ann");
    for (actor, id, ttl_seconds) in [
        (&person(), "theirs", Some(100)),
        (&ann, "lasts", None),
        (&ann, "sooner", Some(50)),
        (&ann, "again", None),
    ] {
        let new = NewCrystal {
            ttl_seconds,
            ..memory(id, "likes tea")
        };
        let op = MemoryCreate {
            memory: Some(new),
            deduplicate: Some(false),
            ..MemoryCreate::default()
        };
        world.call(actor.clone(), op).await.unwrap();
    }
    let done = world.call(ann, MemoryCompact::default()).await.unwrap();
    assert_eq!((done.merged, done.remaining), (2, 2));
    for (id, by) in [
        ("theirs", None),
        ("sooner", Some("theirs")),
        ("again", None),
        ("lasts", Some("again")),
    ] {
        let merged_into = world.get(id).await.unwrap().merged_into;
        assert_eq!(merged_into.as_deref(), by, "{id}");
    }
}

#[tokio::test]
async fn what_is_so_from_earlier_on_is_another_memory() {
    let world = World::new().await;
    let from = |id: &str, at: Option<i64>| NewCrystal {
        valid_from: at.map(|at| BEGIN.plus(at)),
        ..memory(id, "The lead is Ann")
    };
    let said = vec![
        from("later", Some(9_000_000)),
        from("now", None),
        from("again", None),
        from("later still", Some(10_000_000)),
    ];
    let outcomes = world.remember(said).await;
    let outcomes: Vec<Outcome> = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
    assert_eq!(
        outcomes,
        [Outcome::New, Outcome::New, Outcome::Same, Outcome::Same]
    );
    assert_eq!(world.ok(MemoryCompact::default()).await.merged, 1);
    let later = world.get("later").await.unwrap();
    assert_eq!(later.merged_into.as_deref(), Some("now"));
}

#[tokio::test]
async fn another_number_or_person_is_another_fact() {
    let world = World::new().await;
    let told = |whom: &str| {
        format!(
            "Alice told {whom} that the contract with the supplier of the machines was signed by both sides \
             on the day before yesterday, in the rooms of the notary next to the old station"
        )
    };
    let limit = |many: &str| {
        format!(
            "The limit is {many} items for each customer of the shop, counted over all the orders of one \
             month, and whoever wants to order more than that has to ask the people in the office first"
        )
    };
    let texts = [
        told("Bob"),
        told("Eve"),
        limit("10"),
        limit("-10"),
        limit("10%"),
    ];
    let all = texts.iter().enumerate();
    let all = all.map(|(at, text)| memory(&at.to_string(), text));
    world.remember(all.collect()).await;
    let compact = MemoryCompact {
        near: true,
        ..MemoryCompact::default()
    };
    assert_eq!(world.ok(compact.clone()).await.merged, 0);
    // The same statement in nearly the same words is one memory.
    let again = texts.iter().enumerate();
    let again = again.map(|(at, text)| memory(&format!("again {at}"), &format!("{text}!")));
    world.remember(again.collect()).await;
    let done = world.ok(compact).await;
    assert_eq!((done.merged, done.remaining), (5, 5));
}

#[tokio::test]
async fn what_differs_in_a_word_or_an_identifier_is_never_merged() {
    let world = World::new().await;
    let order = |state: &str| {
        format!(
            "the worker takes the next order from the queue, asks the bank for the money and then marks the \
             order as {state} so that the shop can tell the customer about it in the mail that it sends in \
             the evening of the same day"
        )
    };
    let flag = |flag: &str| {
        format!(
            "the flag {flag} of the program prints more of what it does while it copies the files of the \
             archive to the other machine, which takes a while because there are very many of them"
        )
    };
    let pairs = [
        (order("failed"), order("paid")),
        (order("failed"), order("not failed")),
        (flag("-v"), flag("-V")),
        (flag("userid"), flag("userId")),
        (flag("/Data/x"), flag("/data/x")),
        (flag("1.5"), flag("15")),
    ];
    let mut all = Vec::new();
    for (at, (one, other)) in pairs.iter().enumerate() {
        let namespace = format!("pair-{at}");
        all.push(of(&namespace, "u", memory(&format!("{at}a"), one)));
        all.push(of(&namespace, "u", memory(&format!("{at}b"), other)));
    }
    let outcomes = world.remember(all).await;
    assert!(outcomes.iter().all(|(_, outcome)| *outcome == Outcome::New));
    for near in [false, true] {
        let compact = MemoryCompact {
            near,
            ..MemoryCompact::default()
        };
        assert_eq!(world.ok(compact).await.merged, 0);
    }
    // Punctuation, articles and the case of common words are insignificant.
    let again = pairs.iter().enumerate().map(|(at, (one, _))| {
        let text = format!("{}.", one.replacen("the ", "The ", 1));
        of(&format!("pair-{at}"), "u", memory(&format!("{at}c"), &text))
    });
    world.remember(again.collect()).await;
    let compact = |near| MemoryCompact {
        near,
        ..MemoryCompact::default()
    };
    assert_eq!(
        world.ok(compact(false)).await.merged,
        0,
        "not word for word"
    );
    assert_eq!(world.ok(compact(true)).await.merged, 6);
}

#[tokio::test]
async fn a_memory_can_opt_out_of_merging() {
    let world = World::new().await;
    let create = |id: &str, frozen: bool| MemoryCreate {
        memory: Some(NewCrystal {
            frozen,
            ..of("n", "u", memory(id, "Likes tea"))
        }),
        deduplicate: Some(false),
        ..MemoryCreate::default()
    };
    for (id, frozen) in [("a", true), ("b", false), ("c", true)] {
        let made = world.ok(create(id, frozen)).await.memories.remove(0);
        assert_eq!((made.id.as_str(), made.outcome), (id, Outcome::New));
    }
    let compact = MemoryCompact {
        near: true,
        ..MemoryCompact::default()
    };
    assert_eq!(world.ok(compact).await.merged, 1, "the one without");
    assert_eq!(world.sorted(query("tea")).await, ["a", "c"]);
}

#[tokio::test]
async fn many_of_the_same_become_one_in_several_calls() {
    let world = World::new().await;
    let same = |n: usize| NewCrystal {
        session_id: Some(format!("s{n}")),
        ..memory(&format!("m{n}"), "Likes tea")
    };
    for part in [0..600, 600..1_201] {
        world.remember(part.map(same).collect()).await;
    }
    for (merged, remaining, more) in [(500, 701, true), (500, 201, true), (200, 1, false)] {
        let done = world.ok(MemoryCompact::default()).await;
        assert_eq!(
            (done.merged, done.remaining, done.more),
            (merged, remaining, more)
        );
    }
    let left = world.ids(query("tea")).await;
    assert_eq!(left.len(), 1);
    // It lists the last ones; each of them refers to it.
    let kept = world.get(&left[0]).await.unwrap();
    assert_eq!(kept.merged_from.len(), 1_000);
    assert!(!kept.merged_from.contains(&"m1".to_owned()));
    let first = world.get("m1").await.unwrap();
    assert_eq!(first.merged_into.as_ref(), Some(&left[0]));
}
