//! `learning_list`: lists learnings.

use std::cmp::Reverse;

use crate::learning::row::{Counts, Known, LearningRow, OnlyTold, Place, counts, rows};
use crate::workflow;
use crate::workflow::find::Summary;
use crate::workflow::learning::LearningStatus;
use crate::workflow::ops::read;
use crate::workflow::state::{Status, Workflow};
use kernel::memory::DELETED;
use kernel::page::limit;
use kernel::ports::index::ListQuery;
use kernel::prelude::*;

/// Number of workflows per page of the list that is read.
const PAGE_SIZE: usize = 50;
/// Maximum number of workflow rows that one call reads, and of workflows that it opens, before it returns a partial
/// page.
const LOOKED_AT: usize = 2_000;
const OPENED: usize = 50;

/// Lists the learnings of workflows, newest first: decisions with their reasons, insights, failures and recurring
/// patterns, each with the text to remember and its status. With `workflow`, all that exist so far; otherwise those of
/// all ended workflows, and those already noted in active ones. A page may have fewer items than requested.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LearningList {
    /// Only learnings of this workflow.
    pub workflow: Option<Id>,
    /// Only learnings with this status. Default: all.
    pub status: Option<LearningStatus>,
    /// Page size, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// A page of learnings.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Learnings {
    /// The learnings. Long texts are cut; `learning_get` returns the whole text.
    pub items: Vec<LearningRow>,
    /// Value to pass as `cursor` for the next page; absent on the last page.
    pub next_cursor: Option<String>,
    /// Total number; only with `workflow`.
    pub total: Option<u64>,
    /// Number of learnings by status; only with `workflow`.
    pub counts: Option<Counts>,
}

