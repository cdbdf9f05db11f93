//! Messages and memories of one call that share an id: all of them are stored.

use std::collections::{HashMap, HashSet};

use axum::body::Body;
use axum::http::header::WARNING;
use axum::http::{HeaderValue, Response};
use engine::crystal::record::NewCrystal;
use engine::session::message::NewMessage;
use engine::session::record::MemoryRecord;

/// `Warning` header: duplicate ids were replaced.
const REPEATED: &str = "299 - \"Several messages or memories have the same id. All of them are stored, the later ones \
    under ids of their own.\"";

/// Namespace within which an id is unique, and the id.
type Key = (Option<String>, String);

/// Item of a call that may have an id.
pub trait Identified: PartialEq {
    /// Returns its id with the namespace within which it is unique.
    fn key(&self) -> Option<Key>;

    /// Replaces its id.
    fn rename(&mut self, id: &str);
}

impl Identified for NewMessage {
    fn key(&self) -> Option<Key> {
        Some((None, self.id.as_deref()?.into()))
    }

    fn rename(&mut self, id: &str) {
        self.id = Some(id.into());
    }
}

impl Identified for MemoryRecord {
    fn key(&self) -> Option<Key> {
        (!self.id.is_empty()).then(|| (None, self.id.to_string()))
    }

    fn rename(&mut self, id: &str) {
        self.id = id.into();
    }
}

impl Identified for NewCrystal {
    fn key(&self) -> Option<Key> {
        let namespace = self.namespace.clone().filter(|name| !name.is_empty());
        Some((namespace, self.id.clone()?))
    }

    fn rename(&mut self, id: &str) {
        self.id = Some(id.into());
    }
}

/// Gives an item a new id if an earlier item of the call has its id and a different content. Returns true if an id was
/// replaced.
pub fn set_apart<T: Identified>(items: &mut [T]) -> bool {
    let mut taken: HashSet<Key> = items.iter().filter_map(T::key).collect();
    // Index of the first item with each id, and the suffix of the next id that is derived from it.
    let mut known: HashMap<Key, (usize, u32)> = HashMap::new();
    let mut is_any = false;
    for at in 0..items.len() {
        let Some(key) = items[at].key() else {
            continue;
        };
        let Some((first, next)) = known.get_mut(&key) else {
            known.insert(key, (at, 2));
            continue;
        };
        if items[*first] == items[at] {
            continue;
        }
        is_any = true;
        let (namespace, id) = key;
        loop {
            let own = format!("{id}-{next}");
            *next += 1;
            if taken.insert((namespace.clone(), own.clone())) {
                items[at].rename(&own);
                break;
            }
        }
    }
    is_any
}

/// Adds the warning about duplicate ids to a response.
pub fn warn_of_repeated_ids(response: &mut Response<Body>) {
    let warning = HeaderValue::from_static(REPEATED);
    response.headers_mut().insert(WARNING, warning);
}
