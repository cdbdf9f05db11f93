//! Summarizes a day of a workflow. Reads its facts one by one, newest first, and keeps a bounded number of each kind.

mod text;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::{Number, TaskNo};
use crate::words::short;
use crate::workflow::facts::Event;
use crate::workflow::state::Workflow;
use crate::workflow::task::ReviewStatus;
use kernel::actor::{Actor, Role};
use kernel::event::Event as _;
use kernel::fact::Fact;
use kernel::stream::Version;

/// Maximum number of items of each kind in a day.
pub const NAMED: usize = 20;

/// First things of a kind, and their total number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Few{T}")]
pub struct Few<T> {
    /// Total number.
    pub count: u32,
    /// At most 20 items: the newest, or the most active of `who`.
    pub items: Vec<T>,
    /// Number of things that are not among the items.
    #[serde(default)]
    pub left_out: u32,
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Self {
            count: 0,
            items: Vec::new(),
            left_out: 0,
        }
    }
}

impl<T> Few<T> {
    fn push(&mut self, make: impl FnOnce() -> T) {
        self.count = self.count.saturating_add(1);
        if self.items.len() < NAMED {
            self.items.push(make());
        } else {
            self.left_out = self.left_out.saturating_add(1);
        }
    }
}

/// Short name and beginning of the text of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Named {
    /// Short name in the workflow, such as `T12`.
    pub id: String,
    /// Title or the beginning of its text, in one line.
    pub text: String,
}

/// Path that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// Path of the artifact.
    pub path: String,
    /// Newest version of the day.
    pub version: u32,
}

/// Agent or person who was active.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Worked {
    /// Agent or person.
    pub actor: Actor,
    /// Number of their facts.
    pub facts: u32,
}

/// Summary of a day of a workflow (UTC).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Day {
    /// Date, such as `2026-01-31`.
    pub date: String,
    /// First version of the day.
    pub first_version: Version,
    /// Last version of the day.
    pub last_version: Version,
    /// Number of facts.
    pub facts: u64,
    /// Tasks whose work was accepted, with their current titles.
    pub tasks_completed: Few<Named>,
    /// Tasks that failed for good, with their current titles.
    pub tasks_failed: Few<Named>,
    /// Number of tasks that were added.
    pub tasks_added: u32,
    /// Decisions that were recorded.
    pub decisions_recorded: Few<Named>,
    /// Decisions that were replaced.
    pub decisions_superseded: Few<String>,
    /// Discoveries that were recorded.
    pub discoveries: Few<Named>,
    /// Artifacts that were recorded, one entry per path.
    pub artifacts: Few<Written>,
    /// Questions that people were asked.
    pub questions_asked: Few<Named>,
    /// Questions that were answered, with the answer.
    pub questions_answered: Few<Named>,
    /// Review verdicts on tasks.
    pub reviews: Few<Named>,
    /// Nudges that were sent.
    pub nudges: Few<Named>,
    /// Agents and people who were active, most facts first.
    pub who: Few<Worked>,
    /// The whole day in a few lines, for an agent's prompt.
    pub text: String,
}

/// Summary of a day while its facts are read, newest first.
pub struct Reading<'a> {
    state: &'a Workflow,
    day: Day,
    completed: BTreeSet<TaskNo>,
    failed: BTreeSet<TaskNo>,
    paths: BTreeSet<String>,
    who: BTreeMap<Actor, u32>,
}

impl<'a> Reading<'a> {
    /// Creates the summary of a day without facts. Titles come from `state`: current ones, or redacted.
    #[must_use]
    pub fn of(state: &'a Workflow, date: String) -> Self {
        Self {
            state,
            day: Day {
                date,
                ..Day::default()
            },
            completed: BTreeSet::new(),
            failed: BTreeSet::new(),
            paths: BTreeSet::new(),
            who: BTreeMap::new(),
        }
    }

    /// Returns the date.
    #[must_use]
    pub fn date(&self) -> &str {
        &self.day.date
    }

    /// Adds a fact that is older than those added so far.
    pub fn take(&mut self, fact: &Fact) {
        let day = &mut self.day;
        day.facts += 1;
        day.first_version = fact.version;
        day.last_version = day.last_version.max(fact.version);
        if fact.actor.role != Role::System {
            *self.who.entry(fact.actor.clone()).or_default() += 1;
        }
        match Event::read(&fact.kind, fact.schema, &fact.body) {
            // Work that waits for a review is not done: the verdict decides.
            Event::TaskCompleted(body) if !self.is_reviewed(body.id) => self.completes(body.id),
            Event::TaskFailed(body) if body.retry_at.is_none() => self.fails(body.id),
            Event::TaskReviewed(body) => {
                let verdict = match body.status {
                    ReviewStatus::Approved => "approved",
                    ReviewStatus::NeedsRework => "needs rework",
                    ReviewStatus::Rejected => "rejected",
                };
                self.day.reviews.push(|| to_named(body.id, verdict));
                match body.status {
                    ReviewStatus::Approved => self.completes(body.id),
                    ReviewStatus::Rejected => self.fails(body.id),
                    ReviewStatus::NeedsRework => {}
                }
            }
            event => self.day.take(&mut self.paths, event),
        }
    }

    fn is_reviewed(&self, no: TaskNo) -> bool {
        self.state
            .tasks
            .get(no)
            .is_some_and(|task| task.needs_review)
    }

    fn completes(&mut self, no: TaskNo) {
        if self.completed.insert(no) {
            let title = self.title(no);
            self.day.tasks_completed.push(|| to_named(no, title));
        }
    }

    fn fails(&mut self, no: TaskNo) {
        if self.failed.insert(no) {
            let title = self.title(no);
            self.day.tasks_failed.push(|| to_named(no, title));
        }
    }

    fn title(&self, no: TaskNo) -> &'a str {
        let task = self.state.tasks.get(no);
        task.map_or("", |task| task.title.as_str())
    }

    /// Finishes the summary.
    #[must_use]
    pub fn finish(self) -> Day {
        let mut day = self.day;
        let mut who: Vec<(Actor, u32)> = self.who.into_iter().collect();
        who.sort_by_key(|(_, facts)| std::cmp::Reverse(*facts));
        for (actor, facts) in who {
            day.who.push(|| Worked { actor, facts });
        }
        day.text = text::of(&day);
        day
    }
}

impl Day {
    fn take(&mut self, paths: &mut BTreeSet<String>, event: Event) {
        match event {
            Event::TaskAdded(_) => self.tasks_added += 1,
            Event::DecisionRecorded(body) => {
                if let Some(earlier) = body.supersedes {
                    self.decisions_superseded.push(|| earlier.to_string());
                }
                self.decisions_recorded
                    .push(|| to_named(body.id, &body.choice));
            }
            Event::DiscoveryRecorded(body) => {
                self.discoveries.push(|| to_named(body.id, &body.content));
            }
            Event::ArtifactRecorded(body) => {
                let version = body.version;
                if paths.insert(body.path.clone()) {
                    self.artifacts.push(|| Written {
                        path: body.path,
                        version,
                    });
                }
            }
            Event::QuestionAsked(body) => {
                self.questions_asked
                    .push(|| to_named(body.id, &body.question));
            }
            Event::QuestionAnswered(body) => {
                self.questions_answered
                    .push(|| to_named(body.id, &body.answer));
            }
            Event::NudgeSent(body) => self.nudges.push(|| to_named(body.id, &body.message)),
            _ => {}
        }
    }
}

fn to_named(id: impl Number, text: &str) -> Named {
    Named {
        id: id.to_string(),
        text: short(text),
    }
}
