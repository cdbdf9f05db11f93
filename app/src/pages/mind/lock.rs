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
use crate::parts::{Glyph, Icon};
use crate::paths::MindView;

/// Links and buttons in the margin of a section.
#[component]
pub fn Manage(
    /// Section of the document.
    section: Section,
) -> impl IntoView {
    let here = here();
    let is_locked = here.there.mind.locked.contains(&section);
    let edit = may::<MindEdit>().then(|| {
        let href = here.href(MindView::Edit(Some(section)));
        view! { <a href=href aria-label=format!("Edit {}", section.title())>"Edit"</a> }
    });
    let (spec, verb, title) = if is_locked {
        (MindUnlock::SPEC, "Unlock", "Dreams may change it")
    } else {
        (MindLock::SPEC, "Lock", "Dreams will not change it")
    };
    let lock = may::<MindLock>().then(|| view! {
        <Act
            spec
            id=format!("lock-{}", section.name())
            hidden=vec![("section", section.name().to_owned())]
            class="inline"
            done=""
            after=After::Keep
        >
            <button type="submit" title=title aria-label=format!("{verb} {}", section.title())>{verb}</button>
        </Act>
    });
    view! {
        <span class="gloss-do">{edit} {lock}</span>
        {is_locked.then(|| view! {
            <span class="gloss-lock"><Glyph icon=Icon::Lock/>"locked for dreams"</span>
        })}
    }
}
