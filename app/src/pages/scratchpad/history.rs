//! History of a scratchpad, newest first. Each row is a version that can be opened and restored.

use engine::scratchpad::ops::scratchpad_history::PadChange;
use kernel::page::Page;
use leptos::prelude::*;

use super::place;
use crate::pages::ask::Loaded;
use crate::pages::trouble::RefusalBox;
use crate::parts::{Ago, Empty, Sect, Wording};

/// Section with the history.
#[component]
pub fn History(
    /// Page of the history.
    page: Loaded<Page<PadChange>>,
) -> impl IntoView {
    let body = match page {
        Err(problem) => view! { <RefusalBox problem/> }.into_any(),
        Ok(page) if page.items.is_empty() => view! { <Empty title="No changes yet."/> }.into_any(),
        Ok(page) => {
            let older = page.next_cursor.map(|cursor| {
                let href = place().with(|place| place.before = Some(cursor)).href();
                view! { <p class="btns btns--start"><a class="btn" href=href data-noscroll="true" rel="next">"Older"</a></p> }
            });
            let rows = page.items.into_iter().map(|change| view! { <Row change/> });
            view! {
                <ol class="moments" reversed="" id="history" data-hold="">{rows.collect_view()}</ol>
                {older}
            }
            .into_any()
        }
    };
    view! {
        <Sect id="h-history" title="History" aside=|| view! { <p class="push">"newest first"</p> }>{body}</Sect>
    }
}

#[component]
fn Row(change: PadChange) -> impl IntoView {
    let place = place();
    let version = change.version;
    let is_here = place.at == Some(version);
    let href = place.with(|place| place.at = Some(version)).href();
    view! {
        <li id=format!("v{version}") data-row=version.to_string() aria-current=is_here.then_some("true")>
            <a class="id" href=href title="The scratchpad as it was then">"v" {version}</a>
            <p><b>{change.actor.id}</b> " " {change.summary}</p>
            <Ago at=change.at.0 wording=Wording::Bare/>
        </li>
    }
}
