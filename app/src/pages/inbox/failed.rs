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
use crate::pages::ask::{may, why_not};
use crate::pages::queue::key;
use crate::parts::{Area, Confirm, form_within};

/// Action panel of a failed task.
#[component]
pub fn FailedTask(
    /// Item with its data.
    shown: OpenItem,
) -> impl IntoView {
    if let Some(why) = why_not::<TaskRetry>() {
        return unavailable("Next step", why);
    }
    let item = key(&shown.thing.item);
    let task = shown.thing.item.thing;
    let skip = Ending {
        name: "skip",
        label: "Skip",
        question: format!("Skip {task}?"),
        does: "Skip task",
        follows: "The task will not be done. Tasks that need its success are on a branch not taken.",
    };
    let accept = Ending {
        name: "accept",
        label: "Accept failure",
        question: format!("Accept that {task} failed?"),
        does: "Accept failure",
        follows: "The task stays failed and leaves the inbox. Tasks that need its success stay cut off.",
    };
    let cancel = Ending {
        name: "cancel",
        label: "Cancel",
        question: format!("Cancel {task}?"),
        does: "Cancel task",
        follows: "Tasks that need its success are cut off until it is retried or skipped.",
    };
    let may_accept = may::<TaskAcceptFailed>();
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
        <div class="btns btns--start">
            {skip.view(TaskSkip::SPEC, &item, &task)}
            {may_accept.then(|| accept.view(TaskAcceptFailed::SPEC, &item, &task))}
            {cancel.view(TaskCancel::SPEC, &item, &task)}
        </div>
    }
    .into_any()
}

/// Texts of an action that ends the task, after a confirmation.
struct Ending {
    /// Prefix of ids.
    name: &'static str,
    /// Label of the button.
    label: &'static str,
    /// Heading of the dialog.
    question: String,
    /// Label of the confirming button.
    does: &'static str,
    /// Consequences.
    follows: &'static str,
}

impl Ending {
    /// Renders the button with its dialog.
    fn view(self, spec: Spec, item: &Chosen, task: &str) -> impl IntoView + use<> {
        let id = form_id(self.name, item);
        let (form, reason) = (form_within(&id), format!("{}-reason", self.name));
        let hidden = vec![("task", task.to_owned())];
        view! {
            <Confirm id label=self.label title=self.question does=self.does>
                <p>{self.follows}</p>
                <ItemForm spec id=form hidden>
                    <Area label="Reason" name="reason" id=reason rows=2 />
                </ItemForm>
            </Confirm>
        }
    }
}
