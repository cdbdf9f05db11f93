//! Lock of a section against dreams, and the link to its editor. Shown only to people with permission.

use engine::mind::Section;
use engine::mind::ops::mind_edit::MindEdit;
use engine::mind::ops::mind_lock::MindLock;
use engine::mind::ops::mind_unlock::MindUnlock;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::here;
use crate::pages::act::{Act, After};
use crate::pages::ask::may;
use crate::parts::{Glyph, Icon, alive};
use crate::paths::MindView;

/// Links and buttons in the margin of a section.
#[component]
pub fn Manage(
    /// Section of the document.
    section: Section,
) -> impl IntoView {
    let here = here();
    let is_locked = Memo::new(move |_| {
        here.there
            .with(|there| there.mind.locked.contains(&section))
    });
    let edit = move || {
        here.address
            .with(|address| address.to(MindView::Edit(Some(section))).href())
    };
    let edit = may::<MindEdit>().then(|| {
        view! { <a href=edit aria-label=format!("Edit {}", section.title())>"Edit"</a> }
    });
    let may_lock = may::<MindLock>();
    view! {
        <span class="gloss-do">
            {edit}
            {alive(move || {
                let is_locked = is_locked.get();
                let spec = if is_locked { MindUnlock::SPEC } else { MindLock::SPEC };
                let verb = if is_locked { "Unlock" } else { "Lock" };
                may_lock.then(|| view! {
                    <Act
                        spec
                        id=format!("lock-{}", section.name())
                        hidden=vec![("section", section.name().to_owned())]
                        class="inline"
                        done=""
                        after=After::Keep
                    >
                        <button
                            type="submit"
                            title=if is_locked { "Let dreams change it" } else { "Have dreams leave it alone" }
                            aria-label=format!("{verb} {}", section.title())
                        >
                            {verb}
                        </button>
                    </Act>
                })
            })}
        </span>
        {alive(move || is_locked.get().then(|| view! {
            <span class="gloss-lock"><Glyph icon=Icon::Lock/>"dreams leave it alone"</span>
        }))}
    }
}
