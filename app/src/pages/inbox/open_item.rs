//! Loading of the queue, and of one item with its data.

use engine::numbers::{ArtifactNo, Number, Ref};
use engine::workflow::attention::ItemKind;
use engine::workflow::diff::{Hunk, Line, Tag};
use engine::workflow::ops::artifact_diff::ArtifactDiff;
use engine::workflow::ops::artifact_get::{ArtifactGet, Encoding};
use engine::workflow::ops::inbox_get::{File, InboxGet, InboxThing};
use engine::workflow::ops::inbox_list::{InboxList, InboxPage};
use kernel::Time;
use kernel::actor::Role;

use super::{Chosen, parse_address};
use crate::pages::ask::{Loaded, ask};
use crate::pages::everybody::everybody;
use crate::pages::queue::{key, version};
use crate::paths;

/// Maximum number of lines shown of a file.
const MAX_LINES: usize = 4_000;

/// An item with its data.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
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

impl OpenItem {
    /// Returns the version that is shown: the version of the item as in the queue, and that of the thing that a form
    /// applies to.
    pub fn version(&self) -> String {
        let thing = match self.thing.item.kind {
            ItemKind::Review => self.thing.task.as_ref().map(|task| task.changed),
            ItemKind::Approval => self.thing.approval.as_ref().map(|asked| asked.changed),
            _ => None,
        };
        format!(
            "{}.{}",
            version(&self.thing.item),
            thing.unwrap_or_default()
        )
    }
}

/// Loads the queue with its snoozed items, and the item that the address names, or else the first of the queue. No
/// item is shown if the queue is empty or the address names memories.
pub async fn load(
    item: Option<String>,
    file: Option<String>,
    now: Time,
) -> (Loaded<InboxPage>, Loaded<Option<OpenItem>>) {
    let queue = ask(InboxList {
        limit: Some(200),
        include_snoozed: true,
        ..InboxList::default()
    })
    .await;
    let named = match &item {
        Some(text) if paths::core_in_inbox(text).is_some() => Ok(None),
        Some(text) => parse_address(text).map(Some).ok_or_else(no_address),
        None => {
            let items = queue.as_ref().map(|page| page.items.iter());
            let first = items.map(|mut items| items.find(|item| !item.is_snoozed(now)));
            first.map(|first| first.map(key)).map_err(Clone::clone)
        }
    };
    let shown = match named {
        Ok(Some(named)) => Box::pin(show(named, file)).await.map(Some),
        Ok(None) => Ok(None),
        Err(problem) => Err(problem),
    };
    (queue, shown)
}

fn no_address() -> kernel::problem::Problem {
    kernel::problem::Problem::new(
        kernel::Error::not_found("This address names no inbox item."),
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
        "Loci stores no text of {}. Open it in its repository.",
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
