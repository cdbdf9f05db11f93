//! Snoozes an item for an hour or until tomorrow, and ends the snooze.

use engine::workflow::ops::item_snooze::ItemSnooze;
use kernel::Time;
use leptos::prelude::*;

use super::Chosen;
use super::acts::{act, name_it};
use super::hidden_fields::{HiddenFields, form_id};
use super::next::Course;
use crate::live::feed;
use crate::pages::answered::{FormAction, Post, when_done};
use crate::pages::ask::why_not;
use crate::parts::Ago;
use crate::paths;

/// Form that snoozes an item.
#[component]
pub fn Snooze(
    /// Item to snooze.
    item: StoredValue<Chosen>,
    /// End of the snooze, if the item is snoozed.
    until: Option<Time>,
    /// Course through the queue.
    course: Course,
    /// Reloads the item.
    again: Callback<()>,
) -> impl IntoView {
    let now = feed().clock();
    let until = until.filter(|until| until.0 > now.get_untracked());
    if why_not::<ItemSnooze>().is_some() {
        return ().into_any();
    }
    if let Some(until) = until {
        return view! { <Return item until course again /> }.into_any();
    }
    let action = act::<ItemSnooze>(course, item);
    let name = item.with_value(|item| item.1.clone());
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

/// Ends the snooze of an item. The page stays on it.
#[component]
fn Return(
    item: StoredValue<Chosen>,
    until: Time,
    course: Course,
    again: Callback<()>,
) -> impl IntoView {
    let now = feed().clock();
    let action = FormAction::<ItemSnooze>::new();
    when_done(action, move |output| {
        name_it::<ItemSnooze>(course, &output);
        again.run(());
    });
    let (workflow, name) = item.get_value();
    let here = paths::inbox_item(workflow, &name);
    view! {
        <Post action id=form_id("return", item) class="snooze">
            <input type="hidden" name="redirect" value=here />
            <input type="hidden" name="workflow" value=workflow.to_string() />
            <input type="hidden" name="item" value=name />
            <span>"Put off; back " <Ago at=until.0 now /></span>
            <button class="btn btn--quiet" type="submit" name="seconds" value="0">"Bring it back now"</button>
        </Post>
    }
}
