//! Orchestrator: plans and leads the work, steps in if no person does, and ends the workflow.

mod plan;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::member::{Member, Tempo};
use crate::mind::Note;
use crate::talk::Line;
pub use plan::plan;
use plan::{COMMANDED, DECIDED, EXPLAINED};

/// Interval at which the lead is renewed; it expires after two minutes.
const RENEW: Duration = Duration::from_secs(45);

/// Leads until the workflow has ended.
pub fn lead(mut me: Member) {
    let began = Instant::now();
    let mut renewed = began;
    let mut has_nudged = false;
    let mut told = BTreeSet::new();
    while !me.tempo.is_over() {
        let Some(workflow) = me.workflow() else {
            return;
        };
        if workflow["status"] != "active" {
            return;
        }
        // A renewal is a fact, which wakes everyone who waits, so it is rare.
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
        tell_progress(&mut me, tasks, &mut told);
        if tasks.iter().all(|task| task["status"] == "completed") {
            me.tempo.work(1);
            me.must(
                "workflow_complete",
                json!({ "reason": "Everything is done and reviewed." }),
            );
            me.is_through();
            me.notes(&LEARNED);
            me.talk(&[Line::Says(DONE)]);
            continue;
        }
        me.wait(5);
    }
}

/// Reports finished tasks in its conversation and in its scratchpad.
fn tell_progress(me: &mut Member, tasks: &[Value], told: &mut BTreeSet<String>) {
    for task in tasks.iter().filter(|task| task["status"] == "completed") {
        let text = |field: &str| task[field].as_str().unwrap_or_default().to_owned();
        let (id, title) = (text("id"), text("title"));
        if !told.insert(id.clone()) {
            continue;
        }
        if let Some((_, step)) = MILESTONES.iter().find(|(task, _)| *task == title) {
            me.has_done(step);
        }
        let shown = json!({ "task": { "id": id, "title": title, "status": "completed" } });
        me.talk(&[
            Line::Uses(
                "tracker_getTask",
                &json!({ "id": id }).to_string(),
                &shown.to_string(),
            ),
            Line::Says(&format!("{id} is done: {title}.")),
        ]);
    }
}

/// Steps of its own plan, each with the task that ends it.
const MILESTONES: [(&str, &str); 3] = [
    ("Decide what counts as a numeral", DECIDED),
    ("A guide with an example", EXPLAINED),
    ("The command", COMMANDED),
];

const LEARNED: [Note; 3] = [
    Note(
        "decision",
        0.8,
        "roman refuses what it cannot spell, as slug does: an error is better than something lost unseen.",
    ),
    Note(
        "friction",
        0.7,
        "The guide was sent back for its examples a second time. Put the example into the title of the task.",
    ),
    Note(
        "fact",
        0.6,
        "roman 1.0 is released with its guide and three test scripts.",
    ),
];

const DONE: &str = "roman 1.0 is released. The first try of the way back failed its test, because IV came out as six; \
    the second writes the number back and compares. The guide was sent back once for its examples.";

/// Returns true if a decision was made and there was no nudge for a while: then the orchestrator objects itself.
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
