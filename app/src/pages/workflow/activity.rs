//! Activity, newest first.

use engine::activity::Happening;
use kernel::page::Page;
use leptos::prelude::*;

use super::scene::Scene;
use crate::moment::moment;
use crate::pages::ask::Loaded;
use crate::pages::happening::{look, shade};
use crate::pages::trouble::RefusalBox;
use crate::parts::{Ago, Empty, Glyph, Wording, line};

/// Renders one page of the activity.
pub fn activity(scene: &Scene, facts: Loaded<Page<Happening>>) -> AnyView {
    // No rows are added above an earlier version or an older page.
    let is_newest = !scene.is_past() && scene.address.before.is_none();
    let (rows, end) = match facts {
        Ok(page) => {
            let end = end(scene, &page);
            let rows = page.items.into_iter().map(|fact| row(scene, fact));
            (rows.collect_view().into_any(), end)
        }
        Err(problem) => (
            view! { <li><RefusalBox problem/></li> }.into_any(),
            ().into_any(),
        ),
    };
    view! {
        <section class="view" tabindex="0" aria-label="Activity" data-scrolls="" id="activity">
            // Overlays the list, so that its appearance moves no line.
            <button class="feed-wait feed-wait--over" type="button" data-wait-for="activity-rows" data-one="Show 1 new line" data-many="Show # new lines" hidden=true></button>
            <ol
                class="feed feed--wide"
                reversed=""
                id="activity-rows"
                data-hold=is_newest.then_some("scroll")
                data-rows="numbered"
            >
                {rows}
            </ol>
            {end}
        </section>
    }
    .into_any()
}

/// Link to older facts, or the message that there are none.
fn end(scene: &Scene, page: &Page<Happening>) -> AnyView {
    let last = page.items.last().map(|last| last.position);
    match last.filter(|_| page.next_cursor.is_some()) {
        Some(position) => {
            let href = scene.href(|address| address.before = Some(position));
            view! { <p class="pages"><a class="btn" href=href rel="next">"Earlier"</a></p> }
                .into_any()
        }
        None if page.items.is_empty() => view! { <Empty title="No earlier activity."/> }.into_any(),
        None => ().into_any(),
    }
}

fn row(scene: &Scene, fact: Happening) -> AnyView {
    let (icon, status) = look(&shade(&fact.kind, || fact.body));
    let version = fact.version;
    let then = scene.href(|address| address.at = Some(version));
    let here = (scene.past == Some(version)).then_some("true");
    view! {
        <li id=format!("v{version}") data-row=version.to_string() data-status=status aria-current=here>
            <Ago at=fact.at.0 now=moment().now.0 wording=Wording::Bare/>
            <Glyph icon/>
            <p>
                <b>{fact.actor.id}</b> " " {line(&fact.summary)} " "
                <a class="id" href=then title="Workflow at this version">"v" {version}</a>
            </p>
        </li>
    }
    .into_any()
}
