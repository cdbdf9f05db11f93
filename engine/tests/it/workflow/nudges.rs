//! Nudges: delivery and acknowledgement.

use engine::numbers::{NudgeNo, Ref};
use engine::workflow::ops::nudge_acknowledge::NudgeAcknowledge;
use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::workflow_lead::{LeadAction, WorkflowLead};
use engine::workflow::people::{Priority, Target};
use kernel::actor::{Actor, Role};
use kernel::memory::{Memory, Receipt};

use crate::workflow::harness::{Breaking, World, fold, lead, other, person, task, word, worker};
use crate::workflow::words::{ask, heard, notices};

fn nudge(world: &World, target: &str, message: &str, priority: Priority) -> NudgeSend {
    NudgeSend {
        workflow: world.workflow(),
        target: Target::parse(target),
        message: message.into(),
        priority,
        ttl_seconds: None,
        task: None,
    }
}

#[test]
fn nudges_arrive_urgent_first_and_only_where_they_are_meant() {
    let mut world = World::new();
    for (target, message, priority) in [
        ("all", "hello", Priority::Low),
        ("w1", "use HS256", Priority::Normal),
        ("orchestrator", "plan again", Priority::Normal),
        ("w1", "stop", Priority::Urgent),
    ] {
        let op = nudge(&world, target, message, priority);
        world.ok(&person(), op);
        world.pass(1);
    }
    let op = nudge(&world, "all", "from the lead", Priority::Normal);
    world.ok(&lead(), op);
    assert_eq!(
        heard(&world, &worker()),
        ["stop", "use HS256", "from the lead", "hello"]
    );
    assert_eq!(heard(&world, &other()), ["from the lead", "hello"]);
    assert_eq!(heard(&world, &lead()), ["plan again", "hello"]);
    assert_eq!(heard(&world, &person()), [""; 0]);
    let first = &notices(&world, &worker())[0];
    assert_eq!(
        (first.id.as_str(), first.kind.as_str(), &first.from),
        ("N4", "nudge", &person())
    );
    world.pass(24 * 60 * 60);
    assert_eq!(
        heard(&world, &worker()),
        [""; 0],
        "a day later they need not be told"
    );
}

#[test]
fn a_nudge_to_the_orchestrator_is_for_whoever_leads() {
    let mut world = World::new();
    let (second, stranger) = (
        Actor::new("second", Role::Orchestrator),
        Actor::new("stranger", Role::Orchestrator),
    );
    let op = nudge(&world, "orchestrator", "plan again", Priority::Normal);
    world.ok(&person(), op);
    assert_eq!(heard(&world, &lead()), ["plan again"]);
    for other in [&second, &stranger, &worker()] {
        assert_eq!(heard(&world, other), [""; 0], "{}", other.id);
    }
    // Without a lead: the agents that created the workflow or contributed to it.
    let lead_by = |world: &mut World, actor: &Actor, action| {
        let op = WorkflowLead {
            workflow: world.workflow(),
            action,
            epoch: None,
            handoff_note: None,
        };
        world.ok(actor, op);
    };
    let question = ask(&world, "Where is the plan?");
    world.ok(&second, question);
    lead_by(&mut world, &lead(), LeadAction::Release);
    assert_eq!(heard(&world, &lead()), ["plan again"]);
    assert_eq!(heard(&world, &second), ["plan again"]);
    assert_eq!(heard(&world, &stranger), [""; 0]);
    // The next lead gets the unacknowledged ones.
    lead_by(&mut world, &stranger, LeadAction::Take);
    assert_eq!(heard(&world, &stranger), ["plan again"]);
    assert_eq!(heard(&world, &second), [""; 0]);
    let read = NudgeAcknowledge {
        workflow: Some(world.workflow()),
        nudge: Ref::local(NudgeNo(1)),
        acted: false,
        note: None,
    };
    assert_eq!(
        word(&world.refused(&second, read.clone())),
        "forbidden",
        "it does not lead"
    );
    world.ok(&stranger, read.clone());
    lead_by(&mut world, &stranger, LeadAction::Release);
    lead_by(&mut world, &second, LeadAction::Take);
    assert_eq!(heard(&world, &second), [""; 0], "it was acknowledged");
    world.ok(&stranger, read);
    assert_eq!(fold(&world.workflow_facts()), *world.state());
}

