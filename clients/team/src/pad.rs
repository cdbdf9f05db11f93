//! Scratchpad of a member: its plan, its finished steps, its blockers.

use serde_json::{Value, json};

use crate::member::Member;

/// Returns the schema of the scratchpad.
fn schema() -> Value {
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    json!({
        "type": "object",
        "properties": {
            "task": { "type": "string", "description": "What is in hand" },
            "plan": texts, "done": texts, "blockers": texts,
        },
        "required": ["plan", "done", "blockers"],
    })
}

impl Member {
    /// Defines the scratchpad of the member's session.
    pub fn open_pad(&mut self) {
        let empty = json!({ "plan": [], "done": [], "blockers": [] });
        self.on_pad(
            "scratchpad_define",
            json!({ "schema": schema(), "template": empty }),
        );
    }

    /// Begins a task with its remaining steps.
    pub fn plans(&mut self, task: &str, steps: &[&str]) {
        self.steps = steps.iter().map(ToString::to_string).collect();
        let plan = json!({ "task": task, "plan": self.steps, "blockers": [] });
        self.on_pad("scratchpad_update", json!({ "patch": plan }));
    }

    /// Marks the next step as finished.
    pub fn did(&mut self) {
        if self.steps.is_empty() {
            return;
        }
        let step = self.steps.remove(0);
        self.done.push(step);
        let patch = json!({ "plan": self.steps, "done": self.done, "blockers": [] });
        self.on_pad("scratchpad_update", json!({ "patch": patch }));
    }

    /// Marks a step as finished that may not be the next one.
    pub fn has_done(&mut self, step: &str) {
        if let Some(at) = self.steps.iter().position(|known| known == step) {
            self.steps[..=at].rotate_right(1);
            self.did();
        }
    }

    /// Marks all remaining steps as finished, and clears the plan.
    pub fn is_through(&mut self) {
        let rest = std::mem::take(&mut self.steps);
        self.done.extend(rest);
        let patch = json!({ "task": "", "plan": [], "done": self.done, "blockers": [] });
        self.on_pad("scratchpad_update", json!({ "patch": patch }));
    }

    /// Reports a blocker.
    pub fn is_stopped_by(&mut self, why: &str) {
        self.on_pad(
            "scratchpad_update",
            json!({ "patch": { "blockers": [why] } }),
        );
    }

    fn on_pad(&mut self, operation: &str, mut arguments: Value) {
        let Some(session) = &self.session else {
            return;
        };
        arguments["scope"] = json!("thread");
        arguments["owner"] = json!(session);
        self.also(operation, &arguments);
    }
}
