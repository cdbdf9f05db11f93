//! What a member tells its own mind: notes while it works.

use serde_json::json;

use crate::member::Member;

/// Something worth a note: of which kind it is, how much it matters, and the words.
#[derive(Clone, Copy)]
pub struct Note<'a>(pub &'a str, pub f64, pub &'a str);

impl Member {
    /// Writes notes in its mind, with where they came up.
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
}
