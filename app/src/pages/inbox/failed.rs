//! Action panel of a task that failed permanently: retry it, assign it, or continue without it.

use engine::workflow::ops::task_accept_failed::TaskAcceptFailed;
use engine::workflow::ops::task_cancel::TaskCancel;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_skip::TaskSkip;
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use super::Chosen;
use super::form::{ItemForm, form_id, unavailable};
use super::open_item::OpenItem;
use super::stalled::Assign;
use crate::pages::ask::{forbids, why_not};
use crate::pages::queue::key;
use crate::parts::{Area, Confirm, form_within};

/// An action that ends the task after a confirmation: its operation, the prefix of its ids, the label of its button,
/// the question around the name of the task, the label of the confirming button, and the consequences.
type Ending = (
    Spec,
    &'static str,
    &'static str,
    (&'static str, &'static str),
    &'static str,
    &'static str,
);

const ENDINGS: [Ending; 3] = [
    (
        TaskSkip::SPEC,
        "skip",
        "Skip",
        ("Skip ", "?"),
        "Skip task",
        "The task will not be done. Tasks that need its success are on a branch not taken.",
    ),
    (
        TaskAcceptFailed::SPEC,
        "accept",
        "Accept failure",
        ("Accept that ", " failed?"),
        "Accept failure",
        "The task stays failed and leaves the inbox. Tasks that need its success stay cut off.",
    ),
    (
        TaskCancel::SPEC,
        "cancel",
        "Cancel",
        ("Cancel ", "?"),
        "Cancel task",
        "Tasks that need its success are cut off until it is retried or skipped.",
    ),
];

/// Action panel of a failed task.
pub fn task_failure(shown: OpenItem) -> impl IntoView {
    if let Some(why) = why_not::<TaskRetry>() {
        return unavailable("Next step", why);
    }
    let item = key(&shown.thing.item);
    let task = shown.thing.item.thing;
    let endings = ENDINGS.into_iter();
    let endings = endings.filter(|(spec, ..)| forbids(spec).is_none());
    let endings = endings.map(|action| ending(action, &item, &task));
    view! {
        <div class="verdict verdict--bench">
            <h3>"Next step"</h3>
            <ItemForm spec=TaskRetry::SPEC id=form_id("retry", &item) hidden=vec![("task", task.clone())]>
                <Area label="Note for the next attempt" name="reason" rows=3 />
                <p class="verdict-foot">
                    <span>"Resets the retry counter."</span>
                    <button class="btn btn--primary" type="submit" data-key="1" aria-keyshortcuts="1">
                        "Retry "<kbd>"1"</kbd>
                    </button>
                </p>
            </ItemForm>
        </div>
        <Assign task=task.clone() agents=shown.agents item=item.clone() />
        <div class="btns btns--start">{endings.collect_view()}</div>
    }
    .into_any()
}

/// Renders the button of an action that ends the task, with its dialog.
fn ending(action: Ending, item: &Chosen, task: &str) -> impl IntoView + use<> {
    let (spec, name, label, (before, after), does, follows) = action;
    let id = form_id(name, item);
    let (form, reason) = (form_within(&id), format!("{name}-reason"));
    let hidden = vec![("task", task.to_owned())];
    view! {
        <Confirm id label title=format!("{before}{task}{after}") does>
            <p>{follows}</p>
            <ItemForm spec id=form hidden>
                <Area label="Reason" name="reason" id=reason rows=2 />
            </ItemForm>
        </Confirm>
    }
}
