//! Digest day by day: completed tasks, decisions, discoveries, artifacts and questions, and the agents at work,
//! each with its link.

use engine::numbers::{Number as _, TaskNo};
use engine::workflow::digest::{Day, Few, Named, Worked, Written};
use engine::workflow::ops::workflow_digest::WorkflowDigest;
use kernel::Id;
use kernel::page::Page;
use leptos::prelude::*;

use super::load::{Outcome, ask_outcome};
use super::scene::{Scene, scene};
use crate::pages::trouble::RefusalBox;
use crate::pages::words::many;
use crate::parts::{Empty, Glyph, Icon, Sect, Status, alive, group_digits, line};
use crate::paths::{self, View};

/// List of the days.
#[component]
pub fn Digest() -> impl IntoView {
    let scene = scene();
    let loaded = scene.loads().digest;
    view! {
        <section class="view flow" tabindex="0" aria-label="Digest">
            <Transition>
                {alive(move || loaded.get().flatten().map(|outcome| match outcome {
                    Ok(page) if page.items.is_empty() => view! {
                        <Empty title="Nothing happened before."/>
                    }
                    .into_any(),
                    Ok(page) => {
                        let before = page.next_cursor.and_then(|cursor| cursor.parse().ok());
                        let earlier = before.map(|position: u64| {
                            let href = scene.href(move |address| address.before = Some(position));
                            view! { <p class="pages"><a class="btn" href=href rel="next">"Earlier days"</a></p> }
                        });
                        let days = page.items.into_iter().map(|day| view! { <OneDay day/> });
                        view! { {days.collect_view()} {earlier} }.into_any()
                    }
                    Err(problem) => view! { <RefusalBox problem/> }.into_any(),
                }))}
            </Transition>
        </section>
    }
}

/// Loads the days before a position, newest first; `None` while another view is open.
pub async fn load_digest(wanted: Option<(Id, Option<u64>)>) -> Option<Outcome<Page<Day>>> {
    let (workflow, before) = wanted?;
    let digest = WorkflowDigest {
        workflow,
        limit: None,
        cursor: before.map(|before| before.to_string()),
    };
    Some(ask_outcome(digest).await)
}

#[component]
fn OneDay(day: Day) -> impl IntoView {
    let scene = scene();
    let facts = usize::try_from(day.facts).unwrap_or(usize::MAX);
    let last = day.last_version;
    let then = scene.href(move |address| {
        address.at = Some(last);
        address.before = None;
    });
    let aside = {
        let facts = many(facts, "fact");
        let versions = match (day.first_version, last) {
            (first, last) if first == last => format!("v{last}"),
            (first, last) => format!("v{first} to v{last}"),
        };
        let then = std::sync::Arc::new(then);
        move || {
            let href = then.clone();
            view! {
                <p class="push">{facts.clone()} ", " <a class="id" href=move || href() title="The workflow as it was at the end of that day">{versions.clone()}</a></p>
            }
        }
    };
    let added = (day.tasks_added > 0).then(|| {
        let count = many(
            usize::try_from(day.tasks_added).unwrap_or(usize::MAX),
            "task",
        );
        view! { <p class="quiet">{format!("{count} added.")}</p> }
    });
    let replaced = (day.decisions_superseded.count > 0).then(|| {
        let Few { items, left_out, .. } = day.decisions_superseded;
        let links = items.into_iter().map(|id| {
            let href = thing(scene, &id);
            view! { <li><a class="id" href=href>{id}</a></li> }
        });
        let links = links.collect_view();
        view! { <Block title="Decisions replaced" icon=Icon::Decision tone=None left_out>{links}</Block> }
    });
    let paths = (day.artifacts.count > 0).then(|| {
        let Few { items, left_out, .. } = day.artifacts;
        let rows = items.into_iter().map(|Written { path, version }| {
            view! { <li><span dir="auto">{path}</span> " " <span class="id">"v" {version}</span></li> }
        });
        let href = scene.href(|address| *address = address.viewing(View::Artifacts));
        view! {
            <Block title="Made" icon=Icon::Artifact tone=None left_out>
                {rows.collect_view()}
                <li><a href=href>"All artifacts"</a></li>
            </Block>
        }
    });
    let who = (day.who.count > 0).then(|| {
        let Few { items, left_out, .. } = day.who;
        view! { <Block title="Who worked" icon=Icon::Agent tone=None left_out>{items.into_iter().map(worker).collect_view()}</Block> }
    });
    view! {
        <Sect id=format!("h-{}", day.date) title=day.date.clone() aside>
            <div class="digest">
                <Things title="Completed" icon=Icon::Completed tone=Some(Status::Completed) few=day.tasks_completed/>
                <Things title="Failed" icon=Icon::Failed tone=Some(Status::Failed) few=day.tasks_failed/>
                <Things title="Decided" icon=Icon::Decision few=day.decisions_recorded/>
                {replaced}
                <Things title="Found out" icon=Icon::Discovery few=day.discoveries/>
                {paths}
                <Things title="People were asked" icon=Icon::Question few=day.questions_asked/>
                <Things title="Answered" icon=Icon::Check few=day.questions_answered/>
                <Things title="Reviewed" icon=Icon::Review few=day.reviews/>
                <Things title="Agents were told" icon=Icon::Nudge few=day.nudges/>
                {who}
                {added}
            </div>
        </Sect>
    }
}

/// Things of one kind, each with the link to its place; empty if there are none.
#[component]
fn Things(
    title: &'static str,
    icon: Icon,
    #[prop(default = None)] tone: Option<Status>,
    few: Few<Named>,
) -> impl IntoView {
    let scene = scene();
    let Few {
        count,
        items,
        left_out,
    } = few;
    (count > 0).then(|| {
        let rows = items.into_iter().map(|Named { id, text }| {
            let href = thing(scene, &id);
            view! { <li><a class="id" href=href>{id}</a> " " {line(&text)}</li> }
        });
        let rows = rows.collect_view();
        view! { <Block title icon tone left_out>{rows}</Block> }
    })
}

#[component]
fn Block(
    title: &'static str,
    icon: Icon,
    tone: Option<Status>,
    left_out: u32,
    children: Children,
) -> impl IntoView {
    view! {
        <div class="digest-block" data-status=tone.map(Status::name)>
            <h3><Glyph icon/>{title}</h3>
            <ul>
                {children()}
                {(left_out > 0).then(|| view! { <li class="quiet">{format!("and {} more", group_digits(left_out.into()))}</li> })}
            </ul>
        </div>
    }
}

fn worker(Worked { actor, facts }: Worked) -> AnyView {
    let did = many(usize::try_from(facts).unwrap_or(usize::MAX), "fact");
    let name = if actor.role.is_agent() {
        view! { <a href=paths::agent(&actor.id) dir="auto">{actor.id.clone()}</a> }.into_any()
    } else {
        view! { <span dir="auto">{actor.id}</span> }.into_any()
    };
    view! { <li>{name} " " <span class="quiet">{did}</span></li> }.into_any()
}

/// Returns the address at which a thing of the workflow is shown.
pub fn thing(scene: Scene, id: &str) -> String {
    let address = scene.address.get_untracked();
    if let Some(no) = TaskNo::parse(id) {
        return address.showing(no).href_to_panel();
    }
    let view = match id.chars().next() {
        Some('D') => View::Decisions,
        Some('F') => View::Discoveries,
        Some('A') => View::Artifacts,
        _ => View::Activity,
    };
    format!("{}#{id}", address.viewing(view).href())
}
