//! Notes and dreams of a member's mind.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::member::Member;

/// Note: its kind, its importance, and its text.
#[derive(Clone, Copy)]
pub struct Note<'a>(pub &'a str, pub f64, pub &'a str);

/// Maximum time that a member waits for its dream, and the interval of its checks.
const PATIENCE: Duration = Duration::from_secs(20);
const LOOKS: Duration = Duration::from_millis(50);

impl Member {
    /// Writes notes in its mind, with their session and workflow.
    pub fn notes(&mut self, notes: &[Note]) {
        for Note(kind, importance, text) in notes {
            let mut note = json!({ "note": text, "kind": kind, "importance": importance });
            if let Some(session) = &self.session {
                note["session"] = json!(session);
            }
            if !self.workflow.is_empty() {
                note["workflow"] = json!(self.workflow);
            }
            self.also("note_write", &note);
        }
    }

    /// Starts a dream, and waits until it is over.
    pub fn dream(&mut self) {
        let began = Instant::now();
        let mut is_wanted = self.also("mind_dream", &json!({})).is_some();
        while is_wanted && began.elapsed() < PATIENCE && !self.tempo.is_over() {
            thread::sleep(LOOKS);
            let mind = self.also("mind_get", &json!({}));
            is_wanted = mind.is_some_and(|mind| mind["asked"] != Value::Null);
        }
    }
}
