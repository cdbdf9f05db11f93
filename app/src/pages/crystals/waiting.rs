//! Memories of agents that wait for a person: their text or change, with the buttons to approve or reject them.

use engine::crystal::ops::memory_approve::MemoryApprove;
use engine::crystal::ops::memory_reject::MemoryReject;
use engine::crystal::ops::memory_waiting::{FieldChange, MemoryWaiting, WaitingMemory};
use kernel::operation::Operation;
use kernel::page::Page;
use leptos::prelude::*;
use serde_json::Value;

use crate::call::show_after;
use crate::pages::act::{Act, After, Press};
use crate::pages::ask::{Loaded, ask, forbids};
use crate::pages::changes::changes;
use crate::pages::crystal::core_word;
use crate::pages::trouble::RefusalBox;
use crate::pages::words::begin;
use crate::parts::json::pretty;
use crate::parts::{Ago, Diff, Empty, Field, Glyph, Icon, Sect, prose};
use crate::paths::{self, CrystalsAddress};

/// Section with the waiting memories, which it loads.
#[component]
pub fn Waiting(
    /// Current search.
    wish: CrystalsAddress,
) -> impl IntoView {
    let page = load(wish.core.clone(), wish.cursor.clone());
    show_after(page, move |page| view! { <List page address=wish/> })
}

/// Loads a page of the waiting memories of a core, or of all.
///
/// # Errors
/// Returns the operation's refusal.
pub async fn load(core: String, cursor: Option<String>) -> Loaded<Page<WaitingMemory>> {
    ask(MemoryWaiting {
        core: Some(core).filter(|core| !core.is_empty()),
        id: None,
        limit: Some(20),
        cursor,
    })
    .await
}

/// Section with the waiting memories. Changes wait until the pointer has left the list, so that no one rules on an
/// item that moved under it.
#[component]
pub fn List(
    /// Memories of this page.
    page: Loaded<Page<WaitingMemory>>,
    /// Address of the list.
    address: CrystalsAddress,
) -> impl IntoView {
    let content = match page {
        Ok(page) if page.items.is_empty() => view! {
            <Empty title="Nothing to approve." text="Memories appear here if their core requires approval.">
                <a class="btn" href=paths::crystals()>"All memories"</a>
            </Empty>
        }
        .into_any(),
        Ok(page) => {
            let next = page.next_cursor;
            let next = next.map(|cursor| address.with(|address| address.cursor = Some(cursor)).href());
            let rows = page.items.into_iter().map(waiting_row);
            view! {
                <ol class="hits">{rows.collect_view()}</ol>
                {next.map(|href| view! { <p class="btns btns--start"><a class="btn" href=href rel="next">"More"</a></p> })}
            }
            .into_any()
        }
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    };
    view! {
        <Sect id="h-hits" title="Waiting for approval" aside=|| view! { <p class="push">"oldest first"</p> }>
            <div id="waiting" data-hold="">{content}</div>
        </Sect>
    }
}

fn waiting_row(one: WaitingMemory) -> impl IntoView {
    let named = vec![("core", one.core.clone()), ("id", one.id.clone())];
    let version = one.version;
    let (approve, reject) = (MemoryApprove::SPEC, MemoryReject::SPEC);
    let is_change = one.before.is_some();
    let place = format!("{}-{}", one.core, one.id);
    let row = format!("waiting-{place}");
    let changed = one
        .changes
        .into_iter()
        .filter(|_| is_change)
        .map(differs)
        .collect_view();
    let old = one.supersedes.into_iter().map(|old| {
        let href = paths::crystal(&old.core, &old.id);
        view! { <p class="field-hint">"Replaces " <a href=href dir="auto">{crate::parts::line(&old.text)}</a></p> }
    });
    let what = if is_change {
        "proposes a change"
    } else {
        "proposes a memory"
    };
    view! {
        <li class="hit wait" id=row.clone() data-row=row data-status="review">
            <p class="hit-meta">
                <span class="stage rubric"><Glyph icon=Icon::Approval/>"Approval"</span>
                <span><a href=paths::agent(&one.by.id) dir="auto">{one.by.id.clone()}</a> " " {what} ", " <Ago at=one.at.0/></span>
                <span>"in " <a href=paths::crystals_of_core(&one.core) dir="auto">{core_word(&one.core)}</a></span>
            </p>
            <div class="stone-text said" dir="auto">{prose(&one.memory.text, 3)}</div>
            <div class="diffs">{changed}</div>
            {old.collect_view()}
            <div class="wait-do">
                <Act spec=approve id=format!("approve-{place}") hidden=named.clone() if_version=version class="inline" after=After::Go done="">
                    <Press label="Approve".to_owned() refusal=forbids(&approve)/>
                </Act>
                <Act spec=reject id=format!("reject-{place}") hidden=named class="form-line" after=After::Go done="">
                    <Field label="Reason for rejection (shown to the author)" name="reason" id=format!("reason-{place}")/>
                    <Press label="Reject".to_owned() refusal=forbids(&reject)/>
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
