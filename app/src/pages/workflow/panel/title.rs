//! Head of the panel: status, title, description, acceptance criteria, agent, group, estimate and lease.

use engine::numbers::TaskNo;
use engine::workflow::TaskStatus;
use engine::workflow::shown::FOR_PERSON;
use leptos::prelude::*;

use super::super::face::page_status;
use super::super::scene::scene;
use super::Close;
use crate::parts::alive;
use crate::parts::{Ago, Glyph, Icon, Id, Status, StatusWord, line, prose};
use crate::paths;

/// Head of the panel.
#[component]
pub fn Title(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let status = scene.read(move |workflow| {
        workflow.tasks.get(no).map_or(Status::Pending, |task| {
            page_status(workflow.visible_status_and_reason(task).0)
        })
    });
    let title = scene.of_task(no, |_, task| task.title.clone());
    let description = scene.of_task(no, |_, task| task.description.clone());
    let acceptance = scene.of_task(no, |_, task| task.acceptance.clone());
    let done = scene.of_task(no, |_, task| task.status == TaskStatus::Completed);
    let changed = scene.of_task(no, |_, task| task.changed);
    let around = scene.href(move |address| {
        address.view = paths::View::Graph;
        address.focus = Some(no);
    });
    view! {
        <header class="panel-head">
            <p class="panel-line">
                <StatusWord status/>
                <Id id=format!("{}.{no}", scene.id) short=no.to_string()/>
                <span class="id">"v" {alive(move || changed.get())}</span>
                <a class="btn btn--icon push" href=around data-noscroll="true" aria-label="Show its neighbourhood in the graph" title="Neighbourhood">
                    <Glyph icon=Icon::Workflow/>
                </a>
                <Close/>
            </p>
            <h2>{alive(move || title.with(|title| line(title)))}</h2>
            {alive(move || description.with(|text| (!text.is_empty()).then(|| text.clone()))
                .map(|text| view! { <div class="said">{prose(&text, 3)}</div> }))}
            <Facts no/>
            {alive(move || acceptance.with(|all| (!all.is_empty()).then(|| all.clone())).map(|all| view! {
                <h3 class="acceptance-title">"Done when"</h3>
                <ul class="checks">
                    {all.into_iter().map(|check| view! {
                        // Criteria are not checked one by one: they hold when the task is completed.
                        <li><Glyph icon=Signal::derive(move || if done.get() { Icon::Check } else { Icon::Pending })/><p>{check}</p></li>
                    }).collect_view()}
                </ul>
            }))}
        </header>
    }
}

#[component]
fn Facts(no: TaskNo) -> impl IntoView {
    let scene = scene();
    let worker = scene.of_task(no, |_, task| task.assigned_to.clone());
    let group = scene.of_task(no, |_, task| task.group.clone());
    let priority = scene.of_task(no, |_, task| task.priority);
    let estimate = scene.of_task(no, |_, task| task.estimate_minutes);
    let needs = scene.of_task(no, |_, task| task.capabilities.join(", "));
    let lease = scene.of_task(no, |_, task| task.lease.clone());
    view! {
        <dl class="facts">
            {alive(move || worker.get().map(|name| (paths::agent(&name), name)).map(|(to, name)| view! {
                <div><dt>"Worker"</dt><dd><a href=to>{name}</a></dd></div>
            }))}
            {alive(move || group.get().map(|name| view! { <div><dt>"Group"</dt><dd>{name}</dd></div> }))}
            <div><dt>"Priority"</dt><dd>{alive(move || priority.get())}</dd></div>
            {alive(move || estimate.get().map(|minutes| view! { <div><dt>"Estimate"</dt><dd>{minutes} " min"</dd></div> }))}
            {alive(move || needs.with(|needs| (!needs.is_empty()).then(|| needs.clone()))
                .map(|needs| view! { <div><dt>"Asks for"</dt><dd>{needs}</dd></div> }))}
            {alive(move || lease.get().map(|lease| {
                let until = lease.until.0;
                let state = match lease.parked_at {
                    Some(_) => view! { {FOR_PERSON} ": it stands still" }.into_any(),
                    None => view! {
                        {alive(move || if until > scene.now.get().0 { "ends " } else { "ran out " })}
                        <Ago at=Signal::stored(until) now=scene.clock()/>
                    }
                    .into_any(),
                };
                view! { <div><dt>"Lease"</dt><dd>{state}</dd></div> }
            }))}
        </dl>
    }
}
