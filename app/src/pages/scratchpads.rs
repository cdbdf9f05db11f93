//! `/scratchpads`: list of the scratchpads, by scope.

use engine::scratchpad::Scope;
use engine::scratchpad::find::{OwnerSummary, PadSummary};
use engine::scratchpad::ops::scratchpad_list::ScratchpadList;
use engine::session::SessionKey;
use kernel::page::Page;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::pages::ask::ask;
use crate::pages::form_result::FormResult;
use crate::pages::seek::Seek;
use crate::pages::trouble::show_page;
use crate::parts::{Ago, Choice, Empty, Field, Label, Pick, Sect};
use crate::paths::{self, PadPlace, percent_encode, scope_named, with_query};

/// Search of the list.
#[derive(Clone)]
struct ScratchpadsQuery {
    query: String,
    scope: Option<Scope>,
    cursor: Option<String>,
}

impl ScratchpadsQuery {
    fn href(&self, cursor: Option<&str>) -> String {
        let query = [
            ("q", Some(self.query.as_str())),
            ("scope", self.scope.map(Scope::name)),
            ("cursor", cursor),
        ];
        with_query(&paths::scratchpads(), &query)
    }
}

/// Page of the scratchpads.
#[component]
pub fn Scratchpads() -> impl IntoView {
    let wish = use_query_map().with_untracked(|query| ScratchpadsQuery {
        query: query.get("q").unwrap_or_default(),
        scope: query.get("scope").and_then(|scope| scope_named(&scope)),
        cursor: query.get("cursor").filter(|cursor| !cursor.is_empty()),
    });
    let list = ScratchpadList {
        scope: wish.scope,
        query: Some(wish.query.clone()).filter(|words| !words.trim().is_empty()),
        cursor: wish.cursor.clone(),
        ..ScratchpadList::default()
    };
    view! {
        <Title text="Scratchpads" />
        {show_page(ask(list), |page| body(wish, page))}
    }
}

fn body(wish: ScratchpadsQuery, page: Page<OwnerSummary>) -> AnyView {
    let choices = [
        ("", "All"),
        ("thread", "Sessions"),
        ("resource", "Users"),
        ("global", "Workspace"),
    ]
    .map(|(value, label)| Choice::new(value, label));
    let next = page.next_cursor.map(|cursor| wish.href(Some(&cursor)));
    let is_empty = page.items.is_empty();
    let groups = page.items.into_iter().enumerate();
    let groups = groups.map(|(nth, owner)| group(nth, owner)).collect_view();
    view! {
        <main class="page" id="main" data-follows="scratchpad:">
            <header class="folio">
                <div>
                    <p class="crumbs"><a href=paths::sessions()>"Sessions"</a></p>
                    <h1>"Scratchpads"</h1>
                    <p class="lede">"Notes that agents keep between turns: for one session, for all sessions of a user, or for the workspace."</p>
                </div>
            </header>
            <div class="notices"><FormResult/></div>
            <Seek action=paths::scratchpads()>
                <Field label="Search scratchpads" labelled=Label::Hidden name="q" kind="search" placeholder="Search" value=wish.query />
                <Pick label="Scope" labelled=Label::Hidden name="scope" choices value=wish.scope.map_or("", Scope::name) />
            </Seek>
            <div class="flow" id="pads" data-hold="">
                {is_empty.then(|| view! {
                    <Empty title="No scratchpads." text="They appear here when an agent writes one." />
                })}
                {groups}
                {next.map(|href| view! { <p class="btns btns--start"><a class="btn" href=href rel="next">"Older"</a></p> })}
            </div>
        </main>
    }
    .into_any()
}

fn group(nth: usize, owner: OwnerSummary) -> AnyView {
    let (scope, name) = (owner.scope, owner.owner.unwrap_or_default());
    let title = match scope {
        Scope::Global => "The workspace".to_owned(),
        Scope::Thread | Scope::Resource => name.clone(),
    };
    let key = name.clone();
    let aside = move || match scope {
        Scope::Global => None,
        Scope::Thread => {
            let session = SessionKey::parse(&key).unwrap_or_default();
            Some(
                view! { <p><a href=paths::session(&session)>"Open the session"</a></p> }.into_any(),
            )
        }
        Scope::Resource => {
            let href = with_query(&paths::sessions(), &[("user", Some(&key))]);
            Some(view! { <p><a href=href>"Sessions of this user"</a></p> }.into_any())
        }
    };
    let rows = owner.pads.into_iter();
    let rows = rows.map(|pad| row(&PadPlace::of(scope, Some(&name), &pad.name), pad));
    let rows = rows.collect_view();
    view! {
        <Sect id=format!("h-owner-{nth}") title aside>
            <ul class="pads">{rows}</ul>
        </Sect>
    }
    .into_any()
}

fn row(place: &PadPlace, pad: PadSummary) -> impl IntoView + use<> {
    let href = place.href();
    let id = format!("pad-{}", percent_encode(&href));
    let row = href.clone();
    let holds = match (pad.empty, pad.keys.is_empty()) {
        (true, _) => "empty".to_owned(),
        (false, true) => "text".to_owned(),
        (false, false) => pad.keys.join(", "),
    };
    view! {
        <li id=id data-row=row>
            <a href=href data-step>{pad.name}</a>
            <span class="pads-holds">{holds}</span>
            {pad.has_schema.then(|| view! { <span class="badge">"schema"</span> })}
            {pad.read_only.then(|| view! { <span class="badge">"read-only for agents"</span> })}
            <span class="quiet">{pad.updated_by.id} ", " <Ago at=pad.updated_at.0/></span>
        </li>
    }
}