impl Operation for LearningList {
    type Output = Learnings;
    const SPEC: Spec = spec!(Read "learning_list" Access::ALL, &["items.id", "items.workflow", "items.kind", "items.status", "items.title", "items.core", "items.memory", "counts"]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: LearningList, view: View) -> Result<Learnings> {
    let limit = limit(op.limit)?;
    match op.workflow {
        Some(workflow) => of_one(&op, workflow, limit, &view).await,
        None => of_all(&op, limit, &view).await,
    }
}

async fn of_one(op: &LearningList, workflow: Id, limit: usize, view: &View) -> Result<Learnings> {
    let after = op
        .cursor
        .as_deref()
        .map(|text| place(text).ok_or_else(wrong))
        .transpose()?;
    let state = read(view, workflow).await?;
    let mut all = rows(&state, OnlyTold::No);
    let counts = counts(&all);
    all.retain(|known| op.status.is_none_or(|status| known.status() == status));
    let total = all.len() as u64;
    let mut left = all
        .iter()
        .filter(|known| after.is_none_or(|after| known.place() > after));
    let page: Vec<_> = left.by_ref().take(limit).collect();
    let last = page.last().map(|known| known.place());
    Ok(Learnings {
        items: page.into_iter().map(Known::row).collect(),
        next_cursor: last.filter(|_| left.next().is_some()).map(as_text),
        total: Some(total),
        counts: Some(counts),
    })
}

/// Cursor of a page over all workflows.
struct Cursor {
    /// The last workflow of the page, and its time of change.
    workflow: Id,
    updated_at: Time,
    /// The last returned learning of that workflow; absent if all were returned.
    place: Option<Place>,
    /// Cursor of the list of workflows for the page with that workflow.
    page: Option<String>,
}

async fn of_all(op: &LearningList, limit: usize, view: &View) -> Result<Learnings> {
    let from = op
        .cursor
        .as_deref()
        .map(|text| Cursor::read(text).ok_or_else(wrong))
        .transpose()?;
    let mut items: Vec<LearningRow> = Vec::new();
    let is_full = |items: &Vec<LearningRow>| items.len() >= limit;
    // The remaining learnings of that workflow come first, even if it has changed since.
    if let Some(from) = &from
        && let Some(after) = from.place
        && let Ok(state) = read(view, from.workflow).await
        && let Some(place) = take(&state, op.status, Some(after), limit, &mut items)
    {
        let next = Cursor {
            place: Some(place),
            page: from.page.clone(),
            ..*from
        };
        return Ok(page(items, Some(next)));
    }
    let (mut looked_at, mut opened) = (0, 0);
    let mut query = ListQuery {
        kind: "workflow",
        cursor: from.as_ref().and_then(|from| from.page.clone()),
        limit: PAGE_SIZE,
        ..ListQuery::default()
    };
    loop {
        let listed = view.services.index().list(&query).await?;
        for entry in &listed.entries {
            let summary: Summary = match entry.status.as_str() {
                DELETED => continue,
                _ => entry.parse_row()?,
            };
            let is_past = from.as_ref().is_some_and(|from| {
                let before = (Reverse(from.updated_at), Reverse(from.workflow));
                summary.id == from.workflow
                    || (Reverse(entry.updated_at), Reverse(summary.id)) <= before
            });
            if is_past {
                continue;
            }
            looked_at += 1;
            let here = |place| Cursor {
                workflow: summary.id,
                updated_at: entry.updated_at,
                place,
                page: query.cursor.clone(),
            };
            if is_wanted(&summary, op.status) {
                opened += 1;
                let Ok((state, _)) = view.state::<Workflow>(&workflow::stream(summary.id)).await
                else {
                    continue;
                };
                if let Some(place) = take(&state, op.status, None, limit, &mut items) {
                    return Ok(page(items, Some(here(Some(place)))));
                }
            }
            if is_full(&items) || looked_at >= LOOKED_AT || opened >= OPENED {
                return Ok(page(items, Some(here(None))));
            }
        }
        if listed.next_cursor.is_none() {
            return Ok(page(items, None));
        }
        query.cursor = listed.next_cursor;
    }
}

/// Returns true if a workflow's row says that it has such learnings.
fn is_wanted(summary: &Summary, status: Option<LearningStatus>) -> bool {
    let learned = summary.learned;
    match status {
        Some(LearningStatus::Open) if summary.status != Status::Active => learned.open > 0,
        _ => learned.found > 0,
    }
}

/// Appends the learnings of a workflow after a position until the limit is reached. Returns the position of the last
/// one if there are more.
fn take(
    state: &Workflow,
    status: Option<LearningStatus>,
    after: Option<Place>,
    limit: usize,
    items: &mut Vec<LearningRow>,
) -> Option<Place> {
    let mut last = None;
    for known in rows(state, OnlyTold::Yes) {
        let place = known.place();
        let is_meant = status.is_none_or(|status| known.status() == status);
        if !is_meant || after.is_some_and(|after| place <= after) {
            continue;
        }
        if items.len() >= limit {
            return last.or(after);
        }
        items.push(known.row());
        last = Some(place);
    }
    None
}

fn page(items: Vec<LearningRow>, next: Option<Cursor>) -> Learnings {
    Learnings {
        items,
        next_cursor: next.map(|next| next.write()),
        ..Learnings::default()
    }
}

fn wrong() -> Error {
    Error::field(
        "/cursor",
        "not a cursor of this list: give the `next_cursor` of the page before, or none",
    )
}

fn as_text((Reverse(at), id): Place) -> String {
    format!("{}~{id}", at.0)
}

fn place(text: &str) -> Option<Place> {
    let (at, id) = text.split_once('~')?;
    Some((Reverse(Time(at.parse().ok()?)), id.parse().ok()?))
}

impl Cursor {
    fn write(&self) -> String {
        let place = self.place.map(as_text).unwrap_or_default();
        let page = self.page.as_deref().unwrap_or_default();
        format!("{}|{}|{place}|{page}", self.updated_at.0, self.workflow)
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '|');
        let updated_at = Time(parts.next()?.parse().ok()?);
        let workflow = parts.next()?.parse().ok()?;
        let after = parts.next()?;
        let page = parts.next()?;
        Some(Self {
            workflow,
            updated_at,
            place: if after.is_empty() {
                None
            } else {
                Some(place(after)?)
            },
            page: (!page.is_empty()).then(|| page.to_owned()),
        })
    }
}
