//! Approval of memories: waiting ones are not searchable, their author and people see them, and people approve what
//! they saw.

use engine::conversation::ops::session_put::SessionPut;
use engine::crystal::governing::Approval;
use engine::crystal::ops::core_create::CoreCreate;
use engine::crystal::ops::core_edit::CoreEdit;
use engine::crystal::ops::core_list::CoreList;
use engine::crystal::ops::core_sweep::CoreSweep;
use engine::crystal::ops::memory_approve::MemoryApprove;
use engine::crystal::ops::memory_create::{MemoryCreate, Outcome};
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_reject::MemoryReject;
use engine::crystal::ops::memory_waiting::{MemoryWaiting, WaitingMemory};
use engine::crystal::{self, Core, NewCrystal, Trust};
use engine::session::record::MemoryRecord;
use engine::workflow::ops::inbox_list::InboxList;
use kernel::memory::{Guard, Memory as _};
use kernel::notice::Notice;
use kernel::time::DAY;
use kernel::{Actor, Caller, Code, Door, Result, Role};

use crate::crystals::harness::{World, agent, forgetting, memory, person, query};

impl World {
    /// Returns a world with a core `team` in which agents' memories wait for approval.
    async fn with_approval(approval: Approval) -> Self {
        let world = Self::new().await;
        let core = CoreCreate {
            name: "team".into(),
            approval: Some(approval),
            ..CoreCreate::default()
        };
        world.ok(core).await;
        world
    }

    async fn propose(&self, actor: &Actor, new: NewCrystal) -> Result<Outcome> {
        let op = MemoryCreate {
            memory: Some(new),
            core: Some("team".into()),
            ..MemoryCreate::default()
        };
        Ok(self.call(actor.clone(), op).await?.memories[0].outcome)
    }

    async fn waiting(&self, actor: &Actor) -> Vec<WaitingMemory> {
        let waiting = self.call(actor.clone(), MemoryWaiting::default()).await;
        waiting.unwrap().items
    }

    async fn approve(&self, id: &str, if_version: Option<u64>) -> Result<crystal::Crystal> {
        let op = MemoryApprove {
            core: "team".into(),
            id: id.into(),
            ..MemoryApprove::default()
        };
        let mut caller = Caller::new(Some(person()), Door::Http, "test".into());
        caller.if_version = if_version;
        self.hub
            .run(op, caller)
            .await
            .map(|answer| answer.output.memory)
    }

    async fn reject(&self, id: &str) -> Result<()> {
        let op = MemoryReject {
            core: "team".into(),
            id: id.into(),
            reason: Some("nobody said so".into()),
        };
        self.call(person(), op).await.map(drop)
    }

    /// Returns the notices of an agent's next call.
    async fn hears(&self, actor: &Actor) -> Vec<Notice> {
        let op = MemoryWaiting {
            core: Some("team".into()),
            ..MemoryWaiting::default()
        };
        let caller = Caller::new(Some(actor.clone()), Door::Http, "test".into());
        self.hub.run(op, caller).await.unwrap().inbox
    }
}

#[tokio::test]
async fn the_inbox_says_in_which_cores_memories_wait() {
    let world = World::with_approval(Approval::All).await;
    let (ann, bob) = (agent("ann"), agent("bob"));
    let inbox = async |op: InboxList| world.call(person(), op).await.unwrap();
    assert!(inbox(InboxList::default()).await.memories.is_empty());
    for (author, id) in [(&bob, "one"), (&ann, "two"), (&ann, "three")] {
        let text = format!("the {id} thing that matters");
        world.propose(author, memory(id, &text)).await.unwrap();
    }
    let page = inbox(InboxList::default()).await;
    let core = &page.memories[0];
    assert_eq!((core.core.as_str(), core.count), ("team", 3));
    assert!(core.from.iter().eq(["ann", "bob"]), "{:?}", core.from);
    assert_eq!((page.memories.len(), page.total, page.waiting()), (1, 0, 3));
    // Only on the first page, and only without a filter.
    let later = InboxList {
        cursor: Some("0~0~01JD000000000000000000000A~review:T1".into()),
        ..InboxList::default()
    };
    assert!(inbox(later).await.memories.is_empty());
    world.reject("one").await.unwrap();
    world.approve("two", None).await.unwrap();
    let page = inbox(InboxList::default()).await;
    assert_eq!(page.memories[0].count, 1);
    // An agent that may not read the core does not see it.
    let closed = CoreEdit {
        name: "team".into(),
        readers: Some(Some(["ann".to_owned()].into())),
        ..CoreEdit::default()
    };
    world.call(person(), closed).await.unwrap();
    let seen = async |actor: &Actor| {
        let page = world.call(actor.clone(), InboxList::default()).await;
        page.unwrap().memories.len()
    };
    assert_eq!((seen(&ann).await, seen(&bob).await), (1, 0));
    world.approve("three", None).await.unwrap();
    assert!(inbox(InboxList::default()).await.memories.is_empty());
}

