//! Memories that are forgotten, restored, or erased to the last byte.

use engine::conversation::ops::session_put::SessionPut;
use engine::crystal::filter::{Filters, Range, Tag};
use engine::crystal::ops::core_sweep::CoreSweep;
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_forget::{MemoriesForgotten, MemoryForget};
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::ops::memory_restore::MemoryRestore;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::crystal::policy::Policy;
use engine::crystal::trail::Trail;
use engine::crystal::{self, MemoryType, NewCrystal};
use engine::derived::ops::memory_purge::MemoryPurge;
use engine::session::record::MemoryRecord;
use kernel::time::{DAY, HOUR};
use kernel::{Caller, Code, Time};

use crate::common;
use crate::crystals::harness::{BEGIN, World, agent, forgetting, memory, of, person, query};

/// Returns seven memories that differ in age and in the time since their last recall.
async fn aged() -> World {
    let world = World::new().await;
    let aged = |id: &str, age: i64, idle: i64| NewCrystal {
        created_at: Some(Time(BEGIN.0 - age * DAY)),
        last_accessed: Some(Time(BEGIN.0 - idle * DAY)),
        ..of("n", "u", memory(id, &format!("memory {id}")))
    };
    world
        .remember(vec![
            aged("old-idle", 40, 40),
            aged("old-used", 40, 1),
            aged("ancient-used", 400, 1),
            aged("new", 1, 1),
            NewCrystal {
                pinned: true,
                ..aged("old-pinned", 40, 40)
            },
            NewCrystal {
                memory_type: MemoryType::Episodic,
                ..aged("old-event", 40, 40)
            },
            of("other", "u", memory("elsewhere", "memory elsewhere")),
        ])
        .await;
    world
}

/// Returns the operation that forgets memories of the namespace `n` by a policy.
fn by(policy: Policy, pinned: &[&str]) -> MemoryForget {
    MemoryForget {
        filters: Filters {
            namespace: Some(Tag::eq("n")),
            ..Filters::default()
        },
        policy: Some(policy),
        pinned_ids: pinned.iter().map(|id| (*id).into()).collect(),
        dry_run: true,
        ..MemoryForget::default()
    }
}

async fn forgotten(world: &World, op: MemoryForget) -> (u64, Vec<String>) {
    let MemoriesForgotten {
        scanned,
        deleted,
        mut deleted_ids,
        ..
    } = world.ok(op).await;
    assert_eq!(deleted, deleted_ids.len() as u64);
    deleted_ids.sort();
    (scanned, deleted_ids)
}

#[tokio::test]
async fn forgets_by_rule() {
    let world = aged().await;
    let table: Vec<(Policy, &[&str], &[&str])> = vec![
        (
            Policy {
                max_age_days: Some(30.0),
                ..Policy::default()
            },
            &[],
            &["ancient-used", "old-event", "old-idle", "old-used"],
        ),
        (
            Policy {
                max_inactive_days: Some(30.0),
                ..Policy::default()
            },
            &[],
            &["old-event", "old-idle"],
        ),
        (
            Policy {
                max_age_days: Some(30.0),
                max_inactive_days: Some(30.0),
                ..Policy::default()
            },
            &[],
            &["ancient-used", "old-event", "old-idle"],
        ),
        (
            Policy {
                max_age_days: Some(30.0),
                max_inactive_days: Some(30.0),
                hard_age_multiplier: Some(100.0),
                ..Policy::default()
            },
            &["old-event"],
            &["old-idle"],
        ),
        (
            Policy {
                max_age_days: Some(30.0),
                memory_type_allowlist: Some(vec![MemoryType::Episodic]),
                ..Policy::default()
            },
            &[],
            &["old-event"],
        ),
        (
            Policy {
                budget: Some(2),
                ..Policy::default()
            },
            &[],
            &["ancient-used", "old-event", "old-idle"],
        ),
        (
            Policy {
                budget: Some(50),
                ..Policy::default()
            },
            &[],
            &[],
        ),
    ];
    for (rule, pinned, expected) in table {
        let op = by(rule.clone(), pinned);
        assert_eq!(forgotten(&world, op).await.1, expected, "{rule:?}");
    }
    assert_eq!(
        world.search(MemorySearch::default()).await.total,
        7,
        "a dry run forgets nothing"
    );
    let rule = Policy {
        max_inactive_days: Some(30.0),
        ..Policy::default()
    };
    let op = MemoryForget {
        dry_run: false,
        ..by(rule, &[])
    };
    assert_eq!(
        forgotten(&world, op).await,
        (6, vec!["old-event".into(), "old-idle".into()])
    );
    assert_eq!(
        world.get("old-idle").await.unwrap_err().code,
        Code::NotFound
    );
}

