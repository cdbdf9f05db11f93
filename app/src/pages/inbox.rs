//! `/inbox` and `/inbox/{item}`: the queue of items that need a person, the open item, and its actions. Phones show
//! the list at one address and an item at the other.

mod about;
mod acts;
mod bench;
mod exhibit;
mod failed;
mod files;
mod form;
mod memories;
mod next;
mod open_item;
mod queue_list;
mod remarks;
mod review;
mod snooze;
mod stalled;
mod warned;
mod word;

use engine::workflow::ops::inbox_list::InboxPage;
use kernel::Id;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::call::show_after;
use crate::moment::moment;
use crate::pages::ask::Loaded;
use crate::pages::queue::address;
use crate::pages::trouble::RefusalBox;
use crate::paths;
use exhibit::display;
use memories::waiting_memories;
use next::Course;
use open_item::OpenItem;
use queue_list::queue_section;

/// Workflow and name of an inbox item.
pub type Chosen = (Id, String);

/// Parses the last part of an item's address: `01J….review:T7`.
fn parse_address(text: &str) -> Option<Chosen> {
    let (workflow, item) = text.split_once('.')?;
    Some((workflow.parse().ok()?, item.to_owned()))
}

/// Inbox page.
#[component]
pub fn Inbox() -> impl IntoView {
    let item = use_params_map().with_untracked(|params| params.get("item"));
    let file = use_query_map().with_untracked(|query| query.get("file"));
    let class = if item.is_some() {
        "triage triage--item"
    } else {
        "triage triage--list"
    };
    let core = item.as_deref().and_then(paths::core_in_inbox);
    let core = core.map(str::to_owned);
    let is_named = item.is_some();
    let now = moment().now;
    let load = open_item::load(item, file, now);
    view! {
        <Title text="Inbox" />
        <main class=class id="main" data-page="inbox" data-follows="workflow: core:">
            {show_after(load, move |(queue, shown)| contents(queue, shown, core, is_named))}
        </main>
    }
}

/// Renders the queue, and next to it the open item or the waiting memories of `core`.
fn contents(
    queue: Loaded<InboxPage>,
    shown: Loaded<Option<OpenItem>>,
    core: Option<String>,
    is_named: bool,
) -> AnyView {
    let first_core = queue.as_ref().ok().and_then(|page| page.memories.first());
    let first_core = first_core.filter(|_| matches!(shown, Ok(None)));
    let core = core.or_else(|| first_core.map(|first| first.core.clone()));
    let here = match (&core, &shown) {
        (Some(core), _) => Some(paths::inbox_memories(core)),
        (None, Ok(Some(shown))) => Some(address(&shown.thing.item)),
        (None, _) => None,
    };
    let now = moment().now;
    let course = Course::new(queue.as_ref().ok(), now, here);
    let queue = match queue {
        Ok(page) => queue_section(page, course.clone(), is_named).into_any(),
        Err(problem) => view! {
            <section class="queue"><div class="queue-say"><RefusalBox problem /></div></section>
        }
        .into_any(),
    };
    let open = match core {
        Some(core) => waiting_memories(core, is_named).into_any(),
        None => display(shown, course, is_named).into_any(),
    };
    view! { {queue} {open} }.into_any()
}

#[cfg(test)]
mod tests {
    use super::parse_address;

    #[test]
    fn an_item_s_address_is_read() {
        let (workflow, item) = parse_address("01JD000000000000000000000A.review:T7").unwrap();
        assert_eq!(workflow.to_string(), "01JD000000000000000000000A");
        assert_eq!(item, "review:T7");
        assert!(parse_address("review:T7").is_none());
        assert!(parse_address("x.review:T7").is_none());
    }
}
