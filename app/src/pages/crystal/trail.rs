//! Provenance of a memory, step by step, and the memories it replaces or that replace it.

use engine::crystal::Crystal;
use engine::crystal::trail::{Form, Related, Relation, Step};
use engine::crystal::usage::Use;
use engine::session::SessionKey;
use leptos::prelude::*;

use super::load::There;
use super::origin::{From, Origin, origin};
use crate::live::feed;
use crate::parts::{Ago, Glyph, Icon, alive};
use crate::paths;

/// Section with the history of the memory.
#[component]
pub fn Trail(
    /// Memory to show.
    there: RwSignal<There>,
) -> impl IntoView {
    view! {
        <h3 class="stone-h">"Where it comes from"</h3>
        <ol class="trail">{alive(move || there.with(steps))}</ol>
    }
}

fn steps(there: &There) -> Vec<AnyView> {
    let now = feed().clock();
    let memory = &there.memory;
    let source = origin(memory).map(|from| {
        let icon = from.icon();
        let messages = source_messages(memory, &from);
        view! {
            <li>
                <Glyph icon/>
                <p><From origin=from/> {messages}</p>
                <Ago at=Signal::stored(memory.created_at.0) now/>
            </li>
        }
        .into_any()
    });
    let forms = there.trail.forms.iter().map(form);
    source.into_iter().chain(forms).collect()
}

/// Renders one step of the memory's history.
fn form(form: &Form) -> AnyView {
    let by = form.by.id.clone();
    let (icon, who) = if form.by.role.is_agent() {
        let href = paths::agent(&by);
        (
            Icon::Agent,
            view! { <a href=href dir="auto">{by}</a> }.into_any(),
        )
    } else if form.by.role.is_person() {
        (Icon::Person, view! { <b dir="auto">{by}</b> }.into_any())
    } else {
        (Icon::Crystal, view! { <b>"Loci"</b> }.into_any())
    };
    let what = match form.what {
        Step::Written => "wrote it",
        Step::Proposed => "proposed it",
        Step::Changed => "changed what it says",
        Step::Marked => "changed how it is kept",
        Step::Superseded => "put another one in its place",
        Step::MergedInto => "merged it into another one",
        Step::TakenOut => "took it out of the one it was merged into",
        Step::Merged => "merged others into it",
    };
    view! {
        <li>
            <Glyph icon/>
            <p>{who} <span>{what}</span></p>
            <Ago at=Signal::stored(form.at.0) now=feed().clock()/>
        </li>
    }
    .into_any()
}

/// Renders the ids of the messages that the memory was extracted from; `None` if its origin names one message or is
/// not a session.
fn source_messages(memory: &Crystal, from: &Origin) -> Option<AnyView> {
    let Origin::Session { message: None, .. } = from else {
        return None;
    };
    let all = &memory.extracted_from;
    let said = match all.len() {
        0 => return None,
        1..=4 => format!("messages {}", all.join(", ")),
        n => format!("messages {} and {} more", all[..3].join(", "), n - 3),
    };
    Some(view! { <span dir="auto">{said}</span> }.into_any())
}

/// Section with the related memories, tasks and session.
#[component]
pub fn Went(
    /// Memory to show.
    there: RwSignal<There>,
) -> impl IntoView {
    alive(move || {
        there.with(|there| {
            let core = &there.memory.core;
            let mut rows: Vec<AnyView> = there.trail.related.iter().map(|it| render_related(core, it)).collect();
            rows.extend(there.trail.recalled_by.as_ref().map(|agent| {
                let href = paths::agent(agent);
                view! { <li><Glyph icon=Icon::Agent/><p>"Recalled last by " <a href=href dir="auto">{agent.clone()}</a></p></li> }.into_any()
            }));
            rows.extend(there.trail.used_for.iter().map(render_use));
            rows.extend(beside(&there.memory));
            (!rows.is_empty()).then(|| view! {
                <h3 class="stone-h">"Where it went"</h3>
                <ul class="notes">{rows}</ul>
            })
        })
    })
}

/// Renders a task whose context included the memory.
fn render_use(one: &Use) -> AnyView {
    let (href, task) = (paths::task(one.workflow, one.task), one.task.to_string());
    view! {
        <li>
            <Glyph icon=Icon::Workflow/>
            <p>
                "In the context of " <a href=href>{task}</a> " of " <a href=paths::workflow(one.workflow)>"a workflow"</a> ", "
                <Ago at=Signal::stored(one.at.0) now=feed().clock()/>
            </p>
        </li>
    }
    .into_any()
}

/// Renders a memory that this one replaces or that replaces it.
fn render_related(core: &str, other: &Related) -> AnyView {
    let how = match other.how {
        Relation::Supersedes => "In the place of ",
        Relation::SupersededBy => "Its place was taken by ",
        Relation::MergedFrom => "It took in ",
        Relation::MergedInto => "It was taken in by ",
    };
    let href = paths::crystal(core, &other.id);
    view! {
        <li><Glyph icon=Icon::Crystal/><p>{how} <a href=href dir="auto">{other.text.clone()}</a></p></li>
    }
    .into_any()
}

/// Renders the link to the other memories of its session.
fn beside(memory: &Crystal) -> Option<AnyView> {
    let Origin::Session { key, .. } = origin(memory)? else {
        return None;
    };
    let href = paths::crystals_of_session(&SessionKey::parse(&key).ok()?);
    Some(
        view! { <li><Glyph icon=Icon::Session/><p><a href=href>"All memories of that session"</a></p></li> }
            .into_any(),
    )
}
