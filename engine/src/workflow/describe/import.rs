//! Describes facts about imports.

use crate::words::short;
use crate::workflow::facts::{TaskImported, WorkflowImported};
use crate::workflow::origin::ImportedState;

/// Says that a task was imported, and its state in the source.
pub(super) fn task(body: &TaskImported) -> String {
    let is = match body.state {
        None => "",
        Some(ImportedState::Open) => ", where it is open",
        Some(ImportedState::Held) => ", where it is held",
        Some(ImportedState::Review) => ", where it is in review",
        Some(ImportedState::Done) => ", where it is done",
        Some(ImportedState::Cancelled) => ", where it was cancelled",
    };
    let (id, title) = (body.id, body.format.title());
    format!("imported {id} from {} of {title}{is}", short(&body.key))
}

/// Says that a plan was imported.
pub(super) fn plan(body: &WorkflowImported) -> String {
    let mut words = format!(
        "imported {} from {}",
        match (body.created, body.changed) {
            (created, 0) => tasks(created, "new"),
            (0, changed) => tasks(changed, "changed"),
            (created, changed) => format!("{created} new and {}", tasks(changed, "changed")),
        },
        body.format.title()
    );
    if let Some(source) = &body.source {
        words = format!("{words} (“{}”)", short(source));
    }
    let aside = body.set_aside + body.quarantined;
    match (aside, body.artifact) {
        (0, _) => words,
        (aside, Some(artifact)) => format!("{words}, {aside} of it set aside in {artifact}"),
        (aside, None) => format!("{words}, {aside} of it set aside"),
    }
}

/// Formats a number of tasks, such as `3 new tasks`.
fn tasks(count: u64, kind: &str) -> String {
    match count {
        1 => format!("1 {kind} task"),
        count => format!("{count} {kind} tasks"),
    }
}