#[test]
fn what_an_agent_has_heard_is_not_looked_at_again() {
    let mut world = World::new();
    for nth in 0..6 {
        let op = nudge(&world, "all", &format!("word {nth}"), Priority::Normal);
        world.ok(&lead(), op);
    }
    let mut state = world.state().as_ref().clone();
    let deliver = |state: &mut engine::workflow::Workflow, names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let receipt = state
            .receipt(&worker(), &Receipt::Delivered(names))
            .unwrap();
        let meta = kernel::fact::Meta {
            version: state.version + 1,
            at: world.now,
            actor: Actor::system(),
        };
        state.apply(&meta, &receipt);
    };
    // Oldest last: the remaining ones are found at any place.
    deliver(&mut state, &["N6", "N5", "N3", "N2"]);
    let told: Vec<String> = state
        .inbox(&worker(), world.now)
        .into_iter()
        .map(|notice| notice.message)
        .collect();
    assert_eq!(told, ["word 0", "word 3"]);
    deliver(&mut state, &["N1", "N4"]);
    let derived = state.derived();
    assert_eq!(derived.to_all.len(), 6);
    assert_eq!(derived.heard["w1"], derived.to_all);
    assert_eq!(derived.heard["lead"], derived.to_all, "its own words");
    assert!(state.inbox(&worker(), world.now).is_empty());
    assert_eq!(state.inbox(&other(), world.now).len(), 6);
    // Expired ones are removed completely.
    let meta = kernel::fact::Meta {
        version: state.version + 1,
        at: world.now.plus(2 * kernel::time::DAY),
        actor: Actor::system(),
    };
    let receipt = state
        .receipt(&other(), &Receipt::Delivered(vec!["N1".to_owned()]))
        .unwrap();
    state.apply(&meta, &receipt);
    let derived = state.derived();
    assert!(derived.to_all.is_empty() && derived.heard.is_empty());
}

#[test]
fn a_nudge_has_a_receipt_for_each_who_got_it() {
    let mut world = World::new();
    let op = nudge(&world, "all", "hello", Priority::Normal);
    world.ok(&person(), op);
    let mut state = world.state().as_ref().clone();
    let receipt = state
        .receipt(&worker(), &Receipt::Delivered(vec!["N1".to_owned()]))
        .unwrap();
    let meta = kernel::fact::Meta {
        version: state.version + 1,
        at: world.now,
        actor: Actor::system(),
    };
    state.apply(&meta, &receipt);
    assert!(state.inbox(&worker(), world.now).is_empty());
    assert_eq!(state.inbox(&other(), world.now).len(), 1);
    let read = |acted, note: Option<&str>| NudgeAcknowledge {
        workflow: Some(world.workflow()),
        nudge: Ref::local(NudgeNo(1)),
        acted,
        note: note.map(Into::into),
    };
    let (plain, acted) = (read(false, None), read(true, Some("D2 now says HS256")));
    let nudge = world.ok(&other(), plain.clone()).nudge;
    let receipt = &nudge.receipts["w2"];
    assert!(receipt.delivered_at.is_some() && receipt.acknowledged_at.is_some());
    assert_eq!(receipt.acted_at, None);
    let facts = world.facts.len();
    world.ok(&other(), plain);
    assert_eq!(world.facts.len(), facts, "reading it twice is reading it");
    let nudge = world.ok(&other(), acted).nudge;
    assert_eq!(
        nudge.receipts["w2"].note.as_deref(),
        Some("D2 now says HS256")
    );
    assert!(nudge.receipts["w2"].acted_at.is_some());
    assert!(!nudge.receipts.contains_key("w1"));
}

#[test]
fn only_the_target_acknowledges() {
    let mut world = World::new();
    let op = nudge(&world, "w1", "stop", Priority::Normal);
    world.ok(&person(), op);
    let op = nudge(&world, "orchestrator", "plan", Priority::Normal);
    world.ok(&person(), op);
    let read = |no| NudgeAcknowledge {
        workflow: Some(world.workflow()),
        nudge: Ref::local(NudgeNo(no)),
        acted: false,
        note: None,
    };
    let (one, two) = (read(1), read(2));
    for (actor, op, is_target) in [
        (worker(), &one, true),
        (other(), &one, false),
        (lead(), &one, false),
        (lead(), &two, true),
        (worker(), &two, false),
        (person(), &one, false),
    ] {
        let said = world.call(&actor, op.clone());
        assert_eq!(said.is_ok(), is_target, "{} {:?}", actor.id, op.nudge);
    }
}

#[test]
fn nudges_that_cannot_be_sent() {
    let mut world = World::new();
    let broken: &[Breaking<NudgeSend>] = &[
        ("/message", |op| op.message = String::new()),
        ("/target", |op| op.target = Target::parse("")),
        ("/ttl_seconds", |op| op.ttl_seconds = Some(0)),
        ("/ttl_seconds", |op| op.ttl_seconds = Some(u32::MAX)),
        ("/task/0", |op| op.task = Some(task(4))),
    ];
    for (pointer, breaks) in broken {
        let mut op = nudge(&world, "w1", "stop", Priority::Normal);
        breaks(&mut op);
        assert_eq!(
            world.refused(&person(), op).extra.fields[0].pointer,
            *pointer
        );
    }
    let op = nudge(&world, "nobody", "stop", Priority::Normal);
    assert_eq!(word(&world.refused(&worker(), op.clone())), "forbidden");
    assert_eq!(
        world.ok(&person(), op).warnings.len(),
        1,
        "it may come later"
    );
}
