//! Data around the list: the number of memories, and the cores.

use engine::crystal::MemoryType;
use engine::crystal::decay::Lifecycle;
use engine::crystal::filter::{Filters, Tag};
use engine::crystal::ops::core_list::CoreList;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::crystal::overview::CoreSummary;
use leptos::prelude::*;

use super::search::WAITING;
use crate::pages::ask::{Loaded, ask};
use crate::pages::crystal::{life_icon, type_name};
use crate::pages::words::many;
use crate::parts::{Glyph, Icon, group_digits};
use crate::paths::CrystalsAddress;

/// Maximum number of listed cores.
const CORES: u32 = 200;
/// Lifecycle stages at which searches find memories.
const STAGES: [Lifecycle; 5] = [
    Lifecycle::Generated,
    Lifecycle::Activated,
    Lifecycle::Consolidated,
    Lifecycle::Archived,
    Lifecycle::Frozen,
];

/// Data around the list.
#[derive(Clone)]
pub struct Around {
    /// Number of memories; `None` if long-term memory is switched off.
    pub total: Option<u64>,
    /// Number of memories at each lifecycle stage.
    pub lives: Vec<(Lifecycle, u64)>,
    /// Cores, by name.
    pub cores: Vec<CoreSummary>,
    /// True if there are more cores than listed.
    pub has_more: bool,
}

/// Loads the data.
///
/// # Errors
/// Returns the problem that prevented it.
pub async fn load() -> Loaded<Around> {
    let mut cores = ask(CoreList {
        limit: Some(CORES),
        ..CoreList::default()
    })
    .await?;
    let total = count(None).await;
    let mut lives = Vec::new();
    for life in STAGES {
        lives.extend(count(Some(life)).await.map(|count| (life, count)));
    }
    cores.items.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Around {
        total,
        lives,
        has_more: cores.next_cursor.is_some(),
        cores: cores.items,
    })
}

/// Counts the memories, including those of minds, at one stage or in total; requests a single row, because the
/// total comes with it.
async fn count(life: Option<Lifecycle>) -> Option<u64> {
    let found = ask(MemorySearch {
        filters: Filters {
            memory_type: Some(Tag::not(type_name(MemoryType::Message))),
            lifecycle: life.into_iter().collect(),
            ..Filters::default()
        },
        limit: Some(1),
        ..MemorySearch::default()
    });
    found.await.ok().map(|page| page.total)
}

/// Head of the page.
#[component]
pub fn Head(
    /// Data around the list.
    around: Option<Around>,
) -> impl IntoView {
    let total = around.as_ref().and_then(|around| around.total);
    let total = total.map(|total| match total {
        0 => "No memories yet. ".to_owned(),
        1 => "One memory. ".to_owned(),
        n => {
            let n = usize::try_from(n).unwrap_or(usize::MAX);
            format!("{}. ", many(n, "long-term memory"))
        }
    });
    view! {
        <header class="folio">
            <div>
                <h1>"Memories"</h1>
                <p class="lede">
                    {total.map(|total| view! { <span>{total}</span> })}
                    <span>"Facts and episodes that agents keep across sessions, with their sources."</span>
                </p>
            </div>
            <div class="folio-end">{around.map(lives)}</div>
        </header>
    }
}

/// Renders the number of memories that wait for a person and at each stage, as links to them.
fn lives(around: Around) -> AnyView {
    let waiting: u32 = around.cores.iter().map(|core| core.waiting).sum();
    let href = |name: &str| {
        let address = CrystalsAddress {
            life: name.to_owned(),
            ..CrystalsAddress::default()
        };
        address.href()
    };
    let waiting = (waiting > 0).then(|| {
        let n = usize::try_from(waiting).unwrap_or(usize::MAX);
        let said = match n {
            1 => "1 memory waits for you".to_owned(),
            n => format!("{} wait for you", many(n, "memory")),
        };
        view! { <p class="needs-line"><a class="rubric" href=href(WAITING)><Glyph icon=Icon::Approval/>{said}</a></p> }
    });
    let items = around.lives.into_iter().map(|(life, count)| {
        view! { <li><a href=href(life.name())><Glyph icon=life_icon(life)/>{life.name()} " " <b>{group_digits(count)}</b></a></li> }
    });
    let items = items.collect_view();
    view! { {waiting} <ul class="life" aria-label="Memories by lifecycle stage">{items}</ul> }
        .into_any()
}
