//! One scratchpad: its content, an editor that never loses a concurrent change, and its history, from which each
//! version can be restored.

mod editor;
mod history;
mod load;
mod locate;
mod manage;
mod past;
mod snapshot;

use std::sync::Arc;

use engine::scratchpad::Scope;
use engine::session::SessionKey;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::call::fetch;
use crate::live::feed;
use crate::pages::act::About;
use crate::pages::form_result::FormResult;
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use crate::parts::{Glyph, Icon};
use crate::paths::{self, PadPlace, with_query};

use load::{Found, Opened, load};

/// Returns the hidden fields of every form, which identify the scratchpad.
fn key_fields(place: &PadPlace) -> Vec<(&'static str, String)> {
    let mut fields = vec![("scope", place.scope.name().to_owned())];
    fields.extend(place.owner().map(|owner| ("owner", owner)));
    fields.push(("name", place.name.clone()));
    fields
}

/// Returns the address of the scratchpad's current version.
fn current(place: &PadPlace) -> String {
    let place = place.with(|place| (place.at, place.before) = (None, None));
    place.href()
}

/// Returns the address of the page.
fn place() -> Arc<PadPlace> {
    expect_context()
}

/// Returns the server time in milliseconds, for ages.
fn clock() -> Signal<i64> {
    feed().clock()
}

/// Page of a scratchpad.
#[component]
pub fn ScratchpadPage() -> impl IntoView {
    let (path, query) = (use_params_map(), use_query_map());
    let place = PadPlace::read(&path.get_untracked(), &query.get_untracked());
    let wanted = place.clone();
    let found = fetch(move || wanted.clone(), load);
    view! {
        <Transition>
            {alive(move || found.get().map(|outcome| match outcome {
                Ok(found) => view! { <Whole place=place.clone().unwrap_or_default() found/> }.into_any(),
                Err(problem) => view! { <Trouble problem/> }.into_any(),
            }))}
        </Transition>
    }
}

#[component]
fn Whole(place: PadPlace, found: Found) -> impl IntoView {
    let title = format!("{}, scratchpad", place.name);
    provide_context(About(key_fields(&place)));
    provide_context(Arc::new(place));
    let snapshot = match &found.opened {
        Opened::There { snapshot, .. } => Some((**snapshot).clone()),
        Opened::Deleted { .. } => None,
    };
    view! {
        <Title text=title/>
        <main id="main" class="page" data-follows="scratchpad:">
            <Head opened=found.opened.clone()/>
            <div class="columns columns--talk">
                <div class="flow">
                    {match found.opened {
                        Opened::There { snapshot, then: None } => view! { <editor::Editor pad=snapshot.pad/> }.into_any(),
                        Opened::There { snapshot, then: Some(then) } => view! { <past::Then then now=snapshot.pad/> }.into_any(),
                        Opened::Deleted { pad } => view! { <manage::Gone pad=*pad/> }.into_any(),
                    }}
                </div>
                <div class="flow">
                    {snapshot.map(|snapshot| view! { <snapshot::Given snapshot/> })}
                    <history::History page=found.history/>
                </div>
            </div>
        </main>
    }
}

/// Owner of a scratchpad, as a link: the session, or the list of scratchpads with the same scope.
#[component]
fn Owner(
    /// Scope in which the scratchpad is shared.
    scope: Scope,
    /// Owner of the scratchpad; empty for the workspace.
    owner: String,
) -> impl IntoView {
    match scope {
        Scope::Global => view! { "the whole workspace" }.into_any(),
        Scope::Thread => {
            let key = SessionKey::parse(&owner).unwrap_or_default();
            view! { "the session " <a href=paths::session(&key)>{owner}</a> }.into_any()
        }
        Scope::Resource => {
            let href = with_query(&paths::sessions(), &[("user", Some(&owner))]);
            view! { "all sessions of " <a href=href>{owner}</a> }.into_any()
        }
    }
}

#[component]
fn Head(opened: Opened) -> impl IntoView {
    let place = place();
    let is_there = matches!(opened, Opened::There { then: None, .. });
    let definition = match &opened {
        Opened::There { snapshot, .. } => Some(snapshot.pad.definition.clone()),
        Opened::Deleted { .. } => None,
    };
    let defined = definition.clone();
    let badges = definition.map(|definition| {
        view! {
            {definition.schema.is_some().then(|| view! {
                <span class="badge" data-status="completed"><Glyph icon=Icon::Check/>"has a schema"</span>
            })}
            {definition.read_only.then(|| view! {
                <span class="badge"><Glyph icon=Icon::Blocked/>"read-only for agents"</span>
            })}
        }
    });
    view! {
        <header class="folio folio--talk">
            <div>
                <p class="crumbs"><a href=paths::scratchpads()>"Scratchpads"</a></p>
                <h1 class="session-name">{place.name.clone()}</h1>
                <p class="lede">
                    "Notes that agents keep between turns, shared by " <Owner scope=place.scope owner=place.owner.clone()/> ". "
                    {badges}
                </p>
            </div>
            <div class="folio-end">
                {defined.filter(|_| is_there).map(|definition| view! { <manage::Manage definition/> })}
            </div>
            <div class="notices"><FormResult/></div>
        </header>
    }
}
