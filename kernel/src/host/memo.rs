//! What reads keep for the next one like them: a bounded table in memory that may lose anything at any time.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use hashlink::LruCache;

/// Something that a read keeps.
pub type Kept = Arc<dyn Any + Send + Sync>;

/// The table. When it is full, what was not asked for longest goes.
pub(super) struct Memo {
    kept: Mutex<Held>,
    most: usize,
}

struct Held {
    by_key: LruCache<String, (Kept, usize)>,
    bytes: usize,
    /// How often everything was forgotten.
    age: u64,
}

impl Memo {
    /// A table for things of so many bytes together.
    pub(super) fn of(most: usize) -> Self {
        let by_key = LruCache::new_unbounded();
        let kept = Mutex::new(Held {
            by_key,
            bytes: 0,
            age: 0,
        });
        Self { kept, most }
    }

    /// What is kept under a key.
    pub(super) fn get(&self, key: &str) -> Option<Kept> {
        let mut held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        held.by_key.get(key).map(|(kept, _)| kept.clone())
    }

    /// How old the table is: what was made of things that were read at another age is not kept.
    pub(super) fn age(&self) -> u64 {
        let held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        held.age
    }

    /// Keeps something of about so many bytes under a key, which was made at that age.
    pub(super) fn put(&self, key: String, age: u64, kept: Kept, bytes: usize) {
        let bytes = bytes + key.len();
        // What goes is dropped when nobody waits for the table.
        let mut gone = Vec::new();
        let mut held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if held.age != age {
            return;
        }
        if let Some((kept, before)) = held.by_key.remove(&key) {
            held.bytes -= before;
            gone.push(kept);
        }
        if bytes > self.most {
            return;
        }
        held.bytes += bytes;
        held.by_key.insert(key, (kept, bytes));
        while held.bytes > self.most
            && let Some((_, (kept, bytes))) = held.by_key.remove_lru()
        {
            held.bytes -= bytes;
            gone.push(kept);
        }
        drop(held);
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        let mut held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = std::mem::replace(&mut held.by_key, LruCache::new_unbounded());
        held.bytes = 0;
        held.age += 1;
        drop(held);
        drop(gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_longest_goes_first() {
        let memo = Memo::of(30);
        for key in ["a", "b", "c"] {
            memo.put(key.into(), 0, Arc::new(key), 8);
        }
        assert!(memo.get("a").is_some());
        memo.put("d".into(), 0, Arc::new("d"), 8);
        assert!(memo.get("b").is_none(), "it was not asked for longest");
        for key in ["a", "c", "d"] {
            assert!(memo.get(key).is_some(), "{key}");
        }
        memo.put("a".into(), 0, Arc::new("larger than all"), 64);
        assert!(memo.get("a").is_none(), "nothing of before is given for it");
        memo.put("c".into(), 0, Arc::new("again"), 29);
        assert!(memo.get("d").is_none());
        let before = memo.age();
        memo.clear();
        assert!(memo.get("c").is_none());
        memo.put("c".into(), before, Arc::new("read before"), 1);
        assert!(memo.get("c").is_none(), "it may hold what was erased");
    }
}
