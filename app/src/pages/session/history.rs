//! History of the session, newest first. Each row is a version that can be opened, compared and restored.

use kernel::stream::{Position, Version};
use leptos::prelude::*;

use super::load::Step;
use super::scene::scene;
use crate::live::feed;
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use crate::parts::{Ago, Sect, line};

/// Maximum number of live rows kept above the loaded ones.
const FRESH: usize = 50;

/// Section with the history.
#[component]
pub fn History() -> impl IntoView {
    let scene = scene();
    let loaded = scene.loads().history;
    let fresh = RwSignal::new(Vec::<Step>::new());
    let stream = scene.key().stream();
    feed().listen(move |facts| {
        let own = facts.iter().rev().filter(|fact| fact.stream == stream);
        let mut new: Vec<Step> = own.take(FRESH).map(|fact| Step::of(fact)).collect();
        if !new.is_empty() {
            fresh.update(|all| {
                new.append(all);
                new.truncate(FRESH);
                *all = new;
            });
        }
    });
    // No live rows are added above an older page of the history.
    let is_newest = move || scene.address.with(|address| address.before.is_none());
    let known = Memo::new(move |_| match loaded.get() {
        Some(Ok(page)) => page.items.first().map_or(0, |first| first.version),
        _ => 0,
    });
    let above = move || {
        let known = known.get();
        let all = fresh.get();
        all.into_iter()
            .filter(|step| is_newest() && step.version > known)
            .collect::<Vec<_>>()
    };
    // Rows between the live and the loaded ones may have been dropped: then the next page begins where the live
    // ones end.
    let ends = Memo::new(move |_| {
        let above = fresh.with(|all| all.last().map(|last| (last.version, last.position)));
        above.filter(|(version, _)| is_newest() && *version > known.get() + 1)
    });
    view! {
        <Sect id="h-history" title="History" aside=|| view! { <p class="push">"newest first"</p> }>
            <Transition>
                <ol class="moments" reversed="">
                    <For each=above key=|step| step.version children=|step| view! { <Row step/> }/>
                    {alive(move || loaded.get().map(|outcome| match outcome {
                        Ok(page) => page
                            .items
                            .into_iter()
                            .filter(|_| ends.with(Option::is_none))
                            .map(|step| view! { <Row step/> })
                            .collect_view()
                            .into_any(),
                        Err(problem) => view! { <li><RefusalBox problem/></li> }.into_any(),
                    }))}
                </ol>
                {alive(move || loaded.get().and_then(Result::ok).map(|page| {
                    let last = page.items.last().map(|last| last.position);
                    let older = last.filter(|_| page.next_cursor.is_some());
                    view! { <Turning older=ends.get().map(|(_, position)| position).or(older)/> }
                }))}
            </Transition>
        </Sect>
    }
}

/// Links to other pages of the history.
#[component]
fn Turning(older: Option<Position>) -> impl IntoView {
    let scene = scene();
    let is_newest = scene
        .address
        .with_untracked(|address| address.before.is_none());
    let newest = scene.href(|address| address.before = None);
    let older = older.map(|position| {
        let href = scene.href(move |address| address.before = Some(position));
        view! { <a class="btn" href=href data-noscroll="true" rel="next">"Older"</a> }
    });
    let newest = (!is_newest)
        .then(|| view! { <a class="btn" href=newest data-noscroll="true">"Newest"</a> });
    (older.is_some() || newest.is_some())
        .then(|| view! { <p class="btns btns--start">{newest} {older}</p> })
}

#[component]
fn Row(step: Step) -> impl IntoView {
    let scene = scene();
    let version = step.version;
    let then = scene.href(move |address| (address.at, address.from) = (Some(version), None));
    let changed = scene.href(move |address| {
        (address.at, address.from) = (Some(version), Some(version - 1));
    });
    let here = move || {
        scene
            .address
            .with(|address| address.at == Some(version))
            .then_some("true")
    };
    view! {
        <li aria-current=here>
            <a class="id" href=then title="The session as it was then">"v" {version}</a>
            <p>
                <b>{step.who}</b> " " {line(&step.did)}
            </p>
            <span class="quiet">
                {has_before(version).then(|| view! { <a href=changed title=format!("What version {version} changed")>"diff"</a> " " })}
                <Ago at=Signal::stored(step.at) now=scene.clock() wording=crate::parts::Wording::Bare/>
            </span>
        </li>
    }
}

/// Returns true if there is an earlier version to open.
const fn has_before(version: Version) -> bool {
    version > 1
}
