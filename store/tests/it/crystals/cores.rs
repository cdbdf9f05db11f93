//! Cores and their readers; messages are for the readers of their session.

use std::collections::BTreeSet;

use engine::conversation::ops::session_promote::SessionPromote;
use engine::conversation::ops::session_put::SessionPut;
use engine::crystal::ops::core_create::CoreCreate;
use engine::crystal::ops::core_list::CoreList;
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::{self, Core, MemoryType, NewCrystal};
use engine::session::record::MemoryRecord;
use kernel::access::Readers;
use kernel::{Actor, Code, How, Operation, Role, Spec, spec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crystals::harness::{World, agent, forgetting, memory, person, query};

#[tokio::test]
async fn cores_are_made_listed_and_kept_from_others() {
    let world = World::new().await;
    let make = |name: &str, readers: Option<&str>| CoreCreate {
        name: name.into(),
        description: Some("for tests".into()),
        readers: readers.map(|name| [name.to_owned()].into()),
        ..CoreCreate::default()
    };
    world.ok(make("team", None)).await;
    world.ok(make("private", Some("ann"))).await;
    let again = world.call(person(), make("team", None)).await.unwrap_err();
    assert_eq!(again.code, Code::Conflict);
    for bad in ["", "a/b", "messages/s1"] {
        let error = world.call(person(), make(bad, None)).await.unwrap_err();
        assert_eq!(error.code, Code::Invalid, "{bad}");
    }
    let into = |core: &str, id: &str| MemoryCreate {
        memory: Some(memory(id, "a shared thought")),
        core: Some(core.into()),
        ..MemoryCreate::default()
    };
    world.ok(into("team", "t")).await;
    world.ok(into("private", "p")).await;
    let names = async |actor: Actor| -> Vec<String> {
        let listed = world.call(actor, CoreList::default()).await.unwrap();
        let mut names: Vec<_> = listed.items.into_iter().map(|core| core.name).collect();
        names.sort();
        names
    };
    assert_eq!(names(agent("ann")).await, ["private", "team"]);
    assert_eq!(names(agent("bob")).await, ["team"]);
    assert_eq!(names(person()).await, ["private", "team"]);
    let total = async |actor: Actor| world.call(actor, query("thought")).await.unwrap().total;
    assert_eq!(
        (total(agent("ann")).await, total(agent("bob")).await),
        (2, 1)
    );
    let get = MemoryGet {
        id: "p".into(),
        core: None,
        trail: false,
    };
    let refused = world.call(agent("bob"), get).await.unwrap_err();
    assert_eq!(refused.code, Code::NotFound);
    for core in [None, Some("private")] {
        let edit = MemoryEdit {
            id: "p".into(),
            core: core.map(Into::into),
            text: Some("changed".into()),
            ..MemoryEdit::default()
        };
        let refused = world.call(agent("bob"), edit).await.unwrap_err();
        assert_eq!(refused.code, Code::NotFound);
    }
    let forget = world.call(agent("bob"), forgetting(&["p"])).await.unwrap();
    assert_eq!(forget.deleted, 0);
}

/// A session is always written; a memory of it that may not go to its core waits for a person.
async fn promotes(world: &World, actor: &Actor, core: &str, may: bool) {
    let what = format!("{} in {core}", actor.id);
    let put = SessionPut {
        session: format!("{}-{core}", actor.id),
        namespace: Some(core.into()),
        memories: vec![MemoryRecord {
            id: "k".into(),
            text: format!("{what}, promoted").into(),
            ..MemoryRecord::default()
        }],
        ..SessionPut::default()
    };
    let written = world.call(actor.clone(), put).await.unwrap();
    assert_eq!(written.promoted.len(), usize::from(may), "{what}");
    assert_eq!(written.warnings.len(), usize::from(!may), "{what}");
    let waits = SessionPromote {
        session: written.session.to_string(),
        memories: vec!["k".into()],
        ..SessionPromote::default()
    };
    let again = world.call(actor.clone(), waits.clone()).await;
    let refused = again.err().map(|refused| refused.code);
    assert_eq!(refused, (!may).then_some(Code::Forbidden), "{what}");
    let kept = world.ok(waits).await.promoted;
    assert_eq!(kept.len(), usize::from(!may), "{what}");
}

#[tokio::test]
async fn a_core_is_written_by_its_writers_alone() {
    let world = World::new().await;
    let make = |name: &str, readers: &[&str], writers: &[&str]| {
        let names = |names: &[&str]| {
            let names: BTreeSet<String> = names.iter().map(ToString::to_string).collect();
            (!names.is_empty()).then_some(names)
        };
        CoreCreate {
            name: name.into(),
            readers: names(readers),
            writers: names(writers),
            ..CoreCreate::default()
        }
    };
    world.ok(make("read", &["ann", "lib"], &[])).await;
    world.ok(make("open", &[], &["ann"])).await;
    world.ok(make("both", &["ann", "bob"], &["ann"])).await;
    let wide = make("wide", &["ann"], &["ann", "bob"]);
    let error = world.call(person(), wide).await.unwrap_err();
    assert_eq!(error.extra.fields[0].pointer, "/writers");
    let librarian = Actor::new("lib", Role::Librarian);
    let table = [
        (agent("ann"), ["read", "open", "both"].as_slice()),
        (agent("bob"), &[]),
        (librarian, &["read", "open"]),
        (
            Actor::new("lead", Role::Orchestrator),
            &["read", "open", "both"],
        ),
        (person(), &["read", "open", "both"]),
    ];
    for (actor, open) in table {
        for core in ["read", "open", "both"] {
            let may = open.contains(&core);
            let what = format!("{} in {core}", actor.id);
            let id = format!("{}-{core}", actor.id);
            let own = |id: &str| NewCrystal {
                agent: None,
                ..memory(id, &what)
            };
            let direct = MemoryCreate {
                memory: Some(own(&id)),
                core: Some(core.into()),
                ..MemoryCreate::default()
            };
            let named = MemoryCreate {
                memories: vec![NewCrystal {
                    namespace: Some(core.into()),
                    ..own(&format!("{id}-named"))
                }],
                ..MemoryCreate::default()
            };
            for op in [direct, named] {
                let done = world.call(actor.clone(), op).await;
                let refused = done.err().map(|error| error.code);
                assert_eq!(refused, (!may).then_some(Code::Forbidden), "{what}");
            }
            // By moving one's own memory there.
            let moving = format!("{id}-moved");
            let start = MemoryCreate {
                memory: Some(own(&moving)),
                ..MemoryCreate::default()
            };
            world.call(actor.clone(), start).await.unwrap();
            let edit = MemoryEdit {
                id: moving.clone(),
                namespace: Some(Some(core.into())),
                ..MemoryEdit::default()
            };
            let done = world.call(actor.clone(), edit).await;
            let refused = done.err().map(|error| error.code);
            assert_eq!(refused, (!may).then_some(Code::Forbidden), "{what}");
            let home = world.get(&moving).await.unwrap().core;
            assert_eq!(home, if may { core } else { "default" }, "{what}");
            if actor.role != Role::Librarian {
                promotes(&world, &actor, core, may).await;
            }
        }
    }
    // A reader without write access changes nothing there.
    let edit = MemoryEdit {
        id: "mara-both".into(),
        text: Some("x".into()),
        ..MemoryEdit::default()
    };
    let refused = world.call(agent("bob"), edit).await.unwrap_err();
    assert_eq!(refused.code, Code::Forbidden);
}

/// Records a session's message in its core.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
struct Say {
    text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
struct Said {}

impl Operation for Say {
    type Output = Said;
    const SPEC: Spec = spec!(Write "say" kernel::access::Access::ALL);
    const HOW: How<Self> = How::Decide(|op, tx| {
        let draft = tx.draft::<Core>(&crystal::messages("s1"))?;
        let names = [draft.cx.actor.id.clone()];
        crystal::share(draft, Readers::Agents(names.into()));
        let new = NewCrystal {
            memory_type: MemoryType::Message,
            session_id: Some("s1".into()),
            text: op.text.clone(),
            ..NewCrystal::default()
        };
        crystal::add(draft, new)?;
        Ok(Said {})
    });
}

#[tokio::test]
async fn messages_are_for_the_readers_of_their_session() {
    let world = World::new().await;
    let say = |text: &str| Say { text: text.into() };
    world
        .call(agent("ann"), say("between us: tea"))
        .await
        .unwrap();
    world
        .call(agent("ann"), say("between us: tea"))
        .await
        .unwrap();
    for (actor, total) in [(agent("ann"), 2), (agent("bob"), 0), (person(), 2)] {
        assert_eq!(world.call(actor, query("tea")).await.unwrap().total, total);
    }
    assert!(world.ok(CoreList::default()).await.items.is_empty());
    // A lookup does not count as a recall; the failed search is recorded in their mind.
    let facts = world.hub.gauges().head;
    world.hub.close().await;
    assert_eq!(world.hub.gauges().head, facts + 1);
}
