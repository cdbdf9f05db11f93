//! Action panel of an item: the actions that resolve it, and the snooze.

use engine::workflow::attention::ItemKind;
use leptos::context::Provider;
use leptos::prelude::*;

use super::failed::FailedTask;
use super::next::Course;
use super::open_item::OpenItem;
use super::review::Review;
use super::snooze::Snooze;
use super::stalled::{BlockedTask, StalledTask, Vacant};
use super::warned::WarningPanel;
use super::word::{AnswerQuestion, GiveApproval};
use crate::pages::act::About;
use crate::pages::queue::{key, row_id};

/// Action panel.
#[component]
pub fn Bench(
    /// Item with its data.
    shown: OpenItem,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    let item = key(&shown.thing.item);
    let until = shown.thing.item.snoozed_until;
    let row = row_id(&shown.thing.item);
    let workflow = ("workflow", item.0.to_string());
    let about = About(vec![("redirect", course.after()), workflow.clone()]);
    let version = shown.version();
    let tools = move || match shown.thing.item.kind {
        ItemKind::Review => view! { <Review shown /> }.into_any(),
        ItemKind::Escalation => view! { <FailedTask shown /> }.into_any(),
        ItemKind::LeaseExpired => view! { <StalledTask shown /> }.into_any(),
        ItemKind::Blocked => view! { <BlockedTask shown /> }.into_any(),
        ItemKind::LeadVacant => view! { <Vacant item=key(&shown.thing.item) /> }.into_any(),
        ItemKind::Warning => view! { <WarningPanel shown /> }.into_any(),
        ItemKind::Question => view! { <AnswerQuestion shown /> }.into_any(),
        ItemKind::Approval => view! { <GiveApproval shown /> }.into_any(),
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
                    <Snooze item until course />
                </Provider>
            </fieldset>
        </aside>
    }
}
