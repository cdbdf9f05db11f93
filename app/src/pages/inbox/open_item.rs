//! Loading of the queue, and of one item with its data.

use engine::numbers::{ArtifactNo, Number, Ref};
use engine::workflow::attention::ItemKind;
use engine::workflow::diff::{Hunk, Line, Tag};
use engine::workflow::ops::artifact_diff::ArtifactDiff;
use engine::workflow::ops::artifact_get::{ArtifactGet, Encoding};
use engine::workflow::ops::inbox_get::{File, InboxGet, InboxThing};
use engine::workflow::ops::inbox_list::{InboxList, InboxPage};
use kernel::actor::Role;
use serde::{Deserialize, Serialize};

use super::{Chosen, parse_address};
use crate::pages::ask::{Loaded, ask};
use crate::pages::everybody::everybody;
use crate::pages::queue::key;
use crate::paths;

/// Maximum number of lines shown of a file.
const MAX_LINES: usize = 4_000;

/// An item with its data.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OpenItem {
    /// Item of the inbox.
    pub thing: InboxThing,
    /// File that is open.
    pub file: Option<ArtifactNo>,
    /// Changes in that file.
    pub change: Option<Loaded<Change>>,
    /// Names of the agents that a task could be assigned to.
    pub agents: Vec<String>,
}

/// Changes in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Change {
    /// Changed places.
    pub hunks: Vec<Hunk>,
    /// Number of added lines.
    pub added: u32,
    /// Number of removed lines.
    pub removed: u32,
    /// Number of lines omitted at the end.
    pub left_out: usize,
}

/// Loads the queue, including snoozed items.
pub async fn queue() -> Loaded<InboxPage> {
    ask(InboxList {
        limit: Some(200),
        include_snoozed: true,
        ..InboxList::default()
    })
    .await
}

/// Loads the item in the address, or else the first of the queue; `None` if the queue is empty or the address names
/// memories.
pub async fn load(item: Option<String>, file: Option<String>) -> Loaded<Option<OpenItem>> {
    let named = if let Some(text) = item {
        if paths::core_in_inbox(&text).is_some() {
            return Ok(None);
        }
        Some(parse_address(&text).ok_or_else(no_address)?)
    } else {
        let page = ask(InboxList {
            limit: Some(1),
            ..InboxList::default()
        })
        .await?;
        page.items.first().map(key)
    };
    match named {
        Some(named) => Box::pin(show(named, file)).await.map(Some),
        None => Ok(None),
    }
}

fn no_address() -> kernel::problem::Problem {
    kernel::problem::Problem::new(
        kernel::Error::not_found("This is not the address of an item of the inbox."),
        "",
    )
}

async fn show((workflow, item): Chosen, file: Option<String>) -> Loaded<OpenItem> {
    let thing = Box::pin(ask(InboxGet { workflow, item })).await?;
    let wanted = file.as_deref().and_then(ArtifactNo::parse);
    let file = thing
        .files
        .iter()
        .find(|file| Some(file.artifact.id) == wanted)
        // A changed file is more relevant than a new one.
        .or_else(|| thing.files.iter().find(|file| file.before.is_some()))
        .or(thing.files.first())
        .cloned();
    let change = match &file {
        Some(file) => Some(change(&thing, file).await),
        None => None,
    };
    let gives = thing.outcome.is_none()
        && matches!(
            thing.item.kind,
            ItemKind::Escalation | ItemKind::LeaseExpired | ItemKind::Blocked
        );
    let agents = if gives { agents().await? } else { Vec::new() };
    Ok(OpenItem {
        thing,
        file: file.map(|file| file.artifact.id),
        change,
        agents,
    })
}

async fn agents() -> Loaded<Vec<String>> {
    let able = everybody().await?.into_iter().filter(|seen| {
        let role = seen.agent.role;
        matches!(role, Role::Worker | Role::Orchestrator | Role::Reviewer)
    });
    Ok(able.map(|seen| seen.agent.name).collect())
}

async fn change(thing: &InboxThing, file: &File) -> Loaded<Change> {
    let workflow = Some(thing.item.workflow);
    let mut change = if let Some(before) = file.before {
        let change = ask(ArtifactDiff {
            workflow,
            from_artifact: Some(Ref::local(before)),
            to_artifact: Some(Ref::local(file.artifact.id)),
            ..ArtifactDiff::default()
        })
        .await?;
        Change {
            hunks: change.hunks,
            added: change.added,
            removed: change.removed,
            left_out: 0,
        }
    } else {
        let got = ask(ArtifactGet {
            workflow,
            artifact: Some(Ref::local(file.artifact.id)),
            ..ArtifactGet::default()
        })
        .await?;
        let text = got
            .content
            .filter(|_| got.encoding == Some(Encoding::Utf8))
            .ok_or_else(|| no_text(file))?;
        whole(&text)
    };
    let mut room = MAX_LINES;
    for hunk in &mut change.hunks {
        change.left_out += hunk.lines.len().saturating_sub(room);
        hunk.lines.truncate(room);
        room -= hunk.lines.len();
    }
    Ok(change)
}

fn no_text(file: &File) -> kernel::problem::Problem {
    let detail = format!(
        "Loci keeps no text of {}: look at it where it lives.",
        file.artifact.path
    );
    kernel::problem::Problem::new(kernel::Error::conflict("no_content", detail), "")
}

/// Returns the change that adds all lines of a text.
fn whole(text: &str) -> Change {
    let lines: Vec<Line> = (1..)
        .zip(text.lines())
        .map(|(no, text)| Line {
            tag: Tag::Added,
            old: None,
            new: Some(no),
            text: text.to_owned(),
        })
        .collect();
    let added = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    Change {
        hunks: vec![Hunk {
            old_start: 0,
            old_lines: 0,
            new_start: 1,
            new_lines: added,
            lines,
        }],
        added,
        removed: 0,
        left_out: 0,
    }
}
