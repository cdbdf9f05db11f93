//! Scratchpads that the session's agents use: those of the session, of its user and of the workspace. One is shown;
//! it is edited on a page of its own.

use engine::scratchpad::ops::scratchpad_read::PadSnapshot;
use engine::scratchpad::view::PadView;
use engine::scratchpad::{Scope, state::is_empty};
use leptos::prelude::*;

use super::load::{Near, Pads};
use super::scene::scene;
use crate::pages::ask::Loaded;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Ago, Empty, Glyph, Icon, Json, Sect, group_digits};
use crate::paths::PadPlace;

/// Section with the scratchpads.
pub fn scratchpad_list(pads: Loaded<Pads>) -> impl IntoView {
    let shown = pads.as_ref().ok().and_then(|pads| pads.shown.clone());
    let aside = move || shown.clone().map(|shown| view! { <Head pad=shown.pad/> });
    let body = match pads {
        Ok(pads) => view! { <Body pads/> }.into_any(),
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
    };
    view! { <Sect id="h-pads" title="Scratchpads" aside>{body}</Sect> }
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
            <Empty title="No scratchpad yet." text="Scratchpads of agents appear here.">
                <a class="btn" href=own.href()>"Create one"</a>
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
    let href = scene().href(|address| address.pad = Some((scope, name)));
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
fn Head(pad: PadView) -> impl IntoView {
    let now = scene().is_past().then_some(", as it is now");
    view! {
        {pad.definition.schema.is_some().then(|| view! {
            <span class="badge" data-status="completed"><Glyph icon=Icon::Check/>"has a schema"</span>
        })}
        {pad.definition.read_only.then(|| view! {
            <span class="badge"><Glyph icon=Icon::Blocked/>"read-only for agents"</span>
        })}
        <p class="push">"version " {pad.version} {now}</p>
    }
}

#[component]
fn Shown(shown: PadSnapshot) -> impl IntoView {
    let pad = shown.pad;
    let label = if scene().is_past() {
        "Open"
    } else {
        "Open and edit"
    };
    let place = PadPlace::of(pad.scope, pad.owner.as_deref(), &pad.name);
    let is_blank = is_empty(&pad.value);
    let changed = pad.updated_at.zip(pad.updated_by).map(|(at, by)| {
        view! { <span>{by.id} ", " <Ago at=at.0/></span> }
    });
    view! {
        {if is_blank {
            view! { <Empty title="Empty."/> }.into_any()
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
