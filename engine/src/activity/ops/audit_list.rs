//! `audit_list`: lists the audit of the workspace.

use crate::activity::Happening;
use crate::workspace::audit::AuditKind;
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::page::{Page, cursor, limit};
use kernel::prelude::*;
use kernel::time::end_of_day;

/// Number of facts read from the log at a time.
const PAGE: usize = 500;
/// Maximum number of facts that one call examines.
const LOOKED_AT: usize = 20_000;
/// Kind of facts that only record a delivery.
const RECEIPT: &str = "agent_told";

/// Lists the audit, newest first: sign-ins and failed ones, changes to tokens, people, keys and settings, and erasures.
/// Failed sign-ins of one name at one address are reported once and then summed up for some minutes.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditList {
    /// Only facts by or about the agent or person with this name.
    pub actor: Option<String>,
    /// Only facts of this kind.
    pub kind: Option<AuditKind>,
    /// Only facts at this time or later.
    pub since: Option<Time>,
    /// Only facts before this time; a date alone includes the day.
    #[serde(default, deserialize_with = "end_of_day")]
    pub until: Option<Time>,
    /// Page size, 1 to 200. Default: 50. A page may have fewer items although more follow.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

impl Operation for AuditList {
    type Output = Page<Happening>;
    const SPEC: Spec = spec!(Read "audit_list" Access::OWNERS);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: AuditList, view: View) -> Fut<'static, Result<Page<Happening>>> {
    Box::pin(async move {
        let limit = limit(op.limit)?;
        // A clock may have been set back, so older times need not have lower positions.
        let wanted = |fact: &Fact| {
            fact.kind != RECEIPT
                && op.since.is_none_or(|since| fact.at >= since)
                && op.until.is_none_or(|until| fact.at < until)
                && op.kind.is_none_or(|kind| fact.kind == kind.name())
                && op.actor.as_ref().is_none_or(|name| concerns(fact, name))
        };
        let end = view.services.head() + 1;
        let mut before = cursor(op.cursor.as_deref())?.map_or(end, |before| before.min(end));
        let (mut items, mut looked_at) = (Vec::new(), 0);
        let stream = StreamId::workspace();
        let page = |items, before: Option<u64>| Page {
            items,
            next_cursor: before.map(|before| before.to_string()),
            total: None,
        };
        loop {
            let log = view.services.log();
            let facts = log.recent(Some(&stream), Some(before), PAGE).await?;
            let is_last = facts.len() < PAGE;
            looked_at += facts.len();
            for fact in facts {
                if items.len() == limit {
                    return Ok(page(items, Some(before)));
                }
                before = fact.position;
                if wanted(&fact) {
                    items.push(Happening::of(fact)?);
                }
            }
            if is_last {
                return Ok(page(items, None));
            }
            if looked_at >= LOOKED_AT {
                return Ok(page(items, Some(before)));
            }
        }
    })
}

/// Returns true if a fact is by or about the agent or person with this name.
fn concerns(fact: &Fact, name: &str) -> bool {
    use crate::workspace::Event;
    let about = match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::AgentRegistered(body) => Some(body.name),
        Event::AgentPaused(body) => Some(body.name),
        Event::AgentResumed(body) => Some(body.name),
        Event::TokenCreated(body) => Some(body.agent),
        Event::TokenRevoked(body) => Some(body.agent),
        Event::TokenUsed(body) => Some(body.agent),
        Event::TokenExpired(body) => Some(body.agent),
        Event::SignInFailed(body) => body.person,
        Event::PersonCreated(body) => Some(body.name),
        Event::PasswordChanged(body) => Some(body.person),
        Event::LinkMade(body) => body.person,
        _ => None,
    };
    fact.actor.id == name || about.is_some_and(|about| about == name)
}
