//! Reaction of a worker to what people tell it: it replaces its own decision, or records a constraint.

use serde_json::{Value, json};

use crate::member::Member;
use crate::talk::Line;

/// Handles nudges: each replaces the member's latest valid decision, or is recorded as a constraint.
pub fn heed(me: &mut Member, task: Option<&str>) {
    for nudge in std::mem::take(&mut me.nudges) {
        let mine = standing_decision(me);
        let rationale = format!("{} asked for it in {}.", nudge.from, nudge.id);
        let done = match mine {
            Some(decision) => me.must(
                "decision_supersede",
                json!({
                    "decision": decision, "choice": nudge.message, "rationale": rationale,
                }),
            ),
            None => me.must(
                "discovery_record",
                json!({
                    "type": "constraint", "content": nudge.message,
                    "affects_tasks": task.into_iter().collect::<Vec<_>>(),
                }),
            ),
        };
        let note = match done
            .as_ref()
            .and_then(|done| done["decision"]["id"].as_str())
        {
            Some(decision) => format!("Recorded as {decision}; the code follows."),
            None => "Recorded as a constraint.".to_owned(),
        };
        me.must(
            "nudge_acknowledge",
            json!({ "nudge": nudge.id, "acted": true, "note": note }),
        );
        me.talk(&[Line::Told(&nudge.from, &nudge.message), Line::Says(&note)]);
    }
}

fn standing_decision(me: &mut Member) -> Option<String> {
    let workflow = me.workflow()?;
    let name = me.name;
    workflow["decisions"]
        .as_array()?
        .iter()
        .rev()
        .find_map(|decision| {
            let is_mine = decision["made_by"]["id"] == name;
            let holds = decision["status"] == "recorded";
            (is_mine && holds)
                .then(|| decision["id"].as_str().map(str::to_owned))
                .flatten()
        })
}

/// Returns true if there was a nudge in the workflow.
pub fn was_nudged(workflow: &Value) -> bool {
    workflow["nudges"]
        .as_array()
        .is_some_and(|nudges| !nudges.is_empty())
}
