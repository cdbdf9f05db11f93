//! Material of a dream: the current document, the notes, the agent's own memories, its work and the people in it.

use std::collections::BTreeSet;

use crate::mind::budget::Budget;
use crate::mind::marks::Marks;
use crate::mind::note::{AUTO, NoteKind};
use crate::mind::pointer::Pointer;
use crate::mind::rules::is_of_bond;
use crate::mind::section::{Levels, Profile, Section};
use crate::workflow::TaskStatus;
use crate::workflow::shared::DiscoveryKind;
use crate::workflow::task::ReviewStatus;
use kernel::id::Id;
use kernel::stream::Version;
use kernel::time::Time;

/// The complete material of a dream.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// Name of the agent.
    pub agent: String,
    /// Role of the agent, if the workspace knows it.
    pub role: Option<&'static str>,
    /// Time of the dream.
    pub now: Time,
    /// Levels of the mood.
    pub levels: Levels,
    /// Mood in words.
    pub mood: String,
    /// Profile with the sections of the document.
    pub profile: Profile,
    /// Maximum length of the document.
    pub budget: Budget,
    /// Current document.
    pub document: String,
    /// True if the document was written before the first dream.
    pub is_first: bool,
    /// Locked sections, which the dream does not change.
    pub locked: BTreeSet<Section>,
    /// Lines that people wrote and struck out.
    pub marks: Marks,
    /// Pointers in the document.
    pub pointers: Vec<Pointer>,
    /// Waiting notes, oldest first.
    pub notes: Vec<Said>,
    /// Memories of the agent, oldest first, without waiting notes.
    pub memories: Vec<Said>,
    /// Workflows of the agent, the most recently changed first.
    pub work: Vec<Work>,
    /// Sessions of the agent, the most recently changed first.
    pub sessions: Vec<Talk>,
    /// Lines with the figures that the agent reported.
    pub niche: Vec<String>,
    /// Searches without a matching result.
    pub misses: Vec<Missed>,
}

/// A note or a memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// Name of its memory.
    pub id: Option<String>,
    /// Time of the statement.
    pub at: Time,
    /// Author, if it is not the agent itself.
    pub by: Option<String>,
    /// Importance, 0 to 1.
    pub importance: f64,
    /// Kind of the statement.
    pub kind: Option<NoteKind>,
    /// Text, or the beginning of it.
    pub text: String,
    /// True if the text is only the beginning.
    pub is_cut: bool,
    /// True if the text was written before the first dream.
    pub is_seed: bool,
    /// True if a dream made this memory from the agent's work.
    pub is_work: bool,
}

impl Said {
    /// Returns true if Loci wrote it to record a mood.
    #[must_use]
    pub fn is_of_mood(&self) -> bool {
        self.text.starts_with(AUTO)
    }

    /// Returns true if it belongs in The Bond.
    #[must_use]
    pub fn is_of_bond(&self) -> bool {
        is_of_bond(self.kind, &self.text)
    }
}

/// A workflow from the point of view of one member.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// Id of the workflow.
    pub id: Id,
    /// Name of the workflow.
    pub name: String,
    /// True if the workflow is active.
    pub is_active: bool,
    /// Name of the lead.
    pub lead: Option<String>,
    /// Progress of the workflow, if the agent leads it.
    pub led: Option<Led>,
    /// Constraints on the workflow.
    pub constraints: Vec<String>,
    /// Tasks that the agent works on, worked on, reviews or may review.
    pub tasks: Vec<Done>,
    /// Decisions by the agent or about its tasks.
    pub decisions: Vec<Decided>,
    /// Discoveries by the agent or about its tasks.
    pub discoveries: Vec<Learned>,
    /// Questions that the agent asked people.
    pub questions: Vec<Asked>,
    /// Messages to the agent.
    pub told: Vec<Told>,
    /// Assignees of tasks before and after the agent's tasks, with the titles of those tasks.
    pub neighbours: Vec<(String, String)>,
}

