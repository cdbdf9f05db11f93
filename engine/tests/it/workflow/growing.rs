//! The cost of a call does not grow with the size of the workflow, including decisions and discoveries that concern all
//! of it.

use std::time::Duration;

use engine::fence::Tags;
use engine::numbers::{DecisionNo, Ref, TaskNo};
use engine::workflow::context::{Recalled, Shape, assemble};
use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::discovery_record::DiscoveryRecord;
use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::workflow_get::WorkflowView;
use engine::workflow::people::{Priority, Target};
use engine::workflow::ready::Asker;
use engine::workflow::shared::DiscoveryKind;
use engine::workflow::state::Workflow;
use kernel::memory::Memory as _;
use rustix::time::{ClockId, clock_gettime};

use crate::workflow::harness::{World, fold, lead, lease, task, worker};

/// Number of discoveries in a small and a large workflow, with half as many decisions.
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

/// Plans and makes a decision, and makes an unplanned one.
fn decide_as_planned(world: &mut World) {
    let nth = world.state().planned_decisions.len();
    let question = format!("Which way for {nth}?");
    crate::workflow::choices::plan(world, &question, &["left", "right"]);
    let op = DecisionRecord {
        decision: None,
        workflow: world.workflow(),
        question: question.to_uppercase(),
        choice: "left".into(),
        alternatives: Vec::new(),
        rationale: "it is shorter".into(),
        affects_tasks: Vec::new(),
        reversible: true,
    };
    world.ok(&lead(), op);
    assert!(world.state().derived().undecided.is_empty());
    decide(world);
}

#[test]
fn no_decision_costs_more_because_many_were_planned() {
    let planned = |size: usize| {
        let mut world = World::new();
        for _ in 0..size {
            decide_as_planned(&mut world);
        }
        world
    };
    let calls: [Call; 1] = [("decision_record", decide_as_planned)];
    compare([50, 1_000].map(planned), &calls);
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

fn read_in_short(world: &mut World) {
    let asker = Asker::default();
    let short = WorkflowView::short(Workflow::clone(&world.state()), world.now, asker);
    let json = serde_json::to_string(&short).unwrap();
    assert!(json.len() < 5_000, "{}", json.len());
}

/// Name and function of a call.
pub type Call = (&'static str, fn(&mut World));

const CALLS: [Call; 7] = [
    ("workflow_get", read_in_short),
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

/// Returns the processor time of this thread, which excludes other load on the machine.
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
    compare(SIZES.map(grown), &CALLS);
}

#[test]
fn nudges_that_have_run_out_are_on_no_list() {
    let mut world = World::new();
    let listed = |world: &World| {
        let state = world.state();
        let listed = &state.derived().nudges_of;
        listed.get(&0).map_or(0, imbl::Vector::len)
    };
    for nth in 0..50 {
        // It lasts a minute; the next one comes two minutes later.
        nudge(&mut world);
        assert_eq!(listed(&world), 1, "{nth}");
    }
    assert_eq!(world.state().nudges.len(), 50);
    discover(&mut world);
    assert_eq!(listed(&world), 0);
}

#[test]
fn what_an_agent_works_on_is_found_by_its_name() {
    let mut world = World::new();
    for title in ["one", "two", "three"] {
        world.add_after(title, &[]);
    }
    let of = |world: &World, agent: &str| -> Vec<u32> {
        let state = world.state();
        let assigned = &state.derived().assigned;
        let numbers = assigned.get(agent).into_iter().flatten();
        numbers.copied().collect()
    };
    world.claim(&worker(), 1).unwrap();
    world.claim(&worker(), 3).unwrap();
    assert_eq!(of(&world, "w1"), [1, 3]);
    let op = TaskComplete {
        workflow: Some(world.workflow()),
        task: task(1),
        summary: "done".into(),
        next_steps: Vec::new(),
        artifacts: Vec::new(),
        lease: Some(lease(&world, 1)),
        force: false,
    };
    world.ok(&worker(), op);
    assert_eq!(of(&world, "w1"), [3]);
    assert_eq!(of(&world, "w2"), [] as [u32; 0]);
}

/// Compares the cost of calls in a small and a large world.
pub fn compare([mut small, mut large]: [World; 2], calls: &[Call]) {
    for &(name, call) in calls {
        let (mut one, mut many) = (time(&mut small, call), time(&mut large, call));
        // The best of several runs: caches are cold at first, and other load adds time.
        for _ in 0..50 {
            if many < 3 * one {
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
    // Derived counters are the same after the state is rebuilt.
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
