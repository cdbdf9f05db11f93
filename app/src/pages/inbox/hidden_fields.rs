//! Hidden fields of every form of the action panel: the workflow, and the next address. Also the ids of the forms.

use leptos::prelude::*;

use super::Chosen;
use super::next::Course;

/// Returns the id of a form, unique to the item, so that a draft for one item is never restored for another.
pub fn form_id(what: &str, item: StoredValue<Chosen>) -> String {
    item.with_value(|(workflow, item)| format!("{what}-{workflow}-{item}"))
}

/// Hidden fields of a form.
#[component]
pub fn HiddenFields(
    /// Course through the queue, which supplies the next address.
    course: Course,
    /// Item of the form.
    item: StoredValue<Chosen>,
) -> impl IntoView {
    let (workflow, next) =
        item.with_value(|item| (item.0.to_string(), untrack(|| course.after(item))));
    view! {
        <input type="hidden" name="redirect" value=next />
        <input type="hidden" name="workflow" value=workflow />
    }
}
