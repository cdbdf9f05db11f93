//! What acts on inbox items are called once they are done, and how a page goes on after one.

use kernel::operation::Operation;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::Chosen;
use super::next::Course;
use crate::pages::answered::{FormAction, when_done};

/// What an operation did, in a sentence; `None` for those that are no acts of the inbox.
#[must_use]
pub fn said(operation: &str) -> Option<&'static str> {
    Some(match operation {
        "task_review" => "Your review was sent.",
        "question_answer" => "Your answer was sent.",
        "approval_give" => "Your word was sent.",
        "task_retry" => "The task was put back.",
        "task_skip" => "The task was skipped.",
        "task_cancel" => "The task was cancelled.",
        "task_accept_failed" => "The failure was accepted.",
        "task_assign" => "The task was assigned.",
        "nudge_send" => "Your message waits for the agent's next call.",
        "warning_settle" => "The warning was settled.",
        "item_snooze" => "It was put off.",
        _ => return None,
    })
}

/// An act on `item`, after which the page goes on to the next one.
pub fn act<O: Operation>(course: Course, item: StoredValue<Chosen>) -> FormAction<O> {
    let action = FormAction::<O>::new();
    let navigate = use_navigate();
    let item = item.get_value();
    when_done(action, move |_| {
        course.said.set(said(O::SPEC.name).map(Into::into));
        let next = untrack(|| course.after(&item));
        course
            .items
            .update(|items| items.retain(|other| crate::pages::queue::key(other) != item));
        navigate(&next, NavigateOptions::default());
    });
    action
}
