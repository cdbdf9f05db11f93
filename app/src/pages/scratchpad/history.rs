//! History of a scratchpad, newest first. Each row is a version that can be opened and restored.

use engine::scratchpad::ops::scratchpad_history::PadChange;
use leptos::prelude::*;

use super::{clock, here};
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use crate::parts::{Ago, Empty, Sect, Wording};

/// Section with the history.
#[component]
pub fn History() -> impl IntoView {
    let loaded = here().loads.history;
    view! {
        <Sect id="h-history" title="History" aside=|| view! { <p class="push">"newest first"</p> }>
            <Transition>
                {alive(move || loaded.get().map(|outcome| match outcome {
                    Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                    Ok(page) if page.items.is_empty() => view! { <Empty title="Nothing happened yet."/> }.into_any(),
                    Ok(page) => {
                        let place = here().place.get_value();
                        let older = page.next_cursor.map(|cursor| {
                            let href = place.with(|place| place.before = Some(cursor)).href();
                            view! { <p class="btns btns--start"><a class="btn" href=href data-noscroll="true" rel="next">"Older"</a></p> }
                        });
                        let rows = page
                            .items
                            .into_iter()
                            .map(|change| view! { <Row change/> })
                            .collect_view();
                        view! { <ol class="moments" reversed="">{rows}</ol> {older} }.into_any()
                    }
                }))}
            </Transition>
        </Sect>
    }
}

#[component]
fn Row(change: PadChange) -> impl IntoView {
    let place = here().place.get_value();
    let version = change.version;
    let is_here = place.at == Some(version);
    let href = place.with(|place| place.at = Some(version)).href();
    view! {
        <li aria-current=is_here.then_some("true")>
            <a class="id" href=href title="The scratchpad as it was then">"v" {version}</a>
            <p><b>{change.actor.id}</b> " " {change.summary}</p>
            <Ago at=Signal::stored(change.at.0) now=clock() wording=Wording::Bare/>
        </li>
    }
}
