//! A member's scratchpad: what it plans, what is done, what stops it. It writes while it works.

use serde_json::{Value, json};

use crate::member::Member;

/// What it may hold.
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
    /// Makes the scratchpad of the member's session.
    pub fn open_pad(&mut self) {
        let empty = json!({ "plan": [], "done": [], "blockers": [] });
        self.on_pad(
            "scratchpad_define",
            json!({ "schema": schema(), "template": empty }),
        );
    }

    /// Takes something in hand, with the steps to come.
    pub fn plans(&mut self, task: &str, steps: &[&str]) {
        self.steps = steps.iter().map(ToString::to_string).collect();
        let plan = json!({ "task": task, "plan": self.steps, "blockers": [] });
        self.on_pad("scratchpad_update", json!({ "patch": plan }));
    }

    /// Crosses the next step off.
    pub fn did(&mut self) {
        if self.steps.is_empty() {
            return;
        }
        let step = self.steps.remove(0);
        self.done.push(step);
        let patch = json!({ "plan": self.steps, "done": self.done, "blockers": [] });
        self.on_pad("scratchpad_update", json!({ "patch": patch }));
    }

    /// Crosses off a step that may not be the next one.
    pub fn has_done(&mut self, step: &str) {
        if let Some(at) = self.steps.iter().position(|known| known == step) {
            self.steps[..=at].rotate_right(1);
            self.did();
        }
    }

    /// Crosses off all that is left, and puts the work away.
    pub fn is_through(&mut self) {
        let rest = std::mem::take(&mut self.steps);
        self.done.extend(rest);
        let patch = json!({ "task": "", "plan": [], "done": self.done, "blockers": [] });
        self.on_pad("scratchpad_update", json!({ "patch": patch }));
    }

    /// Says what stops the work.
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