#[tokio::test]
async fn what_waits_is_found_by_nobody() {
    let world = World::with_approval(Approval::All).await;
    let (ann, bob) = (agent("ann"), agent("bob"));
    let lead = Actor::new("lead", Role::Orchestrator);
    assert_eq!(
        world
            .propose(&ann, memory("m", "the moon is a cheese"))
            .await
            .unwrap(),
        Outcome::Waiting
    );
    // A repetition adds nothing.
    let again = NewCrystal {
        id: None,
        ..memory("", "the moon is a cheese")
    };
    assert_eq!(world.propose(&ann, again).await.unwrap(), Outcome::Waiting);
    for actor in [&ann, &bob, &lead, &person()] {
        let found = world.call(actor.clone(), query("moon")).await.unwrap();
        assert_eq!(found.total, 0, "{}", actor.id);
    }
    assert_eq!(world.get("m").await.unwrap_err().code, Code::NotFound);
    assert!(world.indexed().await.is_empty());
    assert_eq!(world.waiting(&ann).await.len(), 1);
    assert!(world.waiting(&bob).await.is_empty());
    assert!(
        world.waiting(&lead).await.is_empty(),
        "an orchestrator is an agent"
    );
    let seen = world.waiting(&person()).await.remove(0);
    assert_eq!((seen.by.id.as_str(), seen.before.is_some()), ("ann", false));
    let fields: Vec<&str> = seen
        .changes
        .iter()
        .map(|change| change.field.as_str())
        .collect();
    assert_eq!(fields, ["agent", "text"]);
    let row = world.ok(CoreList::default()).await.items.remove(0);
    assert_eq!((row.waiting, row.crystals), (1, 0));

    // No other agent can replace it, and agents cannot approve.
    let taken = world
        .propose(&bob, memory("m", "the moon is a stone"))
        .await
        .unwrap_err();
    assert_eq!(taken.code, Code::Forbidden);
    let approve = MemoryApprove {
        core: "team".into(),
        id: "m".into(),
        ..MemoryApprove::default()
    };
    for actor in [&ann, &lead] {
        assert_eq!(
            world
                .call(actor.clone(), approve.clone())
                .await
                .unwrap_err()
                .code,
            Code::Forbidden
        );
    }
    assert_eq!(
        world
            .propose(&person(), memory("p", "the moon is far"))
            .await
            .unwrap(),
        Outcome::New
    );

    let approved = world.approve("m", Some(seen.version)).await.unwrap();
    assert_eq!(approved.approved_by.as_deref(), Some("mara"));
    assert_eq!(
        (approved.trust, approved.agent.as_deref()),
        (Trust::Agent, Some("ann"))
    );
    assert_eq!(world.get("m").await.unwrap(), approved);
    assert_eq!(
        world
            .call(bob.clone(), query("cheese"))
            .await
            .unwrap()
            .total,
        1
    );
    assert!(world.waiting(&person()).await.is_empty());
    let told = world.hears(&ann).await;
    assert_eq!(
        (told[0].kind.as_str(), told[0].from.id.as_str()),
        ("memory_approved", "mara")
    );
    assert!(world.hears(&ann).await.is_empty());
    assert!(world.hears(&bob).await.is_empty());
    let twice = world.approve("m", None).await.unwrap_err();
    assert_eq!(twice.code, Code::NotFound);
    // It still belongs to ann.
    assert!(world.call(bob, forgetting(&["m"])).await.is_err());
    world.call(ann, forgetting(&["m"])).await.unwrap();
    world.is_rebuilt_the_same().await;
}

