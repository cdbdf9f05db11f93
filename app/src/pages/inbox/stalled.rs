//! Action panel of stalled work: assign the task to another agent, release it, or send a message.

use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_release::TaskRelease;
use leptos::prelude::*;

use super::Chosen;
use super::acts::act;
use super::hidden_fields::{HiddenFields, form_id};
use super::next::Course;
use super::open_item::OpenItem;
use crate::pages::answered::{FormAction, Post};
use crate::pages::ask::why_not;
use crate::pages::queue::key;
use crate::parts::sect::Level;
use crate::parts::{Area, Choice, Pick, Sect, field::Need};

/// Action panel of a task whose lease expired.
#[component]
pub fn StalledTask(
    /// Item with its data.
    shown: OpenItem,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    let item = StoredValue::new(key(&shown.thing.item));
    let assign = act::<TaskAssign>(course, item);
    let task = StoredValue::new(shown.thing.item.thing.clone());
    let quiet = shown.thing.item.from.clone();
    if let Some(why) = why_not::<TaskAssign>() {
        return view! { <div class="verdict"><h3>"What now?"</h3><p class="btn-why">{why}</p></div> }
            .into_any();
    }
    view! {
        <div class="verdict verdict--bench">
            <h3>"What now?"</h3>
            <p class="field-hint">"The task is free: whoever claims it gets the notes of the attempts before."</p>
            <Post action=assign id=form_id("open", item) class="options">
                <HiddenFields course item />
                <input type="hidden" name="task" value=task.get_value() />
                <button class="btn btn--primary" type="submit" data-key="1" aria-keyshortcuts="1">
                    "Leave it open to all "<kbd>"1"</kbd>
                </button>
            </Post>
        </div>
        <Assign action=assign task agents=shown.agents item course />
        {quiet.map(|quiet| view! { <Message target=quiet task=shown.thing.item.thing.clone() item course /> })}
    }
    .into_any()
}

/// Action panel of a task whose agent is blocked.
#[component]
pub fn BlockedTask(
    /// Item with its data.
    shown: OpenItem,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    let item = StoredValue::new(key(&shown.thing.item));
    let release = act::<TaskRelease>(course, item);
    let task = StoredValue::new(shown.thing.item.thing.clone());
    let held = shown
        .thing
        .task
        .as_ref()
        .and_then(|task| task.lease.as_ref());
    let holder = held.map(|lease| lease.holder.clone());
    if let Some(why) = why_not::<TaskRelease>() {
        return view! { <div class="verdict"><h3>"What now?"</h3><p class="btn-why">{why}</p></div> }
            .into_any();
    }
    let hint = if holder.is_some() {
        "Releasing it takes it from its holder: whoever claims it next gets your note and the notes of the attempts \
         before."
    } else {
        "It is on hold until it is released: whoever claims it gets your note and the notes of the attempts before."
    };
    view! {
        <div class="verdict verdict--bench">
            <h3>"What now?"</h3>
            <p class="field-hint">{hint}</p>
            <Post action=release id=form_id("release", item)>
                <HiddenFields course item />
                <input type="hidden" name="task" value=task.get_value() />
                <Area label="What the next attempt should know" name="handoff_note" rows=3 />
                <button class="btn btn--primary" type="submit" data-key="1" aria-keyshortcuts="1">
                    "Release "<kbd>"1"</kbd>
                </button>
            </Post>
        </div>
        {holder.map(|holder| view! { <Message target=holder task=task.get_value() item course /> })}
    }
    .into_any()
}

/// Action panel of a workflow without lead.
#[component]
pub fn Vacant(
    /// Item to resolve.
    item: StoredValue<Chosen>,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    view! {
        <div class="verdict">
            <h3>"What now?"</h3>
            <p class="field-hint">
                "An orchestrator takes the lead by itself when it calls. Say what it should know."
            </p>
        </div>
        <Message target="orchestrator".to_owned() task=String::new() item course />
    }
}

/// Form that reserves a task for one agent.
#[component]
pub fn Assign(
    /// Action of the form.
    action: FormAction<TaskAssign>,
    /// Number of the task.
    task: StoredValue<String>,
    /// Names of the agents to choose from.
    agents: Vec<String>,
    /// Item to resolve.
    item: StoredValue<Chosen>,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    let choices: Vec<Choice> = agents
        .into_iter()
        .map(|name| Choice::new(name.clone(), name))
        .collect();
    view! {
        <Sect id="h-assign" title="Give it to somebody" level=Level::Three>
            <Post action id=form_id("assign", item)>
                <HiddenFields course item />
                <input type="hidden" name="task" value=task.get_value() />
                <div class="form-line">
                    <Pick label="Agent" name="agent" choices />
                    <button class="btn" type="submit">"Assign"</button>
                </div>
            </Post>
        </Sect>
    }
}

#[component]
fn Message(
    target: String,
    task: String,
    item: StoredValue<Chosen>,
    course: Course,
) -> impl IntoView {
    let action = act::<NudgeSend>(course, item);
    let title = format!("Message {target}");
    view! {
        <Sect id="h-message" title level=Level::Three>
            <Post action id=form_id("message", item)>
                <HiddenFields course item />
                <input type="hidden" name="target" value=target />
                <input type="hidden" name="task" value=task />
                <Area label="Message" name="message" rows=3 hint="It arrives with its next call." need=Need::Required />
                <button class="btn" type="submit">"Send"</button>
            </Post>
        </Sect>
    }
}
