//! What a person can do with a memory besides correcting it: keep it whatever the rules say, or forget it.

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

/// The id of what says why nothing can be done.
pub const WHY: &str = "stone-why";

/// What a person says of how a memory is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It never fades and no rule forgets it.
    Pinned,
    /// It stays as it is.
    Frozen,
    /// No search finds it until a person has looked at it.
    HeldBack,
}

impl Mark {
    /// The field that says so.
    const fn field(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::Frozen => "frozen",
            Self::HeldBack => "quarantined",
        }
    }

    /// The buttons: to say so, and to take it back.
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

/// Says it of a memory, and takes it back.
#[component]
pub fn Toggle(
    /// The memory.
    there: RwSignal<There>,
    /// What is said.
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

/// Why nothing can be done, said once for all buttons.
#[component]
pub fn NotAllowed() -> impl IntoView {
    forbids(&MemoryEdit::SPEC).map(|why| view! { <p class="btn-why" id=WHY>{why}</p> })
}

/// Forgets it, after what follows was said.
#[component]
pub fn Forget(
    /// The memory.
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
