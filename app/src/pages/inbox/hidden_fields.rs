//! The hidden fields of every form of the bench: where to go on, the workflow. And the forms' ids.

use leptos::prelude::*;

use super::Chosen;
use super::next::Course;

/// The id of a form: no two items share one, so that what was typed for one is not brought back to another.
pub fn form_id(what: &str, item: StoredValue<Chosen>) -> String {
    item.with_value(|(workflow, item)| format!("{what}-{workflow}-{item}"))
}

/// The fields.
#[component]
pub fn HiddenFields(
    /// The course, which knows where to go on.
    course: Course,
    /// The item.
    item: StoredValue<Chosen>,
) -> impl IntoView {
    let (workflow, next) =
        item.with_value(|item| (item.0.to_string(), untrack(|| course.after(item))));
    view! {
        <input type="hidden" name="redirect" value=next />
        <input type="hidden" name="workflow" value=workflow />
    }
}
