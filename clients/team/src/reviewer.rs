//! Reviewer: sends the guide back once, and reviews the command only if no person did.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value, json};

use crate::member::Member;
use crate::mind::Note;
use crate::talk::{Line, Opening};

/// Reviews until the workflow has ended.
pub fn review(mut me: Member) {
    me.open_talk(&Opening::default());
    me.open_pad();
    me.plans(
        "roman",
        &[
            "Review the guide",
            "Review it again",
            "Review the command, when nobody else does",
        ],
    );
    me.talk(&OPENING);
    let mut seen: BTreeMap<(String, usize), Instant> = BTreeMap::new();
    while !me.tempo.is_over() {
        let Some(workflow) = me.workflow() else {
            return;
        };
        if workflow["status"] != "active" {
            return;
        }
        for nudge in std::mem::take(&mut me.nudges) {
            let note = "Noted for the next review.";
            me.must(
                "nudge_acknowledge",
                json!({ "nudge": nudge.id, "acted": false, "note": note }),
            );
        }
        for task in workflow["tasks"].as_array().into_iter().flatten() {
            if task["status"] != "review" {
                continue;
            }
            let id = task["id"].as_str().unwrap_or_default().to_owned();
            let attempts = task["attempts"].as_array().map_or(0, Vec::len);
            let since = *seen.entry((id, attempts)).or_insert_with(Instant::now);
            if task["group"] == "Docs" {
                me.tempo.work(2);
                guide(&mut me, task, attempts, &workflow);
            } else if since.elapsed() > me.tempo.patience {
                me.recalls("review of a command");
                let comments = "No person was there to look. The tests pass, and it reads well.";
                me.must(
                    "task_review",
                    json!({
                        "task": task["id"], "status": "approved", "comments": comments,
                    }),
                );
                me.did();
                me.talk(&[Line::Says(comments)]);
            }
        }
        me.wait(3);
    }
}

fn guide(me: &mut Member, task: &Value, attempts: usize, workflow: &Value) {
    let artifact = workflow["artifacts"]
        .as_array()
        .into_iter()
        .flatten()
        .rev()
        .find(|artifact| artifact["path"] == "README.md")
        .map(|artifact| artifact["id"].clone());
    let review = if attempts == 1 {
        json!({
            "task": task["id"], "status": "needs_rework",
            "comments": [{
                "text": "Show an example of each direction, as the acceptance asks.",
                "artifact": artifact, "line": 3,
            }],
        })
    } else {
        json!({ "task": task["id"], "status": "approved", "comments": "Clear now." })
    };
    me.must("task_review", review);
    me.did();
    if attempts == 1 {
        me.talk(&SENT_BACK);
        me.notes(&[Note(
            "friction",
            0.7,
            "Two guides in a row came without an example. The acceptance says it; the title of the task does not.",
        )]);
    } else {
        me.talk(&ACCEPTED);
        me.notes(&[Note(
            "fact",
            0.6,
            "The guide to roman shows both directions, and each example prints what the page says.",
        )]);
    }
}

const OPENING: [Line; 2] = [
    Line::Told(
        "orch",
        "You review the guide to roman. The command waits for a person; take it only when nobody comes.",
    ),
    Line::Says("I go by the acceptance, and I run every example as it stands."),
];

const SENT_BACK: [Line; 3] = [
    Line::Uses(
        "docs_getPage",
        r#"{"slug":"roman"}"#,
        r#"{"page":{"id":"roman","title":"roman: numbers to Roman numerals and back"}}"#,
    ),
    Line::Says(
        "The acceptance asks for both directions, and the page shows neither. I sent it back with that.",
    ),
    Line::Told("orch", "It is a small thing. Could that page pass without?"),
];

const ACCEPTED: [Line; 3] = [
    Line::Says(
        "It could not: whoever reads it would have to try it out. That is what an example is for.",
    ),
    Line::Uses(
        "docs_getPage",
        r#"{"slug":"roman"}"#,
        r#"{"page":{"id":"roman","title":"roman: numbers to Roman numerals and back"}}"#,
    ),
    Line::Says("It has both now, and each prints what the page says. Accepted."),
];
