//! Memories of the session: those that wait to be promoted to long-term memory, each with its actions, and those
//! that were promoted.

use std::sync::Arc;

use engine::conversation::ops::session_discard::SessionDiscard;
use engine::conversation::ops::session_promote::{self, SessionPromote};
use engine::crystal::core_of;
use engine::session::MemoryRecord;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::scene::{Scene, scene};
use crate::pages::act::{Act, After, Press};
use crate::pages::words::many;
use crate::parts::{Ago, Empty, Notice, Sect, Tone, line, prose};
use crate::paths;

type Memories = Vec<Arc<MemoryRecord>>;

/// Id of the element with the reason why no action is available.
const WHY: &str = "pending-why";

/// Section with the memories.
pub fn pending_memories() -> impl IntoView {
    let scene = scene();
    let all = scene.view.memories.iter().cloned();
    let (kept, pending): (Memories, Memories) =
        all.partition(|memory| memory.persisted_at.is_some());
    let (count, kept_count) = (pending.len(), kept.len());
    let to = scene.view.promotes_to.as_ref().map(|to| {
        format!(
            "Promoted memories go to the core {} and are readable by {}.",
            to.core,
            to.read_by.words()
        )
    });
    // Shown once for all memories; earlier versions are read-only, as their head says.
    let refusal = scene.refusal(&SessionDiscard::SPEC);
    let refusal = refusal.filter(|_| !scene.is_past() && count > 0);
    let why = refusal.or_else(|| keeps_none(&scene));
    let waiting = match count {
        0 => "none waiting".to_owned(),
        n => format!("{} waiting", many(n, "memory")),
    };
    let aside = move || view! { <p class="push">{waiting.clone()}</p> };
    let pending = pending.into_iter().map(waiting_memory);
    let pending = pending.collect_view();
    let kept = (kept_count > 0).then(|| {
        let all = paths::crystals_of_session(scene.key());
        let kept = kept.into_iter().map(|memory| view! { <Kept memory/> });
        view! {
            <details class="fold" id="kept">
                <summary>{format!("{} promoted", many(kept_count, "memory"))}</summary>
                <p class="field-hint"><a href=all>"All long-term memories of this session"</a></p>
                <ul class="pending">{kept.collect_view()}</ul>
            </details>
        }
    });
    view! {
        <Sect id="h-pending" title="Pending promotion" aside>
            {to.map(|to| view! { <p class="field-hint">{to}</p> })}
            {extraction_paused()}
            {why.map(|why| view! { <p class="field-hint" id=WHY>{why}</p> })}
            {(count + kept_count == 0).then(|| view! {
                <Empty title="No memories yet." text="Memories of the conversation appear here before they become long-term memories."/>
            })}
            <ul class="pending" id="pending" data-hold="">{pending}</ul>
            {kept}
        </Sect>
    }
}

/// Returns the reason why no memory can be promoted, or `None`.
fn keeps_none(scene: &Scene) -> Option<String> {
    session_promote::refusal(&scene.settings).map(ToOwned::to_owned)
}

/// Notice with the reason why automatic extraction of memories is paused.
fn extraction_paused() -> impl IntoView {
    let rest = scene().view.extraction.clone()?;
    Some(view! {
        <Notice tone=Tone::Hold>
            <b>"No memories are extracted from the messages: "</b>
            {format!("{}.", rest.reason.trim_end_matches('.'))}
            {rest.until.map(|until| view! { " Next attempt " <Ago at=until.0/> "." })}
        </Notice>
    })
}

/// Kind and topics of a memory.
#[component]
fn About(memory: Arc<MemoryRecord>) -> impl IntoView {
    let kind = serde_json::to_value(memory.memory_type)
        .ok()
        .and_then(|name| name.as_str().map(ToOwned::to_owned));
    let topics = memory.topics.join(", ");
    view! {
        <span>{kind}</span>
        {(!topics.is_empty()).then(|| view! { <span>{topics}</span> })}
    }
}

fn waiting_memory(memory: Arc<MemoryRecord>) -> impl IntoView {
    let scene = scene();
    let named = || vec![("memories[0]", memory.id.to_string())];
    let (discard, promote) = (SessionDiscard::SPEC, SessionPromote::SPEC);
    let refusal = scene.refusal(&discard);
    let no_promote = refusal.clone().or_else(|| keeps_none(&scene));
    // Earlier versions are read-only, as their head says; the memories need not repeat it.
    let verbs = (!scene.is_past()).then(|| {
        view! {
            <span class="pending-do">
                <Act spec=discard id=format!("discard-{}", memory.id) hidden=named() class="inline" after=After::Go>
                    <Press label="Discard".to_owned() refusal said_by=WHY class="btn btn--quiet"/>
                </Act>
                <Act spec=promote id=format!("promote-{}", memory.id) hidden=named() class="inline" after=After::Go>
                    <Press label="Promote".to_owned() refusal=no_promote said_by=WHY class="btn btn--quiet btn--end"/>
                </Act>
            </span>
        }
    });
    view! {
        <li id=format!("memory-{}", memory.id) data-row=memory.id.to_string()>
            <div class="said" dir="auto">{prose(&memory.text, 3)}</div>
            <div class="pending-meta"><About memory=memory.clone()/>{verbs}</div>
        </li>
    }
}

#[component]
fn Kept(memory: Arc<MemoryRecord>) -> impl IntoView {
    let scene = scene();
    let since = memory.persisted_at.map(|at| at.time().0);
    // Core that a promoted memory goes to; a memory with a namespace of its own goes to that namespace's core.
    let home = scene.view.promotes_to.as_ref().map(|to| to.core.clone());
    let core = match &memory.namespace {
        Some(own) => Some(core_of(Some(own)).into_owned()),
        None => home,
    };
    let text = match core {
        Some(core) => {
            let href = paths::crystal(&core, &memory.id);
            view! { <a href=href>{line(&memory.text)}</a> }.into_any()
        }
        None => prose(&memory.text, 3),
    };
    view! {
        <li>
            <div class="said" dir="auto">{text}</div>
            <div class="pending-meta">
                <About memory/>
                {since.map(|at| view! { <span>"promoted " <Ago at=at/></span> })}
            </div>
        </li>
    }
}
