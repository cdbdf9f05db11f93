//! `session_history`: lists the facts of a session.

use crate::activity::Happening;
use crate::conversation::ops::{key, read};
use kernel::page::{Page, cursor, limit};
use kernel::prelude::*;

/// Lists the facts of a session, newest first: every message, including the folded ones, and all other changes. View a
/// `version` with `session_at`, restore it with `session_restore`.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionHistory {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Page size, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl Operation for SessionHistory {
    type Output = Page<Happening>;
    const SPEC: Spec = spec!(Read "session_history" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(run);

    crate::confine::of_session!();
}

fn run(op: SessionHistory, view: View) -> Fut<'static, Result<Page<Happening>>> {
    Box::pin(async move {
        let limit = limit(op.limit)?;
        let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
        let session = read(&view, &key).await?;
        // Facts that are committed but not published yet stay invisible.
        let end = view.services.head() + 1;
        let before = cursor(op.cursor.as_deref())?.map_or(end, |before| before.min(end));
        let stream = key.stream();
        let log = view.services.log();
        let mut facts = log.recent(Some(&stream), Some(before), limit + 1).await?;
        let read = facts.len();
        // The history of an earlier session with this id ended with it.
        facts.retain(|fact| fact.version >= session.begun);
        let more = facts.len() == read && read > limit;
        facts.truncate(limit);
        let last = facts.last().map(|fact| fact.position.to_string());
        let items = facts
            .into_iter()
            .map(Happening::of)
            .collect::<Result<_>>()?;
        Ok(Page {
            items,
            next_cursor: last.filter(|_| more),
            total: Some(session.version - session.begun + 1),
        })
    })
}
