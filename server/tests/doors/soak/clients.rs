//! Clients of the soak test: each works in rounds and records what was acknowledged.

use serde_json::{Value, json};

use super::ledger::Ledger;
use super::ward::Caller;

/// One round of a client's work.
pub type Client = fn(&Caller, &Ledger, u64);

/// Clients by name.
pub const ALL: [(&str, Client); 9] = [
    ("lead", lead),
    ("worker-1", worker),
    ("worker-2", worker),
    ("worker-3", worker),
    ("reviewer", reviewer),
    ("talker", talker),
    ("writer", writer),
    ("greedy", greedy),
    ("hostile", hostile),
];

/// Plan of every workflow: dependencies of each task.
pub const NEEDS: [(&str, &[&str]); 6] = [
    ("T1", &[]),
    ("T2", &["T1"]),
    ("T3", &["T1"]),
    ("T4", &["T1"]),
    ("T5", &["T2", "T3", "T4"]),
    ("T6", &["T5"]),
];
/// The task that is reviewed.
pub const REVIEWED: &str = "T5";
/// Number of concurrent workflows; workers look at twice as many, newest first.
const UNDER_WAY: usize = 3;

fn key(caller: &Caller, what: &str, round: u64) -> String {
    format!("{what}-{}-{round}", caller.name())
}

fn text(value: &Value, pointer: &str) -> String {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("{pointer} in {value}"))
        .to_owned()
}

/// Starts a workflow if there are too few.
fn lead(caller: &Caller, ledger: &Ledger, round: u64) {
    let begun = ledger.workflows.lock().unwrap().len();
    let completed = ledger.completed.lock().unwrap();
    let ended = completed
        .values()
        .filter(|done| done.len() == NEEDS.len())
        .count();
    drop(completed);
    let open = begun.saturating_sub(ended);
    if open >= UNDER_WAY {
        let wait = json!({ "timeout_seconds": 1, "limit": 1 });
        caller.call("changes_wait", &wait);
        return;
    }
    let tasks: Vec<Value> = NEEDS.iter().map(|(task, needs)| json!({
        "key": task, "title": task, "depends_on": needs, "needs_review": *task == REVIEWED, "cooldown_seconds": 0, "retries": 20,
    })).collect();
    let plan = json!({
        "name": format!("Soak {round}"), "goal": "Lose nothing", "tasks": tasks,
        "policy": { "lease_seconds": 15 },
        "idempotency_key": key(caller, "begin", round),
    });
    if let Some(made) = caller.call("workflow_create", &plan) {
        ledger
            .workflows
            .lock()
            .unwrap()
            .push(text(&made, "/workflow"));
    }
}

/// Claims a task, records a discovery and an artifact, and hands it in; sometimes fails, releases or abandons it.
fn worker(caller: &Caller, ledger: &Ledger, round: u64) {
    let newest: Vec<String> = ledger
        .workflows
        .lock()
        .unwrap()
        .iter()
        .rev()
        .take(2 * UNDER_WAY)
        .cloned()
        .collect();
    for workflow in newest {
        let claim =
            json!({ "workflow": workflow, "idempotency_key": key(caller, &workflow, round) });
        let Some(claimed) = caller.call("task_claim", &claim) else {
            continue;
        };
        work(caller, ledger, round, &workflow, &claimed);
        return;
    }
    caller.call("changes_wait", &json!({ "timeout_seconds": 1, "limit": 1 }));
}

fn work(caller: &Caller, ledger: &Ledger, round: u64, workflow: &str, claimed: &Value) {
    let (task, lease) = (text(claimed, "/task/id"), text(claimed, "/lease/id"));
    for nth in 0..3 {
        let content = format!("{} round {round} finding {nth}", caller.name());
        let found = json!({ "workflow": workflow, "type": "insight", "content": content, "idempotency_key": content });
        if caller.call("discovery_record", &found).is_some() {
            let mut all = ledger.discoveries.lock().unwrap();
            all.entry(workflow.to_owned()).or_default().insert(content);
        }
    }
    let made = json!({
        "workflow": workflow, "type": "file", "path": format!("{task}.txt"), "content": format!("{task} {lease} {round}"),
        "idempotency_key": key(caller, "made", round),
    });
    caller.call("artifact_record", &made);
    let on = json!({ "workflow": workflow, "task": task, "lease": lease });
    let with = |more: Value| {
        let mut body = on.clone();
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body["idempotency_key"] = key(caller, "end", round).into();
        body
    };
    caller.call("task_heartbeat", &on);
    match round % 17 {
        3 => drop(caller.call("task_fail", &with(json!({ "error": "The shovel broke." })))),
        7 => drop(caller.call(
            "task_release",
            &with(json!({ "handoff_note": "Half dug." })),
        )),
        // An abandoned task becomes available when its lease expires.
        11 => {}
        _ => {
            if caller
                .call("task_complete", &with(json!({ "summary": "Dug." })))
                .is_some()
                && task != REVIEWED
            {
                ledger
                    .completed
                    .lock()
                    .unwrap()
                    .entry(workflow.to_owned())
                    .or_default()
                    .insert(task);
            }
        }
    }
}