/// Progress of a workflow that the agent leads.
#[derive(Clone, Debug, Default)]
pub struct Led {
    /// Number of completed tasks.
    pub done: u32,
    /// Number of all tasks.
    pub all: u32,
    /// True if no task is open.
    pub is_over: bool,
    /// Progress in words, with the assignees of unfinished tasks.
    pub standing: String,
    /// Other assignees with their numbers of completed and open tasks.
    pub team: Vec<(String, u32, u32)>,
}

/// A task of the agent.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// Number of the task in the workflow, such as `T12`.
    pub no: String,
    /// Title of the task.
    pub title: String,
    /// Group of the task.
    pub group: Option<String>,
    /// Capabilities that the task requires.
    pub capabilities: Vec<String>,
    /// Status of the task.
    pub status: TaskStatus,
    /// True if the task is open and assigned to the agent, claimed or not.
    pub is_mine: bool,
    /// True if the agent held the task until its lease expired and no one has claimed it since.
    pub was_mine: bool,
    /// True if the agent may review it.
    pub is_to_review: bool,
    /// Reason for which the task is blocked.
    pub blocked: Option<String>,
    /// Last note on any attempt.
    pub note: Option<String>,
    /// Result, if the agent handed it in.
    pub result: Option<String>,
    /// Next steps in that result.
    pub next: Vec<String>,
    /// Reviews of the agent's attempts.
    pub reviews: Vec<Reviewed>,
    /// Reviews by the agent, each with the author of the reviewed attempt.
    pub given: Vec<(String, Reviewed)>,
    /// Times and errors of the agent's failed attempts.
    pub failures: Vec<(Time, String)>,
    /// Number of the agent's attempts.
    pub attempts: u32,
    /// Time of the last change of status.
    pub since: Time,
    /// Version of the fact that changed the task last.
    pub version: Version,
}

/// A review.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// Name of the reviewer.
    pub by: String,
    /// Time of the review.
    pub at: Time,
    /// Verdict.
    pub status: ReviewStatus,
    /// Comments, joined by semicolons.
    pub comments: String,
}

/// A decision.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// Number of the decision in the workflow, such as `D3`.
    pub no: String,
    /// Time of the decision.
    pub at: Time,
    /// Name of the author.
    pub by: String,
    /// Question that was decided.
    pub question: String,
    /// Choice that was made.
    pub choice: String,
    /// Rationale.
    pub why: String,
    /// Choice of the decision that this one replaces.
    pub instead_of: Option<String>,
    /// Number of the replaced decision.
    pub old: Option<String>,
    /// Comment of the rejection, if the decision was rejected.
    pub refused: Option<String>,
    /// True if the decision can be reversed.
    pub is_reversible: bool,
    /// Version of the fact that changed the decision last.
    pub version: Version,
}

/// A discovery.
#[derive(Clone, Debug)]
pub struct Learned {
    /// Number of the discovery in the workflow.
    pub no: String,
    /// Time of the discovery.
    pub at: Time,
    /// Name of the author.
    pub by: String,
    /// Text of the discovery.
    pub text: String,
    /// Kind of the discovery.
    pub kind: DiscoveryKind,
    /// Version of the fact that changed the discovery last.
    pub version: Version,
}

/// A question to people.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Number of the question in the workflow.
    pub no: String,
    /// Time of the question.
    pub at: Time,
    /// Text of the question.
    pub question: String,
    /// Answer and its author.
    pub answer: Option<(String, String)>,
    /// Version of the fact that changed the question last.
    pub version: Version,
}

/// A message to the agent.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Number of the message in the workflow, such as `N1`.
    pub no: String,
    /// Time of the message.
    pub at: Time,
    /// Name of the sender.
    pub by: String,
    /// True if the sender is a person.
    pub is_person: bool,
    /// Text of the message.
    pub text: String,
    /// Version of the fact that changed the message last.
    pub version: Version,
}

/// A session.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    /// Key of the session.
    pub key: String,
    /// Topic of the session.
    pub topic: String,
    /// Time of the last change.
    pub at: Time,
}

/// A search without a result.
#[derive(Clone, Debug, Default)]
pub struct Missed {
    /// Query of the search.
    pub query: String,
    /// Number of times that it was searched for.
    pub count: u32,
    /// Time of the last search.
    pub at: Time,
}
