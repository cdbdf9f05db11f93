//! Notes that wait for a dream, newest first. The list pauses while the user points at it or writes a note.

use engine::crystal::of_mind;
use engine::mind::Note;
use engine::mind::note::{AUTO, tenths};
use leptos::prelude::*;

use super::note::write_note;
use super::{Here, here};
use crate::pages::words::many;
use crate::parts::{Empty, Sect, Since, prose};
use crate::paths;

/// Maximum number of notes shown; the others can be found among the memories.
const SHOWN: usize = 30;

/// Section with the waiting notes.
pub fn notes_section() -> impl IntoView {
    let here = here();
    let notes = &here.there.mind.notes;
    let (waiting, is_empty) = (notes.len(), notes.is_empty());
    let rows: Vec<_> = notes
        .iter()
        .rev()
        .take(SHOWN)
        .map(|note| render_row(&here, note))
        .collect();
    let more = waiting.saturating_sub(SHOWN);
    let more = (more > 0).then(|| {
        let href = paths::crystals_of_core(of_mind(here.agent()).id());
        view! { <p class="field-hint">{many(more, "earlier note")} " more: " <a href=href>"all in memories"</a></p> }
    });
    let aside = move || view! { <p class="push">{format!("{} for the next dream", many(waiting, "note"))}</p> };
    view! {
        <Sect id="h-scratch" title="Scratch buffer" aside>
            {is_empty.then(|| view! {
                <Empty title="No notes." text="Notes of the agent appear here until a dream merges them."/>
            })}
            // The list pauses while the form below it has the focus, so that it does not move the form.
            <div id="scratch" data-hold="focus">
                <ol class="scratch" hidden=is_empty>{rows}</ol>
                {more}
                {write_note()}
            </div>
        </Sect>
    }
}

fn render_row(here: &Here, note: &Note) -> AnyView {
    let agent = here.agent();
    let text = match note.text.strip_prefix(AUTO).filter(|_| note.auto) {
        Some(text) => text.trim_start(),
        None => &note.text,
    };
    let auto = note
        .auto
        .then(|| view! { <span class="auto" title="Recorded by Loci">"auto"</span> " " });
    let by =
        (!note.is_own(agent)).then(|| view! { <span>"by " <bdi>{note.by.id.clone()}</bdi></span> });
    let from = note.origin.session.as_ref().map(|key| {
        view! { <a href=paths::session(key) dir="auto">{key.id.to_string()}</a> }
    });
    let during = note.origin.workflow.map(|workflow| match note.origin.task {
        Some(task) => view! { <a href=paths::task(workflow, task)>{task.to_string()}</a> },
        None => view! { <a href=paths::workflow(workflow)>"a workflow"</a> },
    });
    let kind = note.kind.map(|kind| view! { <span>{kind.name()}</span> });
    let has_source = kind.is_some() || by.is_some() || from.is_some() || during.is_some();
    let memory = note
        .id
        .as_ref()
        .map(|id| paths::crystal(of_mind(agent).id(), id));
    let importance = tenths(note.importance);
    view! {
        <li id=format!("note-{}", note.version) data-row=note.version.to_string()>
            <Since at=note.at.0/>
            <div>
                <div class="said" dir="auto">{auto} {prose(text, 3)}</div>
                {has_source.then(|| view! { <p class="scratch-of">{kind} {by} {from} {during}</p> })}
            </div>
            {match memory {
                Some(href) => view! { <a class="num" href=href title="Importance; opens the memory">{importance}</a> }.into_any(),
                None => view! { <span class="num" title="importance">{importance}</span> }.into_any(),
            }}
        </li>
    }
    .into_any()
}
