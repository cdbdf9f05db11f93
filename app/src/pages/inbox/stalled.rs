//! Action panel of stalled work: assign the task to another agent, release it, or send a message.

use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_release::TaskRelease;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::Chosen;
use super::form::{ItemForm, form_id, unavailable};
use super::open_item::OpenItem;
use crate::pages::ask::why_not;
use crate::pages::queue::key;
use crate::parts::sect::Level;
use crate::parts::{Area, Choice, Pick, Sect, field::Need};

/// Action panel of a task whose lease expired.
pub fn task_stall(shown: OpenItem) -> impl IntoView {
    if let Some(why) = why_not::<TaskAssign>() {
        return unavailable("Next step", why);
    }
    let item = key(&shown.thing.item);
    let (task, quiet) = (shown.thing.item.thing, shown.thing.item.from);
    let message = quiet.map(|quiet| {
        view! { <Message target=quiet task=task.clone() item=item.clone() /> }
    });
    view! {
        <div class="verdict verdict--bench">
            <h3>"Next step"</h3>
            <p class="field-hint">"The task is open. The agent that claims it gets the notes of earlier attempts."</p>
            <ItemForm
                spec=TaskAssign::SPEC
                id=form_id("open", &item)
                hidden=vec![("task", task.clone())]
                class="options"
            >
                <button class="btn btn--primary" type="submit" data-key="1" aria-keyshortcuts="1">
                    "Keep open to all agents "<kbd>"1"</kbd>
                </button>
            </ItemForm>
        </div>
        <Assign task=task.clone() agents=shown.agents item=item.clone() />
        {message}
    }
    .into_any()
}

/// Action panel of a task whose agent is blocked.
pub fn task_block(shown: OpenItem) -> impl IntoView {
    if let Some(why) = why_not::<TaskRelease>() {
        return unavailable("Next step", why);
    }
    let item = key(&shown.thing.item);
    let task = shown.thing.item.thing;
    let lease = shown.thing.task.and_then(|task| task.lease);
    let holder = lease.map(|lease| lease.holder);
    let hint = if holder.is_some() {
        "Releasing takes the task from its holder. The next agent gets your note and the notes of earlier attempts."
    } else {
        "The task is on hold until it is released. The next agent gets your note and the notes of earlier attempts."
    };
    let message = holder.map(|holder| {
        view! { <Message target=holder task=task.clone() item=item.clone() /> }
    });
    view! {
        <div class="verdict verdict--bench">
            <h3>"Next step"</h3>
            <p class="field-hint">{hint}</p>
            <ItemForm spec=TaskRelease::SPEC id=form_id("release", &item) hidden=vec![("task", task.clone())]>
                <Area label="Note for the next attempt" name="handoff_note" rows=3 />
                <button class="btn btn--primary" type="submit" data-key="1" aria-keyshortcuts="1">
                    "Release "<kbd>"1"</kbd>
                </button>
            </ItemForm>
        </div>
        {message}
    }
    .into_any()
}

/// Action panel of a workflow without lead.
pub fn vacant_lead(item: Chosen) -> impl IntoView {
    view! {
        <div class="verdict">
            <h3>"Next step"</h3>
            <p class="field-hint">
                "The next orchestrator that calls takes the lead. You can leave a message for it."
            </p>
        </div>
        <Message target="orchestrator".to_owned() task=String::new() item />
    }
}

/// Form that reserves a task for one agent.
#[component]
pub fn Assign(
    /// Number of the task.
    task: String,
    /// Names of the agents to choose from.
    agents: Vec<String>,
    /// Item to resolve.
    item: Chosen,
) -> impl IntoView {
    let choices: Vec<Choice> = agents
        .into_iter()
        .map(|name| Choice::new(name.clone(), name))
        .collect();
    view! {
        <Sect id="h-assign" title="Assign to an agent" level=Level::Three>
            <ItemForm spec=TaskAssign::SPEC id=form_id("assign", &item) hidden=vec![("task", task)]>
                <div class="form-line">
                    <Pick label="Agent" name="agent" choices />
                    <button class="btn" type="submit">"Assign"</button>
                </div>
            </ItemForm>
        </Sect>
    }
}

/// Form that sends a message about the task.
#[component]
fn Message(target: String, task: String, item: Chosen) -> impl IntoView {
    let title = format!("Message {target}");
    view! {
        <Sect id="h-message" title level=Level::Three>
            <ItemForm
                spec=NudgeSend::SPEC
                id=form_id("message", &item)
                hidden=vec![("target", target), ("task", task)]
            >
                <Area label="Message" name="message" rows=3 hint="Delivered with the agent's next call." need=Need::Required />
                <button class="btn" type="submit">"Send"</button>
            </ItemForm>
        </Sect>
    }
}
