//! Limits of one call: lists are bounded, unknown names are rejected, and flags stay few.

use engine::numbers::TaskNo;
use engine::workflow::ops::discovery_record::DiscoveryRecord;
use engine::workflow::ops::task_add::{MAX_NEEDS, NewNeed, NewTask, TaskAdd};
use engine::workflow::ops::task_edit::TaskEdit;
use engine::workflow::ops::task_link::TaskLink;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::error::Code;
use kernel::{Actor, Role};
use serde_json::{Value, json};

use crate::workflow::harness::{Breaking, World, lead, task};

fn with(change: fn(&mut NewTask)) -> NewTask {
    let mut task = NewTask {
        title: "One".into(),
        ..NewTask::default()
    };
    change(&mut task);
    task
}

fn many(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("p{i}")).collect()
}

#[test]
fn lists_of_a_task_have_an_end() {
    let mut world = World::new();
    let cases: [Breaking<NewTask>; 6] = [
        ("/acceptance", |task| task.acceptance = many(101)),
        ("/paths", |task| task.paths = many(101)),
        ("/paths/0", |task| task.paths = vec!["x".repeat(1_025)]),
        ("/capabilities", |task| task.capabilities = many(101)),
        ("/depends_on", |task| {
            task.depends_on = vec![NewNeed::from("T1"); MAX_NEEDS + 1];
        }),
        ("/title", |task| task.title = " ".into()),
    ];
    for (pointer, change) in cases {
        let op = TaskAdd {
            decisions: Vec::new(),
            workflow: world.workflow(),
            task: with(change),
            tasks: Vec::new(),
        };
        let error = world.refused(&lead(), op);
        assert_eq!(error.code, Code::Invalid);
        assert_eq!(error.extra.fields[0].pointer, pointer);
    }
    world.add_after("One", &[]);
    let edit: TaskEdit = serde_json::from_value(json!({
        "workflow": world.workflow(), "task": "T1", "paths": many(101)
    }))
    .unwrap();
    assert_eq!(
        world.refused(&lead(), edit).extra.fields[0].pointer,
        "/paths"
    );
    let new = WorkflowCreate {
        name: "n".into(),
        goal: "g".into(),
        constraints: many(101),
        ..WorkflowCreate::default()
    };
    assert_eq!(
        world.refused(&lead(), new).extra.fields[0].pointer,
        "/constraints"
    );
}

#[test]
fn what_was_learned_is_a_text_like_any_other() {
    let mut world = World::new();
    for (bytes, fits) in [(256 * 1024, true), (256 * 1024 + 1, false)] {
        let op: DiscoveryRecord = serde_json::from_value(json!({
            "workflow": world.workflow(), "type": "insight", "content": "x".repeat(bytes)
        }))
        .unwrap();
        let recorded = world.call(&lead(), op);
        assert_eq!(recorded.is_ok(), fits);
        assert!(
            recorded
                .err()
                .is_none_or(|error| error.code == Code::TooLarge)
        );
    }
}

#[test]
fn a_task_has_so_many_needs_and_no_more() {
    let mut world = World::new();
    let before = (0..=MAX_NEEDS).map(|_| with(|_| ())).collect();
    let op = TaskAdd {
        decisions: Vec::new(),
        workflow: world.workflow(),
        task: NewTask::default(),
        tasks: before,
    };
    world.ok(&lead(), op);
    let last = world.add(with(|_| ()));
    let names: Vec<String> = (1..=MAX_NEEDS).map(|no| format!("T{no}")).collect();
    let edit: TaskEdit = serde_json::from_value(json!({
        "workflow": world.workflow(), "task": last, "depends_on": names
    }))
    .unwrap();
    world.ok(&lead(), edit);
    let one_more = TaskLink {
        workflow: Some(world.workflow()),
        from: task(u32::try_from(MAX_NEEDS).unwrap() + 1),
        to: task(last.0),
        when: engine::workflow::edge::When::Success.into(),
    };
    assert_eq!(world.refused(&lead(), one_more).code, Code::TooLarge);
}

