//! Pages of memories continue after the previous one, regardless of concurrent writes, forgetting, recalls and
//! approvals.

use std::collections::BTreeSet;

use engine::crystal::filter::{Filters, Range, Tag};
use engine::crystal::governing::Approval;
use engine::crystal::ops::core_create::CoreCreate;
use engine::crystal::ops::memory_approve::MemoryApprove;
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_forgotten::MemoryForgotten;
use engine::crystal::ops::memory_restore::MemoryRestore;
use engine::crystal::ops::memory_search::MemorySearch;
use engine::crystal::ops::memory_waiting::MemoryWaiting;
use kernel::Code;

use crate::crystals::harness::{World, agent, forgetting, memory, of, query};

/// Number of memories, and page size.
const ALL: usize = 60;
const PAGE: u32 = 7;

fn name(nth: usize) -> String {
    format!("m-{nth:02}")
}

fn all() -> Vec<String> {
    (0..ALL).map(name).collect()
}

/// Returns a world with `ALL` memories, some of them written together.
async fn full() -> World {
    let world = World::new().await;
    for begin in (0..ALL).step_by(20) {
        let memories = (begin..begin + 20).map(|nth| {
            let text = format!("lantern number {nth} hangs in room {}", nth * 7 % 11);
            of("n", "u", memory(&name(nth), &text))
        });
        world.remember(memories.collect()).await;
        world.pass(1_000);
    }
    world
}

/// Returns the ids of all pages; runs `between` after each.
async fn paged(
    world: &World,
    search: MemorySearch,
    mut between: impl AsyncFnMut(&[String]),
) -> Vec<String> {
    let mut seen = Vec::new();
    let mut cursor = None;
    loop {
        let page = MemorySearch {
            limit: Some(PAGE),
            cursor,
            ..search.clone()
        };
        let found = world.call(agent("ada"), page).await.unwrap();
        let ids: Vec<String> = found
            .items
            .iter()
            .map(|hit| hit.memory.id.clone())
            .collect();
        between(&ids).await;
        seen.extend(ids);
        cursor = found.next_cursor;
        if cursor.is_none() {
            return seen;
        }
    }
}

fn of_namespace() -> MemorySearch {
    MemorySearch {
        filters: Filters {
            namespace: Some(Tag::eq("n")),
            ..Filters::default()
        },
        ..MemorySearch::default()
    }
}

#[tokio::test]
async fn all_are_seen_once_while_others_are_written() {
    for search in [of_namespace(), query("lantern number")] {
        let world = full().await;
        let mut nth = ALL;
        let seen = paged(&world, search.clone(), async |_| {
            world.pass(10);
            nth += 1;
            let text = format!("lantern number {nth} is new");
            world
                .remember(vec![of("n", "u", memory(&name(nth), &text))])
                .await;
        });
        let seen = seen.await;
        let once: BTreeSet<&String> = seen.iter().collect();
        assert_eq!(once.len(), seen.len(), "{search:?}: {seen:?}");
        assert!(
            all().iter().all(|id| once.contains(id)),
            "{search:?}: {seen:?}"
        );
    }
}

#[tokio::test]
async fn all_are_seen_while_each_page_is_forgotten() {
    for search in [of_namespace(), query("lantern number")] {
        let world = full().await;
        let seen = paged(&world, search.clone(), async |ids| {
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            world.ok(forgetting(&ids)).await;
        });
        let mut seen = seen.await;
        seen.sort();
        assert_eq!(seen, all(), "{search:?}");
    }
}

#[tokio::test]
async fn what_was_read_leaves_a_filter_and_no_page() {
    let world = full().await;
    let mut search = of_namespace();
    search.filters.last_accessed = Some(Range {
        lt: Some(kernel::ports::clock::Clock::now(&*world.clock).into()),
        ..Range::default()
    });
    world.pass(1_000);
    let seen = paged(&world, search, async |ids| {
        for id in ids {
            world.recalled(id, 1).await;
        }
    });
    let mut seen = seen.await;
    seen.sort();
    assert_eq!(seen, all());
}

#[tokio::test]
async fn those_that_wait_or_are_forgotten_are_seen_while_people_rule_on_them() {
    let world = World::new().await;
    let core = CoreCreate {
        name: "team".into(),
        approval: Some(Approval::All),
        ..CoreCreate::default()
    };
    world.ok(core).await;
    let proposed = (0..30).map(|nth| memory(&name(nth), &format!("proposal {nth}")));
    let op = MemoryCreate {
        memories: proposed.collect(),
        core: Some("team".into()),
        ..MemoryCreate::default()
    };
    world.call(agent("ada"), op).await.unwrap();
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let page = MemoryWaiting {
            limit: Some(10),
            cursor,
            ..MemoryWaiting::default()
        };
        let page = world.ok(page).await;
        for waiting in page.items.iter().take(5) {
            let approve = MemoryApprove {
                core: "team".into(),
                id: waiting.id.clone(),
                ..MemoryApprove::default()
            };
            world.ok(approve).await;
        }
        seen.extend(page.items.into_iter().map(|waiting| waiting.id));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, all()[..30]);

    let world = full().await;
    let ids = all();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    world.ok(forgetting(&ids)).await;
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let page = MemoryForgotten {
            limit: Some(10),
            cursor,
            ..MemoryForgotten::default()
        };
        let page = world.ok(page).await;
        for gone in &page.items[..page.items.len() / 2] {
            let restore = MemoryRestore {
                id: gone.memory.id.clone(),
                core: Some(gone.memory.core.clone()),
                found: None,
            };
            world.ok(restore).await;
        }
        seen.extend(page.items.into_iter().map(|gone| gone.memory.id));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    seen.sort();
    assert_eq!(seen, all());
}

#[tokio::test]
async fn what_is_no_cursor_is_refused() {
    let world = full().await;
    for cursor in ["", "7", "abc", "1:2"] {
        let search = MemorySearch {
            cursor: Some(cursor.into()),
            ..of_namespace()
        };
        let refused = world.call(agent("ada"), search).await.unwrap_err();
        assert_eq!(refused.code, Code::Invalid, "{cursor}");
    }
}
