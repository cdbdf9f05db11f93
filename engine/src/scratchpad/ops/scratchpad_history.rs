//! `scratchpad_history`: lists the changes of a scratchpad.

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::describe::describe;
use crate::scratchpad::find::name_of;
use crate::scratchpad::ops::read;
use kernel::actor::Door;
use kernel::fact::Fact;
use kernel::page::{Page, cursor, limit};
use kernel::prelude::*;
use kernel::stream::Position;

/// Number of facts read from the log at a time. Facts of the owner's other scratchpads are skipped.
const PAGE: usize = 500;
/// Maximum number of facts that one call examines.
const LOOKED_AT: usize = 10_000;

/// Lists the changes of a scratchpad, newest first. View a version with `scratchpad_at`, restore it with
/// `scratchpad_restore`.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScratchpadHistory {
    /// Scope: `thread` (one session), `resource` (all sessions of a user or resource) or `global` (the workspace).
    /// Default: `thread`.
    #[serde(default)]
    pub scope: Scope,
    /// Owner: for `thread` the session's whole key (the id alone or `namespace/user/id`, as returned in responses), for
    /// `resource` the user or resource, for `global` none.
    #[schemars(with = "Option<crate::scratchpad::address::OwnerName>")]
    pub owner: Option<String>,
    /// Name of the scratchpad. Default: `main`.
    #[schemars(with = "Option<crate::scratchpad::address::PadName>")]
    pub name: Option<String>,
    /// Page size, 1 to 200. Default: 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// A change of a scratchpad.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PadChange {
    /// Version that the change made.
    pub version: Version,
    /// Time of the change.
    pub at: Time,
    /// Author of the change.
    pub actor: Actor,
    /// Interface that the change came through.
    pub door: Door,
    /// Kind of the fact, such as `scratchpad_updated`.
    pub kind: String,
    /// Description of the change.
    pub summary: String,
}

impl Operation for ScratchpadHistory {
    type Output = Page<PadChange>;
    const SPEC: Spec = spec!(Read "scratchpad_history" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(run);

    crate::scratchpad::confine::of_pad!();
}

fn run(op: ScratchpadHistory, view: View) -> Fut<'static, Result<Page<PadChange>>> {
    Box::pin(async move {
        let limit = limit(op.limit)?;
        let at = Address::of(op.scope, op.owner.as_deref(), op.name.as_deref())?;
        let stream = at.stream();
        let (state, _) = read(&view, at.scope, &at.owner).await?;
        let since = state.pad(&at.name).ok_or_else(|| at.missing())?.since;
        // Facts that are committed but not published yet stay invisible.
        let end = view.services.head() + 1;
        let mut before = cursor(op.cursor.as_deref())?.map_or(end, |before| before.min(end));
        let (mut items, mut looked_at) = (Vec::new(), 0);
        loop {
            let log = view.services.log();
            let facts = log.recent(Some(&stream), Some(before), PAGE).await?;
            let is_last = facts.len() < PAGE;
            looked_at += facts.len();
            for fact in facts {
                if fact.version < since {
                    return Ok(page(items, None));
                }
                if name_of(&fact).as_deref() == Some(at.name.as_str()) {
                    if items.len() == limit {
                        return Ok(page(items, Some(before)));
                    }
                    items.push(change(&fact));
                }
                before = fact.position;
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

fn change(fact: &Fact) -> PadChange {
    PadChange {
        version: fact.version,
        at: fact.at,
        actor: fact.actor.clone(),
        door: fact.door,
        kind: fact.kind.clone(),
        summary: describe(fact).unwrap_or_else(|| "did something that cannot be read".into()),
    }
}

fn page(items: Vec<PadChange>, before: Option<Position>) -> Page<PadChange> {
    Page {
        items,
        next_cursor: before.map(|before| before.to_string()),
        total: None,
    }
}
