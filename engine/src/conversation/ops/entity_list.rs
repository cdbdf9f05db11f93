//! `entity_list`: lists the entities of a conversation.

use crate::conversation::ops::key;
use crate::conversation::ops::tracked::read_entities;
use crate::entity::Entity;
use crate::session::key::SessionKey;
use crate::workspace::settings::Settings;
use kernel::page::{Page, cursor, limit};
use kernel::prelude::*;

/// Lists the entities of a session, most recent first, with the block that shows them in a prompt.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityList {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Only entities of this type, such as `page`.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Page size, 1 to 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A page of entities.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EntityPage {
    /// Key of the session.
    pub session: SessionKey,
    /// The entities, most recent first.
    #[serde(flatten)]
    pub page: Page<Entity>,
    /// Maximum number of tracked entities; the least recently seen is dropped first.
    pub tracked_at_most: u32,
    /// The `[WORKING MEMORY]` block with all entities of the session, regardless of filters.
    pub block: String,
}

impl Operation for EntityList {
    type Output = EntityPage;
    const SPEC: Spec = spec!(Read "entity_list" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(run);

    crate::confine::of_session!();
}

fn run(op: EntityList, view: View) -> Fut<'static, Result<EntityPage>> {
    Box::pin(async move {
        let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
        let (most, after) = (limit(op.limit)?, cursor(op.cursor.as_deref())?.unwrap_or(0));
        let entities = read_entities(&view, &key).await?;
        let fits = |entity: &&Entity| op.kind.as_ref().is_none_or(|kind| entity.kind == *kind);
        let all: Vec<&Entity> = entities.iter().filter(fits).collect();
        // The list is short and bounded, so a position in it can be the cursor.
        let begin = usize::try_from(after).unwrap_or(usize::MAX).min(all.len());
        let end = begin.saturating_add(most).min(all.len());
        Ok(EntityPage {
            page: Page {
                items: all[begin..end].iter().copied().cloned().collect(),
                next_cursor: (end < all.len()).then(|| end.to_string()),
                total: Some(all.len() as u64),
            },
            tracked_at_most: Settings::for_view(&view).await?.entity_limit,
            block: entities.render(),
            session: key,
        })
    })
}
