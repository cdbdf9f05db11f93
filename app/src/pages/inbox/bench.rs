//! Action panel of an item: the actions that resolve it, and the snooze.

use engine::workflow::attention::ItemKind;
use leptos::prelude::*;

use super::failed::Failed;
use super::next::Course;
use super::open_item::OpenItem;
use super::remarks::Drafts;
use super::review::Review;
use super::snooze::Snooze;
use super::stalled::{Blocked, Stalled, Vacant};
use super::warned::Warned;
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
        ItemKind::Escalation => view! { <Failed shown course /> }.into_any(),
        ItemKind::LeaseExpired => view! { <Stalled shown course /> }.into_any(),
        ItemKind::Blocked => view! { <Blocked shown course /> }.into_any(),
        ItemKind::LeadVacant => view! { <Vacant item course /> }.into_any(),
        ItemKind::Warning => view! { <Warned shown course /> }.into_any(),
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
