//! Tests that files of Task Master are exported in their own form, whatever their tags and ids are.

use exchange::task_master::{read, write};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::plans::{odd, tasks};

/// Sorts a plan, to compare it regardless of the order of its tasks.
fn sorted(mut value: Value) -> Value {
    match &mut value {
        Value::Array(items) => {
            for item in items.iter_mut() {
                *item = sorted(item.take());
            }
            items.sort_by_key(ToString::to_string);
        }
        Value::Object(members) => {
            for member in members.values_mut() {
                *member = sorted(member.take());
            }
        }
        _ => {}
    }
    value
}

fn comes_back(file: &Value) {
    let read = read(&file.to_string());
    assert!(read.odd.is_empty(), "{:?} of {file}", odd(&read));
    let written = write(&read.found.tasks, &read.found.rest);
    let written: Value = serde_json::from_str(&written).expect("a file");
    assert_eq!(sorted(written), sorted(file.clone()));
}

fn task(id: impl Into<Value>, dependencies: Value) -> Value {
    let mut task = json!({"id": id.into(), "title": "t", "description": "", "status": "pending"});
    task["dependencies"] = dependencies;
    task
}

#[test]
fn every_form_comes_back() {
    let with = |mut task: Value, subtasks: Value| {
        task["subtasks"] = subtasks;
        task
    };
    let list = json!([
        with(task(1, json!([])), json!([])),
        with(task(2, json!([1])), json!([task(1, json!([]))]))
    ]);
    for file in [
        list.clone(),
        json!({"tasks": list}),
        json!({"tasks": list, "metadata": {"x": 1}}),
        json!({"tasks": [], "later": {"tasks": list}}),
        json!({"master": {"tasks": list}}),
        json!({"v1.0": {"tasks": list}, "a/b": {"tasks": list, "metadata": {}}, "%2F": {"tasks": []}}),
        json!({"tasks": {"tasks": list}}),
    ] {
        comes_back(&file);
    }
    // A task that was planned here since does not fit into a list without tags.
    let mut read = read(&list.to_string());
    read.found.tasks[0].id = "later/1".into();
    let written: Value = serde_json::from_str(&write(&read.found.tasks, &read.found.rest)).unwrap();
    assert_eq!(written["later"]["tasks"][0]["id"], 1);
    assert_eq!(written["tasks"][0]["id"], 2);
}

#[test]
fn ids_of_any_form_are_ids() {
    let mut whole = task("1", json!([]));
    whole["subtasks"] = json!([
        task(2, json!([])),
        task("1.3", json!([2])),
        task("x.y", json!(["2"]))
    ]);
    let file = json!({"tasks": [
        whole, task("1.2", json!(["1"])), task("a/b", json!(["1.2", "1.x.y"])), task("%2E", json!(["a/b"])),
    ]});
    let read = read(&file.to_string());
    assert_eq!(
        tasks(&read),
        [
            "1.2 t []",
            "1.3 t [1.2]",
            "1.x%2Ey t [1.2]",
            "1 t [1.2 1.3 1.x%2Ey]",
            "1%2E2 t [1]",
            "a%2Fb t [1%2E2 1.x%2Ey]",
            "%252E t [a%2Fb]",
        ]
    );
    comes_back(&file);
}

fn id() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0_u32..4).prop_map(Value::from),
        (0_u32..4).prop_map(|id| id.to_string().into()),
        "[12./%a]{1,4}".prop_map(Value::from),
    ]
}

fn list() -> impl Strategy<Value = Value> {
    let subtasks = prop::option::of(prop::collection::vec(
        id().prop_map(|id| task(id, json!([]))),
        0..3,
    ));
    let task =
        (id(), prop::collection::vec(id(), 0..3), subtasks).prop_map(|(id, needs, subtasks)| {
            let mut task = task(id, needs.into());
            if let Some(subtasks) = subtasks {
                task["subtasks"] = subtasks.into();
            }
            task
        });
    prop::collection::vec(task, 0..5).prop_map(Value::from)
}

proptest! {
    #[test]
    fn whatever_is_taken_in_comes_back(
        tags in prop::collection::btree_map("master|later|[a./%]{1,3}", list(), 0..3),
        flat in list(),
        form in 0..3,
    ) {
        let mut file: Map<String, Value> = tags.into_iter().map(|(tag, tasks)| (tag, json!({"tasks": tasks}))).collect();
        let file = match form {
            0 => flat,
            1 => {
                file.remove("master");
                file.insert("tasks".into(), flat);
                file.into()
            }
            _ => file.into(),
        };
        let first = read(&file.to_string());
        let written = write(&first.found.tasks, &first.found.rest);
        if first.odd.is_empty() {
            prop_assert_eq!(sorted(serde_json::from_str(&written).unwrap()), sorted(file));
        }
        let again = read(&written);
        let known = |read: &exchange::report::Read<exchange::plan::Plan>| {
            let mut tasks = tasks(read);
            tasks.sort();
            tasks
        };
        prop_assert_eq!(known(&again).len(), known(&first).len(), "{}", written);
    }
}
