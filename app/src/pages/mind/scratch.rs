//! Notes that wait for a dream, newest first. The list pauses while the user points at it or writes a note.

use engine::crystal::of_mind;
use engine::mind::Note;
use engine::mind::note::{AUTO, tenths};
use leptos::prelude::*;

use super::here;
use super::note::WriteNote;
use crate::live::feed;
use crate::pages::still::Pointer;
use crate::pages::words::many;
use crate::parts::{Empty, Sect, Since, alive, prose};
use crate::paths;

/// Maximum number of notes shown; the others can be found among the memories.
const SHOWN: usize = 30;

/// Section with the waiting notes.
#[component]
pub fn Scratch() -> impl IntoView {
    let here = here();
    let pointer = Pointer::away();
    let notes = pointer.still(move || {
        here.there.with(|there| {
            let newest = there.mind.notes.iter().rev().take(SHOWN);
            newest.cloned().collect::<Vec<Note>>()
        })
    });
    let waiting = Memo::new(move |_| here.there.with(|there| there.mind.notes.len()));
    let aside = move || {
        view! { <p class="push">{format!("{} for the next dream", many(waiting.get(), "note"))}</p> }
    };
    let core = of_mind(&here.agent()).id().to_owned();
    let all = move || {
        let more = waiting.get().saturating_sub(SHOWN);
        let href = paths::crystals_of_core(&core);
        (more > 0).then(|| {
            view! { <p class="field-hint">{many(more, "earlier note")} " too: " <a href=href>"all among the crystals"</a></p> }
        })
    };
    view! {
        <Sect id="h-scratch" title="Scratch buffer" aside>
            {alive(move || notes.with(Vec::is_empty).then(|| view! {
                <Empty title="No note waits." text="What the agent notes stands here until a dream takes it in."/>
            }))}
            <ol
                class="scratch"
                hidden=move || notes.with(Vec::is_empty)
                on:pointerenter=move |_| pointer.enter()
                on:pointerleave=move |_| pointer.leave()
            >
                <For each=move || notes.get() key=|note| note.version children=move |note| view! { <Row note/> }/>
            </ol>
            {alive(all)}
            // The list pauses while the form below it has the focus, so that it does not move the form; a note that
            // was just written shows at once.
            <div
                on:focusin=move |_| pointer.enter()
                on:focusout=move |_| pointer.leave()
                on:submit=move |_| pointer.leave()
            >
                <WriteNote/>
            </div>
        </Sect>
    }
}

#[component]
fn Row(note: Note) -> impl IntoView {
    let agent = here().agent();
    let text = match note.text.strip_prefix(AUTO).filter(|_| note.auto) {
        Some(text) => text.trim_start(),
        None => &note.text,
    };
    let auto = note
        .auto
        .then(|| view! { <span class="auto" title="Loci noted it by itself">"auto"</span> " " });
    let by = (!note.is_own(&agent))
        .then(|| view! { <span>"by " <bdi>{note.by.id.clone()}</bdi></span> });
    let from = note.origin.session.as_ref().map(|key| {
        view! { <a href=paths::session(key) dir="auto">{key.id.to_string()}</a> }
    });
    let during = note.origin.workflow.map(|workflow| match note.origin.task {
        Some(task) => view! { <a href=paths::task(workflow, task)>{task.to_string()}</a> },
        None => view! { <a href=paths::workflow(workflow)>"a workflow"</a> },
    });
    let kind = note.kind.map(|kind| view! { <span>{kind.name()}</span> });
    let is_told = kind.is_some() || by.is_some() || from.is_some() || during.is_some();
    let memory = note
        .id
        .as_ref()
        .map(|id| paths::crystal(of_mind(&agent).id(), id));
    let importance = tenths(note.importance);
    view! {
        <li>
            <Since at=note.at.0 now=feed().clock()/>
            <div>
                <div class="said" dir="auto">{auto} {prose(text, 3)}</div>
                {is_told.then(|| view! { <p class="scratch-of">{kind} {by} {from} {during}</p> })}
            </div>
            {match memory {
                Some(href) => view! { <a class="num" href=href title="importance; the memory that it is too">{importance}</a> }.into_any(),
                None => view! { <span class="num" title="importance">{importance}</span> }.into_any(),
            }}
        </li>
    }
}
