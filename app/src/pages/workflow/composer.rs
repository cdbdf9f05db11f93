//! Composer of nudges: recipient, priority, task and message.

use std::collections::BTreeSet;

use engine::numbers::TaskNo;
use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::{Task, Workflow};
use kernel::operation::Operation;
use leptos::prelude::*;

use super::receipts::Receipts;
use super::refusal::refusal;
use super::scene::scene;
use crate::pages::act::{Act, Press};
use crate::pages::ask::may;
use crate::parts::alive;
use crate::parts::{Choice, Field, Glyph, Icon, Label, Need, Pick};

/// Maximum number of tasks to choose from, in addition to the open one.
const LISTED: usize = 40;

/// Form, and the receipts of the last nudges.
#[component]
pub fn Composer() -> impl IntoView {
    let scene = scene();
    // Viewers who may not send nudges see only the receipts.
    if !may::<NudgeSend>() {
        return view! { <section class="composer-box" aria-label="Nudges"><Receipts/></section> }
            .into_any();
    }
    let refusal = refusal::<NudgeSend>(scene, |_| None);
    let open = Memo::new(move |_| scene.address.with(|address| address.task));
    let priorities = || {
        ["normal", "urgent", "low"]
            .map(|name| {
                let label = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
                Choice::new(name, label)
            })
            .to_vec()
    };
    view! {
        <section class="composer-box" aria-labelledby="h-nudge">
            <Act spec=NudgeSend::SPEC id="nudge" class="composer" named_by="h-nudge" done="Sent. It arrives with the answer to their next call.">
                <h2 id="h-nudge"><Glyph icon=Icon::Nudge/>"Nudge"</h2>
                // Both lists follow the open panel; an earlier choice is not kept across tasks.
                {alive(move || view! { <To open=open.get()/> })}
                <Pick label="Priority" labelled=Label::Hidden name="priority" id="nudge-priority" choices=priorities()/>
                {alive(move || view! { <About open=open.get()/> })}
                <div class="composer-text">
                    <Field label="Message" labelled=Label::Hidden name="message" id="nudge-message" placeholder="Say what should change, and why" need=Need::Required autocomplete="off"/>
                </div>
                <Press label="Send".to_owned() refusal/>
            </Act>
            <Receipts/>
        </section>
    }
    .into_any()
}

/// Menu of recipients: the worker of the open task first, then the lead, everyone, and each agent.
#[component]
fn To(open: Option<TaskNo>) -> impl IntoView {
    let scene = scene();
    let choices = scene.state.with_untracked(|workflow| {
        let worker = open
            .and_then(|no| workflow.tasks.get(no))
            .and_then(|task| task.assigned_to.clone().map(|agent| (agent, task.id)));
        let mut choices = Vec::new();
        if let Some((agent, no)) = &worker {
            choices.push(Choice::new(agent, format!("{agent}, on {no}")));
        }
        choices.push(match &workflow.lead.agent {
            Some(lead) => Choice::new("orchestrator", format!("Orchestrator ({lead})")),
            None => Choice::new("orchestrator", "Orchestrator"),
        });
        choices.push(Choice::new("all", "All agents"));
        let worker = worker.map(|(agent, _)| agent);
        let names = names(workflow, scene.agents().into_iter().map(|agent| agent.name));
        choices.extend(
            names
                .into_iter()
                .filter(|name| worker.as_ref() != Some(name))
                .map(|name| Choice::new(name.clone(), name)),
        );
        choices
    });
    view! { <Pick label="To" labelled=Label::Hidden name="target" id="nudge-target" choices/> }
}

/// Returns the names of the agents of this workflow and of the workspace.
fn names(workflow: &Workflow, known: impl Iterator<Item = String>) -> BTreeSet<String> {
    let here = workflow
        .agent_contributions
        .values()
        .filter(|given| given.agent_role.is_agent())
        .map(|given| given.agent_id.clone());
    let working = workflow
        .tasks
        .iter()
        .filter_map(|task| task.assigned_to.clone());
    here.chain(working).chain(known).collect()
}

/// Menu of tasks: the open one is preselected; active ones, neither waiting nor ended, follow.
#[component]
fn About(open: Option<TaskNo>) -> impl IntoView {
    let scene = scene();
    let choices = scene.state.with_untracked(|workflow| {
        let moves = |task: &&Task| {
            Some(task.id) != open && !task.status.is_terminal() && !task.status.is_waiting()
        };
        let name =
            |task: &Task| Choice::new(task.id.to_string(), format!("{} {}", task.id, task.title));
        let chosen = open.and_then(|no| workflow.tasks.get(no)).map(name);
        std::iter::once(Choice::new("", "No task"))
            .chain(chosen)
            .chain(workflow.tasks.iter().filter(moves).take(LISTED).map(name))
            .collect::<Vec<_>>()
    });
    let value = open.map(|no| no.to_string()).unwrap_or_default();
    view! { <Pick label="About" labelled=Label::Hidden name="task" id="nudge-task" choices value/> }
}
