//! Replays the notices of a call to its retry with the same idempotency key, in case its answer was lost. Kept in
//! memory, for the last calls that had notices.

use std::sync::{Mutex, PoisonError};

use hashlink::LruCache;

use crate::actor::Actor;
use crate::notice::Notice;

/// Number of calls whose notices are kept.
const CALLS: usize = 1_000;

/// Notices of calls, by caller and key.
pub(super) struct Told(Mutex<LruCache<(String, String), Vec<Notice>>>);

impl Default for Told {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(CALLS)))
    }
}

impl Told {
    /// Prepends the earlier notices of the call with that key to `inbox`, and stores the result.
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

    /// Forgets all notices. Called after an erasure, because they may contain erased content.
    pub fn clear(&self) {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        calls.clear();
    }
}
