//! Course through the queue: the open item, its neighbours, and the last action.

use std::time::Duration;

use engine::crystal::ops::memory_waiting::CoreWaiting;
use engine::workflow::attention::Item;
use engine::workflow::ops::inbox_list::InboxPage;
use kernel::Time;
use leptos::prelude::*;

use super::{Chosen, parse_address};
use crate::live::feed;
use crate::pages::queue::{address, key};
use crate::paths;

/// Time in which the next item ignores input after a verdict: longer than the pause within a double click or a
/// double key press, so that none of them resolves two items.
const REST: Duration = Duration::from_millis(600);

/// Course through the queue.
#[derive(Clone, Copy)]
pub struct Course {
    /// Items of workflows in order, with snoozed ones; empty until the queue is loaded.
    pub all: RwSignal<Vec<Item>>,
    /// Open items.
    pub items: Memo<Vec<Item>>,
    /// Snoozed items.
    pub snoozed: Memo<Vec<Item>>,
    /// Cores with waiting memories. They follow the items.
    pub memories: RwSignal<Vec<CoreWaiting>>,
    /// Item that the address names; `None` at the address of the list.
    pub named: Signal<Option<Chosen>>,
    /// Core whose waiting memories the address names.
    pub core: Memo<Option<String>>,
    /// Confirmation of the last action.
    pub said: RwSignal<Option<String>>,
    /// True while the open item ignores input, because another one was resolved a moment ago.
    pub is_resting: RwSignal<bool>,
    begun: StoredValue<bool>,
}

impl Course {
    /// Creates the course for the item in the address.
    pub fn new(item: Memo<Option<String>>) -> Self {
        let now = feed().clock();
        let all = RwSignal::new(Vec::<Item>::new());
        let only = move |is_snoozed: bool| {
            Memo::new(move |_| {
                let now = Time(now.get());
                let one = |item: &&Item| item.is_snoozed(now) == is_snoozed;
                all.with(|all| all.iter().filter(one).cloned().collect())
            })
        };
        Self {
            all,
            items: only(false),
            snoozed: only(true),
            memories: RwSignal::new(Vec::new()),
            named: Signal::derive(move || {
                item.with(|item| item.as_deref().and_then(parse_address))
            }),
            core: Memo::new(move |_| {
                item.with(|item| {
                    item.as_deref()
                        .and_then(paths::core_in_inbox)
                        .map(Into::into)
                })
            }),
            said: RwSignal::new(None),
            is_resting: RwSignal::new(false),
            begun: StoredValue::new(false),
        }
    }

    /// Fills the course from the page's queue, on the first call only.
    pub fn begin(self, page: &InboxPage) {
        if !self.begun.get_value() {
            self.begun.set_value(true);
            self.all.set(page.items.clone());
            self.memories.set(page.memories.clone());
        }
    }

    /// Ignores input until the next item has been shown for [`REST`].
    pub fn rest(self) {
        self.is_resting.set(true);
    }

    /// Records that another item is shown.
    pub fn shows_another(self) {
        if self.is_resting.get_untracked() {
            let is_resting = self.is_resting;
            set_timeout(
                move || {
                    is_resting.try_set(false);
                },
                REST,
            );
        }
    }

    /// Returns the open item: the one in the address, or else the first.
    pub fn current(self) -> Option<Chosen> {
        if self.core.with(Option::is_some) {
            return None;
        }
        self.named
            .get()
            .or_else(|| self.items.with(|items| items.first().map(key)))
    }

    /// Returns true if this item is open.
    pub fn is_current(self, item: &Chosen) -> bool {
        self.current().as_ref() == Some(item)
    }

    /// Returns the addresses of the open items, then those of the memories.
    fn stops(self) -> Vec<String> {
        let items = self
            .items
            .with(|items| items.iter().map(address).collect::<Vec<_>>());
        let memories = self.memories.with(|cores| {
            let cores = cores.iter();
            cores
                .map(|core| paths::inbox_memories(&core.core))
                .collect::<Vec<_>>()
        });
        [items, memories].concat()
    }

    /// Returns the address `steps` after the open one, or before it if negative.
    pub fn beside(self, steps: isize) -> Option<String> {
        let here = match self.core.get() {
            Some(core) => Some(paths::inbox_memories(&core)),
            None => self.current().map(address_of),
        };
        let all = self.stops();
        let at = all.iter().position(|stop| Some(stop) == here.as_ref());
        let to = at.map_or(Some(0), |at| at.checked_add_signed(steps));
        to.and_then(|to| all.get(to)).cloned()
    }

    /// Returns the address after an action on `item`: the next item, else the previous one, else the list.
    pub fn after(self, item: &Chosen) -> String {
        let (stops, here) = (self.stops(), address_of(item.clone()));
        let at = stops.iter().position(|stop| *stop == here);
        let next = match at {
            Some(at) => stops
                .get(at + 1)
                .or_else(|| at.checked_sub(1).and_then(|at| stops.get(at))),
            None => stops.first(),
        };
        next.map_or_else(paths::inbox, Clone::clone)
    }
}

fn address_of((workflow, item): Chosen) -> String {
    paths::inbox_item(workflow, &item)
}
