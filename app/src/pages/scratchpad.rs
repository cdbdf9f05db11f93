//! One scratchpad: its content, an editor that never loses a concurrent change, and its history, from which each
//! version can be restored.

mod editor;
mod history;
mod load;
mod locate;
mod manage;
mod past;
mod snapshot;

use engine::scratchpad::Scope;
use engine::session::SessionKey;
use kernel::Code;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::live::feed;
use crate::pages::act::About;
use crate::pages::form_result::FormResult;
use crate::pages::fresh::fresh;
use crate::pages::trouble::Trouble;
use crate::parts::alive;
use crate::parts::{Glyph, Icon};
use crate::paths::{self, PadPlace, with_query};

use load::{Loads, Opened};

/// Data shared by the components of the page.
#[derive(Clone, Copy)]
struct Here {
    /// Address of the scratchpad.
    place: StoredValue<PadPlace>,
    /// Resources of the page.
    loads: Loads,
}

impl Here {
    /// Returns the hidden fields of every form, which identify the scratchpad.
    fn key_fields(self) -> Vec<(&'static str, String)> {
        self.place.with_value(|place| {
            let mut fields = vec![("scope", place.scope.name().to_owned())];
            fields.extend(place.owner().map(|owner| ("owner", owner)));
            fields.push(("name", place.name.clone()));
            fields
        })
    }

    /// Returns the address of the scratchpad's current version.
    fn href(self) -> String {
        self.place.with_value(|place| {
            let place = place.with(|place| (place.at, place.before) = (None, None));
            place.href()
        })
    }
}

fn here() -> Here {
    expect_context()
}

/// Returns the server time in milliseconds, for ages.
fn clock() -> Signal<i64> {
    feed().clock()
}

/// Page of a scratchpad.
#[component]
pub fn ScratchpadPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let address =
        Memo::new(move |_| params.with(|path| query.with(|query| PadPlace::read(path, query))));
    let loads = Loads::begin(address);
    view! {
        <Transition>
            {alive(move || loads.pad.get().map(|outcome| match outcome {
                Ok(opened) => {
                    let place = address.get_untracked().unwrap_or_default();
                    view! { <Whole place loads opened/> }.into_any()
                }
                Err(problem) => view! { <Trouble problem/> }.into_any(),
            }))}
        </Transition>
    }
}

#[component]
fn Whole(place: PadPlace, loads: Loads, opened: Opened) -> impl IntoView {
    let stream = engine::scratchpad::stream(place.scope, &place.owner);
    let title = format!("{}, scratchpad", place.name);
    let here = Here {
        place: StoredValue::new(place),
        loads,
    };
    provide_context(here);
    provide_context(About(here.key_fields()));
    let is_gone = matches!(opened, Opened::Deleted { .. });
    fresh(
        move |fact| (fact.stream == stream).then_some(()),
        move |()| loads.renew(),
    );
    // The page is loaded again if the scratchpad is deleted or restored while it is open.
    Effect::new(move |_| {
        let is_gone_now = match loads.newest.get() {
            Some(Ok(_)) => false,
            Some(Err(problem)) if problem.code == Code::NotFound => true,
            // A failed request says nothing about the scratchpad.
            Some(Err(_)) | None => return,
        };
        if is_gone_now != is_gone {
            loads.pad.refetch();
        }
    });
    view! {
        <Title text=title/>
        <main id="main" class="page">
            <Head opened=opened.clone()/>
            <div class="columns columns--talk">
                <div class="flow">
                    {match opened {
                        Opened::There { snapshot, then: None } => view! { <editor::Editor snapshot/> }.into_any(),
                        Opened::There { snapshot, then: Some(then) } => view! { <past::Then then now=snapshot.pad/> }.into_any(),
                        Opened::Deleted { pad } => view! { <manage::Gone pad=*pad/> }.into_any(),
                    }}
                </div>
                <div class="flow">
                    <snapshot::Given/>
                    <history::History/>
                </div>
            </div>
        </main>
    }
}

/// Owner of a scratchpad, as a link: the session, or the list of scratchpads with the same scope.
#[component]
pub fn Owner(
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
    let here = here();
    let place = here.place.get_value();
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
                <span class="badge"><Glyph icon=Icon::Blocked/>"agents only read"</span>
            })}
        }
    });
    view! {
        <header class="folio folio--talk">
            <div>
                <p class="crumbs"><a href=paths::scratchpads()>"Scratchpads"</a></p>
                <h1 class="session-name">{place.name.clone()}</h1>
                <p class="lede">
                    "What agents keep between their turns, shared by " <Owner scope=place.scope owner=place.owner.clone()/> ". "
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
