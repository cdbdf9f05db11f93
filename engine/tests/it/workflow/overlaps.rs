//! Overlapping reserved paths are flagged if two tasks can run at the same time: when they are planned, and on a claim
//! while the other is in progress.

use engine::workflow::ops::task_add::{NewTask, TaskAdd};
use engine::workflow::ops::task_edit::TaskEdit;
use engine::workflow::ops::task_unlink::TaskUnlink;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use serde_json::{Value, json};

use crate::workflow::harness::{World, lead, other, worker};

fn on(path: &str) -> NewTask {
    NewTask {
        title: "A task".into(),
        paths: vec![path.into()],
        ..NewTask::default()
    }
}

fn edit(world: &mut World, what: &Value) -> Vec<String> {
    let mut edit = json!({ "workflow": world.workflow() });
    edit.as_object_mut()
        .unwrap()
        .extend(what.as_object().unwrap().clone());
    let edit: TaskEdit = serde_json::from_value(edit).unwrap();
    world.ok(&lead(), edit).warnings
}

#[test]
fn what_is_planned_beside_others_is_flagged_with_both_paths() {
    let mut world = World::new();
    for path in ["src/auth/**", "src/auth-old/x", "docs/", "/etc/a"] {
        world.add(on(path));
    }
    for (path, others) in [
        ("./SRC/Auth/", &["T1"][..]),
        ("src/auth/token.rs", &["T1"]),
        ("src/*/token.rs", &["T1"]),
        ("src/auth-old", &["T2"]),
        ("src", &["T1", "T2"]),
        ("docs/a/b", &["T3"]),
        ("**/*.md", &["T1", "T2", "T3"]),
        ("/", &["T4"]),
        ("src/aut", &[]),
        ("src/auth-old/y", &[]),
    ] {
        let op = TaskAdd {
            workflow: world.workflow(),
            task: on(path),
            tasks: Vec::new(),
            decisions: Vec::new(),
        };
        let warnings = world.clone().ok(&lead(), op).warnings;
        assert_eq!(warnings.len(), others.len(), "{path}: {warnings:?}");
        for (warning, other) in warnings.iter().zip(others) {
            let begins = format!("T5 reserves `{path}` and {other} `");
            assert!(warning.starts_with(&begins), "{warning}");
            assert!(warning.contains("`task_link`"), "{warning}");
        }
    }
}

#[test]
fn a_plan_is_compared_with_itself_and_its_edges_count() {
    let mut world = World::new();
    let new: WorkflowCreate = serde_json::from_value(json!({
        "name": "n", "goal": "g", "tasks": [
            { "key": "a", "title": "a", "paths": ["src/a/**"] },
            { "key": "b", "title": "b", "paths": ["src/a/*.rs"], "depends_on": ["a"] },
            { "key": "c", "title": "c", "paths": ["src"], "depends_on": ["b"] },
            { "key": "d", "title": "d", "paths": ["src/a/lib.rs", "src/a/main.rs"], "depends_on": ["a"] },
        ]
    }))
    .unwrap();
    let warnings = world.ok(&lead(), new).warnings;
    let pairs: Vec<&str> = warnings
        .iter()
        .filter_map(|warning| warning.split(" overlap").next())
        .collect();
    assert_eq!(
        pairs,
        [
            "T4 reserves `src/a/lib.rs` and T2 `src/a/*.rs`: they",
            "T4 reserves `src/a/lib.rs` and T3 `src`: they",
        ],
        "a, b and c never run at the same time"
    );
}

#[test]
fn an_edit_is_flagged_by_its_paths_and_by_the_edges_it_takes_away() {
    let mut world = World::new();
    world.add(on("src/a"));
    let mut after = on("src/b");
    after.depends_on = vec!["T1".into()];
    world.add(after);
    assert!(edit(&mut world, &json!({ "task": "T2", "paths": ["src/**/x"] })).is_empty());
    let unlink: TaskUnlink =
        serde_json::from_value(json!({ "workflow": world.workflow(), "from": "T1", "to": "T2" }))
            .unwrap();
    assert_eq!(world.clone().ok(&lead(), unlink).warnings.len(), 1);
    assert_eq!(
        edit(&mut world, &json!({ "task": "T2", "depends_on": [] })).len(),
        1
    );
    assert!(edit(&mut world, &json!({ "task": "T2", "title": "other" })).is_empty());
}

#[test]
fn whoever_takes_a_task_hears_who_is_at_the_same_paths() {
    let mut world = World::new();
    world.add(on("src/**/*.rs"));
    world.add(on("SRC/lib.rs"));
    world.add(on("docs"));
    assert!(world.claim(&worker(), 1).unwrap().warnings.is_empty());
    let warnings = world.claim(&other(), 2).unwrap().warnings;
    assert_eq!(
        warnings,
        [
            "w1 holds T1 and reserves `src/**/*.rs`, which overlaps your `SRC/lib.rs`: agree with `nudge_send` \
             who changes what."
        ]
    );
    assert!(
        world
            .clone()
            .claim(&other(), 3)
            .unwrap()
            .warnings
            .is_empty()
    );
    // An expired lease reserves nothing.
    world.pass(10_000);
    assert!(world.claim(&other(), 2).unwrap().warnings.is_empty());
}

#[test]
fn the_list_of_overlaps_is_short_and_the_search_ends() {
    let mut world = World::new();
    let many = (0..100).map(|no| format!("{}{no}/**/{}", "a*/".repeat(60), "*b".repeat(100)));
    let many: Vec<String> = many.collect();
    let op = TaskAdd {
        workflow: world.workflow(),
        task: NewTask::default(),
        tasks: vec![
            NewTask {
                paths: many,
                ..on("")
            };
            40
        ],
        decisions: Vec::new(),
    };
    let warnings = world.ok(&lead(), op).warnings;
    // Twenty warnings, the number of further ones, and a note that the comparison was limited.
    assert_eq!(warnings.len(), 22, "{warnings:?}");
    assert!(
        warnings[20].ends_with("more overlaps are not named here."),
        "{}",
        warnings[20]
    );
}
