//! `/inbox` and `/inbox/{item}`: the queue of items that need a person, the open item, and its actions. Phones show
//! the list at one address and an item at the other.

mod about;
mod acts;
mod bench;
mod exhibit;
mod failed;
mod files;
mod hidden_fields;
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

use kernel::Id;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::call::fetch;
use crate::pages::trouble::RefusalBox;
use crate::parts::alive;
use exhibit::Display;
use memories::Memories;
use next::Course;
use queue_list::Queue;

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
    let (params, query) = (use_params_map(), use_query_map());
    let item = Memo::new(move |_| params.with(|params| params.get("item")));
    let file = Memo::new(move |_| query.with(|query| query.get("file")));
    let queue = fetch(|| (), |()| open_item::queue());
    let shown = fetch(
        move || (item.get(), file.get()),
        |(item, file)| open_item::load(item, file),
    );
    let again = Callback::new(move |()| shown.refetch());
    let course = Course::new(item);
    let class = move || {
        if item.with(Option::is_some) {
            "triage triage--item"
        } else {
            "triage triage--list"
        }
    };
    view! {
        <Title text="Inbox" />
        <main class=class id="main">
            // One boundary for both: the server renders two of them concurrently, and they share the course.
            <Transition>
                {alive(move || queue.get().map(|outcome| match outcome {
                    Ok(page) => view! { <Queue page course /> }.into_any(),
                    Err(problem) => {
                        view! { <section class="queue"><div class="queue-say"><RefusalBox problem /></div></section> }
                            .into_any()
                    }
                }))}
                // The forms lead to the next item, so the queue has to be loaded first.
                {alive(move || queue.get().zip(shown.get()).map(|(queue, shown)| {
                    let mut first = None;
                    if let Ok(page) = queue {
                        course.begin(&page);
                        first = page.memories.into_iter().next();
                    }
                    course.shows_another();
                    let is_idle = matches!(shown, Ok(None));
                    let core = course.core.get();
                    let core = core.or(first.filter(|_| is_idle).map(|core| core.core));
                    match core {
                        Some(core) => view! { <Memories core course/> }.into_any(),
                        None => view! { <Display shown course again /> }.into_any(),
                    }
                }))}
            </Transition>
        </main>
    }
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
