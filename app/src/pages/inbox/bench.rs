//! Action panel of an item: the actions that resolve it, and the snooze.

use engine::workflow::attention::ItemKind;
use leptos::context::Provider;
use leptos::prelude::*;

use super::failed::task_failure;
use super::next::Course;
use super::open_item::OpenItem;
use super::review::review_panel;
use super::snooze::snooze_form;
use super::stalled::{task_block, task_stall, vacant_lead};
use super::warned::warning_panel;
use super::word::{answer_question, give_approval};
use crate::pages::act::About;
use crate::pages::queue::{key, row_id};

/// Action panel.
pub fn bench(shown: OpenItem, course: Course) -> impl IntoView {
    let item = key(&shown.thing.item);
    let until = shown.thing.item.snoozed_until;
    let row = row_id(&shown.thing.item);
    let workflow = ("workflow", item.0.to_string());
    let about = About(vec![("redirect", course.after()), workflow.clone()]);
    let version = shown.version();
    let tools = move || match shown.thing.item.kind {
        ItemKind::Review => review_panel(shown).into_any(),
        ItemKind::Escalation => task_failure(shown).into_any(),
        ItemKind::LeaseExpired => task_stall(shown).into_any(),
        ItemKind::Blocked => task_block(shown).into_any(),
        ItemKind::LeadVacant => vacant_lead(key(&shown.thing.item)).into_any(),
        ItemKind::Warning => warning_panel(shown).into_any(),
        ItemKind::Question => answer_question(shown).into_any(),
        ItemKind::Approval => give_approval(shown).into_any(),
    };
    view! {
        <aside
            class="bench"
            aria-label="Resolve"
            id=format!("bench-{row}")
            data-whole="bench"
            data-version=version
        >
            <h2 class="vh">"Resolve"</h2>
            <fieldset data-rests=row.clone()>
                <Provider value=about>{tools()}</Provider>
                <Provider value=About(vec![workflow])>
                    {snooze_form(item, until, course)}
                </Provider>
            </fieldset>
        </aside>
    }
}
