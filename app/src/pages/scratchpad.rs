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

use crate::pages::act::About;
use crate::pages::form_result::FormResult;
use crate::pages::trouble::show_page;
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

/// Page of a scratchpad.
#[component]
pub fn ScratchpadPage() -> impl IntoView {
    let (path, query) = (use_params_map(), use_query_map());
    let place = PadPlace::read(&path.get_untracked(), &query.get_untracked());
    show_page(load(place.clone()), |found| {
        body(place.unwrap_or_default(), found)
    })
}

fn body(place: PadPlace, found: Found) -> AnyView {
    let title = format!("{}, scratchpad", place.name);
    provide_context(About(key_fields(&place)));
    provide_context(Arc::new(place));
    let head = head(&found.opened);
    let (main, given) = match found.opened {
        Opened::There { snapshot, then } => {
            let pad = snapshot.pad.clone();
            let main = match then {
                None => view! { <editor::Editor pad/> }.into_any(),
                Some(then) => view! { <past::Then then now=pad/> }.into_any(),
            };
            (main, Some(snapshot::sections(*snapshot)))
        }
        Opened::Deleted { pad } => (view! { <manage::Gone pad=*pad/> }.into_any(), None),
    };
    view! {
        <Title text=title/>
        <main id="main" class="page" data-follows="scratchpad:">
            {head}
            <div class="columns columns--talk">
                <div class="flow">{main}</div>
                <div class="flow">
                    {given}
                    <history::History page=found.history/>
                </div>
            </div>
        </main>
    }
    .into_any()
}

/// Renders the owner of a scratchpad as a link: the session, or the sessions of the user. It is empty for the
/// workspace.
fn owner(scope: Scope, owner: String) -> AnyView {
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

fn head(opened: &Opened) -> AnyView {
    let place = place();
    let definition = match opened {
        Opened::There { snapshot, .. } => Some(&snapshot.pad.definition),
        Opened::Deleted { .. } => None,
    };
    let is_there = matches!(opened, Opened::There { then: None, .. });
    let defined = definition.filter(|_| is_there).cloned();
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
                    "Notes that agents keep between turns, shared by " {owner(place.scope, place.owner.clone())} ". "
                    {badges}
                </p>
            </div>
            <div class="folio-end">
                {defined.map(|definition| view! { <manage::Manage definition/> })}
            </div>
            <div class="notices"><FormResult/></div>
        </header>
    }
    .into_any()
}
