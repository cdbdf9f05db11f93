//! `workflow_digest`.

use crate::workflow;
use crate::workflow::digest::{Day, Reading};
use crate::workflow::ops::read;
use kernel::page::{MAX_ITEMS, Page, cursor};
use kernel::prelude::*;

/// Number of facts that are read from the log at once.
const PAGE: usize = 500;
/// Number of facts after which one call begins no further day.
const LOOKED_AT: usize = 10_000;
/// Default number of days.
const DEFAULT_DAYS: u32 = 7;

/// Summarizes a workflow day by day (UTC), newest first: completions, failures, decisions, discoveries, artifacts,
/// questions, messages and active agents. The size is bounded; days without facts are not listed. A page may have fewer
/// days than requested if they were very busy.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowDigest {
    /// Id of the workflow.
    pub workflow: Id,
    /// Number of days, 1 to 200; default 7.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl Operation for WorkflowDigest {
    type Output = Page<Day>;
    const SPEC: Spec = spec!(Read "workflow_digest" Access::ALL);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: WorkflowDigest, view: View) -> Fut<'static, Result<Page<Day>>> {
    Box::pin(async move {
        let limit = match op.limit.unwrap_or(DEFAULT_DAYS) {
            n @ 1..=MAX_ITEMS => n as usize,
            _ => return Err(Error::field("/limit", format!("expected 1 to {MAX_ITEMS}"))),
        };
        let state = read(&view, op.workflow).await?;
        let stream = workflow::stream(op.workflow);
        // Facts that are committed but not published yet are not visible.
        let end = view.services.head() + 1;
        let mut before = cursor(op.cursor.as_deref())?.map_or(end, |before| before.min(end));
        let (mut days, mut looked_at) = (Vec::new(), 0);
        let mut day: Option<Reading> = None;
        loop {
            let log = view.services.log();
            let facts = log.recent(Some(&stream), Some(before), PAGE).await?;
            let is_last = facts.len() < PAGE;
            looked_at += facts.len();
            for fact in facts {
                let date = fact.at.date();
                if let Some(done) = day.take_if(|day| day.date() != date) {
                    days.push(done.finish());
                    if days.len() == limit || looked_at > LOOKED_AT {
                        return Ok(page(days, Some(before)));
                    }
                }
                before = fact.position;
                day.get_or_insert_with(|| Reading::of(&state, date))
                    .take(&fact);
            }
            if is_last {
                days.extend(day.map(Reading::finish));
                return Ok(page(days, None));
            }
        }
    })
}

fn page(items: Vec<Day>, next: Option<u64>) -> Page<Day> {
    Page {
        items,
        next_cursor: next.map(|before| before.to_string()),
        total: None,
    }
}
