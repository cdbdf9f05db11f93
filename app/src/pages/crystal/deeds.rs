//! Actions on a memory other than correcting it: marking how it is kept, and forgetting it.

use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_forget::MemoryForget;
use engine::crystal::{Crystal, Trust};
use kernel::operation::Operation;
use leptos::prelude::*;

use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::words::many;
use crate::paths;

/// Id of the element with the reason why no action is available.
pub const WHY: &str = "stone-why";

/// Mark that a person sets on a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Never decays, and no rule forgets it.
    Pinned,
    /// Cannot change.
    Frozen,
    /// Excluded from searches until a person has reviewed it.
    HeldBack,
}

impl Mark {
    /// Returns the field that holds the mark.
    const fn field(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::Frozen => "frozen",
            Self::HeldBack => "quarantined",
        }
    }

    /// Returns the labels of the buttons that set and remove the mark.
    const fn verbs(self) -> (&'static str, &'static str) {
        match self {
            Self::Pinned => ("Pin", "Unpin"),
            Self::Frozen => ("Freeze", "Unfreeze"),
            Self::HeldBack => ("Quarantine", "Release"),
        }
    }

    fn is_set(self, memory: &Crystal) -> bool {
        match self {
            Self::Pinned => memory.pinned,
            Self::Frozen => memory.frozen,
            Self::HeldBack => memory.trust == Trust::Quarantined,
        }
    }
}

/// Renders the button that sets or removes a mark.
pub fn toggle(memory: &Crystal, mark: Mark) -> impl IntoView + use<> {
    let spec = MemoryEdit::SPEC;
    let is_set = mark.is_set(memory);
    let hidden = vec![
        ("id", memory.id.clone()),
        ("core", memory.core.clone()),
        (mark.field(), (!is_set).to_string()),
    ];
    let (sets, removes) = mark.verbs();
    let label = if is_set { removes } else { sets };
    view! {
        <Act spec id=format!("mark-{}", mark.field()) hidden class="inline" done="" after=After::Keep>
            <Press label=label.to_owned() refusal=forbids(&spec) said_by=WHY/>
        </Act>
    }
}

/// Reason why no action is available, shown once for all buttons.
pub fn not_allowed() -> impl IntoView {
    forbids(&MemoryEdit::SPEC).map(|why| view! { <p class="btn-why" id=WHY>{why}</p> })
}

/// Renders the button that forgets the memory, after a confirmation. It can be restored for some days.
pub fn forget(memory: &Crystal, restore_days: u32) -> impl IntoView + use<> {
    let spec = MemoryForget::SPEC;
    let (id, core, text) = (memory.id.clone(), memory.core.clone(), memory.text.clone());
    let action = ConfirmedAction {
        spec,
        label: "Forget",
        title: "Forget this memory?".to_owned(),
        follows: "Searches no longer find it. Its session or workflow does not change.",
        field: None,
        then: Some(paths::crystal(&core, &id)),
        hidden: vec![("ids[0]", id), ("filters[core]", core)],
    };
    let days = many(usize::try_from(restore_days).unwrap_or(usize::MAX), "day");
    let more = move || {
        view! {
            <p class="stone-quoted said" dir="auto">{text.clone()}</p>
            <p class="field-hint">{format!("It can be restored for {days}, then it is erased.")}</p>
        }
    };
    // A reason that holds for all actions is shown once.
    let is_explained = forbids(&MemoryEdit::SPEC).is_some();
    let refusal = forbids(&spec);
    let is_shown = refusal.is_none() || !is_explained;
    is_shown.then(|| view! { <Ask action more refusal/> })
}
