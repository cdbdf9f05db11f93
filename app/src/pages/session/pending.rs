//! Memories of the session: those that wait to be promoted to long-term memory, each with its actions, and those
//! that were promoted.

use std::sync::Arc;

use engine::conversation::ops::session_discard::SessionDiscard;
use engine::conversation::ops::session_promote::SessionPromote;
use engine::crystal::core_of;
use engine::session::MemoryRecord;
use kernel::operation::Operation;
use leptos::prelude::*;

use super::scene::scene;
use crate::pages::act::{Act, After, Press};
use crate::parts::alive;
use crate::parts::{Ago, Empty, Notice, Sect, Tone, line, prose};
use crate::paths;

type Memories = Vec<Arc<MemoryRecord>>;

/// Id of the element with the reason why no action is available.
const WHY: &str = "pending-why";

/// Section with the memories.
#[component]
pub fn Pending() -> impl IntoView {
    let scene = scene();
    let memories = |is_kept: bool| {
        scene.read(move |session| {
            let all = session.memories.iter();
            let wanted = all.filter(|memory| memory.persisted_at.is_some() == is_kept);
            wanted.cloned().collect::<Memories>()
        })
    };
    let (pending, kept) = (memories(false), memories(true));
    let count = Memo::new(move |_| pending.with(Vec::len));
    let kept_count = Memo::new(move |_| kept.with(Vec::len));
    let (refusal, keeps_none) = (scene.refusal(SessionDiscard::SPEC), scene.keeps_none());
    let to = scene.promotes_to.get_value().map(|to| {
        format!(
            "What is promoted here goes to the core {} and is read by {}.",
            to.core,
            to.read_by.words()
        )
    });
    // Shown once for all memories; earlier versions are read-only, as their head says.
    let why = move || {
        let refusal = refusal
            .get()
            .filter(|_| scene.past.is_none() && count.get() > 0);
        refusal.or_else(|| keeps_none.get().map(ToOwned::to_owned))
    };
    let aside = move || {
        view! { <p class="push">{alive(move || match count.get() {
            0 => "nothing waits".to_owned(),
            1 => "to long-term memory, 1 memory".to_owned(),
            n => format!("to long-term memory, {n} memories"),
        })}</p> }
    };
    view! {
        <Sect id="h-pending" title="Pending promotion" aside>
            {to.map(|to| view! { <p class="field-hint">{to}</p> })}
            <Taking/>
            {alive(move || why().map(|why| view! { <p class="field-hint" id=WHY>{why}</p> }))}
            {alive(move || (count.get() + kept_count.get() == 0).then(|| view! {
                <Empty title="No memory yet." text="Agents put what is to be kept into the session's memories."/>
            }))}
            <ul class="pending">
                <For each=move || pending.get() key=|memory| (memory.id.clone(), memory.text.clone()) children=|memory| view! { <Waiting memory/> }/>
            </ul>
            {alive(move || (kept_count.get() > 0).then(|| view! {
                <details class="fold">
                    <summary>{alive(move || format!("{} kept", memories_in_words(kept_count.get())))}</summary>
                    <p class="field-hint"><a href=move || scene.address.with(|address| paths::crystals_of_session(&address.key))>"All that is kept of this session"</a></p>
                    <ul class="pending">
                        <For each=move || kept.get() key=|memory| (memory.id.clone(), memory.text.clone()) children=|memory| view! { <Kept memory/> }/>
                    </ul>
                </details>
            }))}
        </Sect>
    }
}

/// Notice with the reason why automatic extraction of memories is paused.
#[component]
fn Taking() -> impl IntoView {
    let scene = scene();
    let rest = scene.read(|session| session.extraction.clone());
    move || {
        rest.get().map(|rest| {
            view! {
                <Notice tone=Tone::Hold>
                    <b>"No memories are taken from the messages: "</b>
                    {format!("{}.", rest.reason.trim_end_matches('.'))}
                    {rest.until.map(|until| view! {
                        " It is tried again " <Ago at=Signal::stored(until.0) now=scene.clock()/> "."
                    })}
                </Notice>
            }
        })
    }
}

fn memories_in_words(n: usize) -> String {
    match n {
        1 => "1 memory is".into(),
        n => format!("{n} memories are"),
    }
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

#[component]
fn Waiting(memory: Arc<MemoryRecord>) -> impl IntoView {
    let scene = scene();
    let named = || vec![("memories[0]", memory.id.to_string())];
    let (discard, promote) = (SessionDiscard::SPEC, SessionPromote::SPEC);
    let refusal = scene.refusal(discard);
    let keeps_none = scene.keeps_none();
    let no_promote = Memo::new(move |_| {
        let refusal = refusal.get();
        refusal.or_else(|| keeps_none.get().map(ToOwned::to_owned))
    });
    // Earlier versions are read-only, as their head says; the memories need not repeat it.
    let verbs = scene.past.is_none().then(|| {
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
        <li>
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
    let home = scene.promotes_to.get_value().map(|to| to.core);
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
                {since.map(|at| view! { <span>"since " <Ago at=Signal::stored(at) now=scene.clock()/></span> })}
            </div>
        </li>
    }
}
