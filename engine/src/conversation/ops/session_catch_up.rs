//! `session_catch_up`: what waited for long-term memory becomes long-term memories once it is on again. No door
//! offers it, because nobody can be given the role that it asks for.

use crate::conversation::ops::{Written, open, promote};
use crate::session::find::{ACTIVE, SessionRow};
use crate::session::key::SessionKey;
use crate::workspace::settings::Settings;
use kernel::page::{MAX_ITEMS, Page};
use kernel::ports::index::{Entry, ListQuery};
use kernel::prelude::*;

/// Makes the memories of a session that are none yet long-term memories, where one of its agents may write. A
/// memory that was discarded is not there any more, and one that was forgotten was one already.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionCatchUp {
    /// The session.
    pub session: SessionKey,
}

impl Operation for SessionCatchUp {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_catch_up" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &SessionCatchUp, tx: &mut Tx) -> Result<Written> {
    let settings = Settings::of(tx)?;
    open(tx, &op.session)?;
    let promoted = promote::memories(tx, &op.session, &settings)?;
    let draft = open(tx, &op.session)?;
    Ok(Written {
        promoted: promoted.memories,
        promoted_to: promoted.to,
        warnings: promoted.warnings,
        ..Written::of(draft.state(), &settings)
    })
}

/// A page of the sessions with memories that are no long-term memories yet.
///
/// # Errors
/// `unavailable` when the index cannot be read.
pub async fn waiting(view: &View, cursor: Option<String>) -> Result<Page<SessionKey>> {
    let query = ListQuery {
        kind: "session",
        status: Some(ACTIVE.into()),
        beyond: Some(view.now),
        cursor,
        limit: MAX_ITEMS as usize,
        ..ListQuery::default()
    };
    let shown = |entry: &Entry| {
        let row: SessionRow = entry.shown()?;
        Ok((row.pending_memories > 0).then_some(row.session))
    };
    view.list(query, shown).await
}
