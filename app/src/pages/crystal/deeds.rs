//! Actions on a memory other than correcting it: marking how it is kept, and forgetting it.

use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_forget::MemoryForget;
use engine::crystal::{Crystal, Trust};
use kernel::operation::Operation;
use leptos::prelude::*;

use super::load::There;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::words::many;
use crate::parts::alive;
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
            Self::Frozen => ("Freeze", "Thaw"),
            Self::HeldBack => ("Hold back", "Let it be found"),
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

/// Button that sets or removes a mark.
#[component]
pub fn Toggle(
    /// Memory to mark.
    there: RwSignal<There>,
    /// Mark to set or remove.
    mark: Mark,
) -> impl IntoView {
    let spec = MemoryEdit::SPEC;
    let is_set = Memo::new(move |_| there.with(|there| mark.is_set(&there.memory)));
    let refusal = Signal::derive(move || forbids(&spec));
    alive(move || {
        let is_set = is_set.get();
        let (id, core) =
            there.with_untracked(|there| (there.memory.id.clone(), there.memory.core.clone()));
        let hidden = vec![
            ("id", id),
            ("core", core),
            (mark.field(), (!is_set).to_string()),
        ];
        let (says, takes_back) = mark.verbs();
        let label = if is_set { takes_back } else { says };
        view! {
            <Act spec id=format!("mark-{}", mark.field()) hidden class="inline" done="" after=After::Keep>
                <Press label=label.to_owned() refusal said_by=WHY/>
            </Act>
        }
    })
}

/// Reason why no action is available, shown once for all buttons.
#[component]
pub fn NotAllowed() -> impl IntoView {
    forbids(&MemoryEdit::SPEC).map(|why| view! { <p class="btn-why" id=WHY>{why}</p> })
}

/// Button that forgets the memory, after a confirmation.
#[component]
pub fn Forget(
    /// Memory to forget.
    there: RwSignal<There>,
) -> impl IntoView {
    let spec = MemoryForget::SPEC;
    let (id, core, days) = there.with_untracked(|there| {
        let memory = &there.memory;
        (memory.id.clone(), memory.core.clone(), there.restore_days)
    });
    let text = Memo::new(move |_| there.with(|there| there.memory.text.clone()));
    let action = ConfirmedAction {
        spec,
        label: "Forget",
        title: "Forget this memory?".to_owned(),
        follows: "No agent finds it any more, at once. Nothing else goes with it: the session or the work it is \
                  from stays as it is.",
        field: None,
        hidden: vec![("ids[0]", id.clone()), ("filters[core]", core.clone())],
        then: Some(paths::crystal(&core, &id)),
    };
    let more = move || {
        let days = usize::try_from(days).unwrap_or(usize::MAX);
        view! {
            <p class="stone-quoted said" dir="auto">{alive(move || text.get())}</p>
            <p class="field-hint">{format!("It can be brought back for {}, then it is erased.", many(days, "day"))}</p>
        }
    };
    view! { <Ask action more refusal=Memo::new(move |_| forbids(&spec))/> }
}
