//! Number of items that need a person, for the head of every page. Starts with the server's count at rendering;
//! facts that may change it trigger a new count.

use engine::workflow::ops::inbox_list::InboxList;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::context;
use crate::pages::ask::ask;
use crate::pages::fresh::{asks_in, fresh};
use crate::pages::memories_waiting::may_change;

/// Returns the live count.
#[must_use]
pub fn follow() -> Signal<usize> {
    let needs = RwSignal::new(context::needs());
    fresh(
        |fact| (asks_in(fact).is_some() || may_change(fact)).then_some(()),
        move |()| {
            spawn_local(async move {
                let counted = ask(InboxList {
                    limit: Some(1),
                    ..InboxList::default()
                })
                .await;
                if let Ok(page) = counted {
                    needs.try_set(usize::try_from(page.waiting()).unwrap_or(usize::MAX));
                }
            });
        },
    );
    needs.into()
}
