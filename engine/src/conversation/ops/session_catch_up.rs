//! `session_catch_up`: promotes waiting memories after long-term memory is switched on again. Internal: requires
//! `Role::System`, so no API exposes it.

use crate::conversation::ops::{Written, open, promote};
use crate::session::find::{ACTIVE, SessionRow};
use crate::session::key::SessionKey;
use crate::workspace::settings::Settings;
use kernel::page::{MAX_ITEMS, Page};
use kernel::ports::index::{Entry, ListOrder, ListQuery};
use kernel::prelude::*;

/// Promotes the memories of a session that are not long-term memories yet, in cores where one of its agents may write.
/// Discarded memories are gone and forgotten ones were promoted before, so both are left alone.
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

/// Returns a page of the sessions with memories that are not long-term memories yet.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub async fn waiting(view: &View, cursor: Option<String>) -> Result<Page<SessionKey>> {
    let query = ListQuery {
        kind: "session",
        status: Some(ACTIVE.into()),
        beyond: Some(view.now),
        order: ListOrder::Id,
        cursor,
        limit: MAX_ITEMS as usize,
        ..ListQuery::default()
    };
    let shown = |entry: &Entry| {
        let row: SessionRow = entry.parse_row()?;
        Ok((row.pending_memories > 0).then_some(row.session))
    };
    view.list(query, shown).await
}