#[tokio::test]
async fn people_rule_on_what_they_saw() {
    let world = World::with_approval(Approval::All).await;
    let ann = agent("ann");
    world
        .propose(&ann, memory("m", "tea at four"))
        .await
        .unwrap();
    let seen = world.waiting(&person()).await[0].version;
    // Its author changes it meanwhile.
    world
        .propose(&ann, memory("m", "tea at five"))
        .await
        .unwrap();
    let stale = world.approve("m", Some(seen)).await.unwrap_err();
    assert_eq!(stale.extra.reason.as_deref(), Some("stale"));
    let seen = world.waiting(&person()).await[0].version;
    assert_eq!(
        world.approve("m", Some(seen)).await.unwrap().text,
        "tea at five"
    );

    // A change waits, too, and shows what it replaces.
    let edit = |text: &str| MemoryEdit {
        id: "m".into(),
        text: Some(text.into()),
        ..MemoryEdit::default()
    };
    let edited = world.call(ann.clone(), edit("tea at six")).await.unwrap();
    assert_eq!(edited.waiting, Some(true));
    assert_eq!(world.get("m").await.unwrap().text, "tea at five");
    let seen = world.waiting(&person()).await.remove(0);
    let changes: Vec<_> = seen
        .changes
        .iter()
        .map(|one| (one.field.as_str(), one.before.as_str(), one.after.as_str()))
        .collect();
    assert_eq!(changes, [("text", Some("tea at five"), Some("tea at six"))]);
    // A person changes the current version meanwhile.
    world.ok(edit("tea at seven")).await;
    let stale = world.approve("m", Some(seen.version)).await.unwrap_err();
    assert_eq!(stale.extra.reason.as_deref(), Some("stale"));
    assert_eq!(
        world.waiting(&person()).await[0]
            .before
            .as_ref()
            .unwrap()
            .text,
        "tea at seven"
    );
    let both = tokio::join!(
        world.approve("m", None),
        world.call(ann.clone(), edit("tea at nine"))
    );
    assert!(
        both.0.is_ok() && both.1.is_err(),
        "a person had a hand in it: {both:?}"
    );
    assert_eq!(world.get("m").await.unwrap().text, "tea at six");
}

#[tokio::test]
async fn approving_while_the_author_edits_loses_nothing() {
    let world = World::with_approval(Approval::All).await;
    let ann = agent("ann");
    for round in 0..20 {
        let id = format!("m{round}");
        let (first, second) = (format!("first {round}"), format!("second {round}"));
        world.propose(&ann, memory(&id, &first)).await.unwrap();
        let (approved, said) = tokio::join!(
            world.approve(&id, None),
            world.propose(&ann, memory(&id, &second))
        );
        let (approved, said) = (approved.unwrap(), said.unwrap());
        let waits = world.waiting(&person()).await;
        assert_eq!(said, Outcome::Waiting);
        if approved.text == first {
            // The edit came later, so it waits.
            assert_eq!(
                (waits.len(), waits[0].memory.text.as_str()),
                (1, second.as_str())
            );
        } else {
            assert!(waits.is_empty());
        }
        if !waits.is_empty() {
            world.approve(&id, None).await.unwrap();
        }
        assert_eq!(world.get(&id).await.unwrap().text, second.as_str());
    }
}

#[tokio::test]
async fn what_is_refused_is_told_and_erased() {
    let world = World::with_approval(Approval::All).await;
    let (ann, bob) = (agent("ann"), agent("bob"));
    world
        .propose(&ann, memory("m", "the safe is behind the picture"))
        .await
        .unwrap();
    world.reject("m").await.unwrap();
    assert_eq!(
        world.reject("m").await.unwrap_err().extra.reason.as_deref(),
        Some("rejected")
    );
    assert_eq!(world.reject("none").await.unwrap_err().code, Code::NotFound);
    assert!(world.waiting(&person()).await.is_empty());
    let told = world.hears(&ann).await;
    assert_eq!(told[0].kind, "memory_rejected");
    assert!(told[0].message.contains("nobody said so"));
    let own = world.waiting(&ann).await.remove(0);
    assert_eq!(
        own.refused.unwrap().reason.as_deref(),
        Some("nobody said so")
    );
    assert!(world.hears(&bob).await.is_empty());
    world.pass(40 * DAY);
    let core = crystal::stream("team");
    assert_eq!(world.hub.due(10).await, std::slice::from_ref(&core));
    let swept = world
        .hub
        .run(
            CoreSweep {
                stream: core.clone(),
            },
            Caller::system(),
        )
        .await;
    assert_eq!(swept.unwrap().output.erased, 1);
    assert!(world.waiting(&ann).await.is_empty());
    let facts = world.store.log.read(&core, 0, 100).await.unwrap();
    assert!(
        facts
            .iter()
            .all(|fact| !fact.body.get().contains("picture"))
    );
}

