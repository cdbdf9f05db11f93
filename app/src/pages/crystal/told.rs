//! A memory's kind and author in words, for the pages that show one.

use engine::crystal::{Crystal, MemoryType, Trust};

/// A core's name as one reads it: a namespace's as the namespace has it.
#[must_use]
pub fn core_word(core: &str) -> String {
    core.replace("%2F", "/").replace("%25", "%")
}

/// The name of a type of memory.
#[must_use]
pub const fn type_name(kind: MemoryType) -> &'static str {
    match kind {
        MemoryType::Semantic => "semantic",
        MemoryType::Episodic => "episodic",
        MemoryType::Message => "message",
    }
}

/// What kind of memory it is, as a word.
#[must_use]
pub const fn kind_word(memory: &Crystal) -> &'static str {
    match memory.memory_type {
        MemoryType::Semantic => "fact",
        MemoryType::Episodic => "episode",
        MemoryType::Message => "message",
    }
}

/// Who wrote it, and whether that is an agent.
#[must_use]
pub fn of_whom(memory: &Crystal) -> (String, bool) {
    match (&memory.agent, memory.trust) {
        (_, Trust::Human) => ("a person".to_owned(), false),
        (Some(agent), _) => (agent.clone(), true),
        (None, Trust::Agent) => ("an agent".to_owned(), false),
        (None, _) => ("Loci".to_owned(), false),
    }
}
