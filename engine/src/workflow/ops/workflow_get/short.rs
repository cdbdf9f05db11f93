//! The short form of a workflow: counts and the first open tasks, however many tasks there are.

use std::collections::BTreeSet;

use serde_json::Value;

/// The most tasks of a short answer.
const MAX_TASKS: usize = 50;
/// The most bytes of these tasks.
const MAX_BYTES: usize = 16 * 1024;
/// The most names in each list of the views, and needs of each task.
const MAX_NAMES: usize = 50;

/// Cuts the lists of an answer, and says what was left out and how to get it.
pub(super) fn shorten(answer: &mut Value) {
    let ready = answer.pointer("/views/ready").and_then(Value::as_array);
    let ready = ready.into_iter().flatten().filter_map(Value::as_str);
    let ready: BTreeSet<String> = ready.map(str::to_owned).collect();
    let mut left_out = Vec::new();
    if let Some(Value::Array(tasks)) = answer.pointer_mut("/workflow/tasks") {
        let all = tasks.len();
        *tasks = first(std::mem::take(tasks), &ready);
        if tasks.len() < all {
            left_out.push(format!(
                "{} of {all} tasks are here, open ones first: `task_list` gives all of them, page by page.",
                tasks.len()
            ));
        }
        let needs = tasks
            .iter_mut()
            .filter_map(|task| task.get_mut("depends_on"));
        let cut = needs.filter_map(cut).count();
        if cut > 0 {
            left_out.push(format!(
                "{cut} tasks need more than the {MAX_NAMES} that are named: `task_get` names all."
            ));
        }
    }
    if let Some(Value::Object(views)) = answer.get_mut("views") {
        for (name, list) in views {
            if let Some(all) = cut(list) {
                left_out.push(format!(
                    "{MAX_NAMES} of {all} are in `views.{name}`: name it in `fields` for all."
                ));
            }
        }
    }
    if !left_out.is_empty() {
        answer["more"] = left_out.join(" ").into();
    }
}

/// Cuts a list to its first names; gives how many there were.
fn cut(list: &mut Value) -> Option<usize> {
    let list = list.as_array_mut()?;
    let all = list.len();
    list.truncate(MAX_NAMES);
    (all > MAX_NAMES).then_some(all)
}

/// The tasks that matter most now, in the order of the plan.
fn first(tasks: Vec<Value>, ready: &BTreeSet<String>) -> Vec<Value> {
    let mut ranked: Vec<(u8, usize, Value)> = tasks
        .into_iter()
        .enumerate()
        .map(|(nth, task)| (rank(&task, ready), nth, task))
        .collect();
    ranked.sort_by_key(|(rank, nth, _)| (*rank, *nth));
    let mut bytes = 0;
    let fits = |(.., task): &(u8, usize, Value)| {
        bytes += task.to_string().len();
        bytes <= MAX_BYTES
    };
    let mut first: Vec<_> = ranked
        .into_iter()
        .take(MAX_TASKS)
        .take_while(fits)
        .collect();
    first.sort_by_key(|(_, nth, _)| *nth);
    first.into_iter().map(|(.., task)| task).collect()
}

/// How much a task matters now; the lowest first.
fn rank(task: &Value, ready: &BTreeSet<String>) -> u8 {
    let text = |name: &str| task.get(name).and_then(Value::as_str).unwrap_or_default();
    match text("status") {
        "in_progress" | "review" | "failed" => 0,
        _ if ready.contains(text("id")) => 1,
        "blocked" => 2,
        "pending" | "assigned" => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(tasks: usize, title: &str) -> Value {
        let task = |nth: usize| {
            let status = match nth {
                0..=39 => "completed",
                60 => "in_progress",
                _ => "pending",
            };
            json!({"id": format!("T{nth}"), "title": title, "status": status,
                "depends_on": vec![json!({"task": "T1"}); if nth == 60 { 51 } else { 50 }]})
        };
        let ready: Vec<String> = (900..tasks).map(|nth| format!("T{nth}")).collect();
        json!({"workflow": {"tasks": (0..tasks).map(task).collect::<Vec<_>>()},
            "views": {"ready": ready, "needs_review": [], "attention": 3}})
    }

    fn listed(answer: &Value) -> Vec<&str> {
        let tasks = answer["workflow"]["tasks"].as_array().unwrap().iter();
        tasks.map(|task| task["id"].as_str().unwrap()).collect()
    }

    #[test]
    fn a_small_workflow_is_whole() {
        let mut small = json!({"workflow": {"tasks": (0..50).map(|nth| json!({"id": nth})).collect::<Vec<_>>()},
            "views": {"ready": (0..50).collect::<Vec<_>>()}});
        let before = small.clone();
        shorten(&mut small);
        assert_eq!(small, before);
    }

    #[test]
    fn of_a_large_one_the_open_tasks_are_named_and_the_rest_counted() {
        let mut large = answer(1_089, "t");
        for task in large["workflow"]["tasks"].as_array_mut().unwrap() {
            let kept = if task["id"] == "T60" { 51 } else { 1 };
            task["depends_on"].as_array_mut().unwrap().truncate(kept);
        }
        shorten(&mut large);
        let tasks = listed(&large);
        assert_eq!(
            (tasks.len(), tasks[0], tasks[1], tasks[49]),
            (50, "T60", "T900", "T948")
        );
        assert_eq!(
            large["more"],
            "50 of 1089 tasks are here, open ones first: `task_list` gives all of them, page by page. \
             1 tasks need more than the 50 that are named: `task_get` names all. \
             50 of 189 are in `views.ready`: name it in `fields` for all."
        );
        assert_eq!(large["views"]["ready"].as_array().unwrap().len(), 50);
        assert_eq!(large["views"]["attention"], 3);
    }

    #[test]
    fn long_titles_count_by_their_bytes() {
        let mut long = answer(1_000, &"\u{4e00}".repeat(300));
        shorten(&mut long);
        assert!(
            long.to_string().len() < 20_000,
            "{}",
            long.to_string().len()
        );
        assert!(listed(&long).contains(&"T60"));
    }
}
