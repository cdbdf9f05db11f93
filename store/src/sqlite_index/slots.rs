//! The shelves in memory by name, with their total weight and the order of their last uses.

use std::collections::HashMap;
use std::sync::Arc;

/// Maximum total weight. Above it the least recently used slots are evicted.
const MAX_WEIGHT: usize = 1_500_000;
/// An eviction frees this fraction (one eighth), so that the next shelves fit without another one.
const EVICTED_PART: usize = 8;

/// Slots by shelf name. A slot weighs one, plus one for each item on its shelf.
pub(super) struct Slots<T> {
    held: HashMap<String, Held<T>>,
    weight: usize,
    max_weight: usize,
    uses: u64,
}

struct Held<T> {
    slot: Arc<T>,
    weight: usize,
    last_use: u64,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self {
            held: HashMap::new(),
            weight: 0,
            max_weight: MAX_WEIGHT,
            uses: 0,
        }
    }
}

impl<T> Slots<T> {
    pub(super) fn len(&self) -> usize {
        self.held.len()
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.held.contains_key(name)
    }

    pub(super) fn get(&self, name: &str) -> Option<Arc<T>> {
        self.held.get(name).map(|held| held.slot.clone())
    }

    /// Returns true if a new slot with that number of items evicts none.
    pub(super) fn has_room(&self, things: usize) -> bool {
        self.weight.saturating_add(things).saturating_add(1) <= self.max_weight
    }

    pub(super) fn remove(&mut self, name: &str) {
        if let Some(held) = self.held.remove(name) {
            self.weight -= held.weight;
        }
    }

    pub(super) fn clear(&mut self) {
        self.held.clear();
        self.weight = 0;
    }

    pub(super) fn retain(&mut self, keeps: impl Fn(&T) -> bool) {
        let weight = &mut self.weight;
        self.held.retain(|_, held| {
            let stays = keeps(&held.slot);
            if !stays {
                *weight -= held.weight;
            }
            stays
        });
    }

    /// Updates the weight of `slot`, unless that slot was removed meanwhile, and evicts others if the total is too
    /// large.
    pub(super) fn weigh(&mut self, name: &str, slot: &Arc<T>, things: usize) {
        let Some(held) = self.held.get_mut(name) else {
            return;
        };
        if !Arc::ptr_eq(&held.slot, slot) {
            return;
        }
        let weight = things.saturating_add(1);
        self.weight = self.weight - held.weight + weight;
        held.weight = weight;
        if self.weight > self.max_weight {
            self.evict(name);
        }
    }

    /// Evicts the least recently used slots, except the one with that name.
    fn evict(&mut self, except: &str) {
        let goal = self.max_weight - self.max_weight / EVICTED_PART;
        let others = self.held.iter().filter(|(name, _)| *name != except);
        let mut oldest: Vec<(u64, String)> = others
            .map(|(name, held)| (held.last_use, name.clone()))
            .collect();
        oldest.sort_unstable();
        for (_, name) in oldest {
            if self.weight <= goal {
                return;
            }
            self.remove(&name);
        }
    }
}

impl<T: Default> Slots<T> {
    /// Returns the slot with that name and marks it as used. Creates it if there is none.
    pub(super) fn take(&mut self, name: &str) -> Arc<T> {
        self.uses += 1;
        let weight = &mut self.weight;
        let held = self.held.entry(name.to_owned()).or_insert_with(|| {
            *weight += 1;
            Held {
                slot: Arc::default(),
                weight: 1,
                last_use: 0,
            }
        });
        held.last_use = self.uses;
        held.slot.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::Slots;

    fn slots(max_weight: usize) -> Slots<u8> {
        Slots {
            max_weight,
            ..Slots::default()
        }
    }

    fn names(slots: &Slots<u8>) -> String {
        let mut names: Vec<_> = slots.held.keys().cloned().collect();
        names.sort();
        names.concat()
    }

    #[test]
    fn there_is_room_for_what_evicts_nothing() {
        let mut slots = slots(10);
        let one = slots.take("a");
        slots.weigh("a", &one, 4);
        assert!(slots.has_room(4));
        assert!(!slots.has_room(5));
        assert!(!slots.has_room(usize::MAX));
    }

    #[test]
    fn the_weight_is_one_a_slot_and_one_a_thing() {
        let mut slots = slots(100);
        let a = slots.take("a");
        slots.take("b");
        assert_eq!(slots.weight, 2, "empty slots weigh something too");
        slots.weigh("a", &a, 7);
        assert_eq!(slots.weight, 9);
        slots.weigh("a", &a, 3);
        assert_eq!(slots.weight, 5);
        slots.remove("b");
        slots.remove("not there");
        assert_eq!(slots.weight, 4);
        let other = std::sync::Arc::default();
        slots.weigh("a", &other, 50);
        slots.weigh("not there", &a, 50);
        assert_eq!(slots.weight, 4, "a slot that was removed weighs nothing");
        slots.retain(|_| false);
        assert_eq!((slots.weight, slots.len()), (0, 0));
    }

    #[test]
    fn what_was_used_longest_ago_is_evicted_beyond_the_greatest_weight() {
        let mut slots = slots(16);
        for name in ["a", "b", "c"] {
            let slot = slots.take(name);
            slots.weigh(name, &slot, 4);
        }
        slots.take("a");
        let d = slots.take("d");
        slots.weigh("d", &d, 0);
        assert_eq!((names(&slots).as_str(), slots.weight), ("abcd", 16));
        slots.weigh("d", &d, 1);
        assert_eq!((names(&slots).as_str(), slots.weight), ("acd", 12));
        slots.weigh("d", &d, 40);
        assert_eq!(names(&slots), "d", "the one that is in use stays");
    }

    #[test]
    fn slots_without_things_are_evicted_as_well() {
        let mut slots = slots(80);
        for number in 0..1_000 {
            let name = number.to_string();
            let slot = slots.take(&name);
            slots.weigh(&name, &slot, 0);
        }
        assert!((70..=80).contains(&slots.len()), "{}", slots.len());
    }
}