#[tokio::test]
async fn only_what_is_new_waits_where_that_is_asked() {
    let world = World::with_approval(Approval::NewSources).await;
    let (ann, bob) = (agent("ann"), agent("bob"));
    assert_eq!(
        world.propose(&ann, memory("a", "tea")).await.unwrap(),
        Outcome::Waiting
    );
    world.approve("a", None).await.unwrap();
    assert_eq!(
        world.propose(&ann, memory("b", "milk")).await.unwrap(),
        Outcome::New
    );
    assert_eq!(
        world.propose(&bob, memory("c", "ale")).await.unwrap(),
        Outcome::Waiting
    );
    // Agents cannot turn off approval themselves.
    let open = CoreEdit {
        name: "team".into(),
        approval: Some(Approval::Off),
        ..CoreEdit::default()
    };
    let lead = Actor::new("lead", Role::Orchestrator);
    let refused = world.call(lead.clone(), open.clone()).await.unwrap_err();
    assert_eq!(refused.code, Code::Forbidden);
    let describe = CoreEdit {
        name: "team".into(),
        description: Some(Some("drinks".into())),
        writers: Some(Some(["ann".to_owned()].into())),
        ..CoreEdit::default()
    };
    let core = world.call(lead, describe).await.unwrap().core;
    assert_eq!(
        (core.description.as_deref(), core.approval),
        (Some("drinks"), Approval::NewSources)
    );
    assert_eq!(
        world
            .propose(&bob, memory("d", "gin"))
            .await
            .unwrap_err()
            .code,
        Code::Forbidden
    );
    assert_eq!(world.ok(open).await.core.approval, Approval::Off);
    assert_eq!(
        world.propose(&ann, memory("e", "rum")).await.unwrap(),
        Outcome::New
    );
    // Memories that were already waiting stay so.
    assert_eq!(world.waiting(&person()).await.len(), 1);
    let closed = CoreEdit {
        name: "team".into(),
        readers: Some(Some(["bob".to_owned()].into())),
        ..CoreEdit::default()
    };
    let refused = world.call(person(), closed).await.unwrap_err();
    assert_eq!(refused.extra.fields[0].pointer, "/writers");
}

#[tokio::test]
async fn a_sessions_memories_wait_too() {
    let world = World::with_approval(Approval::All).await;
    let put = SessionPut {
        session: "s".into(),
        namespace: Some("team".into()),
        memories: vec![MemoryRecord {
            id: "k".into(),
            text: "kim likes tea".into(),
            ..MemoryRecord::default()
        }],
        ..SessionPut::default()
    };
    let ann = agent("ann");
    world.call(ann.clone(), put).await.unwrap();
    assert!(world.ids(query("kim tea")).await.is_empty());
    let seen = world.waiting(&person()).await.remove(0);
    assert_eq!(
        seen.memory.provenance.unwrap().stream.as_str(),
        "session:team//s"
    );
    // The core's other readers do not learn of it from the facts either.
    let core = crystal::stream("team");
    let facts = world.store.log.read(&core, 0, 100).await.unwrap();
    let proposed = facts
        .iter()
        .find(|fact| &*fact.kind == "crystal_proposed")
        .unwrap();
    assert_eq!(Core::guard(proposed), Guard::People);
}

#[tokio::test]
async fn what_was_forgotten_meanwhile_does_not_keep_another_one_waiting() {
    let world = World::with_approval(Approval::All).await;
    for id in ["gone", "there"] {
        let known = MemoryCreate {
            memory: Some(memory(id, &format!("the office is {id}"))),
            core: Some("team".into()),
            ..MemoryCreate::default()
        };
        world.ok(known).await;
    }
    let lead = Actor::new("lead", Role::Orchestrator);
    let new = NewCrystal {
        supersedes: vec!["gone".into(), "there".into()],
        ..memory("new", "the office moved")
    };
    assert_eq!(world.propose(&lead, new).await.unwrap(), Outcome::Waiting);
    world.ok(forgetting(&["gone"])).await;
    world.approve("new", None).await.unwrap();
    assert_eq!(world.ids(query("office")).await, ["new"]);
}