#[test]
fn no_key_takes_the_place_of_a_task() {
    let mut world = World::new();
    world.add_after("One", &[]);
    let add = |key: &str, workflow| {
        let body = json!({ "workflow": workflow, "tasks": [
            { "key": key, "title": "New" }, { "title": "Behind", "depends_on": [key] },
        ] });
        serde_json::from_value::<TaskAdd>(body).unwrap()
    };
    let id = world.workflow();
    for key in ["T1", "t1", &format!("{id}.T1")] {
        let error = world.clone().refused(&lead(), add(key, id));
        assert_eq!(error.code, Code::Invalid);
        let fault = &error.extra.fields[0];
        assert_eq!(fault.pointer, "/tasks/0/key", "{key}");
        assert!(fault.detail.contains("is the name of a task"), "{error}");
    }
    // If there is no such task, a name refers to one in the call.
    for key in ["T2", "t2", "T3", "T9", "task"] {
        let mut world = world.clone();
        world.ok(&lead(), add(key, id));
        assert_eq!(world.task(3).depends_on[0].task, TaskNo(2), "{key}");
    }
}

#[test]
fn what_a_new_task_does_not_have_is_refused_also_in_a_batch() {
    let id = World::new().workflow();
    let read = |body: Value| serde_json::from_value::<TaskAdd>(body).map(|op| op.tasks.len());
    let odd = json!({ "title": "One", "dependson": ["T1"] });
    assert!(read(json!({ "workflow": id, "tasks": [odd] })).is_err());
    let odd = json!({ "title": "One", "depends_on": [{ "task": "T1", "wen": "failure" }] });
    let error = read(json!({ "workflow": id, "tasks": [odd] })).unwrap_err();
    assert!(error.to_string().contains("a task's name"), "{error}");
    let good = json!({ "key": "a", "title": "One", "depends_on": ["T1", { "task": "T2", "when": "done" }] });
    assert_eq!(read(json!({ "workflow": id, "tasks": [good] })).unwrap(), 1);
    assert!(read(json!({ "workflow": id, "title": "One", "priority": 1 })).is_ok());
}

#[test]
fn an_orchestrator_makes_workers_and_takes_nobody_s_role_away() {
    let mut world = World::new();
    let register = |name: &str, role| AgentRegister {
        name: name.into(),
        role,
    };
    world.ok(&lead(), register("w9", Role::Worker));
    world.ok(&lead(), register("w9", Role::Worker));
    let mut refused = |name, role| world.refused(&lead(), register(name, role)).code;
    assert_eq!(refused("r1", Role::Worker), Code::Forbidden);
    assert_eq!(refused("r9", Role::Reviewer), Code::Forbidden);
    let owner = Actor::new("olga", Role::Owner);
    world.ok(&owner, register("r1", Role::Worker));
}

#[test]
fn a_workflow_has_room_for_so_many_things_and_says_so() {
    use engine::numbers::{DiscoveryNo, Number};
    use engine::table::MAX_ROWS;
    use engine::workflow::shared::Discovery;
    let mut world = World::new();
    let found = DiscoveryRecord {
        workflow: world.workflow(),
        content: "Something".into(),
        kind: engine::workflow::shared::DiscoveryKind::Insight,
        affects_tasks: Vec::new(),
        promote_to_core: None,
    };
    let discovery = world.ok(&lead(), found).discovery;
    let mut table = engine::table::Table::default();
    let numbered = |no: u32| Discovery {
        id: DiscoveryNo::new(no),
        ..discovery.clone()
    };
    table.put(numbered(MAX_ROWS - 1));
    assert_eq!(table.another().unwrap(), DiscoveryNo::new(MAX_ROWS));
    table.put(numbered(MAX_ROWS));
    let refused = table.another().unwrap_err();
    assert_eq!(refused.code, Code::TooLarge);
    assert!(refused.detail.contains("500000"), "{refused}");
}
