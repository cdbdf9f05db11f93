//! Ownership of memories: no replacing, impersonating or locking out of others.

use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_share::SessionShare;
use engine::crystal::ops::memory_compact::MemoryCompact;
use engine::crystal::ops::memory_create::{Created, MemoryCreate};
use engine::crystal::ops::memory_edit::{Edited, MemoryEdit};
use engine::crystal::ops::memory_restore::MemoryRestore;
use engine::crystal::{NewCrystal, Trust};
use engine::session::record::MemoryRecord;
use kernel::{Actor, Code, Result, Role};

use crate::crystals::harness::{World, agent, forgetting, memory, person, query};

impl World {
    async fn write(&self, actor: &Actor, id: &str, text: &str) -> Result<Created> {
        let op = MemoryCreate {
            memory: Some(memory(id, text)),
            ..MemoryCreate::default()
        };
        self.call(actor.clone(), op).await
    }

    async fn edit(&self, actor: &Actor, id: &str, text: &str) -> Result<Edited> {
        let op = MemoryEdit {
            id: id.into(),
            text: Some(text.into()),
            ..MemoryEdit::default()
        };
        self.call(actor.clone(), op).await
    }

    /// Puts a session's memories; returns the crystals that they became.
    async fn put(&self, actor: &Actor, session: &str, memories: &[(&str, &str)]) -> Vec<String> {
        let memories = memories.iter().map(|(id, text)| MemoryRecord {
            id: (*id).into(),
            text: (*text).into(),
            ..MemoryRecord::default()
        });
        let op = SessionPut {
            session: session.into(),
            memories: memories.collect(),
            ..SessionPut::default()
        };
        let promoted = self.call(actor.clone(), op).await.unwrap().promoted;
        promoted.iter().map(|one| one.crystal.to_string()).collect()
    }

    async fn text(&self, id: &str) -> String {
        self.get(id).await.unwrap().text
    }

    /// Asserts that `actor` may neither replace, edit nor forget a memory.
    async fn is_closed(&self, actor: &Actor, id: &str) {
        let before = self.get(id).await.unwrap();
        let refusals = [
            self.write(actor, id, "x").await.err(),
            self.edit(actor, id, "x").await.err(),
            self.call(actor.clone(), forgetting(&[id])).await.err(),
        ];
        let codes = refusals.map(|error| error.map(|error| error.code));
        assert_eq!(codes, [Some(Code::Forbidden); 3], "{} {id}", actor.id);
        assert_eq!(self.get(id).await.unwrap(), before);
    }
}

#[tokio::test]
async fn a_promotion_takes_no_other_memorys_place() {
    let world = World::new().await;
    let (ann, bob) = (agent("ann"), agent("bob"));
    let known = [
        ("p", "a person's"),
        ("b", "another agent's"),
        ("s", "another session's"),
    ];
    world.write(&person(), "p", "a person's").await.unwrap();
    world.write(&bob, "b", "another agent's").await.unwrap();
    world.put(&bob, "theirs", &[known[2]]).await;
    for (id, _) in known {
        let first = world.put(&ann, id, &[(id, "my own")]).await;
        assert_ne!(first, [id]);
        assert_eq!(world.text(&first[0]).await, "my own");
        // The next text of that memory replaces the first one.
        let second = world.put(&ann, id, &[(id, "my own again")]).await;
        assert_eq!(second, first);
        assert_eq!(world.text(&first[0]).await, "my own again");
    }
    for (id, text) in known {
        assert_eq!(world.text(id).await, text);
    }
    // Their authors are not locked out.
    world
        .edit(&person(), "p", "still a person's")
        .await
        .unwrap();
    world.edit(&bob, "b", "still an agent's").await.unwrap();
    world.edit(&bob, "s", "still a session's").await.unwrap();
    // A person's or an orchestrator's session does not replace it by accident either.
    for actor in [person(), Actor::new("lead", Role::Orchestrator)] {
        let ids = world.put(&actor, &actor.id, &[("b", "theirs")]).await;
        assert_ne!(ids, ["b"]);
    }
    assert_eq!(world.text("b").await, "still an agent's");
}

#[tokio::test]
async fn what_came_from_a_session_is_changed_by_its_readers_alone() {
    let world = World::new().await;
    let (ann, bob) = (agent("ann"), agent("bob"));
    assert_eq!(world.put(&ann, "s", &[("k", "likes tea")]).await, ["k"]);
    world.is_closed(&bob, "k").await;
    let share = SessionShare {
        session: "s".into(),
        agents: vec!["bob".into()],
        ..SessionShare::default()
    };
    world.call(ann.clone(), share).await.unwrap();
    // A change does not change the owner.
    for (actor, text) in [(&bob, "hates tea"), (&ann, "likes milk")] {
        world.write(actor, "k", text).await.unwrap();
        assert_eq!(world.text("k").await, text);
    }
    world.edit(&bob, "k", "hates milk").await.unwrap();
    assert_eq!(world.put(&ann, "s", &[("k", "likes tea too")]).await, ["k"]);
    // A memory that a person changed is protected.
    world.edit(&person(), "k", "likes coffee").await.unwrap();
    world.is_closed(&bob, "k").await;
    world.is_closed(&ann, "k").await;
    assert_ne!(world.put(&ann, "s", &[("k", "likes ale")]).await, ["k"]);
    assert_eq!(world.text("k").await, "likes coffee");
}

