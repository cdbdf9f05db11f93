//! A memory's kind and author in words, for the pages that show one.

use engine::crystal::decay::{CrystalKind, Lifecycle};
use engine::crystal::{Crystal, MemoryType, Trust};
use leptos::prelude::*;

use crate::parts::{Glyph, Icon};

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
pub fn kind_word(memory: &Crystal) -> &'static str {
    match (memory.kind, memory.memory_type) {
        (_, MemoryType::Message) => "message",
        (Some(kind), _) => kind.name(),
        (None, memory_type) => CrystalKind::of(memory_type).name(),
    }
}

/// The shape of a stage of a memory's life.
#[must_use]
pub const fn life_icon(life: Lifecycle) -> Icon {
    match life {
        Lifecycle::Generated => Icon::Generated,
        Lifecycle::Activated => Icon::Activated,
        Lifecycle::Consolidated => Icon::Consolidated,
        Lifecycle::Frozen => Icon::Frozen,
        Lifecycle::Archived | Lifecycle::Expired => Icon::Archived,
    }
}

/// A stage of a memory's life: its shape and its name.
#[component]
pub fn Stage(
    /// The stage.
    life: Lifecycle,
) -> impl IntoView {
    view! { <span class="stage" data-life=life.name()><Glyph icon=life_icon(life)/>{life.name()}</span> }
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
