//! Builds the parts of a prompt from the memories that apply.

use kernel::prelude::*;

use super::applies::Applies;
use crate::context::given::Format;
use crate::context::part::{Counter, Part};
use crate::context::talk::Form;
use crate::context::{guidance, mind, pads, talk, work};
use crate::fence::Tags;
use crate::mind::budget::Budget;
use crate::session::blocks::{BlockName, Shown};
use crate::workflow::context::gather::Whose;
use crate::workspace::settings::Settings;

/// Builds the parts in the order of their slots.
pub(super) fn parts(
    applies: &Applies,
    settings: &Settings,
    (budget, mind_budget): (u32, Budget),
    format: Format,
    now: Time,
    tags: &Tags,
    counter: &Counter,
) -> Vec<Part> {
    let mut parts = vec![guidance::part(settings, counter)];
    if let Some((_, stream, state)) = &applies.workflow {
        let whose = Whose {
            task: applies.task.and_then(|no| state.tasks.get(no)),
            agent: applies.agent.as_deref(),
        };
        parts.extend(work::parts((stream, state), whose, budget, now, counter));
    }
    if let (Some(mind), Some(agent)) = (&applies.mind, &applies.agent) {
        parts.extend(mind::state_vector(mind, agent, mind_budget, counter));
        parts.extend(mind::notes_part(mind, agent, mind_budget, counter));
    }
    parts.extend(pads::part(&applies.pads, counter));
    if let Some((session, older)) = &applies.session {
        let form = match format {
            Format::Messages => Form::Messages {
                open: tags.open("messages"),
                close: tags.close("messages"),
            },
            Format::Text | Format::Blocks => Form::Lines,
        };
        parts.extend(talk::summary(session, budget, counter));
        parts.push(talk::entities(session, counter));
        parts.extend(talk::messages(session, *older, budget, form, counter));
    }
    parts.extend(applies.memories.part(counter, budget));
    let set = applies.session.as_ref().map(|(session, _)| &session.blocks);
    let stands = |name| Some(*set?.get(&BlockName::parse(name)?)?);
    let parts = parts.into_iter();
    parts
        .map(|part| match stands(part.name) {
            Some(Shown::Pinned) => part.pin(budget),
            Some(Shown::Dropped) => part.into_dropped(),
            Some(Shown::Usual) | None => part,
        })
        .collect()
}
