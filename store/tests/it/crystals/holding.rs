//! Memories held by people, and memories held for review by cores.

use engine::crystal::filter::{Filters, Tag};
use engine::crystal::ops::core_create::CoreCreate;
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::crystal::{NewCrystal, Trust};
use kernel::{Actor, Code, Result, Role};

use crate::crystals::harness::{
    BEGIN, World, agent, edit, filtered, forgetting, memory, person, query,
};

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
    // The person holds it without being its author.
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
    // Its author may still improve it, and it stays pinned.
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
    // Another person can release it.
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
    // Writing it again does not lift the quarantine.
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
        // A person's own memory can be trusted by that person.
        let believe = MemoryEdit {
            quarantined: Some(false),
            ..reword(id)
        };
        world.ok(believe).await;
    }
    assert_eq!(world.sorted(query("kiln")).await, ["believed", "elsewhere"]);
    world.is_rebuilt_the_same().await;
}
