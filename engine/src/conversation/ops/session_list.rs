//! `session_list`: lists sessions.

use crate::confine;
use crate::session::find::{ACTIVE, SessionRow};
use crate::session::message::is_false;
use kernel::access::reader_name;
use kernel::memory::DELETED;
use kernel::page::{Page, limit};
use kernel::ports::index::{Entry, ListOrder, ListQuery};
use kernel::prelude::*;
use kernel::time::SECOND;

/// Lists sessions without expired ones.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionList {
    /// Only sessions of this namespace.
    pub namespace: Option<String>,
    /// Only sessions of this user.
    pub user_id: Option<String>,
    /// Only sessions whose id, namespace, user, summary or beginning has these words.
    pub query: Option<String>,
    /// Only sessions with this id, for APIs that identify sessions by it alone.
    #[serde(skip)]
    pub id: Option<String>,
    /// Only sessions that expire within this many seconds unless written to.
    pub expiring_within: Option<u32>,
    /// List deleted sessions that can still be recovered instead; only for people. Default: false.
    #[serde(default, skip_serializing_if = "is_false")]
    pub deleted: bool,
    /// `changed`: most recently changed first (default). `id`: each item exactly once, whatever changes between pages.
    pub order: Option<ListOrder>,
    /// Page size, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl Operation for SessionList {
    type Output = Page<SessionRow>;
    const SPEC: Spec = spec!(Read "session_list" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        confine::owner(tenant, &mut self.user_id, &mut self.namespace)
    }
}

async fn run(op: SessionList, view: View) -> Result<Page<SessionRow>> {
    let actor = view.actor()?;
    if op.deleted && !actor.role.is_person() {
        return Err(Error::forbidden("Only people see what was deleted."));
    }
    let status = if op.deleted { DELETED } else { ACTIVE };
    let given = |part: Option<String>| part.filter(|part| !part.is_empty());
    let parts = [
        ("namespace", given(op.namespace)),
        ("user_id", given(op.user_id)),
        ("id", op.id),
    ];
    let query = ListQuery {
        kind: "session",
        status: Some(status.into()),
        query: op.query.filter(|words| !words.trim().is_empty()),
        fields: parts
            .into_iter()
            .filter_map(|(name, part)| part.map(|part| (name, part)))
            .collect(),
        beyond: (!op.deleted).then_some(view.now),
        reader: reader_name(actor).map(Into::into),
        order: op.order.unwrap_or_default(),
        cursor: op.cursor,
        limit: limit(op.limit)?,
        ..ListQuery::default()
    };
    let soon = op
        .expiring_within
        .map(|seconds| view.now.plus(i64::from(seconds) * SECOND));
    let shown = |entry: &Entry| {
        let row: SessionRow = entry.parse_row()?;
        let is_wanted = soon.is_none_or(|soon| row.expires_at.is_some_and(|end| end <= soon));
        Ok(is_wanted.then_some(row))
    };
    let page = view.list(query, shown).await?;
    Ok(Page {
        total: page.total.filter(|_| soon.is_none()),
        ..page
    })
}
