//! Checkpoints of the entity list, which other programs can store and send back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::entity::rules::check_kind;
use crate::entity::{Entities, Entity, ID_CHARS, NAME_CHARS};
use kernel::error::{Error, Result};

/// Current version of the format.
pub const VERSION: u32 = 1;

/// A checkpoint of the entities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Saved {
    /// Version of the format.
    pub version: u32,
    /// Entities, most recent first.
    pub entities: Vec<Entity>,
}

impl Entities {
    /// Returns a checkpoint.
    #[must_use]
    pub fn export(&self) -> Saved {
        Saved {
            version: VERSION,
            entities: self.iter().cloned().collect(),
        }
    }

    /// Restores the list from a checkpoint, at most `limit` entities.
    ///
    /// # Errors
    /// Returns `invalid` if the version is not [`VERSION`] or an entity is not valid; pointers are below `at`.
    pub fn restore(saved: Saved, limit: usize, at: &str) -> Result<Self> {
        if saved.version != VERSION {
            let detail = format!(
                "a checkpoint of version {} is not known here: expected {VERSION}",
                saved.version
            );
            return Err(Error::field(format!("{at}/version"), detail));
        }
        for (n, entity) in saved.entities.iter().enumerate() {
            entity.check(&format!("{at}/entities/{n}"))?;
        }
        let all: Self = saved.entities.into_iter().collect();
        Ok(all.iter().take(limit).cloned().collect())
    }
}

impl Entity {
    /// Validates the type, id and name.
    ///
    /// # Errors
    /// Returns `invalid`, with a pointer below `at`.
    pub fn check(&self, at: &str) -> Result<()> {
        check_kind(&format!("{at}/type"), &self.kind)?;
        for (field, text, most) in [("id", &self.id, ID_CHARS), ("name", &self.name, NAME_CHARS)] {
            if text.trim().is_empty() || text.chars().count() > most {
                let detail = format!("expected 1 to {most} characters");
                return Err(Error::field(format!("{at}/{field}"), detail));
            }
        }
        Ok(())
    }
}
