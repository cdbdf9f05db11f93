//! Snoozes an item for an hour or until tomorrow, and ends the snooze.

use engine::workflow::ops::item_snooze::ItemSnooze;
use kernel::Time;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::Chosen;
use super::form::{ItemForm, form_id};
use super::next::Course;
use crate::moment::moment;
use crate::pages::ask::why_not;
use crate::parts::Ago;
use crate::paths;

/// Form that snoozes an item, or ends its snooze.
pub fn snooze_form(item: Chosen, until: Option<Time>, course: Course) -> impl IntoView {
    if why_not::<ItemSnooze>().is_some() {
        return ().into_any();
    }
    let spec = ItemSnooze::SPEC;
    let hidden = |next| vec![("redirect", next), ("item", item.1.clone())];
    if let Some(until) = until.filter(|until| until.0 > moment().now.0) {
        // The page stays on the item.
        let hidden = hidden(paths::inbox_item(item.0, &item.1));
        return view! {
            <ItemForm spec id=form_id("return", &item) hidden class="snooze">
                <span>"Snoozed, back " <Ago at=until.0 /></span>
                <button class="btn btn--quiet" type="submit" name="seconds" value="0">"End snooze"</button>
            </ItemForm>
        }
        .into_any();
    }
    view! {
        <ItemForm spec id=form_id("snooze", &item) hidden=hidden(course.after()) class="snooze">
            <span>"Snooze"</span>
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
        </ItemForm>
    }
    .into_any()
}
