//! Epoch of the lead: a replaced lead can no longer change the plan.

use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::task_add::TaskAdd;
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_cancel::TaskCancel;
use engine::workflow::ops::task_edit::TaskEdit;
use engine::workflow::ops::task_link::TaskLink;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_skip::TaskSkip;
use engine::workflow::ops::task_unlink::TaskUnlink;
use engine::workflow::ops::task_update::TaskUpdate;
use engine::workflow::ops::workflow_archive::WorkflowArchive;
use engine::workflow::ops::workflow_cancel::WorkflowCancel;
use engine::workflow::ops::workflow_complete::WorkflowComplete;
use engine::workflow::ops::workflow_edit::WorkflowEdit;
use engine::workflow::ops::workflow_lead::{LeadNow, WorkflowLead};
use engine::workflow::ops::workflow_pause::WorkflowPause;
use engine::workflow::ops::workflow_resume::WorkflowResume;
use kernel::actor::{Actor, Role};
use kernel::error::{Code, Error};
use kernel::operation::Operation;
use serde_json::{Value, json};

use crate::workflow::harness::{World, lead, person, word, worker};

fn second() -> Actor {
    Actor::new("lead-2", Role::Orchestrator)
}

fn third() -> Actor {
    Actor::new("lead-3", Role::Orchestrator)
}

fn op<O: Operation>(world: &World, mut arguments: Value) -> O {
    arguments["workflow"] = json!(world.workflow());
    serde_json::from_value(arguments).unwrap()
}

fn take(world: &mut World, actor: &Actor) -> LeadNow {
    let op = op::<WorkflowLead>(world, json!({ "action": "take" }));
    world.ok(actor, op)
}

/// Returns a workflow with T1 (held), T2, T3 after T2, T4, whose first lead was replaced.
fn replaced() -> World {
    let mut world = World::new();
    for (title, needs) in [("a", &[][..]), ("b", &[]), ("c", &[2]), ("d", &[])] {
        world.add_after(title, needs);
    }
    world.pass(3_600);
    assert_eq!(take(&mut world, &second()).epoch, 2);
    world.claim(&worker(), 1).unwrap();
    world
}

fn try_plan<O: Operation>(
    world: &mut World,
    actor: &Actor,
    arguments: &Value,
) -> Result<(), Error> {
    let op = op::<O>(world, arguments.clone());
    world.call(actor, op).map(|_| ())
}

type Try = fn(&mut World, &Actor, &Value) -> Result<(), Error>;

fn plans() -> Vec<(&'static str, Try, Value)> {
    vec![
        ("task_add", try_plan::<TaskAdd>, json!({ "title": "e" })),
        (
            "task_edit",
            try_plan::<TaskEdit>,
            json!({ "task": "T2", "title": "B" }),
        ),
        (
            "task_link",
            try_plan::<TaskLink>,
            json!({ "from": "T2", "to": "T4" }),
        ),
        (
            "task_unlink",
            try_plan::<TaskUnlink>,
            json!({ "from": "T2", "to": "T3" }),
        ),
        (
            "task_assign",
            try_plan::<TaskAssign>,
            json!({ "task": "T2", "agent": "w2" }),
        ),
        (
            "task_cancel",
            try_plan::<TaskCancel>,
            json!({ "task": "T3" }),
        ),
        ("task_skip", try_plan::<TaskSkip>, json!({ "task": "T3" })),
        ("task_retry", try_plan::<TaskRetry>, json!({ "task": "T3" })),
        (
            "task_release",
            try_plan::<TaskRelease>,
            json!({ "task": "T1" }),
        ),
        (
            "task_update",
            try_plan::<TaskUpdate>,
            json!({ "task": "T1", "status": "pending" }),
        ),
        (
            "workflow_edit",
            try_plan::<WorkflowEdit>,
            json!({ "name": "Other" }),
        ),
        ("workflow_pause", try_plan::<WorkflowPause>, json!({})),
        ("workflow_resume", try_plan::<WorkflowResume>, json!({})),
        ("workflow_complete", try_plan::<WorkflowComplete>, json!({})),
        ("workflow_cancel", try_plan::<WorkflowCancel>, json!({})),
        ("workflow_archive", try_plan::<WorkflowArchive>, json!({})),
    ]
}

#[test]
fn who_was_replaced_changes_the_plan_no_more_until_the_other_lead_ends() {
    for (name, plan, arguments) in plans() {
        let mut world = replaced();
        let error = plan(&mut world, &lead(), &arguments).expect_err(name);
        assert_eq!(
            (error.code, word(&error).as_str()),
            (Code::Conflict, "lead_lost"),
            "{name}"
        );
        for part in ["lead-2", "epoch 2", "epoch 1", "workflow_lead"] {
            assert!(error.detail.contains(part), "{name}: {}", error.detail);
        }
        // Agents that never led, the current lead and people are not affected.
        for actor in [third(), second(), person()] {
            let mut world = replaced();
            let tried = plan(&mut world, &actor, &arguments);
            let is_lost = tried.is_err_and(|error| word(&error) == "lead_lost");
            assert!(!is_lost, "{name} by {}", actor.id);
        }
        world.pass(3_600);
        let tried = plan(&mut world, &lead(), &arguments);
        let is_lost = tried.is_err_and(|error| word(&error) == "lead_lost");
        assert!(!is_lost, "{name} when the other lead ran out");
    }
}

#[test]
fn what_is_known_may_still_be_said_by_who_was_replaced() {
    let mut world = replaced();
    let said = json!({ "question": "q", "choice": "c", "rationale": "r" });
    let op = op::<DecisionRecord>(&world, said);
    world.ok(&lead(), op);
}

#[test]
fn a_stale_epoch_shuts_the_old_process_of_the_same_agent_out() {
    let mut world = World::new();
    let add = json!({ "title": "a" });
    world.lead_epoch = Some(1);
    try_plan::<TaskAdd>(&mut world, &lead(), &add).unwrap();
    assert_eq!(take(&mut world, &lead()).epoch, 2);
    let said = json!({ "question": "q", "choice": "c", "rationale": "r" });
    let tries: [(Try, &Value); 2] = [
        (try_plan::<TaskAdd>, &add),
        (try_plan::<DecisionRecord>, &said),
    ];
    for (call, arguments) in tries {
        world.lead_epoch = Some(1);
        let error = call(&mut world, &lead(), arguments).unwrap_err();
        assert_eq!(word(&error), "lead_lost");
        assert!(
            error.detail.contains("lead leads this workflow in epoch 2"),
            "{}",
            error.detail
        );
        world.lead_epoch = Some(2);
        call(&mut world, &lead(), arguments).unwrap();
    }
    let error = try_plan::<TaskAdd>(&mut world, &person(), &add).unwrap_err();
    assert_eq!(word(&error), "lead_lost", "a person leads in no epoch");
}
