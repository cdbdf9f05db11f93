//! Head of the panel: status, title, description, acceptance criteria, agent, room, estimate and lease.

use engine::workflow::shown::FOR_PERSON;
use engine::workflow::{Task, TaskStatus};
use leptos::prelude::*;

use super::super::face::page_status;
use super::super::scene::Scene;
use super::close;
use crate::parts::{Glyph, Icon, Id, StatusWord, line, prose};
use crate::paths::{self, View};

/// Renders the head of the panel.
pub fn title(scene: &Scene, task: &Task) -> AnyView {
    let no = task.id;
    let (status, _) = scene.workflow.visible_status_and_reason(task);
    let around = scene.href(|address| {
        address.view = View::Graph;
        address.focus = Some(no);
    });
    let description = &task.description;
    let description = (!description.is_empty()).then(|| prose(description, 3));
    view! {
        <header class="panel-head">
            <p class="panel-line">
                <StatusWord status=page_status(status)/>
                <Id id=format!("{}.{no}", scene.workflow.id) short=no.to_string()/>
                <span class="id">"v" {task.changed}</span>
                <a class="btn btn--icon push" href=around data-noscroll="true" aria-label="Show its neighbourhood in the graph" title="Neighbourhood">
                    <Glyph icon=Icon::Workflow/>
                </a>
                {close(scene)}
            </p>
            <h2>{line(&task.title)}</h2>
            {description.map(|text| view! { <div class="said">{text}</div> })}
            {facts(scene, task)}
            {acceptance(task)}
        </header>
    }
    .into_any()
}

fn acceptance(task: &Task) -> Option<AnyView> {
    // Criteria are not checked one by one: they are met when the task is completed.
    let icon = match task.status {
        TaskStatus::Completed => Icon::Check,
        _ => Icon::Pending,
    };
    let criteria = task.acceptance.iter();
    let criteria = criteria.map(|text| view! { <li><Glyph icon/><p>{text.clone()}</p></li> });
    let list = view! {
        <h3 class="acceptance-title">"Acceptance criteria"</h3>
        <ul class="checks">{criteria.collect_view()}</ul>
    };
    (!task.acceptance.is_empty()).then(|| list.into_any())
}

fn facts(scene: &Scene, task: &Task) -> AnyView {
    let fact =
        |name: &'static str, value: AnyView| view! { <div><dt>{name}</dt><dd>{value}</dd></div> };
    let worker = task.assigned_to.as_ref();
    let worker =
        worker.map(|name| view! { <a href=paths::agent(name)>{name.clone()}</a> }.into_any());
    let needs = &task.capabilities;
    let needs = (!needs.is_empty()).then(|| needs.join(", ").into_any());
    let lease = task.lease.as_ref().map(|lease| {
        if lease.parked_at.is_some() {
            return format!("{FOR_PERSON}, suspended").into_any();
        }
        let is_running = lease.until > scene.now;
        let verb = if is_running { "ends " } else { "expired " };
        view! { {verb} {scene.ago(lease.until)} }.into_any()
    });
    let estimate = task.estimate_minutes;
    view! {
        <dl class="facts">
            {worker.map(|value| fact("Worker", value))}
            {task.group.clone().map(|name| fact("Room", name.into_any()))}
            {fact("Priority", format!("{} (0 is highest)", task.priority).into_any())}
            {estimate.map(|minutes| fact("Estimate", format!("{minutes} min").into_any()))}
            {needs.map(|value| fact("Capabilities", value))}
            {lease.map(|value| fact("Lease", value))}
        </dl>
    }
    .into_any()
}
