//! The course through the queue: which item is chosen, which comes before and after it, and what was
//! settled last. Knows nothing of how an item is settled.

use engine::workflow::attention::Item;
use leptos::prelude::*;

use super::{Chosen, chosen};
use crate::pages::queue::{address, key};
use crate::paths;

/// The course.
#[derive(Clone, Copy)]
pub struct Course {
    /// What waits, in order; empty until it is known.
    pub items: RwSignal<Vec<Item>>,
    /// What the address names; none at the address of the list.
    pub named: Signal<Option<Chosen>>,
    /// The core whose waiting memories the address names.
    pub core: Memo<Option<String>>,
    /// What the last act did.
    pub said: RwSignal<Option<String>>,
    begun: StoredValue<bool>,
}

impl Course {
    /// The course for the item in the address.
    pub fn new(item: Memo<Option<String>>) -> Self {
        Self {
            items: RwSignal::new(Vec::new()),
            named: Signal::derive(move || item.with(|item| item.as_deref().and_then(chosen))),
            core: Memo::new(move |_| {
                item.with(|item| {
                    item.as_deref()
                        .and_then(paths::core_in_inbox)
                        .map(Into::into)
                })
            }),
            said: RwSignal::new(None),
            begun: StoredValue::new(false),
        }
    }

    /// Takes the queue as the page was given it, the first time it is called.
    pub fn begin(self, items: &[Item]) {
        if !self.begun.get_value() {
            self.begun.set_value(true);
            self.items.set(items.to_vec());
        }
    }

    /// The item that is shown: the one in the address, or else the first.
    pub fn current(self) -> Option<Chosen> {
        if self.core.with(Option::is_some) {
            return None;
        }
        self.named
            .get()
            .or_else(|| self.items.with(|items| items.first().map(key)))
    }

    /// Whether an item is the one that is shown.
    pub fn is_current(self, item: &Chosen) -> bool {
        self.current().as_ref() == Some(item)
    }

    /// The address of the item `steps` after the one that is shown (before it when negative).
    pub fn beside(self, steps: isize) -> Option<String> {
        let current = self.current();
        self.items.with(|items| {
            let at = items
                .iter()
                .position(|item| current.as_ref() == Some(&key(item)));
            let at = at.map_or(Some(0), |at| at.checked_add_signed(steps));
            at.and_then(|at| items.get(at)).map(address)
        })
    }

    /// Where an act on `item` leads: to the next one, else to the one before, else to the list.
    pub fn after(self, item: &Chosen) -> String {
        self.items.with(|items| {
            let at = items.iter().position(|other| key(other) == *item);
            let next = match at {
                Some(at) => items
                    .get(at + 1)
                    .or_else(|| at.checked_sub(1).and_then(|at| items.get(at))),
                None => items.first(),
            };
            next.map_or_else(|| paths::INBOX.to_owned(), address)
        })
    }
}
