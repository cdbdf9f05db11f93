//! Invariants of workflows, checked against their facts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::clients::NEEDS;
use super::ledger::{Ledger, all};
use super::ward::Caller;

/// Current holder of a task, and its fence.
#[derive(Default)]
struct Held {
    by: Option<String>,
    fence: u64,
}

/// Checks the invariants of every workflow of the ledger.
pub fn hold(eye: &Caller, ledger: &Ledger) {
    let completed = ledger.completed.lock().unwrap();
    for workflow in &*ledger.workflows.lock().unwrap() {
        let mut facts = all(
            eye,
            "activity_list",
            &json!({ "workflow": workflow, "limit": 200 }),
            "/items",
        );
        facts.reverse();
        let done = walk(workflow, &facts);
        let promised = completed.get(workflow).cloned().unwrap_or_default();
        let missing: Vec<_> = promised.difference(&done).collect();
        assert!(
            missing.is_empty(),
            "{workflow}: {missing:?} were completed, it was said"
        );
    }
}

/// Checks the facts of one workflow; returns the tasks that are completed at the end.
fn walk(workflow: &str, facts: &[Value]) -> BTreeSet<String> {
    let mut held: BTreeMap<String, Held> = BTreeMap::new();
    let mut done: BTreeSet<String> = BTreeSet::new();
    for (version, fact) in (1..).zip(facts) {
        let (kind, body) = (fact["kind"].as_str().unwrap(), &fact["body"]);
        assert_eq!(
            fact["version"].as_u64(),
            Some(version),
            "{workflow}: a fact is missing before {fact}"
        );
        let actor = fact["actor"]["id"].as_str().unwrap_or_default().to_owned();
        let task = body["id"].as_str().unwrap_or_default().to_owned();
        let lease = held.entry(task.clone()).or_default();
        match kind {
            "task_claimed" => {
                assert_eq!(lease.by, None, "{workflow}: {task} is held already: {fact}");
                let fence = body["fence"].as_u64().unwrap();
                assert!(
                    fence > lease.fence,
                    "{workflow}: the fence of {task} went back: {fact}"
                );
                *lease = Held {
                    by: body["holder"].as_str().map(str::to_owned),
                    fence,
                };
                let needs = NEEDS.iter().find(|(name, _)| *name == task).unwrap().1;
                let open: Vec<_> = needs.iter().filter(|need| !done.contains(**need)).collect();
                assert!(
                    open.is_empty(),
                    "{workflow}: {task} was begun before {open:?}"
                );
                assert!(
                    !done.contains(&task),
                    "{workflow}: {task} was completed before"
                );
            }
            "task_completed" => {
                assert_eq!(
                    lease.by,
                    Some(actor),
                    "{workflow}: not by its holder: {fact}"
                );
                lease.by = None;
                if task != super::clients::REVIEWED {
                    done.insert(task);
                }
            }
            "task_failed" | "task_released" => {
                assert_eq!(
                    lease.by,
                    Some(actor),
                    "{workflow}: not by its holder: {fact}"
                );
                lease.by = None;
            }
            "lease_expired" => {
                assert!(
                    lease.by.take().is_some(),
                    "{workflow}: nobody held {task}: {fact}"
                );
            }
            "task_reviewed" if body["status"] == "approved" => {
                done.insert(task);
            }
            _ => {}
        }
    }
    done
}
