//! Finds and groups the memories of partitions, and builds the requests for the writer.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::crystal::Crystal;
use crate::crystal::every::every;
use crate::session::window;
use crate::summary::prompt::{MESSAGES, PREVIOUS, Prompt};
use crate::summary::{self, Line, Request};
use crate::summary_view::definition::{Definition, Group};
use crate::summary_view::state::{SummaryView, key};
use crate::workspace::settings::Settings;
use kernel::actor::Caller;
use kernel::error::Result;
use kernel::view::View;

/// Maximum number of memories in a view.
const READ: usize = 100_000;
/// Maximum number of memories of a group that the writer gets, the newest ones; all are counted.
const MAX_GROUP_MEMORIES: usize = 400;
/// Window, in tokens, from which the length of a summary is derived.
const WINDOW: u32 = 16_000;

/// Source of a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Number of memories.
    pub memory_count: u64,
    /// Hash of the memories.
    pub digest: String,
    /// Request for the writer. `None` if there are no memories.
    pub request: Option<Request>,
}

/// Returns the view with the access of the person or agent that created the summary view.
fn as_maker(view: &View, state: &SummaryView) -> View {
    let caller = Caller {
        actor: state.created_by.clone(),
        ..view.caller.clone()
    };
    View::new(view.now, caller, view.services.clone())
}

/// Returns the source of a partition.
///
/// # Errors
/// Returns `invalid` if the group does not belong to the view, `unavailable` if the index cannot be read.
pub async fn source(
    view: &View,
    state: &SummaryView,
    definition: &Definition,
    group: &Group,
) -> Result<Source> {
    let filters = definition.filters_of(group, view.now)?;
    let (mut crystals, _) = every(&as_maker(view, state), filters, READ).await?;
    crystals.retain(|crystal| crystal.is_current(view.now));
    let (memory_count, digest) = (crystals.len() as u64, digest(&crystals));
    let older = crystals.len().saturating_sub(MAX_GROUP_MEMORIES);
    let messages: Vec<Line> = crystals.drain(older..).map(line).collect();
    let source = view
        .services
        .tokens()
        .count(&summary::join_messages(&messages));
    let settings = Settings::for_view(view).await?;
    let budget = summary::budget(WINDOW, source);
    let request = Request {
        previous: String::new(),
        messages,
        window: window::of_writer(&settings),
        model: settings.generation_model,
        prompt: prompt(definition),
        budget,
        most: summary::max_accepted(budget),
    };
    Ok(Source {
        memory_count,
        digest,
        request: (memory_count > 0).then_some(request),
    })
}

/// Current groups of a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// Groups whose memories differ from those of their partition.
    pub changed: Vec<Group>,
    /// Groups with the same memories as their partition.
    pub same: Vec<Group>,
    /// Groups with a partition and without memories.
    pub gone: Vec<Group>,
}

/// Returns the current groups of a view.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub async fn groups(view: &View, state: &SummaryView, definition: &Definition) -> Result<Groups> {
    let filters = definition.filters_at(view.now)?;
    let (mut crystals, _) = every(&as_maker(view, state), filters, READ).await?;
    crystals.retain(|crystal| crystal.is_current(view.now));
    let mut found: BTreeMap<Group, Vec<Crystal>> = BTreeMap::new();
    for crystal in crystals {
        if let Some(group) = definition.group_of(&crystal) {
            found.entry(group).or_default().push(crystal);
        }
    }
    let known = state.partitions.values().map(|partition| &partition.group);
    let mut groups = Groups {
        gone: known
            .filter(|group| !found.contains_key(*group))
            .cloned()
            .collect(),
        ..Groups::default()
    };
    for (group, crystals) in found {
        let known = state.partitions.get(&key(&group));
        if known.is_some_and(|known| *known.digest == *digest(&crystals)) {
            groups.same.push(group);
        } else {
            groups.changed.push(group);
        }
    }
    Ok(groups)
}

fn line(crystal: Crystal) -> Line {
    Line {
        role: crystal.memory_type.name().into(),
        content: crystal.text,
    }
}

/// Returns the view's own prompt. Missing placeholders are appended.
fn prompt(definition: &Definition) -> Prompt {
    let Some(own) = &definition.prompt else {
        return Prompt::default();
    };
    let mut text = own.clone();
    for placeholder in [PREVIOUS, MESSAGES] {
        if !text.contains(placeholder) {
            text.push_str("\n\n");
            text.push_str(placeholder);
        }
    }
    // Its length was checked with the definition.
    Prompt::read(&text, "").unwrap_or_default()
}

fn digest(crystals: &[Crystal]) -> String {
    let mut seen: Vec<_> = crystals
        .iter()
        .map(|crystal| (&crystal.id, &crystal.memory_hash))
        .collect();
    seen.sort_unstable();
    let mut hash = Sha256::new();
    for (id, text) in seen {
        for part in [id, text] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
    }
    hash.finalize().iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string never fails.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
