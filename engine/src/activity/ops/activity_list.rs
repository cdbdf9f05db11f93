//! `activity_list`: lists facts of all memories.

use crate::activity::Happening;
use crate::visibility::Visibility;
use crate::workflow;
use crate::workflow::ops::read;
use kernel::fact::Fact;
use kernel::page::{Page, cursor, limit};
use kernel::prelude::*;
use kernel::stream::Position;

/// Number of facts read from the log at a time if most may be filtered out.
const PAGE: usize = 500;
/// Maximum number of facts that one call examines.
const LOOKED_AT: usize = 10_000;
/// Maximum size of an agent's page, in bytes: agents pay for what they read.
const MAX_BYTES: usize = 32 * 1024;
/// Typical size of a fact without its body, in bytes.
const ENVELOPE: usize = 600;

/// Lists facts, newest first: of the whole workspace, of one workflow or stream, or by one agent.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActivityList {
    /// Only facts of this workflow.
    pub workflow: Option<Id>,
    /// Only facts of this stream, such as `workflow:01J…`.
    pub stream: Option<StreamId>,
    /// Only facts by the agent with this name.
    pub agent: Option<String>,
    /// Only facts before this position of the log.
    pub before: Option<Position>,
    /// Only facts after this position of the log.
    pub after: Option<Position>,
    /// Page size, 1 to 200. Default: 50. Pages for agents also end after about 32 KB.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page; same meaning as `before`.
    pub cursor: Option<String>,
}

impl Operation for ActivityList {
    type Output = Page<Happening>;
    const SPEC: Spec = spec!(Read "activity_list" Access::ALL);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: ActivityList, view: View) -> Fut<'static, Result<Page<Happening>>> {
    Box::pin(async move {
        let limit = limit(op.limit)?;
        let stream = match (op.workflow, op.stream) {
            (Some(workflow), None) => {
                read(&view, workflow).await?;
                Some(workflow::stream(workflow))
            }
            (None, stream) => stream,
            (Some(_), Some(_)) => {
                let detail = "give either `workflow` or `stream`";
                return Err(Error::field("/stream", detail));
            }
        };
        let actor = view.actor()?;
        if let Some(stream) = &stream {
            view.must_read(stream).await?;
        }
        let wanted = |fact: &Fact| {
            let agent = op.agent.as_ref();
            agent.is_none_or(|agent| fact.actor.is_agent_named(agent))
        };
        // Facts that are committed but not published yet stay invisible.
        let end = view.services.head() + 1;
        let asked = cursor(op.cursor.as_deref())?.or(op.before);
        let mut before = asked.map_or(end, |before| before.min(end));
        let (mut items, mut looked_at, mut bytes) = (Vec::new(), 0, 0);
        let most = if actor.role.is_agent() {
            MAX_BYTES
        } else {
            usize::MAX
        };
        let mut visibility = Visibility::new(actor);
        loop {
            let log = view.services.log();
            let page = if op.agent.is_some() { PAGE } else { limit + 1 };
            let facts = log.recent(stream.as_ref(), Some(before), page).await?;
            let is_last = facts.len() < page;
            looked_at += facts.len();
            for fact in facts {
                if op.after.is_some_and(|after| fact.position <= after) {
                    return Ok(page_of(items, None));
                }
                if items.len() == limit || bytes >= most {
                    return Ok(page_of(items, Some(before)));
                }
                before = fact.position;
                if !wanted(&fact) {
                    continue;
                }
                if let Some(fact) = visibility.see(&*view.services, fact).await? {
                    bytes += fact.body.get().len() + ENVELOPE;
                    items.push(Happening::of(fact)?);
                }
            }
            if is_last {
                return Ok(page_of(items, None));
            }
            if items.len() == limit || looked_at >= LOOKED_AT {
                return Ok(page_of(items, Some(before)));
            }
        }
    })
}

fn page_of(items: Vec<Happening>, next: Option<Position>) -> Page<Happening> {
    Page {
        items,
        next_cursor: next.map(|before| before.to_string()),
        total: None,
    }
}
