//! Descriptions of session facts: one fragment of an English sentence per kind of fact, in the past tense and without
//! the actor's name, made from the fact's body alone.

use crate::session::blocks::Shown;
use crate::session::change::Changes;
use crate::session::facts::{EntitiesObserved, Event};
use crate::session::message::{Message, ToolCall};
use crate::words::short;
use kernel::event::Event as _;
use kernel::fact::Fact;

/// Returns the description of a fact, such as `said “…”`; `None` for an unreadable fact.
#[must_use]
pub fn describe(fact: &Fact) -> Option<String> {
    Some(match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::SessionCreated(body) => match (&body.forked_from, &body.parent) {
            (Some(from), _) => format!(
                "created the session {} from version {} of {}",
                body.session, from.version, from.session
            ),
            (None, Some(parent)) => format!("created the session {} for {parent}", body.session),
            (None, None) => format!("created the session {}", body.session),
        },
        Event::SessionPut(body) => format!("updated the session: {}", changes(&body.changes)),
        Event::MessagesAppended(body) => describe_appended(&body.messages),
        Event::DataMerged(body) => {
            let fields = body
                .patch
                .as_object()
                .into_iter()
                .flat_map(serde_json::Map::keys);
            format!("changed the data: {}", names(fields))
        }
        Event::SummaryAsked(_) => "asked for a summary".into(),
        Event::SessionSummarized(body) => format!(
            "folded {} into the summary ({})",
            count(body.folded.len(), "message"),
            body.writer
        ),
        Event::SummaryFailed(body) => format!("could not summarize: {}", short(&body.reason)),
        Event::MemoriesExtracted(body) => format!(
            "extracted {} from {}",
            many(body.memories.len(), "memory", "memories"),
            count(body.from.len(), "message")
        ),
        Event::ExtractionFailed(body) => {
            format!("extracted no memories: {}", short(&body.reason))
        }
        Event::MemoriesPromoted(body) => format!(
            "promoted {} to the core {}",
            many(body.memories.len(), "memory", "memories"),
            body.core
        ),
        Event::MessagesIndexed(body) => format!(
            "indexed {} in the core {}",
            count(body.messages.len(), "message"),
            body.core
        ),
        Event::EntitiesObserved(body) => describe_observed(&body),
        Event::EntitiesRestored(body) => format!(
            "replaced the tracked entities by {}",
            many(body.entities.len(), "other", "others")
        ),
        Event::SessionShared(body) => {
            format!("shared the session with {}", names(body.agents.iter()))
        }
        Event::BlockSet(body) => {
            let block = body.block.name().replace('_', " ");
            match body.shown {
                Shown::Usual => format!("reset the block {block} of its contexts"),
                Shown::Pinned => format!("pinned the block {block} in its contexts"),
                Shown::Dropped => format!("dropped the block {block} from its contexts"),
            }
        }
        Event::SessionRewound(body) => format!("returned to version {}", body.to),
        Event::SessionDeleted(body) => match &body.reason {
            Some(reason) if !reason.trim().is_empty() => {
                format!("deleted the session: {}", short(reason))
            }
            _ => "deleted the session".into(),
        },
        Event::SessionRecovered(_) => "restored the session".into(),
        Event::SessionExpired(_) => "found the session expired".into(),
        Event::JobTaken(body) => body.words(),
        Event::JobRenewed(body) => body.words(),
        Event::JobFailed(body) => body.words(),
        Event::JobStopped(body) => body.words(),
        Event::JobResumed(body) => body.words(),
        Event::Unreadable(_) => return None,
    })
}

fn many(n: usize, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}

fn count(n: usize, noun: &str) -> String {
    many(n, noun, &format!("{noun}s"))
}

fn names(names: impl Iterator<Item = impl AsRef<str>>) -> String {
    let all: Vec<String> = names.map(|name| name.as_ref().to_owned()).collect();
    short(&all.join(", "))
}

fn describe_appended(messages: &[Message]) -> String {
    match messages {
        // Tool results are for machines; the facts about entities describe their content.
        [one] if one.is_result() => {
            format!(
                "added what {} returned",
                one.name.as_deref().unwrap_or("a tool")
            )
        }
        [one] => match short(&one.text()) {
            words if !words.is_empty() => format!("added, as {}: “{words}”", one.role),
            _ if one.tool_calls.is_empty() => format!("added a message of the {}", one.role),
            _ => format!(
                "called {}",
                names(one.tool_calls.iter().filter_map(ToolCall::name))
            ),
        },
        all => format!("added {}", count(all.len(), "message")),
    }
}

fn changes(changes: &Changes) -> String {
    let counted = [
        (changes.messages.len(), "message", "messages", "written"),
        (changes.count_removed(), "message", "messages", "removed"),
        (changes.memories.len(), "memory", "memories", "written"),
        (
            changes.memories_removed.len(),
            "memory",
            "memories",
            "removed",
        ),
    ];
    let named = [
        (changes.context.is_some(), "new summary"),
        (changes.data.is_some(), "new data"),
        (changes.model.is_some(), "new model"),
        (changes.context_window.is_some(), "new context window"),
        (changes.strategy.is_some(), "new strategy"),
        (changes.ttl_seconds.is_some(), "new time to live"),
    ];
    let counted = counted
        .into_iter()
        .filter(|(n, ..)| *n > 0)
        .map(|(n, one, more, verb)| format!("{} {verb}", many(n, one, more)));
    let named = named
        .into_iter()
        .filter(|(is_so, _)| *is_so)
        .map(|(_, words)| words.into());
    let all: Vec<String> = counted.chain(named).collect();
    if all.is_empty() {
        return "nothing changed; the time to live restarted".into();
    }
    all.join(", ")
}

fn describe_observed(body: &EntitiesObserved) -> String {
    // The most recent entity is last; people read a tool's results in its own order.
    let found = body.found.iter().rev().map(|entity| entity.name.as_str());
    let gone = body.deleted.iter().map(|key| key.id.as_str());
    match (body.found.is_empty(), body.deleted.is_empty()) {
        (false, true) => format!("observed {}", names(found)),
        (true, _) => format!("stopped tracking {}", names(gone)),
        (false, false) => format!(
            "observed {}, stopped tracking {}",
            names(found),
            names(gone)
        ),
    }
}
