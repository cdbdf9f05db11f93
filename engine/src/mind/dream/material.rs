//! What a dream is made of: the document as it is, the notes, the agent's own memories, its work and the people in
//! it. Gathered once; knows no section.

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

/// All that a dream is made of.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// Whose mind it is.
    pub agent: String,
    /// Its role, where the workspace knows it.
    pub role: Option<&'static str>,
    /// When.
    pub now: Time,
    /// Its mood.
    pub levels: Levels,
    /// The mood in words.
    pub mood: String,
    /// Which sections its document has.
    pub profile: Profile,
    /// How long its document may be.
    pub budget: Budget,
    /// The document as it is.
    pub document: String,
    /// Whether the document is what was written before the first dream.
    pub is_first: bool,
    /// The sections that are left alone.
    pub locked: BTreeSet<Section>,
    /// What people wrote and struck out.
    pub marks: Marks,
    /// The pointers in the document.
    pub pointers: Vec<Pointer>,
    /// The notes that wait, oldest first.
    pub notes: Vec<Said>,
    /// Memories of its own, oldest first; notes that wait are left out.
    pub memories: Vec<Said>,
    /// The workflows that it takes part in, the most recently changed first.
    pub work: Vec<Work>,
    /// The sessions that it takes part in, the most recently changed first.
    pub sessions: Vec<Talk>,
    /// What it reported of how it does among others.
    pub niche: Vec<String>,
    /// Searches that found nothing which fits.
    pub misses: Vec<Missed>,
}

/// Something that was noted or remembered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    /// The memory that it is.
    pub id: Option<String>,
    /// When.
    pub at: Time,
    /// Who said it, when it was not the agent itself.
    pub by: Option<String>,
    /// How much it matters.
    pub importance: f64,
    /// What kind of thing it says.
    pub kind: Option<NoteKind>,
    /// What it says, or the beginning of it.
    pub text: String,
    /// Whether that is only the beginning.
    pub is_cut: bool,
    /// Whether it is a part of what was written before the first dream.
    pub is_seed: bool,
    /// Whether it is a memory that a dream made of the agent's work.
    pub is_work: bool,
}

impl Said {
    /// Whether Loci noted by it how the mood stood at a moment.
    #[must_use]
    pub fn is_of_mood(&self) -> bool {
        self.text.starts_with(AUTO)
    }

    /// Whether it goes into The Bond.
    #[must_use]
    pub fn is_of_bond(&self) -> bool {
        is_of_bond(self.kind, &self.text)
    }
}

/// A workflow as a member of it sees it.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
    /// Whether work goes on.
    pub is_active: bool,
    /// Who leads.
    pub lead: Option<String>,
    /// How it stands, when the agent leads it.
    pub led: Option<Led>,
    /// What limits it.
    pub constraints: Vec<String>,
    /// The tasks that the agent has or had to do with.
    pub tasks: Vec<Done>,
    /// What was decided, by the agent or about its tasks.
    pub decisions: Vec<Decided>,
    /// What was learned, by the agent or about its tasks.
    pub discoveries: Vec<Learned>,
    /// What the agent asked people.
    pub questions: Vec<Asked>,
    /// What it was told.
    pub told: Vec<Told>,
    /// Who does what follows the agent's tasks, and came before them, with those tasks' titles.
    pub neighbours: Vec<(String, String)>,
}

/// How a workflow stands that the agent leads.
#[derive(Clone, Debug, Default)]
pub struct Led {
    /// How many tasks are done.
    pub done: u32,
    /// How many there are.
    pub all: u32,
    /// Whether none is open any more.
    pub is_over: bool,
    /// The same in words, with who does what.
    pub standing: String,
    /// Who works in it, how many tasks they did and have in hand.
    pub team: Vec<(String, u32, u32)>,
}

/// A task of the agent.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// Its name in the workflow.
    pub no: String,
    /// What is to be done.
    pub title: String,
    /// Its group.
    pub group: Option<String>,
    /// What a worker must be able to do.
    pub capabilities: Vec<String>,
    /// Where it is.
    pub status: TaskStatus,
    /// Whether the agent holds it, or it is kept for it.
    pub is_mine: bool,
    /// Whether the agent held it until its lease ran out, and nobody took it since.
    pub was_mine: bool,
    /// Whether its review is the agent's to do.
    pub is_to_review: bool,
    /// Why its holder cannot go on.
    pub blocked: Option<String>,
    /// What its holder last noted.
    pub note: Option<String>,
    /// What came of it, when the agent handed it in.
    pub result: Option<String>,
    /// What should follow.
    pub next: Vec<String>,
    /// The reviews of the agent's attempts.
    pub reviews: Vec<Reviewed>,
    /// The reviews that the agent gave, with whose work it was.
    pub given: Vec<(String, Reviewed)>,
    /// How the agent's failed attempts ended.
    pub failures: Vec<(Time, String)>,
    /// How often the agent tried.
    pub attempts: u32,
    /// Since when it is where it is.
    pub since: Time,
    /// The fact that changed it last.
    pub version: Version,
}

/// A review.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// By whom.
    pub by: String,
    /// When.
    pub at: Time,
    /// The verdict.
    pub status: ReviewStatus,
    /// The remarks.
    pub comments: String,
}

/// A decision.
#[derive(Clone, Debug, Default)]
pub struct Decided {
    /// Its name in the workflow.
    pub no: String,
    /// When.
    pub at: Time,
    /// By whom.
    pub by: String,
    /// What was decided.
    pub question: String,
    /// What was chosen.
    pub choice: String,
    /// Why.
    pub why: String,
    /// What was chosen before, where it took the place of that.
    pub instead_of: Option<String>,
    /// The name of that one.
    pub old: Option<String>,
    /// Whether a person refused it, and what they said.
    pub refused: Option<String>,
    /// Whether it can be undone.
    pub is_reversible: bool,
    /// The fact that holds it.
    pub version: Version,
}

/// A discovery.
#[derive(Clone, Debug)]
pub struct Learned {
    /// Its name in the workflow.
    pub no: String,
    /// When.
    pub at: Time,
    /// By whom.
    pub by: String,
    /// What.
    pub text: String,
    /// What kind of thing.
    pub kind: DiscoveryKind,
    /// The fact that holds it.
    pub version: Version,
}

/// A question to people.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Its name in the workflow.
    pub no: String,
    /// When.
    pub at: Time,
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: Option<(String, String)>,
    /// The fact that changed it last.
    pub version: Version,
}

/// Words to the agent.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Its name in the workflow.
    pub no: String,
    /// When.
    pub at: Time,
    /// By whom.
    pub by: String,
    /// Whether that is a person.
    pub is_person: bool,
    /// The words.
    pub text: String,
    /// The fact that changed it last.
    pub version: Version,
}

/// A session.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    /// Its key.
    pub key: String,
    /// What it is about.
    pub topic: String,
    /// When something was last said.
    pub at: Time,
}

/// A search that found nothing.
#[derive(Clone, Debug, Default)]
pub struct Missed {
    /// What was searched for.
    pub query: String,
    /// How often.
    pub count: u32,
    /// When last.
    pub at: Time,
}
