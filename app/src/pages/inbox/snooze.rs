//! Puts an item off: for an hour, or until tomorrow.

use engine::workflow::ops::item_snooze::ItemSnooze;
use leptos::prelude::*;

use super::Chosen;
use super::acts::act;
use super::hidden_fields::{HiddenFields, form_id};
use super::next::Course;
use crate::pages::answered::Post;
use crate::pages::ask::why_not;

/// The form.
#[component]
pub fn Snooze(
    /// The item.
    item: StoredValue<Chosen>,
    /// The course through the queue.
    course: Course,
) -> impl IntoView {
    let action = act::<ItemSnooze>(course, item);
    let name = item.with_value(|item| item.1.clone());
    if why_not::<ItemSnooze>().is_some() {
        return ().into_any();
    }
    view! {
        <Post action id=form_id("snooze", item) class="snooze">
            <HiddenFields course item />
            <input type="hidden" name="item" value=name />
            <span>"Put it off"</span>
            <button
                class="btn btn--quiet"
                type="submit"
                name="seconds"
                value="3600"
                data-key="h"
                aria-keyshortcuts="h"
            >
                "1 hour "<kbd>"h"</kbd>
            </button>
            <button class="btn btn--quiet" type="submit" name="seconds" value="86400">"Until tomorrow"</button>
        </Post>
    }
    .into_any()
}
