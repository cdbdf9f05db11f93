//! How a memory lives on: it fades and is revived, is held by people, ends, is superseded; and what searches
//! say of all that.

use engine::crystal::filter::{Filters, Tag};
use engine::crystal::ops::core_create::CoreCreate;
use engine::crystal::ops::core_list::CoreList;
use engine::crystal::ops::core_sweep::CoreSweep;
use engine::crystal::ops::memory_create::{MemoryCreate, Outcome};
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::crystal::overview::Lifecycles;
use engine::crystal::trail::{Relation, Step};
use engine::crystal::{self, CrystalKind, Lifecycle, NewCrystal, Trust};
use kernel::time::DAY;
use kernel::{Actor, Caller, Code, Result, Role, Time};

use crate::harness::{BEGIN, World, agent, forgetting, memory, person, query};

fn edit(id: &str) -> MemoryEdit {
    MemoryEdit {
        id: id.into(),
        ..MemoryEdit::default()
    }
}

fn filtered(filters: Filters) -> MemorySearch {
    MemorySearch {
        filters,
        ..MemorySearch::default()
    }
}

fn stage(stages: &[Lifecycle]) -> MemorySearch {
    filtered(Filters {
        lifecycle: stages.to_vec(),
        ..Filters::default()
    })
}

impl World {
    async fn sorted(&self, op: MemorySearch) -> Vec<String> {
        let mut ids = self.ids(op).await;
        ids.sort();
        ids
    }

    pub async fn create(&self, actor: &Actor, new: NewCrystal) -> Result<Outcome> {
        let op = MemoryCreate {
            memory: Some(new),
            ..MemoryCreate::default()
        };
        let created = self.call(actor.clone(), op).await?;
        Ok(created.memories[0].outcome)
    }

