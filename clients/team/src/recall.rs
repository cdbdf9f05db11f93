//! What a member does with the team's long-term memory while it works: it looks up what is known and keeps what
//! it learned.

use serde_json::json;

use crate::member::Member;

impl Member {
    /// Looks up what the team knows of something.
    pub fn recalls(&mut self, what: &str) {
        if self.cores.is_empty() {
            return;
        }
        let filters = json!({ "core": { "any": self.cores } });
        self.also(
            "memory_search",
            &json!({ "query": what, "filters": filters, "limit": 3 }),
        );
    }

    /// Keeps what it learned in one of the team's cores.
    pub fn keeps(&mut self, core: &str, text: &str, topics: &[&str]) {
        if !self.cores.iter().any(|known| known == core) {
            return;
        }
        let memory = json!({
            "text": text, "topics": topics, "importance": 0.6, "workflow": self.workflow,
            "namespace": core,
        });
        self.also("memory_create", &json!({ "core": core, "memory": memory }));
    }
}
