//! Assembles the context of a worker for a task: every item that applies, in a fixed order, within a token budget, with
//! the reason why each is included. Identical states give identical text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crystal::dated::Dates;
use crate::crystal::record::Crystal;
use crate::crystal::usage;
use crate::fence::Tags;
use crate::numbers::TaskNo;
use crate::workflow::state::Workflow;
use kernel::answer::is_zero;
use kernel::error::{Error, Result};
use kernel::id::Id;
use kernel::memory::Receipt;
use kernel::stream::StreamId;
use kernel::time::Time;

mod counts;
mod cut;
pub(crate) mod gather;
mod known;
mod near;
pub(crate) mod omitted;

pub use counts::Counts;
pub use cut::Count;
use cut::{cut, fit};
use gather::{Part, Whose, gather};
use omitted::{MEMORY, Tally};

/// Default token budget of a task's context.
pub const DEFAULT_BUDGET: u32 = 12_000;
/// Default budget for the context in the response to a claim, which a worker pays for with every task.
pub const CLAIM_BUDGET: u32 = 5_000;
/// The smallest budget that leaves room for a goal and a task.
pub const MIN_BUDGET: u32 = 500;
/// The largest budget.
pub const MAX_BUDGET: u32 = 1_000_000;

/// Everything that applies to a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskContext {
    /// All blocks as one text for a prompt; absent in the format `blocks`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Number of tokens of the text.
    pub tokens: u32,
    /// Token budget.
    pub budget: u32,
    /// Blocks in order, with the source of each item; absent unless the format is `blocks`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Block>,
    /// Items that were left out or cut, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Omitted>,
    /// Memory core entries that the context includes.
    #[serde(skip)]
    pub memories: Vec<CoreEntry>,
}

impl TaskContext {
    /// Returns the receipts for the memory cores whose entries an agent received with this context.
    #[must_use]
    pub fn usage_receipts(&self, workflow: Id, task: TaskNo) -> Vec<(StreamId, Receipt)> {
        let entries = self.memories.iter();
        usage::usage_receipts(
            Some((workflow, task)),
            entries.map(|entry| (&*entry.core, &*entry.id)),
        )
    }
}

/// Format of a context; the content is never repeated in both forms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// One text, ready for a prompt.
    #[default]
    Text,
    /// Blocks, each item with its source and the reason why it is included.
    Blocks,
}

/// Size and format that a caller requests for a context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Maximum number of tokens; default [`DEFAULT_BUDGET`].
    pub budget: Option<u32>,
    /// Format of the response.
    pub format: Format,
}

impl Shape {
    /// Validates the budget.
    ///
    /// # Errors
    /// Returns `invalid` with the field `budget` if it is below [`MIN_BUDGET`] or above [`MAX_BUDGET`].
    pub fn check(self) -> Result<()> {
        match self.budget {
            None | Some(MIN_BUDGET..=MAX_BUDGET) => Ok(()),
            Some(_) => {
                let detail = format!("expected {MIN_BUDGET} to {MAX_BUDGET}");
                Err(Error::field("/budget", detail))
            }
        }
    }
}

/// One block of a context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Block {
    /// Position in the order of all blocks. Blocks that rarely change come first, so that a provider's prompt cache
    /// keeps its prefix.
    pub slot: u32,
    /// Name, such as `decisions`; the block's tag in the text begins with it.
    pub name: String,
    /// Title, such as `Decisions`.
    pub title: String,
    /// Text of the block between its tags.
    pub text: String,
    /// Number of tokens.
    pub tokens: u32,
    /// Items of the block.
    pub items: Vec<ContextItem>,
}

/// One item of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContextItem {
    /// Thing, such as `D3`; empty for the workflow itself.
    pub source: String,
    /// Version of the workflow at which it last changed.
    pub version: u64,
    /// Reason why it applies.
    pub why: String,
    /// Number of tokens.
    pub tokens: u32,
    /// Number of tokens that were cut off because the item is longer than its share of the block.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cut: u32,
}

