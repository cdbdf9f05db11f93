//! Tests with random texts: no panic, and every item is either parsed or quarantined.

use exchange::plan::Plan;
use exchange::report::Read;
use exchange::{beads, task_master};
use proptest::prelude::*;
use serde_json::{Map, Value};

const NAMES: [&str; 14] = [
    "id",
    "title",
    "status",
    "description",
    "dependencies",
    "depends_on_id",
    "issue_id",
    "type",
    "priority",
    "tasks",
    "subtasks",
    "comments",
    "text",
    "master",
];

fn word() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0_u32..5).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(vec![
            "1",
            "2",
            "1.2",
            "a",
            "blocks",
            "parent-child",
            "conditional-blocks",
            "waits-for",
            "tombstone",
            "header",
            "open",
            "done",
            "closed",
            ""
        ])
        .prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ]
}

fn json() -> impl Strategy<Value = Value> {
    word().prop_recursive(6, 80, 8, |inner| {
        let names = prop::sample::select(NAMES.to_vec());
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((names, inner), 0..8).prop_map(|members| members
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect::<Map<_, _>>()
                .into()),
        ]
    })
}

/// Generates a value that resembles a task.
fn task() -> impl Strategy<Value = Value> {
    let id = prop_oneof![
        (0_u32..6).prop_map(Value::from),
        (0_u32..6).prop_map(|id| id.to_string().into()),
        json()
    ];
    let others = prop::collection::vec((prop::sample::select(NAMES.to_vec()), json()), 0..5);
    let needs = prop::collection::vec(prop_oneof![(0_u32..6).prop_map(Value::from), json()], 0..4);
    (id, needs, others).prop_map(|(id, needs, others)| {
        let mut task = Map::new();
        task.insert("id".into(), id);
        task.insert("title".into(), "a task".into());
        task.insert("dependencies".into(), needs.into());
        task.extend(
            others
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value)),
        );
        task.into()
    })
}

/// Returns the number of these places that are neither parsed nor quarantined.
fn lost(read: &Read<Plan>, found: usize, at: &[String]) -> usize {
    let odd = at
        .iter()
        .filter(|at| read.odd.iter().any(|odd| odd.at == **at))
        .count();
    at.len().saturating_sub(found + odd)
}

fn acyclic(read: &Read<Plan>) -> bool {
    let mut before = std::collections::BTreeSet::new();
    read.found.tasks.iter().all(|task| {
        let known = task.needs.iter().all(|need| before.contains(need));
        before.insert(task.id.clone());
        known
    })
}

proptest! {
    #[test]
    fn any_text_is_read(text in ".*") {
        let _ = (beads::read(&text), task_master::read(&text));
    }

    #[test]
    fn issues_are_found_or_odd(lines in prop::collection::vec(prop_oneof![task(), json()], 2..12)) {
        let lines_of: Vec<String> = lines.iter().map(Value::to_string).collect();
        let text = lines_of.join("\n");
        let read = beads::read(&text);
        let is_passed = |line: &Value| line.as_object().is_some_and(|line| {
            let said = |name: &str| line.get(name).and_then(Value::as_str);
            let is_header = matches!(said("_type").or(said("type")), Some("header" | "meta" | "metadata"));
            is_header && !line.contains_key("id") && !line.contains_key("title")
                || said("status") == Some("tombstone") && said("id").is_some_and(|id| !id.trim().is_empty())
        });
        let is_repeated = |at: usize| lines[..at].contains(&lines[at]);
        let at: Vec<String> = lines.iter().enumerate().filter(|(at, line)| !is_passed(line) && !is_repeated(*at))
            .map(|(at, _)| format!("line {}", at + 1)).collect();
        prop_assert_eq!(lost(&read, read.found.tasks.len(), &at), 0);
        prop_assert!(acyclic(&read));
        let again = beads::read(&beads::write(&read.found.tasks));
        prop_assert_eq!(again.found.tasks.len(), read.found.tasks.len());
        // Dependencies survive the export to Beads and the import from it.
        for task in &read.found.tasks {
            let back = again.found.tasks.iter().find(|back| back.id == task.id).expect("a task");
            let set = |names: &[String]| names.iter().cloned().collect::<std::collections::BTreeSet<_>>();
            prop_assert_eq!(set(&back.needs), set(&task.needs), "{}", text);
            prop_assert_eq!(set(&back.after_failure), set(&task.after_failure), "{}", text);
        }
    }

    #[test]
    fn tasks_are_found_or_odd(tasks in prop::collection::vec(prop_oneof![task(), json()], 0..12)) {
        let read = task_master::read(&Value::from(tasks.clone()).to_string());
        let at: Vec<String> = (0..tasks.len()).map(|at| format!("tasks/{at}")).collect();
        let found = read.found.tasks.iter().filter(|task| !task.record.contains_key("parent")).count();
        prop_assert_eq!(lost(&read, found, &at), 0);
        prop_assert!(acyclic(&read));
        let _ = task_master::write(&read.found.tasks, &read.found.rest);
    }
}
