//! Entities of a conversation, the things that "it" and "that page" refer to: a short list, most recent first, within a
//! session's state. The session decides when it changes.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub mod extract;
pub(crate) mod render;
pub mod resolve;
pub mod rules;
pub mod saved;
mod words;

pub use extract::{Extraction, extract};
pub use resolve::{Mention, Resolution};
pub use rules::{Rule, Rules};
pub use saved::Saved;

/// Default number of entities that a session tracks.
pub const LIMIT: usize = 10;
/// Maximum length of a type's name, in characters.
pub const KIND_CHARS: usize = 64;
/// Maximum length of an entity's id, in characters.
pub const ID_CHARS: usize = 256;
/// Maximum length of an entity's name, in characters. Longer names from tools are cut.
pub const NAME_CHARS: usize = 256;

/// A thing that a conversation has touched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entity {
    /// Id in its own system, such as `page-123`.
    pub id: String,
    /// Name, such as `About Us`.
    pub name: String,
    /// Type, such as `page`.
    #[serde(rename = "type")]
    pub kind: String,
    /// True if it was shown together with the next one in the list: neither is more recent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
}

/// Key of an entity; the list has one entry per key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct EntityKey {
    /// Type, such as `page`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Id.
    pub id: String,
}

impl Entity {
    /// Creates an entity. Without a name its id is used.
    pub fn new(kind: impl Into<String>, id: impl Into<String>, name: impl Into<String>) -> Self {
        let (kind, id, name) = (kind.into(), id.into(), name.into());
        let name = if name.is_empty() { id.clone() } else { name };
        Self {
            id,
            name,
            kind,
            together: false,
        }
    }

    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> EntityKey {
        EntityKey {
            kind: self.kind.clone(),
            id: self.id.clone(),
        }
    }

    fn is(&self, kind: &str, id: &str) -> bool {
        self.kind == kind && self.id == id
    }
}

/// Tracked entities, most recent first. Clones share the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Entities(Arc<Vec<Entity>>);

impl Entities {
    /// Adds entities that were shown together, the most recent last. Each moves to the front and takes its new name,
    /// unless that is only its id. Keeps at most `limit` entities and drops the least recent ones.
    pub fn observe(&mut self, found: &[Entity], limit: usize) {
        if found.is_empty() && self.0.len() <= limit {
            return;
        }
        let found: Vec<Entity> = found
            .iter()
            .map(|entity| self.with_known_name(entity))
            .collect();
        let list = Arc::make_mut(&mut self.0);
        for entity in &found {
            remove(list, &entity.kind, &entity.id);
        }
        for (at, mut entity) in found.into_iter().enumerate() {
            let is_again = remove(list, &entity.kind, &entity.id);
            entity.together = at > 0 && !(is_again && list.is_empty());
            list.insert(0, entity);
        }
        list.truncate(limit);
        if let Some(last) = list.last_mut() {
            last.together = false;
        }
    }

    /// Returns the entity with its known name if it was shown without one.
    fn with_known_name(&self, seen: &Entity) -> Entity {
        let known = self.get(&seen.kind, &seen.id);
        let known = known.filter(|_| seen.name == seen.id);
        Entity {
            name: known.map_or(&seen.name, |known| &known.name).clone(),
            ..seen.clone()
        }
    }

    /// Removes an entity. Returns true if it was tracked.
    pub fn forget(&mut self, kind: &str, id: &str) -> bool {
        if self.get(kind, id).is_none() {
            return false;
        }
        remove(Arc::make_mut(&mut self.0), kind, id)
    }

    /// Applies a tool's result: removes the deleted entities, then adds the shown ones, the most recent last.
    pub fn take(&mut self, deleted: &[EntityKey], found: &[Entity], limit: usize) {
        for key in deleted {
            self.forget(&key.kind, &key.id);
        }
        self.observe(found, limit);
    }

    /// Returns all entities, most recent first.
    pub fn iter(&self) -> impl Iterator<Item = &Entity> {
        self.0.iter()
    }

    /// Returns the entities of a type, most recent first.
    pub fn of(&self, kind: &str) -> impl Iterator<Item = &Entity> {
        self.0.iter().filter(move |entity| entity.kind == kind)
    }

    /// Returns the entity with this type and id.
    #[must_use]
    pub fn get(&self, kind: &str, id: &str) -> Option<&Entity> {
        self.0.iter().find(|entity| entity.is(kind, id))
    }

    /// Returns the most recent entity, or several that were shown together.
    pub fn newest(&self) -> impl Iterator<Item = &Entity> {
        let more = self.0.iter().take_while(|entity| entity.together).count();
        self.0.iter().take(more + 1)
    }

    /// Returns the number of tracked entities.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if no entity is tracked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Renders the `[WORKING MEMORY]` block of a prompt: every entity, grouped by type, one per line. Names are JSON
    /// strings, so that none can look like another line.
    #[must_use]
    pub fn render(&self) -> String {
        render::block(self)
    }

    /// Resolves a phrase such as "that page", "it" or "the second image".
    #[must_use]
    pub fn resolve(&self, phrase: &str, rules: &Rules) -> Resolution {
        resolve::resolve(self, phrase, rules)
    }

    /// Finds the references to entities in a text, by words like those that [`Entities::resolve`] understands.
    #[must_use]
    pub fn mentions(&self, text: &str, rules: &Rules) -> Vec<Mention> {
        resolve::mentions(self, text, rules)
    }
}

/// Removes an entity from a list. Returns true if it was in the list.
fn remove(list: &mut Vec<Entity>, kind: &str, id: &str) -> bool {
    let Some(at) = list.iter().position(|known| known.is(kind, id)) else {
        return false;
    };
    let gone = list.remove(at);
    // The entities shown together with it are now next to the one that came before all of them.
    if let Some(before) = at.checked_sub(1).and_then(|before| list.get_mut(before)) {
        before.together &= gone.together;
    }
    true
}

impl FromIterator<Entity> for Entities {
    /// Builds the list in the given order, most recent first. An entity given twice keeps its first position.
    fn from_iter<I: IntoIterator<Item = Entity>>(entities: I) -> Self {
        let mut list: Vec<Entity> = Vec::new();
        for entity in entities {
            if !list.iter().any(|known| known.is(&entity.kind, &entity.id)) {
                list.push(entity);
            }
        }
        Self(Arc::new(list))
    }
}
