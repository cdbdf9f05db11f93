//! Action panel of an item: the actions that resolve it, and the snooze.

use engine::workflow::attention::ItemKind;
use leptos::prelude::*;

use super::failed::FailedTask;
use super::next::Course;
use super::open_item::OpenItem;
use super::remarks::Drafts;
use super::review::Review;
use super::snooze::Snooze;
use super::stalled::{BlockedTask, StalledTask, Vacant};
use super::warned::WarningPanel;
use super::word::{AnswerQuestion, GiveApproval};
use crate::pages::queue::key;

/// Action panel.
#[component]
pub fn Bench(
    /// Item with its data.
    shown: OpenItem,
    /// Course through the queue.
    course: Course,
    /// Unsent remarks.
    drafts: Drafts,
    /// True if the item was resolved meanwhile.
    over: Signal<bool>,
    /// Reloads the item.
    again: Callback<()>,
) -> impl IntoView {
    let item = StoredValue::new(key(&shown.thing.item));
    let until = shown.thing.item.snoozed_until;
    let tools = match shown.thing.item.kind {
        ItemKind::Review => view! { <Review shown course drafts /> }.into_any(),
        ItemKind::Escalation => view! { <FailedTask shown course /> }.into_any(),
        ItemKind::LeaseExpired => view! { <StalledTask shown course /> }.into_any(),
        ItemKind::Blocked => view! { <BlockedTask shown course /> }.into_any(),
        ItemKind::LeadVacant => view! { <Vacant item course /> }.into_any(),
        ItemKind::Warning => view! { <WarningPanel shown course /> }.into_any(),
        ItemKind::Question => shown
            .thing
            .question
            .map(|question| view! { <AnswerQuestion question item course /> })
            .into_any(),
        ItemKind::Approval => shown
            .thing
            .approval
            .map(|approval| view! { <GiveApproval approval item course /> })
            .into_any(),
    };
    view! {
        <aside class="bench" aria-label="Settle it">
            <h2 class="vh">"Settle it"</h2>
            <fieldset disabled=move || over.get() || course.is_resting.get()>
                {tools}
                <Snooze item until course again />
            </fieldset>
        </aside>
    }
}
