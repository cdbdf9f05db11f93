//! Applies facts to the state of scratchpads. A fact about an unknown scratchpad changes nothing, except a deletion,
//! which is kept because the scratchpad may be in the middle of being erased.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::scratchpad::facts::{Event, ScratchpadDefined};
use crate::scratchpad::merge::merge;
use crate::scratchpad::state::{Definition, Deletion, Pad, Scratchpads, SetAside};
use kernel::fact::Meta;
use kernel::stream::Version;

impl Scratchpads {
    pub(super) fn fold(&mut self, meta: &Meta, event: &Event) {
        self.version = meta.version;
        self.updated_at = meta.at;
        if meta.actor.role.is_agent() && !self.writers.contains(&meta.actor.id) {
            self.writers.insert(meta.actor.id.clone());
        }
        match event {
            Event::ScratchpadDefined(body) => self.define(meta, body),
            Event::ScratchpadUpdated(body) => self.change(meta, &body.name, |pad| {
                let merged = merge(&pad.value, &body.patch, body.nulls);
                pad.touch(&body.patch, merged, meta.version);
            }),
            Event::ScratchpadWritten(body) => self.change(meta, &body.name, |pad| {
                pad.set(body.value.clone(), meta.version);
            }),
            Event::ScratchpadCleared(body) => self.change(meta, &body.name, |pad| {
                pad.set(pad.definition.empty(), meta.version);
                pad.set_aside = None;
            }),
            Event::ScratchpadReverted(body) => self.change(meta, &body.name, |pad| {
                pad.set(body.value.clone(), meta.version);
                pad.set_aside = None;
            }),
            Event::ScratchpadMerged(body) => {
                // The copy itself is unchanged, so a caller's version of it does not become stale.
                if let Some(pad) = self.pads.get_mut(&body.name) {
                    Arc::make_mut(pad).origin = Some(body.origin.clone());
                }
            }
            Event::ScratchpadDeleted(body) => {
                let pad = self.pads.remove(&body.name);
                let mut pad = pad.map_or_else(|| begin(&body.name, meta), Arc::unwrap_or_clone);
                pad.deleted = Some(Deletion {
                    at: meta.at,
                    by: meta.actor.clone(),
                    purge_at: body.purge_at,
                });
                self.deleted.insert(meta.version, Arc::new(pad));
            }
            Event::ScratchpadRestored(body) => {
                let is_free = !self.pads.contains_key(&body.name);
                if let Some(pad) = self.deleted.remove(&body.deleted).filter(|_| is_free) {
                    let mut pad = Arc::unwrap_or_clone(pad);
                    pad.deleted = None;
                    pad.changed = meta.version;
                    self.pads.insert(body.name.clone(), Arc::new(pad));
                }
            }
            Event::Unreadable(_) => {}
        }
    }

    fn define(&mut self, meta: &Meta, body: &ScratchpadDefined) {
        self.scope = body.scope;
        let known = self.pads.get(&body.name);
        let mut pad = known.map_or_else(|| begin(&body.name, meta), |pad| Pad::clone(pad));
        pad.definition = body.definition.clone();
        pad.set_aside = (!body.set_aside.is_empty()).then(|| SetAside {
            version: meta.version - 1,
            at: meta.at,
            misfits: body.set_aside.clone(),
        });
        if let Some(value) = &body.value {
            pad.set(value.clone(), meta.version);
        }
        if let Some(origin) = &body.origin {
            pad.origin = Some(origin.clone());
        }
        self.pads.insert(body.name.clone(), Arc::new(pad));
        self.change(meta, &body.name, |_| {});
    }

    fn change(&mut self, meta: &Meta, name: &str, how: impl FnOnce(&mut Pad)) {
        if let Some(pad) = self.pads.get_mut(name) {
            let pad = Arc::make_mut(pad);
            how(pad);
            pad.changed = meta.version;
            pad.updated_at = meta.at;
            pad.updated_by = meta.actor.clone();
        }
    }
}

/// Creates a scratchpad of which only the name is known.
fn begin(name: &str, meta: &Meta) -> Pad {
    let definition = Definition::default();
    Pad {
        name: name.to_owned(),
        value: definition.empty(),
        definition,
        keys: std::collections::BTreeMap::new(),
        set_aside: None,
        origin: None,
        since: meta.version,
        changed: meta.version,
        created_at: meta.at,
        created_by: meta.actor.clone(),
        updated_at: meta.at,
        updated_by: meta.actor.clone(),
        deleted: None,
    }
}

impl Pad {
    /// Sets the state; keys with a new value count as updated.
    fn set(&mut self, value: Value, version: Version) {
        self.touch(&Value::Null, value, version);
    }

    /// Sets the state; keys of the patch count as updated even if their value is unchanged.
    fn touch(&mut self, patch: &Value, value: Value, version: Version) {
        let none = Map::new();
        let (old, patch) = (self.value.as_object(), patch.as_object());
        let (old, patch) = (old.unwrap_or(&none), patch.unwrap_or(&none));
        let new = value.as_object().unwrap_or(&none);
        self.keys.retain(|key, _| new.contains_key(key));
        for (key, value) in new {
            if patch.contains_key(key) || old.get(key) != Some(value) {
                self.keys.insert(key.clone(), version);
            }
        }
        self.value = value;
    }
}
