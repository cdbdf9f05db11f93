//! `job_list`: lists background jobs.

use crate::jobs::{CHANGED, JobKind, JobRow, JobState, TAG_KIND, TAG_STATE};
use kernel::access::reader_name;
use kernel::page::{self, Page};
use kernel::ports::index::{Find, Found, Order, TagTest};
use kernel::prelude::*;

/// Lists started background jobs that are not done: running ones, those that are retried later and why, and those that
/// were given up or stopped. Includes only streams that the caller may read; most recently changed first.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JobList {
    /// Only jobs in this state.
    pub state: Option<JobState>,
    /// Only jobs of this kind.
    pub kind: Option<JobKind>,
    /// Page size, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl Operation for JobList {
    type Output = Page<JobRow>;
    const SPEC: Spec =
        spec!(Read "job_list" Access::ALL.and(Access::SYSTEM)).with(&[Trait::Unlisted]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: JobList, view: View) -> Result<Page<JobRow>> {
    let limit = page::limit(op.limit)?;
    let offset = page::cursor(op.cursor.as_deref())?.unwrap_or(0);
    let kinds = match op.kind {
        Some(kind) => vec![kind.name().into()],
        None => JobKind::ALL.map(|kind| kind.name().into()).into(),
    };
    let state = op.state.map(|state| TagTest::Is(state.name().into()));
    let find = Find {
        tags: [
            Some((TAG_KIND, TagTest::Any(kinds))),
            state.map(|state| (TAG_STATE, state)),
        ]
        .into_iter()
        .flatten()
        .collect(),
        reader: reader_name(view.actor()?).map(Into::into),
        order: Order::Newest(CHANGED),
        offset: usize::try_from(offset).unwrap_or(usize::MAX),
        limit,
        ..Find::default()
    };
    let finding = view.services.index().find(&find).await?;
    let next = offset + finding.found.len() as u64;
    Ok(Page {
        items: finding.found.iter().map(parse_row).collect::<Result<_>>()?,
        next_cursor: (next < finding.total).then(|| next.to_string()),
        total: Some(finding.total),
    })
}

fn parse_row(found: &Found) -> Result<JobRow> {
    let doc = found.doc.as_deref().unwrap_or_default();
    serde_json::from_str(doc)
        .map_err(|error| Error::internal(format!("a job of {} is odd: {error}", found.stream)))
}
