//! Context blocks of a session that people and agents pinned or dropped.

use imbl::OrdMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares the blocks with their names.
macro_rules! blocks {
    ($( $(#[$doc:meta])* $block:ident = $name:literal )+) => {
        /// A block of a context that can be pinned or dropped.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
        )]
        #[serde(rename_all = "snake_case")]
        #[schemars(rename = "ContextBlockName")]
        pub enum BlockName {
            $( $(#[$doc])* $block, )+
        }

        impl BlockName {
            /// Returns the name used in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$block => $name, )+
                }
            }

            /// Returns the block with this name.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                match name {
                    $( $name => Some(Self::$block), )+
                    _ => None,
                }
            }
        }
    };
}

blocks! {
    /// Instructions for using the other blocks.
    Guidance = "guidance"
    /// The workflow's goal.
    Goal = "goal"
    /// The agent's mind.
    Mind = "mind"
    /// The session's summary.
    SessionSummary = "session_summary"
    /// The scratchpads.
    Scratchpads = "scratchpads"
    /// The task.
    Task = "task"
    /// Earlier attempts and reviews.
    Attempts = "attempts"
    /// Decisions of the workflow.
    Decisions = "decisions"
    /// Discoveries of the workflow.
    Discoveries = "discoveries"
    /// Results of the task's dependencies.
    Results = "results"
    /// Artifacts of the workflow.
    Artifacts = "artifacts"
    /// Entities that "it" and similar words refer to.
    Entities = "entities"
    /// Notes that no dream has processed yet.
    Notes = "notes"
    /// Long-term memory.
    Memory = "memory"
    /// The newest messages.
    Messages = "messages"
}

/// Display mode of a block in the contexts of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ContextBlockShown")]
pub enum Shown {
    /// Included as its share of the budget allows.
    #[default]
    Usual,
    /// Gets the tokens it asks for, up to its maximum and half of the budget, before other blocks get more than their
    /// minimum.
    Pinned,
    /// Left out.
    Dropped,
}

/// Blocks whose display mode is not the default.
pub type Blocks = OrdMap<BlockName, Shown>;

#[cfg(test)]
mod tests {
    use super::BlockName;

    #[test]
    fn a_block_is_called_in_json_as_everywhere() {
        for name in ["guidance", "session_summary", "memory", "messages"] {
            let block = BlockName::parse(name).unwrap();
            assert_eq!(block.name(), name);
            assert_eq!(serde_json::to_value(block).unwrap(), name);
        }
        assert_eq!(
            BlockName::parse("nudges"),
            None,
            "a person's word is not left out"
        );
    }
}
