//! Which blocks of the contexts of a session people and agents pinned or dropped. Knows no context.

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
            /// The name, as in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$block => $name, )+
                }
            }

            /// The block of that name.
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
    /// How to use the others.
    Guidance = "guidance"
    /// The workflow's goal.
    Goal = "goal"
    /// The state vector.
    Mind = "mind"
    /// The session's summary.
    SessionSummary = "session_summary"
    /// The scratchpads.
    Scratchpads = "scratchpads"
    /// The task.
    Task = "task"
    /// Earlier attempts and reviews.
    Attempts = "attempts"
    /// What was decided.
    Decisions = "decisions"
    /// What was learned.
    Discoveries = "discoveries"
    /// The results of what the task needed.
    Results = "results"
    /// What was made.
    Artifacts = "artifacts"
    /// What "it" refers to.
    Entities = "entities"
    /// The notes that no dream has taken in yet.
    Notes = "notes"
    /// Long-term memory.
    Memory = "memory"
    /// The newest messages.
    Messages = "messages"
}

/// How a block stands in the contexts of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ContextBlockShown")]
pub enum Shown {
    /// As its share of the budget allows it.
    #[default]
    Usual,
    /// It gets what it asks for, up to its maximum and half of the budget, before others get more than their minimum.
    Pinned,
    /// It is left out.
    Dropped,
}

/// The blocks that do not stand as usual.
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
