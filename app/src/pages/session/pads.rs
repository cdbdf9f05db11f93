//! Scratchpads that the session's agents use: those of the session, of its user and of the workspace. One is shown;
//! it is edited on a page of its own.

use engine::scratchpad::ops::scratchpad_read::PadSnapshot;
use engine::scratchpad::{Scope, state::is_empty};
use leptos::prelude::*;

use super::load::{Near, Pads};
use super::scene::scene;
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use crate::parts::{Ago, Empty, Glyph, Icon, Json, Sect, group_digits};
use crate::paths::PadPlace;

/// Section with the scratchpads.
#[component]
pub fn ScratchpadList() -> impl IntoView {
    let loaded = scene().loads().pads;
    let shown = move || {
        loaded
            .get()
            .and_then(Result::ok)
            .and_then(|pads| pads.shown)
    };
    let aside = move || shown().map(|shown| view! { <Head shown/> });
    view! {
        // One boundary for both: two that wait for the same resource may never resolve.
        <Transition>
            <Sect id="h-pads" title="Scratchpads" aside>
                {alive(move || loaded.get().map(|outcome| match outcome {
                    Ok(pads) => view! { <Body pads/> }.into_any(),
                    Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                }))}
            </Sect>
        </Transition>
    }
}

#[component]
fn Body(pads: Pads) -> impl IntoView {
    let own = PadPlace::of(Scope::Thread, Some(&scene().key().to_string()), "main");
    let shown = pads
        .shown
        .as_ref()
        .map(|shown| (shown.pad.scope, shown.pad.name.clone()));
    let tabs = pads
        .near
        .into_iter()
        .map(|near| {
            let is_here = shown.as_ref() == Some(&(near.scope, near.pad.name.clone()));
            view! { <Tab near is_here/> }
        })
        .collect_view();
    match pads.shown {
        None => view! {
            <Empty title="There is none yet." text="An agent writes one with scratchpad_update, or you do.">
                <a class="btn" href=own.href()>"Write the first"</a>
            </Empty>
        }
        .into_any(),
        Some(shown) => view! {
            <nav class="tabs tabs--pads" aria-label="Scratchpads">{tabs}</nav>
            <Shown shown/>
        }
        .into_any(),
    }
}

/// Returns the scope of a scratchpad, as a word.
pub fn scope_word(scope: Scope) -> &'static str {
    match scope {
        Scope::Thread => "this session",
        Scope::Resource => "its user",
        Scope::Global => "the workspace",
    }
}

#[component]
fn Tab(near: Near, is_here: bool) -> impl IntoView {
    let (scope, name) = (near.scope, near.pad.name.clone());
    let href = scene().href(move |address| address.pad = Some((scope, name.clone())));
    view! {
        <a href=href aria-current=is_here.then_some("true") data-noscroll="true">
            {near.pad.name}
            <span class="quiet">{scope_word(scope)}</span>
        </a>
    }
}

/// Schema, access and version of the open scratchpad, which is always the current one, even for an earlier version
/// of the session.
#[component]
fn Head(shown: PadSnapshot) -> impl IntoView {
    let PadSnapshot { pad, .. } = shown;
    let now = scene().past.map(|_| ", as it is now");
    view! {
        {pad.definition.schema.is_some().then(|| view! {
            <span class="badge" data-status="completed"><Glyph icon=Icon::Check/>"has a schema"</span>
        })}
        {pad.definition.read_only.then(|| view! {
            <span class="badge"><Glyph icon=Icon::Blocked/>"agents only read"</span>
        })}
        <p class="push">"version " {pad.version} {now}</p>
    }
}

#[component]
fn Shown(shown: PadSnapshot) -> impl IntoView {
    let scene = scene();
    let pad = shown.pad;
    let label = if scene.past.is_some() {
        "Open"
    } else {
        "Open and edit"
    };
    let place = PadPlace::of(pad.scope, pad.owner.as_deref(), &pad.name);
    let is_blank = is_empty(&pad.value);
    let changed = pad.updated_at.zip(pad.updated_by).map(|(at, by)| {
        view! { <span>{by.id} ", " <Ago at=Signal::stored(at.0) now=scene.clock()/></span> }
    });
    view! {
        {if is_blank {
            view! { <Empty title="It is empty."/> }.into_any()
        } else {
            view! { <Json label=format!("Scratchpad {}", pad.name) value=pad.value/> }.into_any()
        }}
        <p class="pad-foot">
            <span>{group_digits(shown.tokens.into())} " tokens"</span>
            {changed}
            <a class="push" href=place.href()>{label}</a>
        </p>
    }
}
