//! What a worker is given for a task: every item that applies, in a fixed order, within a budget of
//! tokens, and why each is there. Identical states give identical text.

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

/// The tokens a task's context may have unless the caller says otherwise.
pub const DEFAULT_BUDGET: u32 = 12_000;
/// The default for the context in the response to a claim, which a worker pays for with every task.
pub const CLAIM_BUDGET: u32 = 5_000;
/// The smallest budget that leaves room for a goal and a task.
pub const MIN_BUDGET: u32 = 500;
/// The largest budget.
pub const MAX_BUDGET: u32 = 1_000_000;

/// Everything that applies to a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskContext {
    /// All blocks as one text for a prompt; absent when blocks were asked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Tokens of the text.
    pub tokens: u32,
    /// The budget.
    pub budget: u32,
    /// The blocks, in order, with the source of each item; absent unless they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<Block>,
    /// What was left out or cut, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Omitted>,
    /// What is in it of memory cores.
    #[serde(skip)]
    pub memories: Vec<CoreEntry>,
}

impl TaskContext {
    /// Receipts for the memory cores after an agent was given this for a task.
    #[must_use]
    pub fn recalled(&self, workflow: Id, task: TaskNo) -> Vec<(StreamId, Receipt)> {
        let entries = self.memories.iter();
        usage::given(
            Some((workflow, task)),
            entries.map(|entry| (&*entry.core, &*entry.id)),
        )
    }
}

/// How a context is given: what is in it is there once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// As one text, ready for a prompt.
    #[default]
    Text,
    /// Block by block, each item with its source and why it is there.
    Blocks,
}

/// What a caller asks of a context besides the task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The most tokens it may have.
    pub budget: Option<u32>,
    /// How it is given.
    pub format: Format,
}

impl Shape {
    /// Refuses a budget that is out of bounds.
    ///
    /// # Errors
    /// `invalid` about the field `budget`.
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
    /// Its place in the order of all blocks: what changes rarely comes first, so that a provider's
    /// prompt cache keeps its prefix.
    pub slot: u32,
    /// What it is, such as `decisions`: its tag in the text begins with that name.
    pub name: String,
    /// Its title, such as `Decisions`.
    pub title: String,
    /// Its text, fenced.
    pub text: String,
    /// Its tokens.
    pub tokens: u32,
    /// What it is made of.
    pub items: Vec<ContextItem>,
}

/// One item of a block, and why it is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContextItem {
    /// The thing, such as `D3`; empty for the workflow itself.
    pub source: String,
    /// The version of the workflow at which it last changed.
    pub version: u64,
    /// Why it applies.
    pub why: String,
    /// Its tokens.
    pub tokens: u32,
    /// How many more tokens it has: an item that is longer than its share of the block is cut there.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cut: u32,
}

/// An entry of one of the memory cores that a workflow names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreEntry {
    /// The memory's id.
    pub id: String,
    /// The core's name.
    pub core: String,
    /// What is remembered.
    pub text: String,
    /// Its dates.
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

/// What the memory cores of a workflow have for a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recalled {
    /// The best entries, the best first.
    pub entries: Vec<CoreEntry>,
    /// How many more there are.
    pub more: u64,
}

/// Things of a kind that did not fit, or not whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Omitted {
    /// The kind: the block to which they belong, such as `discoveries`.
    pub kind: String,
    /// How many they are.
    pub count: u64,
    /// The names of the first ten, such as `F3`; the workflow itself has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub what: Vec<String>,
    /// The tokens that are not there.
    pub tokens: u64,
    /// Why they are not there.
    pub why: String,
    /// How to get them.
    pub get: String,
}

/// Assembles the context of a task between the `tags` of its reader; `recalled` are entries of the workflow's memory
/// cores. The context is within its budget as long as `count` does not undercount.
///
/// # Errors
/// `not_found` when there is no such task.
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
                // What was cut before it was left out is not there either.
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
        context.omitted.extend(cut.told(
            part.name,
            "cut: longer than their share, only the beginning is here",
        ));
        context
            .omitted
            .extend(left_out.told(part.name, "left out: over the budget of the block"));
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
