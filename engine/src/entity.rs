//! The entities of a conversation: what "it" and "that page" refer to. A short list, most recent
//! first, that lives inside a session's state. Knows no stream and no fact: who embeds the list says
//! when it changes.

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

/// How many entities a session tracks unless its workspace says otherwise.
pub const LIMIT: usize = 10;
/// The most characters of a type's name.
pub const KIND_CHARS: usize = 64;
/// The most characters of an entity's id.
pub const ID_CHARS: usize = 256;
/// The most characters of an entity's name; what tools call longer is cut.
pub const NAME_CHARS: usize = 256;

/// One thing that a conversation has touched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entity {
    /// Its id where it lives, such as `page-123`.
    pub id: String,
    /// What people call it, such as `About Us`.
    pub name: String,
    /// What it is, such as `page`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it was shown together with the one after it in the list: neither is more recent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
}

/// Which entity: there is one entry for each.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct EntityKey {
    /// What it is, such as `page`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id.
    pub id: String,
}

impl Entity {
    /// An entity; its name is its id where none is given.
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

    /// Which entity this is.
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

/// The tracked entities, most recent first. Clones share the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Entities(Arc<Vec<Entity>>);

impl Entities {
    /// Takes in entities that were shown together, the first of them last: each moves to the front and takes
    /// its new name; an id in place of a name is none. At most `limit` stay; what was touched longest ago goes.
    pub fn observe(&mut self, found: &[Entity], limit: usize) {
        if found.is_empty() && self.0.len() <= limit {
            return;
        }
        let found: Vec<Entity> = found.iter().map(|entity| self.named(entity)).collect();
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

    /// What was seen, by the name it is known by where it was shown without one.
    fn named(&self, seen: &Entity) -> Entity {
        let known = self.get(&seen.kind, &seen.id);
        let known = known.filter(|_| seen.name == seen.id);
        Entity {
            name: known.map_or(&seen.name, |known| &known.name).clone(),
            ..seen.clone()
        }
    }

    /// Forgets an entity; tells whether it was tracked.
    pub fn forget(&mut self, kind: &str, id: &str) -> bool {
        if self.get(kind, id).is_none() {
            return false;
        }
        remove(Arc::make_mut(&mut self.0), kind, id)
    }

    /// Takes in what a tool's result says: first what was deleted, then what was seen, the most recent last.
    pub fn take(&mut self, deleted: &[EntityKey], found: &[Entity], limit: usize) {
        for key in deleted {
            self.forget(&key.kind, &key.id);
        }
        self.observe(found, limit);
    }

    /// All of them, most recent first.
    pub fn iter(&self) -> impl Iterator<Item = &Entity> {
        self.0.iter()
    }

    /// Those of one type, most recent first.
    pub fn of(&self, kind: &str) -> impl Iterator<Item = &Entity> {
        self.0.iter().filter(move |entity| entity.kind == kind)
    }

    /// The one of that type and id.
    #[must_use]
    pub fn get(&self, kind: &str, id: &str) -> Option<&Entity> {
        self.0.iter().find(|entity| entity.is(kind, id))
    }

    /// Those that were touched last: one, or several that were shown together.
    pub fn newest(&self) -> impl Iterator<Item = &Entity> {
        let more = self.0.iter().take_while(|entity| entity.together).count();
        self.0.iter().take(more + 1)
    }

    /// How many are tracked.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is tracked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The `[WORKING MEMORY]` block of a prompt: every entity, grouped by type, each on a line of its
    /// own. Names are JSON texts, so that none can look like another line.
    #[must_use]
    pub fn render(&self) -> String {
        render::block(self)
    }

    /// What a phrase such as "that page", "it" or "the second image" refers to.
    #[must_use]
    pub fn resolve(&self, phrase: &str, rules: &Rules) -> Resolution {
        resolve::resolve(self, phrase, rules)
    }

    /// Where in a text they are referred to, by words like those that [`Entities::resolve`] understands.
    #[must_use]
    pub fn mentions(&self, text: &str, rules: &Rules) -> Vec<Mention> {
        resolve::mentions(self, text, rules)
    }
}

/// Takes an entity out of a list; tells whether it was in there.
fn remove(list: &mut Vec<Entity>, kind: &str, id: &str) -> bool {
    let Some(at) = list.iter().position(|known| known.is(kind, id)) else {
        return false;
    };
    let gone = list.remove(at);
    // What was shown together with it is now beside what came before all of them.
    if let Some(before) = at.checked_sub(1).and_then(|before| list.get_mut(before)) {
        before.together &= gone.together;
    }
    true
}

impl FromIterator<Entity> for Entities {
    /// The list as it is given, most recent first; of an entity named twice the first stays.
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
