//! The orchestrator: plans the work, leads, steps in when nobody else does, ends the workflow.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::member::{Member, Tempo};

/// How often the lead says that it is still there; it lasts two minutes.
const RENEW: Duration = Duration::from_secs(45);

/// Plans the workflow; gives its id.
pub fn plan(client: &Client) -> Option<String> {
    let tasks = json!([
        { "key": "range", "title": "Decide what counts as a numeral", "group": "Design", "priority": 0,
          "capabilities": ["sh"], "estimate_minutes": 10,
          "description": "Which numbers, which letters, which spellings. Record the decision.",
          "acceptance": ["The range is decided and recorded"] },
        { "key": "layout", "title": "Lay out the folder", "group": "Design", "capabilities": ["sh"],
          "estimate_minutes": 5, "acceptance": ["lib/ and tests/ exist"] },
        { "key": "to", "title": "Numbers to numerals", "group": "Core", "depends_on": ["range", "layout"],
          "capabilities": ["sh"], "estimate_minutes": 20, "paths": ["lib/to_roman.sh"],
          "acceptance": ["1994 is MCMXCIV", "3999 is MMMCMXCIX"] },
        { "key": "from", "title": "Numerals to numbers", "group": "Core", "depends_on": ["to"],
          "capabilities": ["sh"], "estimate_minutes": 30, "paths": ["lib/from_roman.sh"],
          "acceptance": ["MCMXCIV is 1994", "IIII is refused"], "retries": 2 },
        { "key": "command", "title": "The command", "group": "Command", "depends_on": ["from"],
          "capabilities": ["sh"], "estimate_minutes": 15, "needs_review": true, "paths": ["roman"],
          "acceptance": ["Both directions work", "Nonsense is refused with an error"] },
        { "key": "guide", "title": "A guide with an example", "group": "Docs", "depends_on": ["range"],
          "capabilities": ["docs"], "estimate_minutes": 15, "needs_review": true,
          "acceptance": ["Shows both directions"] },
        { "key": "all", "title": "Run every test", "group": "Release", "depends_on": ["command"],
          "capabilities": ["sh"], "estimate_minutes": 5, "acceptance": ["All tests pass"] },
        { "key": "release", "title": "Release 1.0", "group": "Release", "depends_on": ["all", "guide"],
          "capabilities": ["docs"], "estimate_minutes": 5, "acceptance": ["A list of what is in it"] },
    ]);
    let reply = client.call(
        "workflow_create",
        &json!({
            "name": "roman, a small command",
            "goal": "Write `roman`: a command that turns numbers into Roman numerals and back.",
            "constraints": ["POSIX shell, nothing to install", "Every part has a test"],
            "policy": { "lease_seconds": 60, "lead_seconds": 120 },
            "tasks": tasks,
        }),
    );
    match reply {
        Ok(reply) => reply["workflow"].as_str().map(str::to_owned),
        Err(refused) => {
            eprintln!("orch: the workflow cannot be created: {}", refused.detail);
            None
        }
    }
}

/// Leads until the workflow has ended.
pub fn lead(mut me: Member) {
    let began = Instant::now();
    let mut renewed = began;
    let mut has_nudged = false;
    while !me.tempo.is_over() {
        let Some(workflow) = me.workflow() else {
            return;
        };
        if workflow["status"] != "active" {
            return;
        }
        // A renewal is a fact, and a fact wakes everyone who waits: only now and then.
        if renewed.elapsed() > RENEW {
            renewed = Instant::now();
            me.must("workflow_lead", json!({ "action": "renew" }));
        }
        acknowledge(&mut me);
        if !has_nudged && wants_nudge(&workflow, &me.tempo, began) {
            has_nudged = true;
            me.must(
                "nudge_send",
                json!({
                    "target": "dev-ada",
                    "message": "People type numerals in small letters too. Accept both.",
                }),
            );
        }
        let tasks = workflow["tasks"].as_array().map_or(&[][..], Vec::as_slice);
        if tasks.iter().all(|task| task["status"] == "completed") {
            me.tempo.work(1);
            me.must(
                "workflow_complete",
                json!({ "reason": "Everything is done and reviewed." }),
            );
            continue;
        }
        me.wait(5);
    }
}

/// Once a decision stands, somebody will disagree with it: a person, or after a while the
/// orchestrator itself.
fn wants_nudge(workflow: &Value, tempo: &Tempo, began: Instant) -> bool {
    let has_decided = workflow["decisions"]
        .as_array()
        .is_some_and(|all| !all.is_empty());
    let was_nudged = workflow["nudges"]
        .as_array()
        .is_some_and(|all| !all.is_empty());
    has_decided && !was_nudged && began.elapsed() > tempo.patience / 4
}

fn acknowledge(me: &mut Member) {
    for nudge in std::mem::take(&mut me.nudges) {
        let note = format!("Read. Passed on to the team: {}", nudge.message);
        me.must(
            "nudge_acknowledge",
            json!({ "nudge": nudge.id, "acted": true, "note": note }),
        );
        let message = format!("{} says: {}", nudge.from, nudge.message);
        me.must(
            "nudge_send",
            json!({ "target": "dev-ada", "message": message }),
        );
    }
}
