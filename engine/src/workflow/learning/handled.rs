//! Stored actions on learnings: edits, promotions and dismissals.

use imbl::OrdMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::workflow::learning::LearningName;
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// Status of a learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LearningStatus {
    /// Not decided.
    #[default]
    Open,
    /// Promoted to a long-term memory.
    Promoted,
    /// Dismissed.
    Dismissed,
}

/// Edits of the proposed memory; absent members stay as proposed.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Edit {
    /// Core to store it in.
    pub core: Option<String>,
    /// Text to remember.
    pub text: Option<String>,
    /// Topics.
    pub topics: Option<Vec<String>>,
    /// Importance, 0 to 1.
    pub importance: Option<f64>,
}

impl Edit {
    /// Applies a later edit over this one.
    pub(in crate::workflow) fn take(&mut self, later: &Self) {
        fn over<T: Clone>(to: &mut Option<T>, from: Option<&T>) {
            if let Some(from) = from {
                *to = Some(from.clone());
            }
        }
        over(&mut self.core, later.core.as_ref());
        over(&mut self.text, later.text.as_ref());
        over(&mut self.topics, later.topics.as_ref());
        over(&mut self.importance, later.importance.as_ref());
    }
}

/// Stored actions on one learning.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Handled {
    /// Name of the learning in the workflow.
    pub id: LearningName,
    /// Status of the learning.
    pub status: LearningStatus,
    /// Time at which it was noted while work continued.
    pub noted_at: Option<Time>,
    /// Edits by a person.
    #[serde(default)]
    pub edit: Edit,
    /// Last editor.
    pub edited_by: Option<Actor>,
    /// Time of the last edit.
    pub edited_at: Option<Time>,
    /// Core that the memory is stored in.
    pub core: Option<String>,
    /// Id of the memory.
    pub memory: Option<String>,
    /// True if the memory existed before with the same content.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_known: bool,
    /// True if the memory needed the approval of a person first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// Person or agent that promoted, dismissed or reopened it.
    pub by: Option<Actor>,
    /// Time of that action.
    pub at: Option<Time>,
    /// Reason for that action.
    pub reason: Option<String>,
    /// Version of the workflow at which it last changed.
    pub changed: Version,
}

impl Handled {
    /// Creates the record of a learning without any actions.
    pub(in crate::workflow) fn new(id: LearningName) -> Self {
        Self {
            id,
            status: LearningStatus::Open,
            noted_at: None,
            edit: Edit::default(),
            edited_by: None,
            edited_at: None,
            core: None,
            memory: None,
            was_known: false,
            waits: false,
            by: None,
            at: None,
            reason: None,
            changed: 0,
        }
    }
}

/// Number of learnings of a workflow, as lists show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Learned {
    /// Number of learnings: all once the workflow has ended, before that those noted during the work.
    pub found: u32,
    /// Number of learnings that are not decided.
    pub open: u32,
}

impl Learned {
    /// Returns true if there are none.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.found == 0
    }
}

/// Serializes the map of actions as a list: each entry has its name.
pub(in crate::workflow) mod listed {
    use std::sync::Arc;

    use imbl::OrdMap;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{Handled, LearningName};

    pub fn serialize<S: Serializer>(
        handled: &OrdMap<LearningName, Arc<Handled>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(handled.values().map(Arc::as_ref))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<OrdMap<LearningName, Arc<Handled>>, D::Error> {
        let handled = Vec::<Handled>::deserialize(deserializer)?;
        let named = handled.into_iter().map(|one| (one.id, Arc::new(one)));
        Ok(named.collect())
    }
}

/// Actions by the name of the learning.
pub type ByName = OrdMap<LearningName, std::sync::Arc<Handled>>;
