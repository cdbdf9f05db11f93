//! Provenance of a memory, step by step, and the memories it replaces or that replace it.

use engine::crystal::Crystal;
use engine::crystal::trail::{Form, Related, Relation, Step};
use engine::crystal::usage::Use;
use engine::session::SessionKey;
use leptos::prelude::*;

use super::load::There;
use super::origin::{From, Origin, origin};
use crate::parts::{Ago, Glyph, Icon};
use crate::paths;

/// Renders the history of the memory.
pub fn trail(there: &There) -> AnyView {
    view! {
        <h3 class="stone-h">"Source and history"</h3>
        <ol class="trail">{steps(there)}</ol>
    }
    .into_any()
}

fn steps(there: &There) -> Vec<AnyView> {
    let memory = &there.memory;
    let source = origin(memory).map(|from| {
        let icon = from.icon();
        let messages = source_messages(memory, &from);
        view! {
            <li>
                <Glyph icon/>
                <p><From origin=from/> {messages}</p>
                <Ago at=memory.created_at.0/>
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
        Step::Changed => "edited the text",
        Step::Marked => "changed its settings",
        Step::Superseded => "replaced it",
        Step::MergedInto => "merged it into another one",
        Step::TakenOut => "unmerged it",
        Step::Merged => "merged others into it",
    };
    view! {
        <li>
            <Glyph icon/>
            <p>{who} <span>{what}</span></p>
            <Ago at=form.at.0/>
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

/// Renders the related memories, tasks and session; `None` if there are none.
pub fn went(there: &There) -> Option<AnyView> {
    let core = &there.memory.core;
    let mut rows: Vec<AnyView> = there
        .trail
        .related
        .iter()
        .map(|it| render_related(core, it))
        .collect();
    rows.extend(there.trail.recalled_by.as_ref().map(|agent| {
        let href = paths::agent(agent);
        view! { <li><Glyph icon=Icon::Agent/><p>"Recalled last by " <a href=href dir="auto">{agent.clone()}</a></p></li> }.into_any()
    }));
    rows.extend(there.trail.used_for.iter().map(render_use));
    rows.extend(session_link(&there.memory));
    (!rows.is_empty()).then(|| {
        view! {
            <h3 class="stone-h">"Related"</h3>
            <ul class="notes">{rows}</ul>
        }
        .into_any()
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
                <Ago at=one.at.0/>
            </p>
        </li>
    }
    .into_any()
}

/// Renders a memory that this one replaces or that replaces it.
fn render_related(core: &str, other: &Related) -> AnyView {
    let how = match other.how {
        Relation::Supersedes => "Replaces ",
        Relation::SupersededBy => "Replaced by ",
        Relation::MergedFrom => "Merged from ",
        Relation::MergedInto => "Merged into ",
    };
    let href = paths::crystal(core, &other.id);
    view! {
        <li><Glyph icon=Icon::Crystal/><p>{how} <a href=href dir="auto">{other.text.clone()}</a></p></li>
    }
    .into_any()
}

/// Renders the link to the other memories of its session.
fn session_link(memory: &Crystal) -> Option<AnyView> {
    let Origin::Session { key, .. } = origin(memory)? else {
        return None;
    };
    let href = paths::crystals_of_session(&SessionKey::parse(&key).ok()?);
    Some(
        view! { <li><Glyph icon=Icon::Session/><p><a href=href>"All memories of this session"</a></p></li> }
            .into_any(),
    )
}
