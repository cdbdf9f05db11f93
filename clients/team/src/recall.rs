//! Use of the team's long-term memory by a member: it searches for knowledge and stores what it learned.

use serde_json::json;

use crate::member::Member;

impl Member {
    /// Searches the team's memory for a topic.
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

    /// Stores a memory in one of the team's cores.
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
