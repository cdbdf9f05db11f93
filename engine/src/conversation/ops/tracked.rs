//! The entities of a session: what a write did to them, and how what was seen is recorded.

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

/// What a write did to the entities of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tracked {
    /// Which session.
    pub session: SessionKey,
    /// What was seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Entity>,
    /// What is not tracked any more because it was deleted or forgotten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<EntityKey>,
    /// All that is tracked now, most recent first.
    pub entities: Vec<Entity>,
}

/// What a session tracks, for reading: nothing before it begins.
///
/// # Errors
/// `not_found` when it has ended, `gone` when it was erased.
pub async fn tracked(view: &View, key: &SessionKey) -> Result<Entities> {
    let stream = key.stream();
    // What is others' is as if it were not there: nobody finds out by asking which sessions they have.
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

/// How many entities a session tracks.
#[must_use]
pub fn limit(settings: &Settings) -> usize {
    usize::try_from(settings.entity_limit).unwrap_or(usize::MAX)
}

/// Records what was seen and deleted, as far as it changes anything; also what other operations see
/// on their way.
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
