//! Receipts of the last nudges: queued, delivered, acknowledged or acted on, by recipient.

use engine::workflow::people::{Nudge, Receipt, Target};
use leptos::prelude::*;

use super::link::TaskLink;
use super::scene::scene;
use crate::parts::alive;
use crate::parts::{Ago, line};

/// Number of earlier nudges listed.
const EARLIER: usize = 20;

/// Last nudge, and the ones before it on demand.
#[component]
pub fn Receipts() -> impl IntoView {
    let scene = scene();
    let nudges = scene.read(|workflow| {
        workflow
            .nudges
            .iter()
            .rev()
            .take(EARLIER + 1)
            .cloned()
            .collect::<Vec<_>>()
    });
    let last = Memo::new(move |_| nudges.with(|all| all.first().cloned()));
    let earlier =
        Memo::new(move |_| nudges.with(|all| all.iter().skip(1).cloned().collect::<Vec<_>>()));
    let count = Memo::new(move |_| earlier.with(Vec::len));
    view! {
        <div class="receipts" role="log" aria-label="Last nudges">
            {alive(move || last.get().map(|nudge| view! { <OneNudge nudge/> }))}
            {alive(move || (count.get() > 0).then(|| view! {
                <details>
                    <summary class="btn-why">{alive(move || format!("{} earlier", count.get()))}</summary>
                    {alive(move || earlier.get().into_iter().map(|nudge| view! { <OneNudge nudge/> }).collect_view())}
                </details>
            }))}
        </div>
    }
}

#[component]
fn OneNudge(nudge: Nudge) -> impl IntoView {
    let scene = scene();
    let Nudge {
        id,
        from,
        target,
        message,
        task,
        created_at,
        expires_at,
        receipts,
        ..
    } = nudge;
    let to = match &target {
        Target::All => "all".to_owned(),
        Target::Orchestrator => "the orchestrator".to_owned(),
        Target::Agent(agent) => agent.clone(),
    };
    let steps = if receipts.is_empty() {
        view! { <Steps receipt=Receipt::default() expires=expires_at.0/> }.into_any()
    } else {
        let to_one = matches!(&target, Target::Agent(agent) if receipts.contains_key(agent) && receipts.len() == 1);
        receipts
            .into_iter()
            .map(|(agent, receipt)| {
                let agent = (!to_one).then_some(agent);
                view! { <Steps agent=agent.unwrap_or_default() receipt expires=expires_at.0/> }
            })
            .collect_view()
            .into_any()
    };
    view! {
        <p class="receipt" id=id.to_string()>
            <span class="quiet">
                {from.id} " to " {to} ", " <Ago at=Signal::stored(created_at.0) now=scene.clock()/>
                {task.map(|no| view! { ", about " <TaskLink no/> })} ":"
            </span>
            <span class="receipt-said">"“" {line(&message)} "”"</span>
            {steps}
        </p>
    }
}

/// Progress of a nudge to one agent; the step that it has reached is emphasized.
#[component]
fn Steps(#[prop(optional, into)] agent: String, receipt: Receipt, expires: i64) -> impl IntoView {
    let scene = scene();
    let reached = [
        ("delivered", receipt.delivered_at),
        ("acknowledged", receipt.acknowledged_at),
        ("acted", receipt.acted_at),
    ];
    // An agent that acted on a nudge has read it, even without an acknowledgement.
    let last = reached.iter().rposition(|(_, at)| at.is_some());
    let over = Memo::new(move |_| last.is_none() && scene.now.get().0 >= expires);
    let steps = reached
        .into_iter()
        .enumerate()
        .map(|(nth, (word, at))| match last {
            Some(here) if here == nth => view! {
                <b>{word} " " {at.map(|at| view! { <Ago at=Signal::stored(at.0) now=scene.clock()/> })}</b>
            }
            .into_any(),
            Some(here) if nth < here => view! { <span>{word}</span> }.into_any(),
            _ => view! { <span class="ahead">{word}</span> }.into_any(),
        })
        .collect_view();
    view! {
        <span class="steps-line">
            {(!agent.is_empty()).then(|| view! { <span class="steps-to">{agent}</span> })}
            {alive(move || if over.get() {
                view! { <b class="rubric">"ran out undelivered"</b> }.into_any()
            } else if last.is_none() {
                view! { <b>"queued"</b> }.into_any()
            } else {
                view! { <span>"queued"</span> }.into_any()
            })}
            {steps}
        </span>
        {receipt.note.map(|note| view! { <span class="receipt-said quiet">"“" {note} "”"</span> })}
    }
}
