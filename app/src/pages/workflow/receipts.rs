//! Receipts of the last nudges: queued, delivered, acknowledged or acted on, by recipient.

use engine::workflow::people::{Nudge, Receipt, Target};
use leptos::prelude::*;

use super::link::task_link;
use super::scene::Scene;
use crate::parts::line;

/// Number of earlier nudges listed.
const EARLIER: usize = 20;
/// Maximum number of recipients listed per nudge.
const RECIPIENTS: usize = 20;

/// Renders the last nudge, and the ones before it on demand.
pub fn receipts(scene: &Scene) -> AnyView {
    let mut nudges = scene.workflow.nudges.iter().rev().take(EARLIER + 1);
    let last = nudges.next().map(|nudge| row(scene, nudge));
    let earlier: Vec<_> = nudges.map(|nudge| row(scene, nudge)).collect();
    let count = earlier.len();
    view! {
        <div class="receipts" role="log" aria-label="Last nudges">
            {last}
            {(count > 0).then(|| view! {
                <details>
                    <summary class="btn-why">{format!("{count} earlier")}</summary>
                    {earlier}
                </details>
            })}
        </div>
    }
    .into_any()
}

fn row(scene: &Scene, nudge: &Nudge) -> AnyView {
    let to = match &nudge.target {
        Target::All => "all".to_owned(),
        Target::Orchestrator => "the orchestrator".to_owned(),
        Target::Agent(agent) => agent.clone(),
    };
    let receipts = &nudge.receipts;
    let to_one = matches!(&nudge.target, Target::Agent(agent) if receipts.contains_key(agent) && receipts.len() == 1);
    let is_over = scene.now >= nudge.expires_at;
    let progress: Vec<_> = if receipts.is_empty() {
        vec![steps(scene, None, &Receipt::default(), is_over)]
    } else {
        let receipts = receipts.iter().take(RECIPIENTS);
        receipts
            .map(|(agent, receipt)| steps(scene, (!to_one).then_some(agent), receipt, is_over))
            .collect()
    };
    let about = nudge
        .task
        .map(|no| view! { ", about " {task_link(scene, no)} });
    view! {
        <p class="receipt" id=nudge.id.to_string()>
            <span class="quiet">
                {nudge.from.id.clone()} " to " {to} ", " {scene.ago(nudge.created_at)} {about} ":"
            </span>
            <span class="receipt-said">"“" {line(&nudge.message)} "”"</span>
            {progress}
        </p>
    }
    .into_any()
}

/// Progress of a nudge to one agent; the step that it has reached is emphasized.
fn steps(scene: &Scene, agent: Option<&String>, receipt: &Receipt, is_over: bool) -> AnyView {
    let reached = [
        ("delivered", receipt.delivered_at),
        ("acknowledged", receipt.acknowledged_at),
        ("acted", receipt.acted_at),
    ];
    // An agent that acted on a nudge has read it, even without an acknowledgement.
    let last = reached.iter().rposition(|(_, at)| at.is_some());
    let queued = match last {
        None if is_over => view! { <b class="rubric">"expired undelivered"</b> }.into_any(),
        None => view! { <b>"queued"</b> }.into_any(),
        Some(_) => view! { <span>"queued"</span> }.into_any(),
    };
    let steps = reached.into_iter().enumerate();
    let steps = steps.map(|(nth, (word, at))| match last {
        Some(here) if here == nth => {
            view! { <b>{word} " " {at.map(|at| scene.ago(at))}</b> }.into_any()
        }
        Some(here) if nth < here => view! { <span>{word}</span> }.into_any(),
        _ => view! { <span class="ahead">{word}</span> }.into_any(),
    });
    let note = receipt.note.as_ref();
    let note =
        note.map(|note| view! { <span class="receipt-said quiet">"“" {note.clone()} "”"</span> });
    view! {
        <span class="steps-line">
            {agent.map(|agent| view! { <span class="steps-to">{agent.clone()}</span> })}
            {queued}
            {steps.collect_view()}
        </span>
        {note}
    }
    .into_any()
}
