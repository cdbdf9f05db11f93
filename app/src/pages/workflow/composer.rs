//! Composer of nudges: recipient, priority, task and message.

use std::collections::BTreeSet;

use engine::workflow::Task;
use engine::workflow::ops::nudge_send::NudgeSend;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::receipts::receipts;
use super::refusal::active;
use super::scene::Scene;
use crate::pages::act::{Act, Press};
use crate::pages::ask::may;
use crate::parts::{Choice, Field, Glyph, Icon, Label, Need, Pick};

/// Maximum number of tasks to choose from, in addition to the open one.
const TASKS: usize = 40;
/// Maximum number of agents to choose from; those of the workflow come first.
const AGENTS: usize = 200;

/// Renders the form, and the receipts of the last nudges. Viewers who may not send nudges see only the receipts.
pub fn composer(scene: &Scene) -> AnyView {
    let receipts = receipts(scene);
    if !may::<NudgeSend>() {
        return view! { <section class="composer-box" aria-label="Nudges">{receipts}</section> }
            .into_any();
    }
    let refusal = active(scene, &NudgeSend::SPEC);
    let (targets, tasks) = (targets(scene), tasks(scene));
    let task = scene.address.task.map(|no| no.to_string());
    let priorities = ["normal", "urgent", "low"].map(|name| {
        let label = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        Choice::new(name, label)
    });
    view! {
        <section class="composer-box" aria-labelledby="h-nudge">
            <Act spec=NudgeSend::SPEC id="nudge" class="composer" named_by="h-nudge" done="Sent. It is delivered with the next call of the agent.">
                <h2 id="h-nudge"><Glyph icon=Icon::Nudge/>"Nudge"</h2>
                <Pick label="To" labelled=Label::Hidden name="target" id="nudge-target" choices=targets/>
                <Pick label="Priority" labelled=Label::Hidden name="priority" id="nudge-priority" choices=priorities.to_vec()/>
                <Pick label="About" labelled=Label::Hidden name="task" id="nudge-task" choices=tasks value=task.unwrap_or_default()/>
                <div class="composer-text">
                    <Field label="Message" labelled=Label::Hidden name="message" id="nudge-message" placeholder="Say what should change, and why" need=Need::Required autocomplete="off"/>
                </div>
                <Press label="Send".to_owned() refusal/>
            </Act>
            {receipts}
        </section>
    }
    .into_any()
}

fn open_task(scene: &Scene) -> Option<&Task> {
    scene
        .address
        .task
        .and_then(|no| scene.workflow.tasks.get(no))
}

/// Returns the recipients: the worker of the open task first, then the lead, everyone, and each agent.
fn targets(scene: &Scene) -> Vec<Choice> {
    let worker = open_task(scene).and_then(|task| Some((task.assigned_to.as_deref()?, task.id)));
    let mut choices = Vec::new();
    if let Some((agent, no)) = worker {
        choices.push(Choice::new(agent, format!("{agent}, on {no}")));
    }
    let lead = match &scene.workflow.lead.agent {
        Some(lead) => format!("Orchestrator ({lead})"),
        None => "Orchestrator".into(),
    };
    choices.push(Choice::new("orchestrator", lead));
    choices.push(Choice::new("all", "All agents"));
    let others = names(scene).into_iter();
    let others = others.filter(|name| worker.is_none_or(|(agent, _)| agent != *name));
    choices.extend(others.map(|name| Choice::new(name, name)));
    choices
}

/// Returns the names of the agents of this workflow and of the workspace.
fn names(scene: &Scene) -> BTreeSet<&str> {
    let workflow = &scene.workflow;
    let contributed = workflow.agent_contributions.values();
    let contributed = contributed.filter(|given| given.agent_role.is_agent());
    let working = workflow.tasks.iter();
    let working = working.filter_map(|task| task.assigned_to.as_deref());
    let here = contributed.map(|given| given.agent_id.as_str());
    let mut names: BTreeSet<&str> = here.chain(working).take(AGENTS).collect();
    for seen in &scene.agents {
        if names.len() >= AGENTS {
            break;
        }
        names.insert(&seen.agent.name);
    }
    names
}

/// Returns the tasks to choose from: the open one, and active ones, which neither wait nor have ended.
fn tasks(scene: &Scene) -> Vec<Choice> {
    let moves = |task: &&Task| {
        Some(task.id) != scene.address.task
            && !task.status.is_terminal()
            && !task.status.is_waiting()
    };
    let choice =
        |task: &Task| Choice::new(task.id.to_string(), format!("{} {}", task.id, task.title));
    let others = scene.workflow.tasks.iter().filter(moves).take(TASKS);
    std::iter::once(Choice::new("", "No task"))
        .chain(open_task(scene).map(choice))
        .chain(others.map(choice))
        .collect()
}