/// Reviews submitted tasks, and rejects every third once.
fn reviewer(caller: &Caller, ledger: &Ledger, round: u64) {
    let newest: Vec<String> = ledger
        .workflows
        .lock()
        .unwrap()
        .iter()
        .rev()
        .take(2 * UNDER_WAY)
        .cloned()
        .collect();
    for workflow in newest {
        let verdict = if round.is_multiple_of(3) {
            "needs_rework"
        } else {
            "approved"
        };
        let review = json!({
            "workflow": workflow, "task": REVIEWED, "status": verdict, "comments": "Looked at.",
            "idempotency_key": key(caller, &workflow, round),
        });
        if caller.call("task_review", &review).is_some() && verdict == "approved" {
            ledger
                .completed
                .lock()
                .unwrap()
                .entry(workflow)
                .or_default()
                .insert(REVIEWED.to_owned());
        }
    }
    caller.call("changes_wait", &json!({ "timeout_seconds": 1, "limit": 1 }));
}

/// Appends messages to a session.
fn talker(caller: &Caller, ledger: &Ledger, round: u64) {
    let session = format!("talk-{}", round / 200);
    let line = format!("line {round}");
    let append = json!({
        "session": session, "messages": [{ "id": format!("m{round}"), "role": "user", "content": line }],
        "idempotency_key": key(caller, "line", round),
    });
    if caller.call("session_append", &append).is_some() {
        ledger
            .lines
            .lock()
            .unwrap()
            .entry(session)
            .or_default()
            .push(line);
    }
}

/// Counts in a scratchpad, stores the count as a memory, and searches for it.
fn writer(caller: &Caller, ledger: &Ledger, round: u64) {
    let pad = format!("pad-{}", round % 5);
    let update = json!({
        "scope": "resource", "owner": pad, "patch": { "count": round, "by": caller.name() },
        "idempotency_key": key(caller, "count", round),
    });
    if caller.call("scratchpad_update", &update).is_some() {
        ledger.counts.lock().unwrap().insert(pad, round);
    }
    let said = format!("Bed {round} has {} rows", round * 7919 % 1009);
    let create = json!({
        "core": "soak", "memory": { "text": said }, "idempotency_key": key(caller, "memory", round),
    });
    if let Some(made) = caller.call("memory_create", &create) {
        ledger
            .memories
            .lock()
            .unwrap()
            .insert(text(&made, "/memories/0/id"), said);
    }
    caller.call("memory_search", &json!({ "query": "rows", "limit": 3 }));
}

/// Exceeds its rate limit.
fn greedy(caller: &Caller, ledger: &Ledger, _round: u64) {
    let Some(answer) = caller.answer("workflow_list", &json!({ "limit": 1 })) else {
        return;
    };
    if answer.status == 429 {
        let problem = answer.json();
        assert_eq!(problem["reason"], "requests_per_second", "{problem}");
        *ledger.slowed.lock().unwrap() += 1;
    }
}

/// Sends invalid requests without permission.
fn hostile(caller: &Caller, ledger: &Ledger, round: u64) {
    let workflow = ledger
        .workflows
        .lock()
        .unwrap()
        .last()
        .cloned()
        .unwrap_or_default();
    let odd = [
        json!(null),
        json!([["user", "hi"]]),
        json!({ "task": ["T1"] }),
        json!("T1"),
        json!(1e300),
        json!({ "a": { "a": [] } }),
    ];
    let nth = usize::try_from(round).unwrap_or(0);
    let body = json!({ "workflow": workflow, "task": odd[nth % odd.len()], "session": odd[(nth / 2) % odd.len()] });
    let calls = [
        "task_complete",
        "task_review",
        "workflow_delete",
        "session_put",
        "memory_purge",
        "settings_set",
        "token_create",
        "task_heartbeat",
    ];
    let answer = caller.answer(calls[nth % calls.len()], &body);
    assert!(
        answer.is_none_or(|answer| answer.status != 200),
        "{body} was taken"
    );
}
