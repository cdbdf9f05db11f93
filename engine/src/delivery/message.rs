//! Finds the messages of webhooks in the log, in order and as people may read it. Skips facts that were erased or
//! redacted meanwhile, and items that a person has handled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use crate::activity::{Happening, is_receipt};
use crate::crystal::Core;
use crate::crystal::facts::Event as CoreEvent;
use crate::delivery::kinds::{Kinds, NEEDS_YOU};
use crate::visibility::Visibility;
use crate::webhook::{Place, Webhook};
use crate::words::short;
use crate::workflow::Workflow;
use crate::workflow::attention::{Item, ItemKind};
use kernel::actor::{Actor, Caller, Role};
use kernel::error::{Code, Result};
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::host::Hub;
use kernel::memory::Memory as _;
use kernel::stream::{Position, StreamId};
use kernel::time::Time;
use kernel::view::View;

/// Number of facts read from the log at a time.
const PAGE: usize = 500;
/// Prefix of the item name of a memory that waits for approval.
const MEMORY: &str = "memory:";

/// A webhook message.
#[derive(Clone, Debug)]
pub struct Message {
    /// Subject of the message.
    pub place: Place,
    /// Kind: `needs_you`, or the kind of the fact.
    pub kind: Arc<str>,
    /// Time of the event.
    pub at: Time,
    /// Content of the message.
    pub about: About,
}

/// Content of a message.
#[derive(Clone, Debug)]
pub enum About {
    /// A fact, as people see it in feeds.
    Fact(Box<Happening>),
    /// An item of a workflow that waits for a person.
    Item(Box<Item>),
    /// A memory that waits for approval.
    Memory(MemoryItem),
}

/// A memory that waits for approval, with the same fields as other items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MemoryItem {
    /// Item name: `memory:` and the memory's id.
    pub item: String,
    /// Always `memory`.
    pub kind: &'static str,
    /// Name of the core.
    pub core: String,
    /// Short form of its text.
    pub title: String,
    /// The agent that proposed it.
    pub from: String,
    /// Time of the proposal.
    pub since: Time,
}

/// Result of a search for messages.
#[derive(Debug, Default)]
pub struct Found {
    /// The messages, in the order of the log.
    pub messages: Vec<Message>,
    /// Position up to which the log was read.
    pub through: Position,
}

/// Returns a view with the permissions of people: webhooks never send what no person may read.
#[must_use]
pub fn view(hub: &Arc<Hub>, now: Time) -> View {
    let people = Caller {
        actor: Some(Actor::new("webhooks", Role::Viewer)),
        ..Caller::system()
    };
    View::new(now, people, hub.clone())
}

/// Finds the messages of these kinds between two positions, about `most` at most.
///
/// # Errors
/// Returns `unavailable` if the log or the index cannot be read.
pub async fn find(
    view: &View,
    kinds: Kinds<'_>,
    after: Position,
    until: Position,
    most: usize,
) -> Result<Found> {
    let mut found = Found {
        messages: Vec::new(),
        through: after,
    };
    while found.through < until && found.messages.len() < most {
        let facts = view.services.log().follow(found.through, PAGE).await?;
        let is_last = facts.last().is_none_or(|last| last.position >= until);
        let is_all = is_last || facts.len() < PAGE;
        let mut seen = Seen::default();
        for fact in facts.into_iter().filter(|fact| fact.position <= until) {
            if found.messages.len() >= most {
                return Ok(found);
            }
            found.through = fact.position;
            found
                .messages
                .extend(seen.messages_for(view, kinds, fact).await?);
        }
        if is_all {
            found.through = until;
        }
    }
    Ok(found)
}

/// Rebuilds one message; `None` if its content no longer exists.
///
/// # Errors
/// Returns `unavailable` if the log or the index cannot be read.
pub async fn read(view: &View, place: &Place, kind: &str) -> Result<Option<Message>> {
    let Some(before) = place.position.checked_sub(1) else {
        return Ok(None);
    };
    let facts = view.services.log().follow(before, 1).await?.into_iter();
    let Some(fact) = facts.last().filter(|fact| fact.position == place.position) else {
        return Ok(None);
    };
    let Some(fact) = Visibility::new(view.actor()?)
        .see(&*view.services, fact)
        .await?
    else {
        return Ok(None);
    };
    let about = match &place.item {
        None if fact.kind == kind => Some(About::Fact(Box::new(Happening::of(fact.clone())?))),
        None => None,
        Some(item) if item.starts_with(MEMORY) => memory(view, &fact).await?.map(About::Memory),
        Some(item) => {
            let workflow = state(view, &fact.stream).await?;
            let item = workflow.and_then(|workflow| workflow.find_item(item));
            item.map(|item| About::Item(Box::new(item)))
        }
    };
    Ok(about.map(|about| Message {
        place: place.clone(),
        kind: kind.into(),
        at: fact.at,
        about,
    }))
}

