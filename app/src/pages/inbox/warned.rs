//! Action panel of a warning: acknowledges it.

use engine::workflow::ops::warning_settle::WarningSettle;
use leptos::prelude::*;

use super::acts::act;
use super::hidden_fields::{HiddenFields, form_id};
use super::next::Course;
use super::open_item::OpenItem;
use crate::pages::answered::Post;
use crate::pages::ask::why_not;
use crate::pages::queue::key;
use crate::parts::Area;

/// Action panel of a warning.
#[component]
pub fn WarningPanel(
    /// Item with its data.
    shown: OpenItem,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    let item = StoredValue::new(key(&shown.thing.item));
    let settle = act::<WarningSettle>(course, item);
    let warning = shown.thing.item.thing.clone();
    if let Some(why) = why_not::<WarningSettle>() {
        return view! { <div class="verdict"><h3>"What now?"</h3><p class="btn-why">{why}</p></div> }
            .into_any();
    }
    view! {
        <div class="verdict verdict--bench">
            <h3>"What now?"</h3>
            <p class="field-hint">
                "Nothing is undone by itself. Say something to the agents, add a task, or settle it when it is fine as it is."
            </p>
            <Post action=settle id=form_id("settle", item)>
                <HiddenFields course item />
                <input type="hidden" name="warning" value=warning />
                <Area label="Note" name="note" rows=2 hint="Kept with the warning." />
                <button class="btn btn--primary" type="submit" data-key="1" aria-keyshortcuts="1">
                    "I have looked at it "<kbd>"1"</kbd>
                </button>
            </Post>
        </div>
    }
    .into_any()
}
