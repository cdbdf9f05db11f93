//! History of the session, newest first. Each row is a version that can be opened, compared and restored.

use engine::activity::Happening;
use kernel::page::Page;
use kernel::stream::Position;
use leptos::prelude::*;

use super::scene::scene;
use crate::pages::ask::Loaded;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Ago, Sect, Wording, line};

/// Section with the history.
#[component]
pub fn History(
    /// Page of the history.
    page: Loaded<Page<Happening>>,
) -> impl IntoView {
    let body = match page {
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
        Ok(page) => {
            let last = page.items.last().map(|last| last.position);
            let older = last.filter(|_| page.next_cursor.is_some());
            let rows = page.items.into_iter().map(|step| view! { <Row step/> });
            view! {
                <ol class="moments" reversed="" id="history" data-hold="">{rows.collect_view()}</ol>
                {page_links(older)}
            }
            .into_any()
        }
    };
    view! {
        <Sect id="h-history" title="History" aside=|| view! { <p class="push">"newest first"</p> }>{body}</Sect>
    }
}

/// Links to other pages of the history.
fn page_links(older: Option<Position>) -> impl IntoView {
    let scene = scene();
    let newest = scene.address.before.is_some().then(|| {
        let href = scene.href(|address| address.before = None);
        view! { <a class="btn" href=href data-noscroll="true">"Newest"</a> }
    });
    let older = older.map(|position| {
        let href = scene.href(|address| address.before = Some(position));
        view! { <a class="btn" href=href data-noscroll="true" rel="next">"Older"</a> }
    });
    (older.is_some() || newest.is_some())
        .then(|| view! { <p class="btns btns--start">{newest} {older}</p> })
}

#[component]
fn Row(step: Happening) -> impl IntoView {
    let scene = scene();
    let version = step.version;
    let then = scene.href(|address| (address.at, address.from) = (Some(version), None));
    // The first version has none before it.
    let changed = (version > 1).then(|| {
        let href = scene.href(|address| {
            (address.at, address.from) = (Some(version), Some(version - 1));
        });
        view! { <a href=href title=format!("What version {version} changed")>"diff"</a> " " }
    });
    let is_here = scene.address.at == Some(version);
    view! {
        <li id=format!("v{version}") data-row=version.to_string() aria-current=is_here.then_some("true")>
            <a class="id" href=then title="The session as it was then">"v" {version}</a>
            <p>
                <b>{step.actor.id}</b> " " {line(&step.summary)}
            </p>
            <span class="quiet">
                {changed}
                <Ago at=step.at.0 wording=Wording::Bare/>
            </span>
        </li>
    }
}
