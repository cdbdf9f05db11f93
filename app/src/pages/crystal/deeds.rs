//! What a person can do with a memory besides correcting it: keep it whatever the rules say, or forget it.

use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_forget::MemoryForget;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::load::There;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::forbids;
use crate::pages::confirmed_action::{Ask, ConfirmedAction};
use crate::pages::words::many;
use crate::parts::alive;
use crate::paths;

/// Pins it, and lets it go.
#[component]
pub fn Pinned(
    /// The memory.
    there: RwSignal<There>,
) -> impl IntoView {
    let spec = MemoryEdit::SPEC;
    let pinned = Memo::new(move |_| there.with(|there| there.memory.pinned));
    let refusal = Signal::derive(move || forbids(&spec));
    alive(move || {
        let is_pinned = pinned.get();
        let (id, core) =
            there.with_untracked(|there| (there.memory.id.clone(), there.memory.core.clone()));
        let hidden = vec![
            ("id", id),
            ("core", core),
            ("pinned", (!is_pinned).to_string()),
        ];
        let label = if is_pinned { "Unpin" } else { "Pin" };
        view! {
            <Act spec id="pin" hidden class="inline" done="" after=After::Keep>
                <Press label=label.to_owned() refusal/>
            </Act>
        }
    })
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
            <p class="stone-quoted said" dir="auto">{text.get()}</p>
            <p class="field-hint">{format!("It can be brought back for {}, then it is erased.", many(days, "day"))}</p>
        }
    };
    view! { <Ask action more refusal=Memo::new(move |_| forbids(&spec))/> }
}
