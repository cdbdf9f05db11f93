//! Activity, newest first.

use leptos::prelude::*;

use super::load::Happened;
use super::scene::scene;
use crate::live::feed;
use crate::pages::happening::look;
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use crate::parts::{Ago, Empty, Glyph, line};

/// List of the activity.
#[component]
pub fn Activity() -> impl IntoView {
    let scene = scene();
    let loaded = scene.loads().activity;
    // No live rows are added above an earlier version or an older page.
    let is_newest =
        move || scene.past.is_none() && scene.address.with(|address| address.before.is_none());
    view! {
        <section class="view" tabindex="0" aria-label="Activity" data-scrolls="" id="activity">
            // Overlays the list, so that its appearance moves no line.
            <button class="feed-wait feed-wait--over" type="button" data-wait-for="activity-rows" data-one="Show 1 new line" data-many="Show # new lines" hidden=true></button>
            <Transition>
                <ol
                    class="feed feed--wide"
                    reversed=""
                    id="activity-rows"
                    data-hold=is_newest().then_some("scroll")
                    data-rows="numbered"
                >
                    {alive(move || loaded.get().flatten().map(|outcome| match outcome {
                        Ok(page) => page
                            .items
                            .into_iter()
                            .map(|row| view! { <Row row/> })
                            .collect_view()
                            .into_any(),
                        Err(problem) => view! { <li><RefusalBox problem/></li> }.into_any(),
                    }))}
                </ol>
                {alive(move || loaded.get().flatten().and_then(Result::ok).map(|page| {
                    let last = page.items.last().map(|last| last.position);
                    let last = last.filter(|_| page.next_cursor.is_some());
                    match last {
                        Some(position) => {
                            let href = scene.href(move |address| address.before = Some(position));
                            view! { <p class="pages"><a class="btn" href=href>"Earlier"</a></p> }.into_any()
                        }
                        None if page.items.is_empty() => view! { <Empty title="Nothing happened before."/> }.into_any(),
                        None => ().into_any(),
                    }
                }))}
            </Transition>
        </section>
    }
}

#[component]
fn Row(row: Happened) -> impl IntoView {
    let scene = scene();
    let (icon, status) = look(&row.kind);
    let at = row.version;
    let then = scene.href(move |address| address.at = Some(at));
    let here = (scene.past == Some(at)).then_some("true");
    view! {
        <li id=format!("v{at}") data-row=at.to_string() data-status=status aria-current=here>
            <Ago at=Signal::stored(row.at) now=feed().clock() wording=crate::parts::Wording::Bare/>
            <Glyph icon/>
            <p>
                <b>{row.who}</b> " " {line(&row.did)} " "
                <a class="id" href=then title="The workflow as it was then">"v" {row.version}</a>
            </p>
        </li>
    }
}
