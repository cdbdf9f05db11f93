//! Delivers events from elsewhere to minds: task outcomes, approvals by people, urgent nudges, new memories. Reads the
//! log in order. Delivery is idempotent, so facts can be read again after a restart.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::{Code, Result};
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::host::Hub;
use kernel::memory::Memory as _;
use kernel::ports::index::{ListOrder, ListQuery};
use kernel::stream::{Position, StreamId};
use kernel::time::HOUR;
use kernel::view::Services as _;

use crate::crystal::facts::Event as CoreEvent;
use crate::crystal::{Core, MemoryType, is_mind};
use crate::mind::mood::Felt;
use crate::mind::ops::mind_hear::MindHear;
use crate::mind::signals::{derive_signals, is_felt};
use crate::mind::state::Mind;
use crate::workflow::Workflow;

/// Kind of fact that changes settings.
const SETTINGS: &str = "settings_changed";
/// Page size for facts and minds.
const PAGE: usize = 500;
/// Period before the end of the log that is read again after a start, in milliseconds. Earlier facts were delivered
/// before the stop.
const AGAIN: i64 = HOUR;

/// Events for one agent.
#[derive(Default)]
struct News {
    signals: Vec<Felt>,
    has_memories: bool,
}

/// Returns the position to begin at after a start: facts of the last hour are delivered again.
///
/// # Errors
/// Returns `unavailable` if the log cannot be read.
pub async fn begin(hub: &Arc<Hub>) -> Result<Position> {
    // The configuration of the server may have changed while it was off.
    keep_time(hub).await?;
    let head = hub.head();
    let Some(last) = hub.log().recent(None, None, 1).await?.pop() else {
        return Ok(0);
    };
    let since = last.at.plus(-AGAIN);
    // Binary search for the first fact of that period, because positions are in the order of time.
    let (mut before, mut after) = (0, head);
    while before < after {
        let middle = before.midpoint(after);
        match hub.log().follow(middle, 1).await?.first() {
            Some(fact) if fact.at < since => before = fact.position,
            _ => after = middle,
        }
    }
    Ok(before)
}

/// Delivers the facts after a position. Returns the position up to which they were delivered.
///
/// # Errors
/// Returns `unavailable` if a read or a write fails. The call can be repeated with the same position.
pub async fn hear(hub: &Arc<Hub>, mut after: Position) -> Result<Position> {
    let head = hub.head();
    while after < head {
        let mut facts = hub.log().follow(after, PAGE).await?;
        let is_all = facts.len() < PAGE;
        facts.retain(|fact| fact.position <= head);
        let end = match facts.last() {
            Some(last) if !is_all => last.position,
            _ => head,
        };
        tell(hub, &facts).await?;
        after = end;
    }
    Ok(after)
}

async fn tell(hub: &Arc<Hub>, facts: &[Fact]) -> Result<()> {
    let mut workflows: BTreeMap<StreamId, Option<Arc<Workflow>>> = BTreeMap::new();
    let mut news: BTreeMap<String, News> = BTreeMap::new();
    if facts.iter().any(|fact| fact.kind == SETTINGS) {
        keep_time(hub).await?;
    }
    for fact in facts {
        match fact.stream.kind() {
            Workflow::KIND if is_felt(&fact.kind) => {
                if !workflows.contains_key(&fact.stream) {
                    let state = workflow(hub, &fact.stream).await?;
                    workflows.insert(fact.stream.clone(), state);
                }
                let known = workflows.get(&fact.stream).and_then(Option::as_ref);
                if let Some((agent, felt)) = known.and_then(|known| derive_signals(fact, known)) {
                    news.entry(agent).or_default().signals.extend(felt);
                }
            }
            Core::KIND if fact.kind == "crystal_added" && !is_mind(&fact.stream) => {
                if let Some(agent) = author(fact) {
                    news.entry(agent).or_default().has_memories = true;
                }
            }
            _ => {}
        }
    }
    for (
        agent,
        News {
            signals,
            has_memories,
        },
    ) in news
    {
        let hear = MindHear {
            agent,
            signals,
            has_memories,
        };
        deliver(hub, hear).await?;
    }
    Ok(())
}

async fn deliver(hub: &Arc<Hub>, hear: MindHear) -> Result<()> {
    match hub.run(hear, Caller::system()).await {
        Ok(_) => Ok(()),
        // Other errors concern this mind alone and must not keep events from the others.
        Err(error) if !matches!(error.code, Code::Unavailable | Code::Conflict) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Updates the dream interval of all active minds.
async fn keep_time(hub: &Arc<Hub>) -> Result<()> {
    let mut query = ListQuery {
        kind: Mind::KIND,
        status: Some("active".into()),
        limit: PAGE,
        order: ListOrder::Id,
        ..ListQuery::default()
    };
    loop {
        let listed = hub.index().list(&query).await?;
        for entry in &listed.entries {
            let hear = MindHear {
                agent: entry.stream.id().to_owned(),
                signals: Vec::new(),
                has_memories: false,
            };
            deliver(hub, hear).await?;
        }
        query.cursor = listed.next_cursor;
        if query.cursor.is_none() {
            return Ok(());
        }
    }
}

/// Returns the workflow, or `None` if it was erased.
async fn workflow(hub: &Arc<Hub>, stream: &StreamId) -> Result<Option<Arc<Workflow>>> {
    match hub.state::<Workflow>(stream).await {
        Ok((state, _)) => Ok(Some(state)),
        Err(error) if error.code == Code::Gone => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the author of a new memory. Messages do not count, because dreams do not read them.
fn author(fact: &Fact) -> Option<String> {
    let CoreEvent::CrystalAdded(body) = CoreEvent::read(&fact.kind, fact.schema, &fact.body) else {
        return None;
    };
    let record = body.record;
    let counts = record.memory_type != MemoryType::Message;
    record.agent.filter(|_| counts)
}
