//! Discoveries by kind, one page at a time.

use engine::numbers::DiscoveryNo;
use engine::workflow::Workflow;
use engine::workflow::shared::{Discovery, DiscoveryKind};
use leptos::prelude::*;

use super::link::TaskLinks;
use super::pages::{Pages, on_page, page_of};
use super::scene::scene;
use crate::parts::alive;
use crate::parts::{Ago, Empty, Glyph, Icon, Sect, Status, group_digits, prose};
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

/// Discoveries by kind, in their order of arrival. Updated incrementally: there may be many, and only those after
/// the last update are read.
#[derive(Default)]
struct Sorted {
    seen: usize,
    by_kind: [Vec<DiscoveryNo>; KINDS.len()],
}

impl Sorted {
    /// Adds the discoveries since the last update.
    fn go_on(&mut self, workflow: &Workflow) {
        let all = workflow.discoveries.len();
        if all < self.seen {
            *self = Self::default();
        }
        let new = workflow.discoveries.iter().rev().take(all - self.seen);
        let new: Vec<_> = new.map(|found| (found.kind, found.id)).collect();
        for (kind, no) in new.into_iter().rev() {
            let place = KINDS.iter().position(|known| known.0 == kind);
            if let Some(place) = place {
                self.by_kind[place].push(no);
            }
        }
        self.seen = all;
    }

    /// Returns the discoveries on a page: kind after kind, newest first within each.
    fn page(&self, page: usize) -> Vec<(usize, DiscoveryNo)> {
        let kinds = self.by_kind.iter().enumerate();
        let all = kinds.flat_map(|(kind, all)| all.iter().rev().map(move |no| (kind, *no)));
        on_page(all, page, PAGE).collect()
    }
}

/// Lists of the discoveries.
#[component]
pub fn Discoveries() -> impl IntoView {
    let scene = scene();
    let sorted = StoredValue::new(Sorted::default());
    let all = scene.read(|workflow| workflow.discoveries.len());
    let page = page_of(all, PAGE);
    let shown = Memo::new(move |_| {
        scene.state.with(|workflow| {
            sorted.update_value(|sorted| sorted.go_on(workflow));
            let rows = sorted.with_value(|sorted| sorted.page(page.get()));
            let found = rows.into_iter().filter_map(|(kind, no)| {
                workflow
                    .discoveries
                    .get(no)
                    .map(|found| (kind, found.clone()))
            });
            (page.get(), found.collect::<Vec<_>>())
        })
    });
    let shown = Memo::new(move |_| shown.with(|(_, rows)| rows.clone()));
    let kinds = (0..KINDS.len()).map(move |kind| view! { <Kind kind shown sorted/> });
    view! {
        <section
            class="view flow"
            tabindex="0"
            id="discoveries"
            data-hold=""
            aria-label="Discoveries"
        >
            {alive(move || (all.get() == 0).then(|| view! {
                <Empty title="No discovery yet." text="Agents tell what they learn with discovery_record; it reaches the workers of the tasks it affects."/>
            }))}
            {kinds.collect_view()}
            <Pages all per=PAGE what="discoveries"/>
        </section>
    }
}

/// Discoveries of one kind on the page.
#[component]
fn Kind(
    kind: usize,
    shown: Memo<Vec<(usize, Discovery)>>,
    sorted: StoredValue<Sorted>,
) -> impl IntoView {
    let (name, title, icon, tone) = KINDS[kind];
    let rows = Memo::new(move |_| {
        shown.with(|shown| {
            let own = shown.iter().filter(|(of, _)| *of == kind);
            own.map(|(_, found)| found.clone()).collect::<Vec<_>>()
        })
    });
    let any = Memo::new(move |_| rows.with(|rows| !rows.is_empty()));
    // Total number of the kind, if not all of them are on the page.
    let more = Memo::new(move |_| {
        let here = rows.with(Vec::len);
        let all = sorted.with_value(|sorted| sorted.by_kind[kind].len());
        (all > here).then_some(all)
    });
    move || {
        any.get().then(|| {
            let aside = move || {
                let all = more.get();
                all.map(|all| view! { <p class="push">{format!("{} in all", group_digits(all as u64))}</p> })
            };
            view! {
                <Sect id=format!("h-{}", name.name()) title aside>
                    <div class="entries">
                        <For each=move || rows.get() key=|found| found.changed children=move |found| view! { <Entry found icon tone/> }/>
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
                <div class="said">{prose(&found.content, 3)}</div>
                <p class="entry-meta">
                    <span class="id">{found.id.to_string()}</span>
                    <span>"by " {found.discovered_by.id}</span>
                    {(!found.affects_tasks.is_empty()).then(|| view! { <span>"about " <TaskLinks tasks=found.affects_tasks/></span> })}
                    {found.promote_to_core.map(|core| view! {
                        <span>"to be kept in " <a href=paths::crystals_of_core(&core) dir="auto">{core.clone()}</a></span>
                    })}
                </p>
            </div>
            <Ago at=Signal::stored(found.discovered_at.0) now=scene.clock()/>
        </article>
    }
}
