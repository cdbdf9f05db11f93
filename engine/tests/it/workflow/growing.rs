//! What a call costs does not grow with what the workflow has: decisions and discoveries that concern all of it are
//! there by the thousand after a while.

use std::time::Duration;

use engine::fence::Tags;
use engine::numbers::{DecisionNo, Ref, TaskNo};
use engine::workflow::context::{Recalled, Shape, assemble};
use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::discovery_record::DiscoveryRecord;
use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::people::{Priority, Target};
use engine::workflow::shared::DiscoveryKind;
use kernel::memory::Memory as _;
use rustix::time::{ClockId, clock_gettime};

use crate::workflow::harness::{World, fold, lead, lease, task, worker};

/// How many discoveries, and half as many decisions, a small and a large workflow have.
const SIZES: [usize; 2] = [200, 4_000];

fn discover(world: &mut World) {
    let op = DiscoveryRecord {
        workflow: world.workflow(),
        content: "The cache is cold after each deployment, so the first calls are slow".into(),
        kind: DiscoveryKind::Insight,
        affects_tasks: Vec::new(),
        promote_to_core: None,
    };
    world.ok(&worker(), op);
}

fn decide(world: &mut World) -> DecisionNo {
    let op = DecisionRecord {
        decision: None,
        workflow: world.workflow(),
        question: "Which store?".into(),
        choice: "the one that we have".into(),
        alternatives: vec!["another one".into()],
        rationale: "it is there, and everybody knows it".into(),
        affects_tasks: Vec::new(),
        reversible: true,
    };
    world.ok(&worker(), op).decision.id
}

fn supersede(world: &mut World) {
    let op = DecisionSupersede {
        workflow: Some(world.workflow()),
        decision: Ref::local(decide(world)),
        question: None,
        choice: "a better one".into(),
        alternatives: Vec::new(),
        rationale: "we know better now".into(),
        affects_tasks: None,
        reversible: None,
    };
    world.ok(&worker(), op);
}

fn nudge(world: &mut World) {
    let op = NudgeSend {
        workflow: world.workflow(),
        target: Target::parse("w1"),
        message: "Look at this".into(),
        priority: Priority::Normal,
        ttl_seconds: Some(60),
        task: None,
    };
    world.ok(&lead(), op);
    world.pass(120);
}

fn claim(world: &mut World) {
    let op = TaskClaim {
        workflow: Some(world.workflow()),
        task: Some(task(1)),
        ..TaskClaim::default()
    };
    world.ok(&worker(), op);
    let op = TaskRelease {
        workflow: Some(world.workflow()),
        task: task(1),
        lease: Some(lease(world, 1)),
        handoff_note: None,
    };
    world.ok(&worker(), op);
}

fn list(world: &mut World) {
    let (state, stream) = (world.state(), engine::workflow::stream(world.workflow()));
    assert!(state.entry(&stream).is_some());
    assert!(state.notices(&lead(), world.now).len() < 100);
}

/// The name of a call, and the call.
type Call = (&'static str, fn(&mut World));

const CALLS: [Call; 6] = [
    ("discovery_record", discover),
    ("decision_supersede", supersede),
    ("nudge_send", nudge),
    ("task_claim", claim),
    ("lists and notices", list),
    ("decision_record", |world| {
        decide(world);
    }),
];

fn grown(size: usize) -> World {
    let mut world = World::new();
    world.add_after("Write it", &[]);
    for nth in 0..size {
        discover(&mut world);
        if nth % 2 == 0 {
            decide(&mut world);
        }
    }
    world
}

/// The time that this thread was at work: what others do on the machine does not count.
fn worked() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}

fn time(world: &mut World, call: fn(&mut World)) -> Duration {
    let begin = worked();
    for _ in 0..10 {
        call(world);
    }
    worked().saturating_sub(begin)
}

#[test]
fn no_call_costs_more_because_the_workflow_is_large() {
    let [mut small, mut large] = SIZES.map(grown);
    for (name, call) in CALLS {
        let (mut one, mut many) = (time(&mut small, call), time(&mut large, call));
        // The least of several times: caches are cold at first.
        for _ in 0..8 {
            if many < 2 * one {
                break;
            }
            one = one.min(time(&mut small, call));
            many = many.min(time(&mut large, call));
        }
        assert!(many < 3 * one, "{name}: {one:?} became {many:?}");
    }
}

#[test]
fn a_context_counts_what_it_does_not_look_at() {
    let mut world = grown(1_000);
    for _ in 0..3 {
        supersede(&mut world);
    }
    let estimate = |text: &str| u32::try_from(text.len().div_ceil(4)).unwrap();
    let context = assemble(
        &world.state(),
        TaskNo(1),
        Shape::default(),
        world.now,
        &Recalled::default(),
        (&Tags::of("dev", |_| 0), &estimate),
    )
    .unwrap();
    for (kind, all) in [("discoveries", 1_000), ("decisions", 503)] {
        let shown = context.text.matches(match kind {
            "discoveries" => " insight: ",
            _ => " → ",
        });
        let shown = shown.count() as u64;
        let left = context
            .omitted
            .iter()
            .find(|left| left.kind == kind)
            .unwrap();
        assert_eq!((left.count + shown, left.what.len()), (all, 10), "{kind}");
        assert!(shown > 10, "{kind}");
        let each = left.tokens / left.count;
        assert!((15..40).contains(&each), "{kind}: {each} tokens each");
    }
    // Counters next to the state are the same after the state is rebuilt.
    assert_eq!(
        fold(&world.workflow_facts()).derived(),
        world.state().derived()
    );
    let json = serde_json::to_string(&*world.state()).unwrap();
    let read: engine::workflow::Workflow = serde_json::from_str(&json).unwrap();
    let weights = |workflow: &engine::workflow::Workflow| {
        let derived = workflow.derived();
        (derived.decisions_for_all, derived.discoveries_for_all)
    };
    assert_eq!(weights(&read), weights(&world.state()));
}
