//! Decisions that the plan marks as open, and the tasks that wait for them.

use engine::workflow::Workflow;
use engine::workflow::shared::PlannedDecision;
use leptos::prelude::*;

use super::super::link::TaskLinks;
use super::super::scene::scene;
use crate::parts::alive;
use crate::parts::{Ago, Glyph, Icon, Status, group_digits, prose};

/// Maximum number shown, in the order of the plan.
const SHOWN: usize = 50;

/// Open decisions, if there are any.
#[component]
pub fn OpenDecisions() -> impl IntoView {
    let scene = scene();
    let shown = scene.read(|workflow| open(workflow).take(SHOWN).cloned().collect::<Vec<_>>());
    let more = scene.read(|workflow| open(workflow).skip(SHOWN).count());
    view! {
        <For each=move || shown.get() key=|planned| planned.id children=|planned| view! { <Entry planned/> }/>
        {alive(move || (more.get() > 0).then(|| view! {
            <p class="quiet">{format!("{} to be decided after these.", group_digits(more.get() as u64))}</p>
        }))}
    }
}

fn open(workflow: &Workflow) -> impl Iterator<Item = &PlannedDecision> {
    let planned = workflow.planned_decisions.iter();
    planned.filter(|planned| workflow.decisions.get(planned.id).is_none())
}

#[component]
fn Entry(planned: PlannedDecision) -> impl IntoView {
    let scene = scene();
    let PlannedDecision {
        id,
        planned_at,
        planned_by,
        question,
        options,
        ..
    } = planned;
    let waiting = scene.read(move |workflow| workflow.choosers(id));
    view! {
        <article class="entry" id=id.to_string() data-status=Status::Pending.name()>
            <Glyph icon=Icon::Pending/>
            <div>
                <h3>"To be decided"</h3>
                <div class="said">{prose(&question, 4)}</div>
                {(!options.is_empty()).then(|| view! { <p><span class="quiet">"One of: "</span>{options.join(", ")}</p> })}
                <p class="entry-meta">
                    <span class="id">{id.to_string()}</span>
                    <span>"planned by " {planned_by.id}</span>
                    {alive(move || match waiting.get() {
                        none if none.is_empty() => None,
                        tasks => Some(view! { <span>"waited for by " <TaskLinks tasks/></span> }),
                    })}
                </p>
            </div>
            <Ago at=Signal::stored(planned_at.0) now=scene.clock()/>
        </article>
    }
}
