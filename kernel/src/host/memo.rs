//! Bounded cache of values that reads compute. Entries may be lost at any time.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use hashlink::LruCache;

/// A cached value.
pub type Kept = Arc<dyn Any + Send + Sync>;

/// The cache. Evicts the least recently used entries if it is full.
pub(super) struct Memo {
    kept: Mutex<Held>,
    most: usize,
}

struct Held {
    by_key: LruCache<String, (Kept, usize)>,
    bytes: usize,
    /// Number of times that the cache was cleared.
    age: u64,
}

impl Memo {
    /// Creates a cache for at most `most` bytes.
    pub(super) fn of(most: usize) -> Self {
        let by_key = LruCache::new_unbounded();
        let kept = Mutex::new(Held {
            by_key,
            bytes: 0,
            age: 0,
        });
        Self { kept, most }
    }

    /// Returns the value under a key.
    pub(super) fn get(&self, key: &str) -> Option<Kept> {
        let mut held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        held.by_key.get(key).map(|(kept, _)| kept.clone())
    }

    /// Returns the age of the cache. A value computed from data read at another age is not stored.
    pub(super) fn age(&self) -> u64 {
        let held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        held.age
    }

    /// Stores a value of about `bytes` bytes, unless the cache was cleared since `age`.
    pub(super) fn put(&self, key: String, age: u64, kept: Kept, bytes: usize) {
        let bytes = bytes + key.len();
        // Evicted values are dropped after the lock is released.
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

    /// Removes all values and raises the age.
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