#[tokio::test]
async fn what_stays_takes_nobodys_place_among_those_that_are_looked_at() {
    let world = World::new().await;
    let new = |id: String, age: i64, pinned: bool| NewCrystal {
        created_at: Some(Time(BEGIN.0 - age * DAY)),
        last_accessed: Some(Time(BEGIN.0 - age * DAY)),
        pinned,
        ..of("n", "u", memory(&id, &format!("memory {id}")))
    };
    let pinned = (0..20).map(|nth| new(format!("pinned-{nth}"), 90, true));
    let loose = (0..3).map(|nth| new(format!("loose-{nth}"), 60, false));
    world.remember(pinned.chain(loose).collect()).await;
    let rule = Policy {
        max_age_days: Some(30.0),
        ..Policy::default()
    };
    for left in [3, 1, 0_u64] {
        let op = MemoryForget {
            limit: Some(2),
            dry_run: false,
            ..by(rule.clone(), &[])
        };
        let (scanned, gone) = forgotten(&world, op).await;
        assert_eq!((scanned, gone.len() as u64), (2, left.min(2)));
    }
    assert_eq!(world.search(MemorySearch::default()).await.total, 20);
}

#[tokio::test]
async fn a_rule_without_a_limit_takes_nothing() {
    let world = aged().await;
    let limitless = [
        Policy::default(),
        Policy {
            hard_age_multiplier: Some(1.0),
            ..Policy::default()
        },
        Policy {
            memory_type_allowlist: Some(vec![MemoryType::Episodic]),
            ..Policy::default()
        },
    ];
    for rule in limitless {
        let scoped = by(rule.clone(), &[]);
        let everywhere = MemoryForget {
            filters: Filters::default(),
            ..scoped.clone()
        };
        let named = MemoryForget {
            ids: vec!["old-event".into()],
            ..everywhere.clone()
        };
        for (op, scanned) in [(scoped, 6), (everywhere, 7), (named, 1)] {
            let op = MemoryForget {
                dry_run: false,
                ..op
            };
            assert_eq!(forgotten(&world, op).await, (scanned, vec![]), "{rule:?}");
        }
    }
    let events = Policy {
        budget: Some(0),
        memory_type_allowlist: Some(vec![MemoryType::Episodic]),
        ..Policy::default()
    };
    let taken = forgotten(&world, by(events, &[])).await.1;
    assert_eq!(taken, ["old-event"], "the types always hold");
}

#[tokio::test]
async fn forgets_by_id_and_by_filter() {
    let world = aged().await;
    let op = forgetting(&["new", "old-pinned", "none", "new"]);
    assert_eq!(
        forgotten(&world, op).await,
        (2, vec!["new".into(), "old-pinned".into()])
    );
    let op = MemoryForget {
        filters: Filters {
            created_at: Some(Range {
                lt: Some(BEGIN.into()),
                ..Range::default()
            }),
            ..Filters::default()
        },
        ..MemoryForget::default()
    };
    assert_eq!(forgotten(&world, op).await.0, 4);
    assert_eq!(world.ids(MemorySearch::default()).await, ["elsewhere"]);
    let nothing = world.call(person(), MemoryForget::default()).await;
    let error = nothing.unwrap_err();
    assert_eq!(error.code, Code::Invalid, "never everything by mistake");
}

#[tokio::test]
async fn a_forgotten_memory_comes_back_or_is_erased_when_its_time_is_over() {
    let world = World::new().await;
    world
        .remember(vec![
            memory("m1", "quokka habits"),
            memory("m2", "wombat habits"),
        ])
        .await;
    world.ok(forgetting(&["m1", "m2"])).await;
    assert_eq!(world.search(query("habits")).await.total, 0);
    let restore = |id: &str| MemoryRestore {
        id: id.into(),
        ..MemoryRestore::default()
    };
    assert_eq!(world.ok(restore("m1")).await.memory.text, "quokka habits");
    assert_eq!(world.ids(query("habits")).await, ["m1"]);
    let again = world.call(person(), restore("m1")).await.unwrap_err();
    assert_eq!(again.code, Code::NotFound);
    assert!(world.hub.due(0).await.is_empty());
    world.pass(7 * DAY);
    assert_eq!(world.hub.due(0).await, [crystal::stream("default")]);
    let sweep = CoreSweep {
        stream: crystal::stream("default"),
    };
    let swept = world.hub.run(sweep, Caller::system()).await.unwrap().output;
    assert_eq!(swept.erased, 1);
    assert_eq!(
        common::files_with(world.folder.path(), "wombat"),
        Vec::<String>::new()
    );
    assert_eq!(world.ids(query("habits")).await, ["m1"]);
    assert!(world.hub.due(0).await.is_empty());
    let gone = world.call(person(), restore("m2")).await.unwrap_err();
    assert_eq!(gone.code, Code::NotFound);
}

#[tokio::test]
async fn what_comes_back_was_recalled_as_often_as_before() {
    let world = World::new().await;
    world.remember(vec![memory("m", "quokka habits")]).await;
    world.pass(30 * DAY);
    world.call(agent("ann"), query("quokka")).await.unwrap();
    world.recalled("m", 1).await;
    let get = MemoryGet {
        id: "m".into(),
        core: None,
        trail: true,
    };
    let before = world.ok(get.clone()).await;
    world.ok(forgetting(&["m"])).await;
    let restore = MemoryRestore {
        id: "m".into(),
        ..MemoryRestore::default()
    };
    let restored = world.ok(restore).await.memory;
    let after = world.ok(get).await;
    assert_eq!(restored, before.memory);
    assert_eq!(after.memory, before.memory);
    let by = |trail: Option<Trail>| trail.unwrap().recalled_by;
    assert_eq!(by(after.trail), by(before.trail));
    // A new memory under its id has not been recalled yet.
    world.ok(forgetting(&["m"])).await;
    world.remember(vec![memory("m", "wombat habits")]).await;
    assert_eq!(world.get("m").await.unwrap().access_count, 0);
}

