//! Discoveries by kind, one page at a time.

use engine::workflow::shared::{Discovery, DiscoveryKind};
use leptos::prelude::*;

use super::link::task_links;
use super::pages::{in_all, on_page, page_links, page_of};
use super::scene::Scene;
use crate::pages::crystal::core_word;
use crate::parts::{Empty, Glyph, Icon, Sect, Status, prose};
use crate::paths;

/// Kinds of discoveries, in the order of the page: those that block work come first.
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

/// Number of discoveries per page.
const PAGE: usize = 50;

/// Renders the lists of the discoveries: kind after kind, newest first within each.
pub fn discoveries(scene: &Scene) -> AnyView {
    let discoveries = &scene.workflow.discoveries;
    let all = discoveries.len();
    let mut by_kind = KINDS.map(|_| Vec::new());
    for found in discoveries.iter().rev() {
        if let Some(kind) = KINDS.iter().position(|(kind, ..)| *kind == found.kind) {
            by_kind[kind].push(found);
        }
    }
    let sorted = by_kind.iter().enumerate();
    let sorted = sorted.flat_map(|(kind, all)| all.iter().map(move |found| (kind, *found)));
    let page = page_of(scene, all, PAGE);
    let mut rows = on_page(sorted, page, PAGE).peekable();
    let mut kinds = Vec::new();
    while let Some((kind, _)) = rows.peek().copied() {
        let own = std::iter::from_fn(|| rows.next_if(|(its, _)| *its == kind));
        let own: Vec<_> = own.map(|(_, found)| found).collect();
        kinds.push(kind_view(scene, kind, &own, by_kind[kind].len()));
    }
    view! {
        <section class="view flow" tabindex="0" id="discoveries" data-hold="" aria-label="Discoveries">
            {(all == 0).then(|| view! {
                <Empty title="No discoveries yet." text="Discoveries of agents appear here. They also reach the agents of the tasks that they affect."/>
            })}
            {kinds}
            {page_links(scene, all, PAGE, "discoveries")}
        </section>
    }
    .into_any()
}

/// Discoveries of one kind on the page, of `all` in the workflow.
fn kind_view(scene: &Scene, kind: usize, rows: &[&Discovery], all: usize) -> AnyView {
    let (name, title, icon, tone) = KINDS[kind];
    let has_more = all > rows.len();
    let aside = move || has_more.then(|| in_all(all));
    let rows: Vec<_> = rows
        .iter()
        .map(|found| entry(scene, found, icon, tone))
        .collect();
    view! {
        <Sect id=format!("h-{}", name.name()) title aside>
            <div class="entries">{rows}</div>
        </Sect>
    }
    .into_any()
}

fn entry(scene: &Scene, found: &Discovery, icon: Icon, tone: Option<Status>) -> AnyView {
    let id = found.id;
    let tasks = &found.affects_tasks;
    let core = found.promote_to_core.as_ref().map(|core| {
        let href = paths::crystals_of_core(core);
        view! { <span>"to be kept in " <a href=href dir="auto">{core_word(core)}</a></span> }
    });
    view! {
        <article class="entry" id=id.to_string() data-status=tone.map(Status::name)>
            <Glyph icon/>
            <div>
                <div class="said">{prose(&found.content, 3)}</div>
                <p class="entry-meta">
                    <span class="id">{id.to_string()}</span>
                    <span>"by " {found.discovered_by.id.clone()}</span>
                    {(!tasks.is_empty()).then(|| view! { <span>"about " {task_links(scene, tasks)}</span> })}
                    {core}
                </p>
            </div>
            {scene.ago(found.discovered_at)}
        </article>
    }
    .into_any()
}
