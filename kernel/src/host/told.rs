//! What others said with the answer to a call, once more for the same call when its answer was lost on the way: a
//! call is the same when it carries the same idempotency key. Kept in memory, of the last calls that were told anything.

use std::sync::{Mutex, PoisonError};

use hashlink::LruCache;

use crate::actor::Actor;
use crate::notice::Notice;

/// Of how many calls.
const CALLS: usize = 1_000;

/// The notices of calls, by caller and key.
pub(super) struct Told(Mutex<LruCache<(String, String), Vec<Notice>>>);

impl Default for Told {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(CALLS)))
    }
}

impl Told {
    /// Puts into `inbox` what the call of that key was told before, and keeps what it is told now.
    pub fn again(&self, actor: &Actor, key: &str, inbox: &mut Vec<Notice>) {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let call = (actor.id.clone(), key.to_owned());
        if let Some(before) = calls.get(&call) {
            let is_new = |notice: &&Notice| inbox.iter().all(|told| told.id != notice.id);
            let before: Vec<Notice> = before.iter().filter(is_new).cloned().collect();
            inbox.splice(0..0, before);
        }
        if !inbox.is_empty() {
            calls.insert(call, inbox.clone());
        }
    }

    /// Something was erased: it is not told again.
    pub fn clear(&self) {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        calls.clear();
    }
}