#[tokio::test]
async fn what_is_written_directly_is_its_authors() {
    let world = World::new().await;
    let (ann, bob) = (agent("ann"), agent("bob"));
    world.write(&person(), "p", "a person's").await.unwrap();
    world.write(&ann, "a", "an agent's").await.unwrap();
    for (actor, id) in [(&ann, "p"), (&bob, "p"), (&bob, "a")] {
        world.is_closed(actor, id).await;
    }
    // An identical write changes nothing.
    world.write(&bob, "p", "a person's").await.unwrap();
    world.edit(&ann, "a", "my own").await.unwrap();
    for (actor, trust) in [
        (Actor::new("lib", Role::Librarian), Trust::Agent),
        (Actor::new("lead", Role::Orchestrator), Trust::Agent),
        (person(), Trust::Human),
    ] {
        for id in ["p", "a"] {
            let text = format!("as {} says", actor.id);
            let edited = world.edit(&actor, id, &text).await.unwrap().memory;
            assert_eq!((edited.text.as_str(), edited.trust), (text.as_str(), trust));
            assert_eq!(world.get(id).await.unwrap(), edited);
        }
    }
    // A person changed both.
    for id in ["p", "a"] {
        world.is_closed(&ann, id).await;
    }
    // A restored memory keeps its owner.
    world.write(&ann, "b", "an agent's").await.unwrap();
    world.call(ann.clone(), forgetting(&["b"])).await.unwrap();
    let restore = MemoryRestore {
        id: "b".into(),
        ..MemoryRestore::default()
    };
    world.ok(restore).await;
    world.edit(&ann, "b", "an agent's again").await.unwrap();
    world.is_closed(&bob, "b").await;
}

#[tokio::test]
async fn agents_write_in_their_own_names() {
    let world = World::new().await;
    let named = async |actor: &Actor, id: &str, name: &str| {
        let op = MemoryCreate {
            memories: vec![NewCrystal {
                agent: Some(name.into()),
                ..memory(id, id)
            }],
            ..MemoryCreate::default()
        };
        world.call(actor.clone(), op).await
    };
    let ann = agent("ann");
    let refused = named(&ann, "x", "bob").await.unwrap_err();
    assert_eq!(refused.code, Code::Invalid);
    assert_eq!(refused.extra.fields[0].pointer, "/memories/0/agent");
    named(&ann, "own", "ann").await.unwrap();
    world.write(&ann, "plain", "x").await.unwrap();
    for id in ["own", "plain"] {
        let agent = world.get(id).await.unwrap().agent;
        assert_eq!(agent.as_deref(), Some("ann"));
    }
    let lead = Actor::new("lead", Role::Orchestrator);
    named(&lead, "led", "ann").await.unwrap();
    world.edit(&ann, "led", "mine").await.unwrap();
    named(&person(), "about", "ann").await.unwrap();
    world.is_closed(&ann, "about").await;
}

#[tokio::test]
async fn doubles_of_others_stay() {
    let world = World::new().await;
    let (ann, bob) = (agent("ann"), agent("bob"));
    for (actor, id) in [(&person(), "p"), (&ann, "a"), (&ann, "b"), (&bob, "c")] {
        let op = MemoryCreate {
            memory: Some(memory(id, "likes tea")),
            deduplicate: Some(false),
            ..MemoryCreate::default()
        };
        world.call(actor.clone(), op).await.unwrap();
    }
    let compact = MemoryCompact::default();
    let compacted = world.call(ann, compact.clone()).await.unwrap();
    assert_eq!((compacted.merged, compacted.remaining), (2, 2));
    let mut left = world.ids(query("tea")).await;
    left.sort();
    assert_eq!(left, ["c", "p"]);
    assert_eq!(world.ok(compact).await.merged, 1);
}

#[tokio::test]
async fn an_edit_answers_with_what_is_stored() {
    let world = World::new().await;
    let ann = agent("ann");
    world.write(&ann, "m", "likes tea").await.unwrap();
    world.pass(1000);
    let edit = |namespace: &str| MemoryEdit {
        id: "m".into(),
        namespace: Some(Some(namespace.into())),
        ..MemoryEdit::default()
    };
    for namespace in ["n", "n", "o"] {
        let edited = world.call(ann.clone(), edit(namespace)).await.unwrap();
        assert_eq!(edited.memory, world.get("m").await.unwrap());
        world.pass(1000);
    }
    let moved = world.ok(edit("p")).await.memory;
    assert_eq!(moved.trust, Trust::Human);
    assert_eq!(moved, world.get("m").await.unwrap());
}

#[tokio::test]
async fn what_a_person_pinned_is_moved_by_people_alone() {
    let world = World::new().await;
    let ann = agent("ann");
    world.write(&ann, "m", "the kiln is hot").await.unwrap();
    let pin = MemoryEdit {
        id: "m".into(),
        pinned: Some(true),
        ..MemoryEdit::default()
    };
    world.ok(pin).await;
    let elsewhere = MemoryEdit {
        id: "m".into(),
        namespace: Some(Some("elsewhere".into())),
        ..MemoryEdit::default()
    };
    let refused = world.call(ann, elsewhere.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::Forbidden);
    assert_eq!(world.get("m").await.unwrap().core, "default");
    world.ok(elsewhere).await;
    assert_eq!(world.get("m").await.unwrap().core, "elsewhere");
}
