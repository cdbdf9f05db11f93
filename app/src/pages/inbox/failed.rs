//! Action panel of a task that failed permanently: retry it, assign it, or continue without it.

use engine::workflow::ops::task_accept_failed::TaskAcceptFailed;
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_cancel::TaskCancel;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_skip::TaskSkip;
use leptos::prelude::*;

use super::acts::act;
use super::hidden_fields::{HiddenFields, form_id};
use super::next::Course;
use super::open_item::OpenItem;
use super::stalled::Assign;
use crate::pages::answered::Post;
use crate::pages::ask::{may, why_not};
use crate::pages::queue::key;
use crate::parts::{Area, Confirm, form_within};

/// Action panel of a failed task.
#[component]
pub fn FailedTask(
    /// Item with its data.
    shown: OpenItem,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    let item = StoredValue::new(key(&shown.thing.item));
    let retry = act::<TaskRetry>(course, item);
    let skip = act::<TaskSkip>(course, item);
    let cancel = act::<TaskCancel>(course, item);
    let accept = act::<TaskAcceptFailed>(course, item);
    let assign = act::<TaskAssign>(course, item);
    if let Some(why) = why_not::<TaskRetry>() {
        return view! { <div class="verdict"><h3>"What now?"</h3><p class="btn-why">{why}</p></div> }
            .into_any();
    }
    let no = StoredValue::new(shown.thing.item.thing.clone());
    let pending = retry.pending();
    let accepting = may::<TaskAcceptFailed>().then(|| {
        view! {
            <Confirm id=form_id("accept", item) label="Accept failure" title=format!("Accept that {} failed?", no.get_value()) does="Accept it">
                <p>"It asks for nobody any more. What needs its success stays cut off."</p>
                <Post action=accept id=form_within(&form_id("accept", item))>
                    <HiddenFields course item />
                    <input type="hidden" name="task" value=no.get_value() />
                    <Area label="Reason" name="reason" id="accept-reason" rows=2 />
                </Post>
            </Confirm>
        }
    });
    view! {
        <div class="verdict verdict--bench">
            <h3>"What now?"</h3>
            <Post action=retry id=form_id("retry", item)>
                <HiddenFields course item />
                <input type="hidden" name="task" value=no.get_value() />
                <Area label="What the next attempt should know" name="reason" rows=3 />
                <p class="verdict-foot">
                    <span>"All its tries are before it again."</span>
                    <button
                        class="btn btn--primary"
                        type="submit"
                        disabled=pending
                        data-key="1"
                        aria-keyshortcuts="1"
                    >
                        "Retry "<kbd>"1"</kbd>
                    </button>
                </p>
            </Post>
        </div>
        <Assign action=assign task=no agents=shown.agents item course />
        <div class="btns btns--start">
            <Confirm id=form_id("skip", item) label="Skip" title=format!("Skip {}?", no.get_value()) does="Skip it">
                <p>"It will not be done. What needs its success lies on a branch not taken."</p>
                <Post action=skip id=form_within(&form_id("skip", item))>
                    <HiddenFields course item />
                    <input type="hidden" name="task" value=no.get_value() />
                    <Area label="Reason" name="reason" id="skip-reason" rows=2 />
                </Post>
            </Confirm>
            {accepting}
            <Confirm id=form_id("cancel", item) label="Cancel" title=format!("Cancel {}?", no.get_value()) does="Cancel it">
                <p>"It is called off. What needs its success is cut off."</p>
                <Post action=cancel id=form_within(&form_id("cancel", item))>
                    <HiddenFields course item />
                    <input type="hidden" name="task" value=no.get_value() />
                    <Area label="Reason" name="reason" id="cancel-reason" rows=2 />
                </Post>
            </Confirm>
        </div>
    }
    .into_any()
}
