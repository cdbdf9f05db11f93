//! What was learned, by kind.

use engine::workflow::shared::{Discovery, DiscoveryKind};
use leptos::prelude::*;

use super::link::TaskLinks;
use super::scene::scene;
use crate::parts::{Ago, Empty, Glyph, Icon, Sect, Status, prose};

/// The kinds, those that hold work up first.
const KINDS: [(DiscoveryKind, &str, Icon, Option<Status>); 4] = [
    (
        DiscoveryKind::Risk,
        "Risks",
        Icon::Warn,
        Some(Status::Failed),
    ),
    (
        DiscoveryKind::Constraint,
        "Constraints",
        Icon::Blocked,
        Some(Status::Blocked),
    ),
    (
        DiscoveryKind::Opportunity,
        "Opportunities",
        Icon::Plus,
        Some(Status::Completed),
    ),
    (DiscoveryKind::Insight, "Insights", Icon::Discovery, None),
];

/// The lists.
#[component]
pub fn Discoveries() -> impl IntoView {
    let scene = scene();
    let any = scene.read(|workflow| !workflow.discoveries.is_empty());
    view! {
        <section class="view flow" tabindex="0" aria-label="Discoveries">
            {move || (!any.get()).then(|| view! {
                <Empty title="No discovery yet." text="Agents tell what they learn with discovery_record; it reaches the workers of the tasks it affects."/>
            })}
            {KINDS.into_iter().map(|(kind, title, icon, tone)| view! { <Kind kind title icon tone/> }).collect_view()}
        </section>
    }
}

#[component]
fn Kind(
    kind: DiscoveryKind,
    title: &'static str,
    icon: Icon,
    tone: Option<Status>,
) -> impl IntoView {
    let scene = scene();
    let all = scene.read(move |workflow| {
        workflow
            .discoveries
            .iter()
            .rev()
            .filter(|found| found.kind == kind)
            .cloned()
            .collect::<Vec<_>>()
    });
    let any = Memo::new(move |_| all.with(|all| !all.is_empty()));
    move || {
        any.get().then(|| {
            view! {
                <Sect id=format!("h-{}", kind.name()) title>
                    <div class="entries">
                        <For each=move || all.get() key=|found| found.changed children=move |found| view! { <Entry found icon tone/> }/>
                    </div>
                </Sect>
            }
        })
    }
}

#[component]
fn Entry(found: Discovery, icon: Icon, tone: Option<Status>) -> impl IntoView {
    let scene = scene();
    view! {
        <article class="entry" id=found.id.to_string() data-status=tone.map(Status::name)>
            <Glyph icon/>
            <div>
                <p class="said">{prose(&found.content)}</p>
                <p class="entry-meta">
                    <span class="id">{found.id.to_string()}</span>
                    <span>"by " {found.discovered_by.id}</span>
                    {(!found.affects_tasks.is_empty()).then(|| view! { <span>"about " <TaskLinks tasks=found.affects_tasks/></span> })}
                    {found.promote_to_core.map(|core| view! { <span>"to be kept in " {core}</span> })}
                </p>
            </div>
            <Ago at=Signal::stored(found.discovered_at.0) now=scene.clock()/>
        </article>
    }
}