/// Items already seen while one page of the log is read.
#[derive(Default)]
struct Seen {
    items: BTreeMap<StreamId, Vec<Item>>,
    told: BTreeSet<(StreamId, String)>,
}

impl Seen {
    /// Returns the messages for a fact.
    async fn messages_for(
        &mut self,
        view: &View,
        kinds: Kinds<'_>,
        fact: Fact,
    ) -> Result<Vec<Message>> {
        let asks = kinds.ask() && may_ask(&fact);
        let is_wanted = kinds.want(&fact.kind);
        if fact.stream.kind() == Webhook::KIND || !(asks || is_wanted) {
            return Ok(Vec::new());
        }
        let mut visibility = Visibility::new(view.actor()?);
        let Some(fact) = visibility.see(&*view.services, fact).await? else {
            return Ok(Vec::new());
        };
        let mut messages = Vec::new();
        if asks {
            for (item, about) in self.waiting(view, &fact).await? {
                let item = Some(item.into());
                messages.push(message(&fact, item, NEEDS_YOU, about));
            }
        }
        if is_wanted {
            let kind = fact.kind.clone();
            let about = About::Fact(Box::new(Happening::of(fact.clone())?));
            messages.push(message(&fact, None, &kind, about));
        }
        Ok(messages)
    }

    /// Returns the items that began to wait for a person with a fact and still wait.
    async fn waiting(&mut self, view: &View, fact: &Fact) -> Result<Vec<(String, About)>> {
        if fact.stream.kind() == Core::KIND {
            let memory = memory(view, fact).await?;
            let memory = memory.map(|memory| (memory.item.clone(), About::Memory(memory)));
            return Ok(memory.into_iter().collect());
        }
        if !self.items.contains_key(&fact.stream) {
            let workflow = state(view, &fact.stream).await?;
            let items = workflow.map(|workflow| workflow.items());
            self.items
                .insert(fact.stream.clone(), items.unwrap_or_default());
        }
        let items = self.items.get(&fact.stream).into_iter().flatten();
        let mut waiting = Vec::new();
        for item in items.filter(|item| begins(item, fact)) {
            // Several facts of one decision can be about the same item.
            if self.told.insert((fact.stream.clone(), item.item.clone())) {
                waiting.push((item.item.clone(), About::Item(Box::new(item.clone()))));
            }
        }
        Ok(waiting)
    }
}

fn message(fact: &Fact, item: Option<Arc<str>>, kind: &str, about: About) -> Message {
    let position = fact.position;
    Message {
        place: Place { position, item },
        kind: kind.into(),
        at: fact.at,
        about,
    }
}

/// Returns true if facts of this kind may make an item wait for a person.
fn may_ask(fact: &Fact) -> bool {
    match fact.stream.kind() {
        Workflow::KIND => !is_receipt(&fact.kind),
        Core::KIND => fact.kind == "crystal_proposed",
        _ => false,
    }
}

/// Returns true if an item began to wait with this fact.
fn begins(item: &Item, fact: &Fact) -> bool {
    let is_about = match item.kind {
        ItemKind::LeadVacant => fact.kind.starts_with("lead_"),
        _ => fact.is_about(&item.thing),
    };
    item.since == fact.at && is_about
}

/// Returns the workflow, unless it was erased.
async fn state(view: &View, stream: &StreamId) -> Result<Option<Arc<Workflow>>> {
    match view.state::<Workflow>(stream).await {
        Ok((state, _)) => Ok(Some(state)),
        Err(error) if matches!(error.code, Code::Gone | Code::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the memory that a fact proposes, while it waits.
async fn memory(view: &View, fact: &Fact) -> Result<Option<MemoryItem>> {
    let CoreEvent::CrystalProposed(body) = CoreEvent::read(&fact.kind, fact.schema, &fact.body)
    else {
        return Ok(None);
    };
    let core = match view.state::<Core>(&fact.stream).await {
        Ok((core, _)) => core,
        Err(error) if matches!(error.code, Code::Gone | Code::NotFound) => return Ok(None),
        Err(error) => return Err(error),
    };
    let id = body.record.id.clone();
    let waits = core.proposals.get(id.as_str());
    if waits.is_none_or(|proposal| proposal.refused.is_some()) {
        return Ok(None);
    }
    Ok(Some(MemoryItem {
        item: format!("{MEMORY}{id}"),
        kind: "memory",
        core: fact.stream.id().to_owned(),
        title: short(&body.record.text),
        from: fact.actor.id.clone(),
        since: fact.at,
    }))
}
