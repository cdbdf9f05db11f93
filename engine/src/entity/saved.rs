//! The list as it leaves a session and comes back: a checkpoint that other programs may keep. Knows
//! every form it ever had.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::entity::rules::check_kind;
use crate::entity::{Entities, Entity, ID_CHARS, NAME_CHARS};
use kernel::error::{Error, Result};

/// The number of the form that is written now.
pub const VERSION: u32 = 1;

/// A checkpoint of the entities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Saved {
    /// The number of the form, for later ones to know what they read.
    pub version: u32,
    /// The entities, most recent first.
    pub entities: Vec<Entity>,
}

impl Entities {
    /// The checkpoint.
    #[must_use]
    pub fn export(&self) -> Saved {
        Saved {
            version: VERSION,
            entities: self.iter().cloned().collect(),
        }
    }

    /// The list of a checkpoint, at most `limit` of it.
    ///
    /// # Errors
    /// `invalid` when the form is of a newer Loci or an entity makes no sense; pointers are below `at`.
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
    /// Refuses what could not be tracked or shown.
    ///
    /// # Errors
    /// `invalid`, with a pointer below `at` to what is wrong.
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
