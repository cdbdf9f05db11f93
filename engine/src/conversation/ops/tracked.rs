//! Entities of a session: recording them, and the response of a write.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::conversation::ops::missing;
use crate::entity::{Entities, Entity, EntityKey, Extraction};
use crate::session::facts::EntitiesObserved;
use crate::session::key::SessionKey;
use crate::session::state::Session;
use crate::workspace::settings::Settings;
use kernel::error::Result;
use kernel::tx::Draft;
use kernel::view::View;

/// Result of a write to the entities of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tracked {
    /// Key of the session.
    pub session: SessionKey,
    /// Entities that were seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Entity>,
    /// Entities that were deleted or forgotten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<EntityKey>,
    /// All tracked entities, most recent first.
    pub entities: Vec<Entity>,
}

/// Returns the entities of a session for reading; empty before it begins.
///
/// # Errors
/// Returns `not_found` if it has ended, `gone` if it was erased.
pub async fn read_entities(view: &View, key: &SessionKey) -> Result<Entities> {
    let stream = key.stream();
    // Sessions of others look as if they did not exist, so that callers cannot probe for them.
    if !view.services.may_read(view.actor()?, &stream).await? {
        view.touch(&stream, 0);
        return Ok(Entities::default());
    }
    let (session, _) = view.state::<Session>(&stream).await?;
    if session.begun > 0 && !session.lives(view.now) {
        return Err(missing(key));
    }
    Ok(session.entities.clone())
}

/// Returns the maximum number of tracked entities.
#[must_use]
pub fn limit(settings: &Settings) -> usize {
    usize::try_from(settings.entity_limit).unwrap_or(usize::MAX)
}

/// Records seen and deleted entities, as far as that changes anything. Also called by other operations.
pub fn observe(
    draft: &mut Draft<Session>,
    tool: Option<&str>,
    seen: &Extraction,
    settings: &Settings,
) -> Tracked {
    let removed: Vec<EntityKey> = seen
        .deleted
        .iter()
        .filter(|key| draft.entities.get(&key.kind, &key.id).is_some())
        .cloned()
        .collect();
    let found = seen.found.clone();
    if !(found.is_empty() && removed.is_empty()) {
        draft.record(EntitiesObserved {
            tool: tool.map(Into::into),
            deleted: removed.clone(),
            found: seen.recent(),
            limit: settings.entity_limit,
        });
    }
    Tracked {
        session: draft.key.clone(),
        found,
        removed,
        entities: draft.entities.iter().cloned().collect(),
    }
}