#[tokio::test]
async fn what_ends_within_an_hour_is_erased_at_once() {
    let world = World::new().await;
    let ends = |n: u64| NewCrystal {
        ttl_seconds: Some(n),
        ..memory(&format!("m{n}"), &format!("quokka habit {n}"))
    };
    world.remember((1..=60).map(ends).collect()).await;
    world.remember(vec![memory("stays", "wombat habits")]).await;
    let core = crystal::stream("default");
    for n in 1..=60 {
        world.pass(1000);
        // It is not searchable any more, and its erasure waits for the others.
        assert_eq!(world.search(query("quokka")).await.total, 60 - n);
        assert!(world.hub.due(0).await.is_empty(), "{n}");
    }
    world.ok(forgetting(&["stays"])).await;
    world.pass(HOUR);
    assert_eq!(world.hub.due(0).await, std::slice::from_ref(&core));
    let sweep = CoreSweep {
        stream: core.clone(),
    };
    let sweep = async || {
        let swept = world.hub.run(sweep.clone(), Caller::system()).await;
        swept.unwrap().output.erased
    };
    assert_eq!(sweep().await, 60);
    assert!(world.hub.due(0).await.is_empty());
    // A memory forgotten at any minute of an hour is erased at the next full hour.
    world.pass(7 * DAY - HOUR);
    assert!(world.hub.due(0).await.is_empty());
    world.pass(HOUR);
    assert_eq!(world.hub.due(0).await, [core]);
    assert_eq!(sweep().await, 1);
}

#[tokio::test]
async fn of_an_erased_memory_no_byte_is_left() {
    let world = World::new().await;
    for n in 0..6 {
        let text = format!("ordinary memory {n} {}", "and more ".repeat(n * 13));
        world.remember(vec![memory(&format!("m{n}"), &text)]).await;
    }
    world
        .remember(vec![NewCrystal {
            topics: vec!["xylotopic".into()],
            ..memory("secret", "the zanzibarian password of old")
        }])
        .await;
    let edit = MemoryEdit {
        id: "secret".into(),
        text: Some("the quetzalian password of now".into()),
        ..MemoryEdit::default()
    };
    world.ok(edit).await;
    world.call(agent("ann"), query("password")).await.unwrap();
    let purge = |dry_run| MemoryPurge {
        id: "secret".into(),
        dry_run,
        ..MemoryPurge::default()
    };
    let dry = world.ok(purge(true)).await;
    assert_eq!((dry.facts.as_slice(), dry.erased), (&[7, 8][..], false));
    assert_eq!(world.search(query("password")).await.total, 1);
    assert!(world.ok(purge(false)).await.erased);
    for word in ["zanzibarian", "quetzalian", "xylotopic"] {
        assert_eq!(
            common::files_with(world.folder.path(), word),
            Vec::<String>::new()
        );
    }
    assert_eq!(
        world.search(query("memory")).await.total,
        6,
        "the others are as they were"
    );
    assert_eq!(world.search(query("password")).await.total, 0);
    let again = world.call(person(), purge(false)).await.unwrap_err();
    assert_eq!(again.code, Code::NotFound);
    world.remember(vec![memory("after", "life goes on")]).await;
    assert_eq!(world.get("after").await.unwrap().text, "life goes on");
}

#[tokio::test]
async fn what_came_from_a_session_is_forgotten_by_its_readers_alone() {
    let world = World::new().await;
    let put = SessionPut {
        session: "s".into(),
        memories: vec![MemoryRecord {
            id: "k".into(),
            text: "likes tea".into(),
            ..MemoryRecord::default()
        }],
        ..SessionPut::default()
    };
    world.call(agent("ada"), put).await.unwrap();
    let own = MemoryCreate {
        memory: Some(memory("plain", "likes coffee")),
        ..MemoryCreate::default()
    };
    world.call(agent("bob"), own).await.unwrap();
    let refused = world.call(agent("bob"), forgetting(&["k"])).await;
    assert_eq!(refused.unwrap_err().code, Code::Forbidden);
    // A filter only forgets memories that the caller may forget.
    let all = MemoryForget {
        filters: Filters {
            id: Some(Tag::any(&["k".to_owned(), "plain".to_owned()])),
            ..Filters::default()
        },
        ..MemoryForget::default()
    };
    let gone = world.call(agent("bob"), all).await.unwrap();
    assert_eq!(gone.deleted_ids, ["plain"]);
    let gone = world.call(agent("ada"), forgetting(&["k"])).await.unwrap();
    assert_eq!(gone.deleted_ids, ["k"]);
}
