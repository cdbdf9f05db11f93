//! `changes_wait`: waits for new facts.

use crate::activity::{Happening, is_receipt};
use crate::visibility::Visibility;
use crate::workflow;
use crate::workflow::ops::read;
use kernel::fact::Fact;
use kernel::page::limit;
use kernel::prelude::*;
use kernel::stream::Position;
use kernel::time::SECOND;

/// Default timeout, in seconds.
const DEFAULT_TIMEOUT_SECONDS: u32 = 30;
/// Maximum timeout, in seconds.
const MAX_SECONDS: u32 = 60;
/// Format of a cursor: a position, or `epoch:position`.
pub const CURSOR_PATTERN: &str = r"^([0-9]{1,15}:)?[0-9]{1,15}$";
/// Number of facts read from the log at a time.
const PAGE: usize = 500;

/// Waits until something happens, and returns the facts since the cursor. Delivery receipts are not included. Nudges
/// need no waiting: they come with every response. To wait for work, call `task_claim` with `wait`.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangesWait {
    /// The `next_cursor` of the previous response, or the `position` of any response. Default: now.
    #[schemars(regex(pattern = CURSOR_PATTERN))]
    pub cursor: Option<String>,
    /// Maximum wait in seconds, 0 to 60. Default: 30.
    #[schemars(range(min = 0, max = MAX_SECONDS))]
    pub timeout_seconds: Option<u32>,
    /// Only facts of this workflow.
    pub workflow: Option<Id>,
    /// Maximum number of facts, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
}

/// New facts.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Changes {
    /// The facts, oldest first; empty after a timeout.
    pub items: Vec<Happening>,
    /// Value to pass as `cursor` next time.
    pub next_cursor: String,
    /// True if the cursor belongs to the log before a backup was restored: reload your data and continue with
    /// `next_cursor`.
    pub reset: bool,
}

impl Operation for ChangesWait {
    type Output = Changes;
    const SPEC: Spec = spec!(Read "changes_wait" Access::ALL)
        .with(&[Trait::Waits])
        .everyday(&["workflow", "cursor", "timeout_seconds"]);
    const HOW: How<Self> = How::Run(run);
}

/// Parses a cursor into its epoch, if it has one, and its position.
fn parse(cursor: &str) -> Result<(Option<u64>, Position)> {
    let odd = || Error::field("/cursor", "expected `epoch:position`, or a position");
    let (epoch, position) = match cursor.split_once(':') {
        Some((epoch, position)) => (Some(epoch.parse().map_err(|_| odd())?), position),
        None => (None, cursor),
    };
    Ok((epoch, position.parse().map_err(|_| odd())?))
}

fn run(op: ChangesWait, view: View) -> Fut<'static, Result<Changes>> {
    Box::pin(async move {
        let limit = limit(op.limit)?;
        let seconds = op.timeout_seconds.unwrap_or(DEFAULT_TIMEOUT_SECONDS);
        if seconds > MAX_SECONDS {
            let detail = format!("expected 0 to {MAX_SECONDS}");
            return Err(Error::field("/timeout_seconds", detail));
        }
        if let Some(workflow) = op.workflow {
            read(&view, workflow).await?;
        }
        let until = view.now.plus(i64::from(seconds) * SECOND);
        let services = &view.services;
        let epoch = services.epoch();
        let answer = |items, position: Position, reset| Changes {
            items,
            next_cursor: format!("{epoch}:{position}"),
            reset,
        };
        let mut after = match op.cursor.as_deref().map(parse).transpose()? {
            None => services.head(),
            Some((named, position)) => {
                let head = services.head();
                if named.is_some_and(|named| named != epoch) || position > head {
                    return Ok(answer(Vec::new(), head, true));
                }
                position
            }
        };
        let actor = view.actor()?;
        // Adds the notices for the caller in the named workflow to the response.
        if let Some(workflow) = op.workflow {
            read(&view, workflow).await?;
        }
        let only = op.workflow.map(workflow::stream);
        let wanted = |fact: &Fact| only.as_ref().is_none_or(|stream| fact.stream == *stream);
        let mut items = Vec::new();
        loop {
            let head = services.head();
            while after < head && items.len() < limit {
                let facts = services.log().follow(after, PAGE).await?;
                // Facts that are committed but not published yet stay invisible.
                let mut seen = facts
                    .into_iter()
                    .filter(|fact| fact.position <= head)
                    .peekable();
                if seen.peek().is_none() {
                    after = head;
                }
                let mut visibility = Visibility::new(actor);
                for fact in seen {
                    if items.len() == limit {
                        break;
                    }
                    after = fact.position;
                    if !wanted(&fact) || is_receipt(&fact.kind) {
                        continue;
                    }
                    if let Some(fact) = visibility.see(&**services, fact).await? {
                        items.push(Happening::of(fact)?);
                    }
                }
            }
            if !items.is_empty() {
                return Ok(answer(items, after, false));
            }
            if seconds == 0 || services.wait(after, until).await <= after {
                return Ok(answer(items, after, false));
            }
        }
    })
}
