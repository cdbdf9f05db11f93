//! Descriptions of scratchpad facts: fragments of sentences in the past tense, made from the fact's body alone.

use crate::scratchpad::facts::{Event, ScratchpadDefined, ScratchpadUpdated};
use crate::words::short;
use kernel::event::Event as _;
use kernel::fact::Fact;

/// Maximum number of keys that a description names.
const NAMED: usize = 6;

/// Returns the description of a fact; `None` if it was redacted or is unreadable.
#[must_use]
pub fn describe(fact: &Fact) -> Option<String> {
    let pad = |name: &str| format!("the scratchpad “{}”", short(name));
    Some(match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::ScratchpadDefined(body) => describe_definition(&body),
        Event::ScratchpadUpdated(body) => describe_update(&body),
        Event::ScratchpadWritten(body) => format!("replaced {}", pad(&body.name)),
        Event::ScratchpadCleared(body) => format!("cleared {}", pad(&body.name)),
        Event::ScratchpadReverted(body) => {
            format!("restored {} to version {}", pad(&body.name), body.version)
        }
        Event::ScratchpadMerged(body) => {
            let owner = short(&body.origin.owner);
            format!("merged {} into {owner}", pad(&body.name))
        }
        Event::ScratchpadDeleted(body) => match &body.reason {
            Some(reason) => format!("deleted {}: {}", pad(&body.name), short(reason)),
            None => format!("deleted {}", pad(&body.name)),
        },
        Event::ScratchpadRestored(body) => format!("restored {}", pad(&body.name)),
        Event::Unreadable(_) => return None,
    })
}

fn describe_definition(body: &ScratchpadDefined) -> String {
    let name = short(&body.name);
    let mut words = match &body.origin {
        Some(origin) => format!(
            "copied the scratchpad “{name}” from {}",
            short(&origin.owner)
        ),
        None => format!("defined the scratchpad “{name}”"),
    };
    if !body.set_aside.is_empty() {
        words.push_str(", setting its state aside: it did not fit the new schema");
    }
    words
}

fn describe_update(body: &ScratchpadUpdated) -> String {
    let name = short(&body.name);
    let Some(patch) = body.patch.as_object() else {
        return format!("wrote into the scratchpad “{name}”");
    };
    let mut keys: Vec<String> = patch.keys().take(NAMED).map(|key| short(key)).collect();
    if patch.len() > NAMED {
        keys.push(format!("{} more", patch.len() - NAMED));
    }
    format!("updated {} in the scratchpad “{name}”", keys.join(", "))
}