/// An entry of one of the memory cores that a workflow names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreEntry {
    /// Id of the memory.
    pub id: String,
    /// Name of the core.
    pub core: String,
    /// Text of the memory.
    pub text: String,
    /// Dates of the memory.
    pub dates: Dates,
}

impl From<Crystal> for CoreEntry {
    fn from(memory: Crystal) -> Self {
        Self {
            dates: Dates::from(&memory),
            id: memory.id,
            core: memory.core,
            text: memory.text,
        }
    }
}

/// Entries of a workflow's memory cores that match a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recalled {
    /// Matching entries, best match first.
    pub entries: Vec<CoreEntry>,
    /// Number of further matches.
    pub more: u64,
}

/// Things of one kind that were left out or cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Omitted {
    /// Kind: the name of the block to which they belong, such as `discoveries`.
    pub kind: String,
    /// Number of things.
    pub count: u64,
    /// Names of the first ten, such as `F3`; the workflow itself has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub what: Vec<String>,
    /// Number of tokens left out.
    pub tokens: u64,
    /// Reason why they were left out.
    pub why: String,
    /// Call that returns them.
    pub get: String,
}

/// Assembles the context of a task between the `tags` of its reader; `recalled` are entries of the workflow's memory
/// cores. The context is within its budget as long as `count` does not undercount.
///
/// # Errors
/// Returns `not_found` if there is no such task.
pub fn assemble(
    workflow: &Workflow,
    task: TaskNo,
    shape: Shape,
    now: Time,
    recalled: &Recalled,
    (tags, count): (&Tags, Count),
) -> Result<TaskContext> {
    let budget = shape.budget.unwrap_or(DEFAULT_BUDGET).max(MIN_BUDGET);
    let task = workflow.tasks.find(task)?;
    let whose = Whose {
        task: Some(task),
        agent: None,
    };
    let mut parts = gather(workflow, whose, budget, now, &recalled.entries);
    let fence = |part: &Part| count(&tags.open(part.name)) + count(&tags.close(part.name));
    let fences = parts.iter_mut().map(|part| (fence(part), cut(part, count)));
    let fences: Vec<(u32, usize)> = fences.collect();
    let taken = fit(&parts, &fences, budget);
    let mut context = TaskContext {
        budget,
        ..TaskContext::default()
    };
    for ((part, taken), (fence, _)) in parts.into_iter().zip(taken).zip(fences) {
        let mut block = Block {
            slot: part.slot,
            name: part.name.into(),
            title: part.title.into(),
            text: String::new(),
            tokens: 0,
            items: Vec::new(),
        };
        let mut lines = Vec::new();
        let (mut cut, mut left_out) = (Tally::default(), Tally::default());
        for (item, taken) in part.items.into_iter().zip(taken) {
            if !taken {
                // The part of the item that was already cut is missing, too.
                let tokens = item.about.tokens.saturating_add(item.about.cut);
                left_out.add(item.about.source, tokens);
                continue;
            }
            if item.about.cut > 0 {
                cut.add(item.about.source.clone(), item.about.cut);
            }
            block.tokens += item.about.tokens;
            block.items.push(item.about);
            lines.push(item.text);
        }
        left_out.all(part.rest.count, part.rest.tokens);
        if part.name == MEMORY {
            left_out.more(recalled);
            let is_in = |entry: &&CoreEntry| block.items.iter().any(|item| item.source == entry.id);
            context.memories = recalled.entries.iter().filter(is_in).cloned().collect();
        }
        context.omitted.extend(cut.summarize(
            part.name,
            "cut: longer than their share, only the beginning is here",
        ));
        context
            .omitted
            .extend(left_out.summarize(part.name, "left out: over the budget of the block"));
        if lines.is_empty() {
            continue;
        }
        block.tokens += fence;
        let (open, close) = (tags.open(part.name), tags.close(part.name));
        block.text = format!("{open}{}\n{close}", lines.join("\n"));
        context.tokens += block.tokens;
        match shape.format {
            Format::Text => context.text.push_str(&block.text),
            Format::Blocks => context.blocks.push(block),
        }
    }
    Ok(context)
}