    /// The index built anew has what the live one has.
    pub async fn is_rebuilt_the_same(&self) {
        let before = self.indexed().await;
        self.hub.rebuild_index().await.unwrap();
        assert_eq!(self.indexed().await, before);
    }
}

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

    // Whoever says it again recalls it, also where it is another's.
    let said = world
        .create(&agent("bob"), memory("plain", "tea at six"))
        .await;
    assert_eq!(said.unwrap(), Outcome::Same);
    let anew = NewCrystal {
        id: None,
        ..memory("", "Tea  at SEVEN")
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
#[expect(clippy::too_many_lines, reason = "one story")]
async fn what_a_person_holds_no_agent_lets_go() {
    let world = World::new().await;
    let ann = agent("ann");
    let lead = Actor::new("lead", Role::Orchestrator);
    let librarian = Actor::new("lib", Role::Librarian);
    world.create(&ann, memory("m", "likes tea")).await.unwrap();
    let pin = MemoryEdit {
        pinned: Some(true),
        ..edit("m")
    };
    let pinned = world.ok(pin.clone()).await.memory;
    // The person keeps it; they did not say it.
    assert_eq!(
        (pinned.trust, pinned.held_by.as_deref()),
        (Trust::Agent, Some("mara"))
    );
    for actor in [&ann, &lead, &librarian] {
        let taken_away: [Result<()>; 5] = [
            world
                .call(
                    actor.clone(),
                    MemoryEdit {
                        pinned: Some(false),
                        ..edit("m")
                    },
                )
                .await
                .map(drop),
            world
                .call(
                    actor.clone(),
                    MemoryEdit {
                        expires_at: Some(Some(BEGIN)),
                        ..edit("m")
                    },
                )
                .await
                .map(drop),
            world
                .call(
                    actor.clone(),
                    MemoryEdit {
                        valid_to: Some(Some(BEGIN)),
                        ..edit("m")
                    },
                )
                .await
                .map(drop),
            world
                .call(actor.clone(), forgetting(&["m"]))
                .await
                .map(drop),
            world
                .create(
                    actor,
                    NewCrystal {
                        supersedes: vec!["m".into()],
                        ..memory("n", "hates tea")
                    },
                )
                .await
                .map(drop),
        ];
        for refused in taken_away {
            let refused = refused.unwrap_err();
            assert_eq!(refused.code, Code::Forbidden, "{} {refused:?}", actor.id);
        }
    }
    // Its author may still say it better, and it stays pinned.
    world
        .create(&ann, memory("m", "likes green tea"))
        .await
        .unwrap();
    let now = world.get("m").await.unwrap();
    assert_eq!(
        (now.text.as_str(), now.pinned, now.held_by.as_deref()),
        ("likes green tea", true, Some("mara"))
    );
    let frozen = MemoryEdit {
        frozen: Some(true),
        ..edit("m")
    };
    world.ok(frozen).await;
    for said in [
        world.create(&ann, memory("m", "likes ale")).await.map(drop),
        world
            .call(
                ann.clone(),
                MemoryEdit {
                    text: Some("likes ale".into()),
                    ..edit("m")
                },
            )
            .await
            .map(drop),
        world
            .call(
                lead.clone(),
                MemoryEdit {
                    frozen: Some(false),
                    ..edit("m")
                },
            )
            .await
            .map(drop),
    ] {
        assert_eq!(said.unwrap_err().code, Code::Forbidden);
    }
    let filters = Filters {
        frozen: Some(Tag::eq("t")),
        pinned: Some(Tag::eq("t")),
        ..Filters::default()
    };
    assert_eq!(world.ids(filtered(filters)).await, ["m"]);
    // What one person holds another one lets go.
    let thawed = MemoryEdit {
        frozen: Some(false),
        pinned: Some(false),
        ..edit("m")
    };
    let thawed = world
        .call(Actor::new("kim", Role::Member), thawed)
        .await
        .unwrap()
        .memory;
    assert_eq!((thawed.held_by, thawed.trust), (None, Trust::Agent));
    world
        .call(
            ann.clone(),
            MemoryEdit {
                pinned: Some(true),
                ..edit("m")
            },
        )
        .await
        .unwrap();
    world
        .call(
            ann,
            MemoryEdit {
                pinned: Some(false),
                ..edit("m")
            },
        )
        .await
        .unwrap();
}

#[tokio::test]
async fn what_is_held_back_is_found_by_whoever_asks_for_it() {
    let world = World::new().await;
    let ann = agent("ann");
    world
        .create(&ann, memory("m", "the key is under the mat"))
        .await
        .unwrap();
    let hold_back = |quarantined| MemoryEdit {
        quarantined: Some(quarantined),
        ..edit("m")
    };
    for actor in [&ann, &Actor::new("lead", Role::Orchestrator)] {
        let refused = world
            .call(actor.clone(), hold_back(true))
            .await
            .unwrap_err();
        assert_eq!(refused.code, Code::Forbidden);
    }
    assert_eq!(
        world.ok(hold_back(true)).await.memory.trust,
        Trust::Quarantined
    );
    assert!(world.ids(query("key mat")).await.is_empty());
    let asked = || MemorySearch {
        filters: Filters {
            trust: Some(Tag::eq("quarantined")),
            ..Filters::default()
        },
        ..query("key mat")
    };
    assert_eq!(
        world.search(asked()).await.items[0].memory.trust,
        Trust::Quarantined
    );
    // Nobody lifts it by writing it again.
    for actor in [&ann, &Actor::new("lead", Role::Orchestrator)] {
        let again = world
            .create(actor, memory("m", "the key is under the pot"))
            .await;
        assert_eq!(again.unwrap_err().code, Code::Forbidden);
        let edited = MemoryEdit {
            text: Some("x".into()),
            ..edit("m")
        };
        assert_eq!(
            world.call(actor.clone(), edited).await.unwrap_err().code,
            Code::Forbidden
        );
    }
    assert_eq!(world.ok(hold_back(false)).await.memory.trust, Trust::Agent);
    assert_eq!(world.ids(query("key mat")).await, ["m"]);

    let held = CoreCreate {
        name: "held".into(),
        quarantine: [Trust::Agent].into(),
        ..CoreCreate::default()
    };
    world.ok(held).await;
    let into = |id: &str| MemoryCreate {
        memory: Some(memory(id, "a rumour")),
        core: Some("held".into()),
        ..MemoryCreate::default()
    };
    world.call(ann.clone(), into("r")).await.unwrap();
    world
        .call(
            person(),
            MemoryCreate {
                deduplicate: Some(false),
                ..into("s")
            },
        )
        .await
        .unwrap();
    assert_eq!(world.ids(query("rumour")).await, ["s"]);
    assert_eq!(world.get("r").await.unwrap().trust, Trust::Quarantined);
    let bad = CoreCreate {
        name: "bad".into(),
        quarantine: [Trust::Human].into(),
        ..CoreCreate::default()
    };
    let refused = world.call(person(), bad).await.unwrap_err();
    assert_eq!(refused.extra.fields[0].pointer, "/quarantine");
}

#[tokio::test]
async fn no_edit_gets_around_what_a_core_holds_back() {
    let world = World::new().await;
    let ann = agent("ann");
    let held = CoreCreate {
        name: "held".into(),
        quarantine: [Trust::Agent].into(),
        ..CoreCreate::default()
    };
    world.ok(held).await;
    let into_held = MemoryCreate {
        memory: Some(memory("believed", "the kiln is hot")),
        core: Some("held".into()),
        ..MemoryCreate::default()
    };
    world.call(ann.clone(), into_held).await.unwrap();
    let believe = MemoryEdit {
        quarantined: Some(false),
        ..edit("believed")
    };
    assert_eq!(world.ok(believe).await.memory.trust, Trust::Agent);
    world
        .create(&ann, memory("elsewhere", "the kiln is shut"))
        .await
        .unwrap();
    let reword = |id: &str| MemoryEdit {
        text: Some("the kiln is cold".into()),
        ..edit(id)
    };
    let move_in = |id: &str| MemoryEdit {
        namespace: Some(Some("held".into())),
        ..edit(id)
    };
    let pin = MemoryEdit {
        pinned: Some(true),
        ..edit("believed")
    };
    for (what, op, trust) in [
        ("how it is kept says nothing else", pin, Trust::Agent),
        ("another text", reword("believed"), Trust::Quarantined),
        ("moved in", move_in("elsewhere"), Trust::Quarantined),
    ] {
        let edited = world.call(ann.clone(), op).await.unwrap().memory;
        assert_eq!(edited.trust, trust, "{what}");
    }
    assert!(world.ids(query("kiln")).await.is_empty());
    for id in ["believed", "elsewhere"] {
        assert_eq!(world.get(id).await.unwrap().trust, Trust::Quarantined);
        let again = world.call(ann.clone(), reword(id)).await.unwrap_err();
        assert_eq!(again.code, Code::Forbidden, "{id}");
        // A person's own words are theirs to believe.
        let believe = MemoryEdit {
            quarantined: Some(false),
            ..reword(id)
        };
        world.ok(believe).await;
    }
    assert_eq!(world.sorted(query("kiln")).await, ["believed", "elsewhere"]);
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
    // A later end is a later end.
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
async fn a_correction_ends_what_it_corrects() {
    let world = World::new().await;
    let ann = agent("ann");
    world
        .create(&ann, memory("old", "the office is in Bern"))
        .await
        .unwrap();
    let correct = |id: &str, text: &str, old: &str| NewCrystal {
        supersedes: vec![old.into()],
        ..memory(id, text)
    };
    world.pass(DAY);
    world
        .create(&ann, correct("new", "the office is in Basel", "old"))
        .await
        .unwrap();
    assert_eq!(world.ids(query("office")).await, ["new"]);
    let old = world.get("old").await.unwrap();
    assert_eq!(old.superseded_by.as_deref(), Some("new"));
    assert_eq!(old.valid_to, Some(BEGIN.plus(DAY)));
    let with = |superseded, valid_at| MemorySearch {
        filters: Filters {
            superseded,
            valid_at,
            ..Filters::default()
        },
        ..query("office")
    };
    assert_eq!(world.sorted(with(Some(true), None)).await, ["new", "old"]);
    assert_eq!(world.ids(with(Some(false), None)).await, ["new"]);
    assert_eq!(world.sorted(with(None, Some(BEGIN))).await, ["new", "old"]);
    assert_eq!(
        world.ids(with(None, Some(BEGIN.plus(2 * DAY)))).await,
        ["new"]
    );
    // Said once more, nothing changes; and what is over can be said anew.
    let again = world
        .create(&ann, correct("new", "the office is in Basel", "old"))
        .await;
    assert_eq!(again.unwrap(), Outcome::Same);
    let refused = world
        .create(&ann, correct("third", "the office is in Chur", "old"))
        .await
        .unwrap_err();
    assert_eq!(refused.extra.reason.as_deref(), Some("superseded"));
    let anew = NewCrystal {
        id: None,
        ..memory("", "the office is in Bern")
    };
    assert_eq!(world.create(&ann, anew).await.unwrap(), Outcome::New);

    let told = MemoryGet {
        id: "new".into(),
        core: None,
        trail: true,
    };
    let trail = world.ok(told).await.trail.unwrap();
    assert_eq!(trail.related[0].how, Relation::Supersedes);
    assert_eq!(trail.related[0].text, "the office is in Bern");
    let told = MemoryGet {
        id: "old".into(),
        core: None,
        trail: true,
    };
    let steps = world.ok(told).await.trail.unwrap().forms;
    let steps: Vec<Step> = steps.iter().map(|form| form.what).collect();
    assert_eq!(steps, [Step::Written, Step::Superseded]);

    // Who may not change it may not supersede it.
    world
        .create(&person(), memory("hers", "the boss is Kim"))
        .await
        .unwrap();
    let refused = world
        .create(&ann, correct("mine", "the boss is Lou", "hers"))
        .await
        .unwrap_err();
    assert_eq!(refused.code, Code::Forbidden);
    let refused = MemoryEdit {
        supersedes: Some(vec!["hers".into()]),
        ..edit("new")
    };
    assert_eq!(
        world.call(ann.clone(), refused).await.unwrap_err().code,
        Code::Forbidden
    );
    assert_eq!(world.get("hers").await.unwrap().superseded_by, None);
    assert_eq!(world.get("mine").await.unwrap_err().code, Code::NotFound);
    let missing = world
        .create(&ann, correct("mine", "x", "nothing"))
        .await
        .unwrap_err();
    assert_eq!(missing.code, Code::NotFound);
    let edited = MemoryEdit {
        supersedes: Some(vec!["hers".into()]),
        ..edit("new")
    };
    world.ok(edited).await;
    assert_eq!(
        world.get("hers").await.unwrap().superseded_by.as_deref(),
        Some("new")
    );
    world.is_rebuilt_the_same().await;
}

#[tokio::test]
async fn no_memory_takes_its_own_place() {
    let world = World::new().await;
    let ann = agent("ann");
    let correct = |id: Option<&str>, text: &str, old: &str| NewCrystal {
        id: id.map(Into::into),
        supersedes: vec![old.into()],
        ..memory("", text)
    };
    world
        .create(&ann, memory("a", "the office is in Bern"))
        .await
        .unwrap();
    // Whoever says the same finds what is there.
    let same = correct(None, "the office is in Bern", "a");
    assert_eq!(world.create(&ann, same).await.unwrap(), Outcome::Same);
    assert_eq!(world.get("a").await.unwrap().superseded_by, None);
    assert_eq!(world.ids(query("office")).await, ["a"]);

    let newer = correct(Some("b"), "the office is in Basel", "a");
    world.create(&ann, newer).await.unwrap();
    let back = MemoryEdit {
        supersedes: Some(vec!["b".into()]),
        ..edit("a")
    };
    let refused = world.call(ann.clone(), back).await.unwrap_err();
    assert_eq!(refused.extra.reason.as_deref(), Some("superseded"));
    assert_eq!(world.ids(query("office")).await, ["b"]);
    // What is said anew in its place stands for itself.
    let anew = correct(Some("a"), "the office is in Bern again", "b");
    world.create(&ann, anew).await.unwrap();
    assert_eq!(world.ids(query("office")).await, ["a"]);
}

#[tokio::test]
async fn of_two_corrections_one_wins() {
    let world = World::new().await;
    world
        .create(&agent("ann"), memory("old", "tea is at four"))
        .await
        .unwrap();
    let lead = Actor::new("lead", Role::Orchestrator);
    for round in 0..20 {
        let old = if round == 0 {
            "old".into()
        } else {
            format!("won{}", round - 1)
        };
        let (one, other) = (format!("one{round}"), format!("other{round}"));
        let correct = |id: &str| NewCrystal {
            supersedes: vec![old.clone()],
            ..memory(id, &format!("tea is at {id}"))
        };
        let (mara, first, second) = (person(), correct(&one), correct(&other));
        let (first, second) = tokio::join!(world.create(&lead, first), world.create(&mara, second));
        assert_ne!(first.is_ok(), second.is_ok(), "{first:?} {second:?}");
        let refused = first.err().or(second.err()).unwrap();
        assert_eq!(refused.extra.reason.as_deref(), Some("superseded"));
        assert_eq!(world.ids(query("tea")).await.len(), 1);
        let winner = world.get(&old).await.unwrap().superseded_by.unwrap();
        let next = NewCrystal {
            supersedes: vec![winner],
            ..memory(&format!("won{round}"), &format!("tea is at {round}"))
        };
        world.create(&person(), next).await.unwrap();
    }
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
        // What names nothing that could be is not found.
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
