//! Life of a memory: decay and revival, expiry and erasure, and its appearance in searches.

use engine::crystal::filter::Filters;
use engine::crystal::ops::core_list::CoreList;
use engine::crystal::ops::core_sweep::CoreSweep;
use engine::crystal::ops::memory_create::Outcome;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::overview::Lifecycles;
use engine::crystal::{self, CrystalKind, Lifecycle, NewCrystal};
use kernel::time::DAY;
use kernel::{Caller, Code, Time};

use crate::crystals::harness::{BEGIN, World, agent, edit, filtered, memory, person, query, stage};

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one story")]
async fn what_nobody_recalls_fades_and_nothing_is_written_for_it() {
    let world = World::new().await;
    let important = NewCrystal {
        importance: Some(1.0),
        kind: Some(CrystalKind::Preference),
        access_count: Some(9),
        ..memory("important", "tea before nine")
    };
    let pinned = NewCrystal {
        pinned: true,
        ..memory("pinned", "tea at four")
    };
    let frozen = NewCrystal {
        frozen: true,
        ..memory("frozen", "tea at five")
    };
    world
        .remember(vec![
            memory("plain", "tea at six"),
            important,
            pinned,
            frozen,
        ])
        .await;
    world
        .create(&agent("ann"), memory("used", "tea at seven"))
        .await
        .unwrap();
    let head = world.hub.gauges().head;
    let all = ["frozen", "important", "pinned", "plain", "used"];
    assert_eq!(world.sorted(query("tea")).await, all);
    let stages = [
        (Lifecycle::Generated, vec!["pinned", "plain", "used"]),
        (Lifecycle::Consolidated, vec!["important"]),
        (Lifecycle::Frozen, vec!["frozen"]),
    ];
    for (lifecycle, ids) in stages {
        assert_eq!(
            world.sorted(stage(&[lifecycle])).await,
            ids,
            "{lifecycle:?}"
        );
    }
    let plain = world.get("plain").await.unwrap();
    assert_eq!(plain.lifecycle, Some(Lifecycle::Generated));
    assert_eq!(plain.strength, Some(0.0906));
    let until = plain.decays_at.unwrap();

    world
        .clock
        .now
        .store(until.0 - 1, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(world.sorted(query("tea")).await, all);
    world.pass(1);
    assert_eq!(
        world.sorted(query("tea")).await,
        ["frozen", "important", "pinned"]
    );
    assert_eq!(
        world.sorted(stage(&[Lifecycle::Archived])).await,
        ["plain", "used"]
    );
    assert_eq!(
        world.sorted(stage(&[Lifecycle::Activated])).await,
        ["important"]
    );
    let both = stage(&[Lifecycle::Archived, Lifecycle::Frozen]);
    assert_eq!(world.sorted(both).await, ["frozen", "plain", "used"]);
    assert_eq!(world.sorted(stage(&Lifecycle::ALL)).await, all);
    let faded = filtered(Filters {
        faded: true,
        ..Filters::default()
    });
    assert_eq!(world.sorted(faded).await, all);
    let listed = CoreList {
        lifecycles: true,
        ..CoreList::default()
    };
    let core = world.ok(listed).await.items.remove(0);
    let counts = Lifecycles {
        generated: 1,
        activated: 1,
        archived: 2,
        frozen: 1,
        ..Lifecycles::default()
    };
    assert_eq!(core.lifecycles, Some(counts));
    assert_eq!(
        world.hub.gauges().head,
        head,
        "reading and time write nothing"
    );
    world.is_rebuilt_the_same().await;

    // A repetition recalls it, even if it belongs to another agent.
    let said = world
        .create(&agent("bob"), memory("plain", "tea at six"))
        .await;
    assert_eq!(said.unwrap(), Outcome::Same);
    let anew = NewCrystal {
        id: None,
        ..memory("", " tea at seven\n")
    };
    assert_eq!(
        world.create(&agent("bob"), anew).await.unwrap(),
        Outcome::Same
    );
    assert_eq!(world.sorted(query("tea")).await, all);
    let plain = world.get("plain").await.unwrap();
    assert_eq!(
        (plain.lifecycle, plain.access_count),
        (Some(Lifecycle::Activated), 1)
    );
    world.is_rebuilt_the_same().await;
}

#[tokio::test]
async fn what_runs_out_is_not_found_and_erased() {
    let world = World::new().await;
    let short = NewCrystal {
        ttl_seconds: Some(3600),
        ..memory("short", "the door code is 4711")
    };
    let ends = NewCrystal {
        expires_at: Some(BEGIN.plus(DAY)),
        ..memory("ends", "the door is red")
    };
    world
        .remember(vec![short, ends, memory("stays", "the door squeaks")])
        .await;
    assert_eq!(
        world.get("short").await.unwrap().expires_at,
        Some(BEGIN.plus(3_600_000))
    );
    world.pass(3_600_000);
    assert_eq!(world.sorted(query("door")).await, ["ends", "stays"]);
    assert_eq!(world.ids(stage(&[Lifecycle::Expired])).await, ["short"]);
    let core = crystal::stream("default");
    assert_eq!(world.hub.due(10).await, std::slice::from_ref(&core));
    let sweep = CoreSweep { stream: core };
    let swept = world
        .hub
        .run(sweep.clone(), Caller::system())
        .await
        .unwrap();
    assert_eq!(swept.output.erased, 1);
    assert_eq!(world.get("short").await.unwrap_err().code, Code::NotFound);
    let again = world.hub.run(sweep, Caller::system()).await.unwrap();
    assert_eq!(again.output.erased, 0);
    assert_eq!(world.sorted(query("door")).await, ["ends", "stays"]);
    world.is_rebuilt_the_same().await;
    // A later expiry is applied.
    let later = MemoryEdit {
        expires_at: Some(Some(BEGIN.plus(9 * DAY))),
        ..edit("ends")
    };
    world.ok(later).await;
    world.pass(2 * DAY);
    assert!(world.hub.due(10).await.is_empty());
    assert_eq!(world.sorted(query("door")).await, ["ends", "stays"]);
}

#[tokio::test]
async fn what_cannot_be_is_refused_by_name() {
    let world = World::new().await;
    let table: Vec<(NewCrystal, &str)> = vec![
        (
            NewCrystal {
                ttl_seconds: Some(0),
                ..memory("m", "x")
            },
            "/memory/ttl_seconds",
        ),
        (
            NewCrystal {
                ttl_seconds: Some(u64::MAX),
                ..memory("m", "x")
            },
            "/memory/ttl_seconds",
        ),
        (
            NewCrystal {
                ttl_seconds: Some(9),
                expires_at: Some(BEGIN),
                ..memory("m", "x")
            },
            "/memory/ttl_seconds",
        ),
        (
            NewCrystal {
                valid_from: Some(BEGIN),
                valid_to: Some(Time(BEGIN.0 - 1)),
                ..memory("m", "x")
            },
            "/memory/valid_to",
        ),
        (
            NewCrystal {
                supersedes: vec!["m".into()],
                ..memory("m", "x")
            },
            "/memory/supersedes/0",
        ),
        (
            NewCrystal {
                supersedes: vec![String::new()],
                ..memory("m", "x")
            },
            "/memory/supersedes/0",
        ),
        (
            NewCrystal {
                supersedes: vec!["a\n".into()],
                ..memory("m", "x")
            },
            "/memory/supersedes/0",
        ),
        (
            NewCrystal {
                supersedes: (0..21).map(|n| n.to_string()).collect(),
                ..memory("m", "x")
            },
            "/memory/supersedes",
        ),
    ];
    for (new, pointer) in table {
        let refused = world.create(&person(), new.clone()).await.unwrap_err();
        let pointers: Vec<&str> = refused
            .extra
            .fields
            .iter()
            .map(|fault| fault.pointer.as_str())
            .collect();
        // An invalid name is not found.
        assert!(
            pointers == [pointer] || refused.code == Code::NotFound,
            "{new:?} {refused:?}"
        );
        assert_eq!(world.get("m").await.unwrap_err().code, Code::NotFound);
    }
    for json in [
        r#"{"lifecycle":[]}"#,
        r#"{"lifecycle":"dead"}"#,
        r#"{"lifecycle":7}"#,
        r#"{"lifecycle":[["archived"]]}"#,
        r#"{"superseded":"yes"}"#,
        r#"{"valid_at":"soon"}"#,
        r#"{"faded":true}"#,
        r#"{"trust":{"is":"agent"}}"#,
    ] {
        assert!(serde_json::from_str::<Filters>(json).is_err(), "{json}");
    }
    for json in [
        r#"{"lifecycle":"archived"}"#,
        r#"{"lifecycle":["archived","frozen"],"superseded":true}"#,
    ] {
        let filters: Filters = serde_json::from_str(json).unwrap();
        let again = serde_json::to_string(&filters).unwrap();
        assert_eq!(serde_json::from_str::<Filters>(&again).unwrap(), filters);
    }
}
