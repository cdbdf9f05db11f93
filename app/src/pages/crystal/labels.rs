//! Display texts for a memory's core, kind, stage and author.

use engine::crystal::decay::{CrystalKind, Lifecycle};
use engine::crystal::{Crystal, MemoryType, Trust};
use leptos::prelude::*;

use crate::parts::{Glyph, Icon};

/// Returns the display name of a core, with the namespace unescaped.
#[must_use]
pub fn core_word(core: &str) -> String {
    core.replace("%2F", "/").replace("%25", "%")
}

/// Returns the name of a memory type.
#[must_use]
pub const fn type_name(kind: MemoryType) -> &'static str {
    match kind {
        MemoryType::Semantic => "semantic",
        MemoryType::Episodic => "episodic",
        MemoryType::Message => "message",
    }
}

/// Returns the kind of a memory, as a word.
#[must_use]
pub fn kind_word(memory: &Crystal) -> &'static str {
    match (memory.kind, memory.memory_type) {
        (_, MemoryType::Message) => "message",
        (Some(kind), _) => kind.name(),
        (None, memory_type) => CrystalKind::of(memory_type).name(),
    }
}

/// Returns the icon of a lifecycle stage.
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

/// Lifecycle stage of a memory: icon and name.
#[component]
pub fn Stage(
    /// Stage to show.
    life: Lifecycle,
) -> impl IntoView {
    view! { <span class="stage" data-life=life.name()><Glyph icon=life_icon(life)/>{life.name()}</span> }
}

/// Returns the author's name, and true if the author is an agent with a page.
#[must_use]
pub fn of_whom(memory: &Crystal) -> (String, bool) {
    match (&memory.agent, memory.trust) {
        (_, Trust::Human) => ("a person".to_owned(), false),
        (Some(agent), _) => (agent.clone(), true),
        (None, Trust::Agent) => ("an agent".to_owned(), false),
        (None, _) => ("Loci".to_owned(), false),
    }
}
