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
}

impl Memo {
    /// A table for things of so many bytes together.
    pub(super) fn of(most: usize) -> Self {
        let by_key = LruCache::new_unbounded();
        let kept = Mutex::new(Held { by_key, bytes: 0 });
        Self { kept, most }
    }

    /// What is kept under a key.
    pub(super) fn get(&self, key: &str) -> Option<Kept> {
        let mut held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        held.by_key.get(key).map(|(kept, _)| kept.clone())
    }

    /// Keeps something of about so many bytes under a key.
    pub(super) fn put(&self, key: String, kept: Kept, bytes: usize) {
        let bytes = bytes + key.len();
        let mut held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, before)) = held.by_key.remove(&key) {
            held.bytes -= before;
        }
        if bytes > self.most {
            return;
        }
        held.bytes += bytes;
        held.by_key.insert(key, (kept, bytes));
        while held.bytes > self.most
            && let Some((_, (_, bytes))) = held.by_key.remove_lru()
        {
            held.bytes -= bytes;
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        let mut held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        held.by_key.clear();
        held.bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_longest_goes_first() {
        let memo = Memo::of(30);
        for key in ["a", "b", "c"] {
            memo.put(key.into(), Arc::new(key), 8);
        }
        assert!(memo.get("a").is_some());
        memo.put("d".into(), Arc::new("d"), 8);
        assert!(memo.get("b").is_none(), "it was not asked for longest");
        for key in ["a", "c", "d"] {
            assert!(memo.get(key).is_some(), "{key}");
        }
        memo.put("a".into(), Arc::new("larger than all"), 64);
        assert!(memo.get("a").is_none(), "nothing of before is given for it");
        memo.put("c".into(), Arc::new("again"), 29);
        assert!(memo.get("d").is_none());
        memo.clear();
        assert!(memo.get("c").is_none());
    }
}
