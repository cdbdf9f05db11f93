//! Memories of agents that wait for a person: their text or change, with the buttons to approve or reject them.

use engine::crystal::ops::memory_approve::MemoryApprove;
use engine::crystal::ops::memory_reject::MemoryReject;
use engine::crystal::ops::memory_waiting::{FieldChange, MemoryWaiting, WaitingMemory};
use kernel::operation::Operation;
use kernel::page::Page;
use leptos::prelude::*;
use serde_json::Value;

use crate::call::fetch;
use crate::live::feed;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::{Loaded, ask, forbids};
use crate::pages::changes::changes;
use crate::pages::crystal::core_word;
use crate::pages::fresh::fresh;
use crate::pages::still::Pointer;
use crate::pages::trouble::RefusalBox;
use crate::pages::words::begin;
use crate::parts::json::pretty;
use crate::parts::{Ago, Diff, Empty, Field, Glyph, Icon, Sect, alive, prose};
use crate::paths::{self, CrystalsAddress};

/// Section with the waiting memories.
#[component]
pub fn Waiting(
    /// Current search.
    wish: CrystalsAddress,
) -> impl IntoView {
    let asked = wish.clone();
    let waiting = fetch(move || asked.clone(), load);
    let pointer = Pointer::away();
    let is_late = RwSignal::new(false);
    fresh(
        |fact| (fact.stream.kind() == "core" && fact.kind != "crystals_recalled").then_some(()),
        move |()| {
            is_late.try_set(true);
        },
    );
    // Changes wait until the pointer has left the list, so that no one rules on an item that moved under it.
    Effect::new(move |_| {
        if is_late.get() && !pointer.is_over() {
            is_late.set(false);
            waiting.refetch();
        }
    });
    view! {
        <Sect id="h-hits" title="Waiting for approval" aside=|| view! { <p class="push">"longest first"</p> }>
            <div
                on:pointerenter=move |_| pointer.enter()
                on:pointerleave=move |_| pointer.leave()
                on:submit=move |_| pointer.leave()
            >
                <Transition>
                    {alive(move || waiting.get().map(|outcome| match outcome {
                        Ok(page) if page.items.is_empty() => view! {
                            <Empty title="Nothing waits." text="Where a core asks for approval, what agents write waits here until a person has looked at it.">
                                <a class="btn" href=paths::crystals()>"All memories"</a>
                            </Empty>
                        }
                        .into_any(),
                        Ok(page) => list(page, &wish),
                        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                    }))}
                </Transition>
            </div>
        </Sect>
    }
}

async fn load(wish: CrystalsAddress) -> Loaded<Page<WaitingMemory>> {
    ask(MemoryWaiting {
        core: Some(wish.core).filter(|core| !core.is_empty()),
        id: None,
        limit: Some(20),
        cursor: wish.cursor,
    })
    .await
}

fn list(page: Page<WaitingMemory>, wish: &CrystalsAddress) -> AnyView {
    let next = page.next_cursor;
    let next = next.map(|cursor| wish.with(|wish| wish.cursor = Some(cursor)).href());
    let rows = page.items.into_iter().map(|one| view! { <One one/> });
    view! {
        <ol class="hits">{rows.collect_view()}</ol>
        {next.map(|href| view! { <p class="btns btns--start"><a class="btn" href=href rel="next">"More"</a></p> })}
    }
    .into_any()
}

#[component]
fn One(one: WaitingMemory) -> impl IntoView {
    let now = feed().clock();
    let named = vec![("core", one.core.clone()), ("id", one.id.clone())];
    let version = Signal::stored(one.version);
    let (approve, reject) = (MemoryApprove::SPEC, MemoryReject::SPEC);
    let is_change = one.before.is_some();
    let place = format!("{}-{}", one.core, one.id);
    let changed = one
        .changes
        .into_iter()
        .filter(|_| is_change)
        .map(differs)
        .collect_view();
    let old = one.supersedes.into_iter().map(|old| {
        let href = paths::crystal(&old.core, &old.id);
        view! { <p class="field-hint">"It would take the place of " <a href=href dir="auto">{crate::parts::line(&old.text)}</a></p> }
    });
    let what = if is_change {
        "wants to change this memory"
    } else {
        "wants this remembered"
    };
    view! {
        <li class="hit wait" data-status="review">
            <p class="hit-meta">
                <span class="stage rubric"><Glyph icon=Icon::Approval/>"Approval"</span>
                <span><a href=paths::agent(&one.by.id) dir="auto">{one.by.id.clone()}</a> " " {what} ", " <Ago at=Signal::stored(one.at.0) now/></span>
                <span>"in " <a href=paths::crystals_of_core(&one.core) dir="auto">{core_word(&one.core)}</a></span>
            </p>
            <div class="stone-text said" dir="auto">{prose(&one.memory.text, 3)}</div>
            <div class="diffs">{changed}</div>
            {old.collect_view()}
            <div class="wait-do">
                <Act spec=approve id=format!("approve-{place}") hidden=named.clone() if_version=version class="inline" after=After::Go done="">
                    <Press label="Approve".to_owned() refusal=Signal::derive(move || forbids(&approve))/>
                </Act>
                <Act spec=reject id=format!("reject-{place}") hidden=named class="form-line" after=After::Go done="">
                    <Field label="Why not, for its author" name="reason" id=format!("reason-{place}")/>
                    <Press label="Reject".to_owned() refusal=Signal::derive(move || forbids(&reject))/>
                </Act>
            </div>
        </li>
    }
}

/// Renders a changed field, before and after.
fn differs(change: FieldChange) -> AnyView {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => pretty(value),
    };
    let rows = changes(&text(&change.before), &text(&change.after));
    let what = begin(&change.field.replace('_', " "));
    view! { <div class="diffs-one"><h3>{what.clone()}</h3><Diff label=what rows/></div> }.into_any()
}
