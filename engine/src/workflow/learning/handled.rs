//! What people did with what a workflow teaches: all that is stored of it. Knows nothing of how it is found.

use imbl::OrdMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::workflow::learning::LearningName;
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// What became of a learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LearningStatus {
    /// Nobody has decided about it.
    #[default]
    Open,
    /// It is a long-term memory.
    Promoted,
    /// It is not worth keeping.
    Dismissed,
}

/// Another wording than the suggested one; what is absent stays as suggested.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Edit {
    /// The core to keep it in.
    pub core: Option<String>,
    /// What to remember.
    pub text: Option<String>,
    /// What it is about.
    pub topics: Option<Vec<String>>,
    /// How much it matters, 0 to 1.
    pub importance: Option<f64>,
}

impl Edit {
    /// This wording with a later one over it.
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

/// What was done with one learning.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Handled {
    /// Its name in the workflow.
    pub id: LearningName,
    /// What became of it.
    pub status: LearningStatus,
    /// When it made itself known while the work went on.
    pub noted_at: Option<Time>,
    /// How somebody worded it.
    #[serde(default)]
    pub edit: Edit,
    /// Who worded it so.
    pub edited_by: Option<Actor>,
    /// When.
    pub edited_at: Option<Time>,
    /// The core in which it is kept.
    pub core: Option<String>,
    /// The memory that says it there.
    pub memory: Option<String>,
    /// Whether that memory had said it before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_known: bool,
    /// Whether a person had to agree first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// Who promoted or dismissed it, or opened it again.
    pub by: Option<Actor>,
    /// When.
    pub at: Option<Time>,
    /// Why.
    pub reason: Option<String>,
    /// The version of the workflow at which it last changed.
    pub changed: Version,
}

impl Handled {
    /// One with which nothing was done.
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

/// How many learnings lists say that a workflow has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Learned {
    /// How many there are: all when the workflow has ended, before that those which made themselves known.
    pub found: u32,
    /// How many of them nobody has decided about.
    pub open: u32,
}

impl Learned {
    /// Whether there are none.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.found == 0
    }
}

/// What was done with learnings is kept by their names and written as a list: each says which it is.
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

/// By name.
pub type ByName = OrdMap<LearningName, std::sync::Arc<Handled>>;
