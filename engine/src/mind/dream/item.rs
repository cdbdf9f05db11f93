//! What a document may hold: one line each, with what it is, how much it matters, and the memory that holds it
//! whole. Knows no document.

use crate::crystal::{NewCrystal, Provenance};
use crate::mind::current;
use crate::mind::marks::Marks;
use crate::mind::section::Section;
use kernel::stream::{StreamId, Version};
use kernel::time::{DAY, Time};

/// The characters that a brief item takes of the label that it shares.
const SHARED_LABEL: usize = 8;

/// What a line is. The order is the one in which a section shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Who the agent is, by what it does.
    Who,
    /// Who it says it is.
    Identity,
    /// Who reviews its work.
    Reviewer,
    /// Who leads, and whom it works with.
    Colleague,
    /// How somebody wants things done.
    Preference,
    /// Who somebody is.
    Relationship,
    /// How it does.
    Figures,
    /// What it holds.
    Doing,
    /// What is kept for it.
    Waiting,
    /// What it is to review.
    ToReview,
    /// What came back.
    SentBack,
    /// What it handed in.
    InReview,
    /// What must be by some time, or is to be done.
    Task,
    /// What to avoid.
    Friction,
    /// What was decided, and why.
    Decision,
    /// What it was told.
    Told,
    /// What went right at last.
    Breakthrough,
    /// What limits the work.
    Constraint,
    /// What is so.
    Fact,
    /// What failed.
    Failure,
    /// What it finished.
    Done,
    /// What was talked about.
    Session,
    /// What stood there before.
    Old,
    /// What it does not know.
    Question,
    /// What memories disagree about.
    Disagreement,
    /// What no search found.
    Missed,
    /// What it does again and again.
    Skill,
}

impl Role {
    /// The section in which it stands.
    #[must_use]
    pub const fn section(self) -> Section {
        match self {
            Self::Who | Self::Identity => Section::Phenotype,
            Self::Reviewer | Self::Colleague | Self::Preference | Self::Relationship => {
                Section::Bond
            }
            Self::Figures => Section::Niche,
            Self::Doing
            | Self::Waiting
            | Self::ToReview
            | Self::SentBack
            | Self::InReview
            | Self::Task
            | Self::Friction
            | Self::Decision
            | Self::Told
            | Self::Breakthrough
            | Self::Constraint
            | Self::Fact
            | Self::Failure
            | Self::Done
            | Self::Session
            | Self::Old => Section::ActiveContext,
            Self::Question | Self::Disagreement | Self::Missed => Section::CuriosityGaps,
            Self::Skill => Section::EmergingSkills,
        }
    }

    /// What stands in bold at its beginning.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Who => "Who I am",
            Self::Identity => "Noted of myself",
            Self::Reviewer => "Reviewer",
            Self::Colleague => "Works with me",
            Self::Preference => "Preference",
            Self::Relationship | Self::Fact => "Noted",
            Self::Figures => "Figures",
            Self::Doing => current::DOING,
            Self::Waiting => current::WAITING,
            Self::ToReview => current::TO_REVIEW,
            Self::SentBack => current::SENT_BACK,
            Self::InReview => current::IN_REVIEW,
            Self::Task => "To do",
            Self::Friction => "Friction, avoid",
            Self::Decision => "Decided",
            Self::Told => "Told",
            Self::Breakthrough => "Breakthrough",
            Self::Constraint => "Constraint",
            Self::Failure => "Failed",
            Self::Done => "Done",
            Self::Session => "Session",
            Self::Old => "",
            Self::Question => "Open question",
            Self::Disagreement => "Memories disagree",
            Self::Missed => "Not found",
            Self::Skill => "Skill",
        }
    }

    /// Whether it is a line about open work, which readers get as it is when they read.
    #[must_use]
    pub const fn is_open_work(self) -> bool {
        matches!(
            self,
            Self::Doing | Self::Waiting | Self::ToReview | Self::SentBack | Self::InReview
        )
    }

    /// After how many days it matters half as much; nothing when time does not change it.
    const fn half_life(self) -> Option<i64> {
        match self {
            Self::Who
            | Self::Reviewer
            | Self::Colleague
            | Self::Figures
            | Self::Doing
            | Self::Waiting
            | Self::ToReview
            | Self::SentBack
            | Self::InReview
            | Self::Skill => None,
            Self::Identity | Self::Preference | Self::Relationship | Self::Constraint => Some(60),
            Self::Friction | Self::Decision | Self::Old | Self::Disagreement => Some(21),
            Self::Task | Self::Told | Self::Breakthrough | Self::Question => Some(10),
            Self::Fact | Self::Failure => Some(7),
            Self::Done | Self::Session | Self::Missed => Some(3),
        }
    }

    /// What is added to its importance, because an agent that comes back needs it first.
    const fn bonus(self) -> f64 {
        match self {
            Self::Doing => 1.0,
            Self::SentBack | Self::ToReview | Self::Waiting => 0.6,
            Self::InReview | Self::Reviewer => 0.4,
            Self::Who => 0.3,
            Self::Friction | Self::Preference | Self::Figures => 0.2,
            Self::Decision | Self::Task | Self::Colleague => 0.15,
            _ => 0.0,
        }
    }
}

/// One line that a document may hold.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is.
    pub role: Role,
    /// Where it stands.
    pub section: Section,
    /// The line.
    pub line: String,
    /// What it is about, in a few words.
    pub topic: String,
    /// All that it says.
    pub text: String,
    /// How much it matters, 0 to 1.
    pub importance: f64,
    /// When it was said.
    pub at: Time,
    /// The memory that holds it whole.
    pub source: Option<String>,
    /// The memory that is to be made of it.
    pub keep: Option<Box<NewCrystal>>,
    /// Whether a person wrote the line: it stays as it is.
    pub is_theirs: bool,
    /// Whether the memory that holds it says more than it.
    pub is_part: bool,
    /// Whether it is what fell out of what was written before the first dream.
    pub is_seed: bool,
    /// How many more memories it stands for.
    pub also: usize,
    /// Its words without a label, for a line that tells several things of one topic.
    pub brief: Option<String>,
}

impl Item {
    /// A line of that role.
    #[must_use]
    pub fn new(role: Role, says: &str, text: &str, importance: f64, at: Time) -> Self {
        Self {
            role,
            section: role.section(),
            line: format!("- **{}.** {says}", role.label()),
            topic: String::new(),
            text: text.to_owned(),
            importance: importance.clamp(0.0, 1.0),
            at,
            source: None,
            keep: None,
            is_theirs: false,
            is_part: false,
            is_seed: false,
            also: 0,
            brief: None,
        }
    }

    /// The same, about that.
    #[must_use]
    pub fn about(mut self, topic: &str) -> Self {
        topic.clone_into(&mut self.topic);
        self
    }

    /// The same, held whole by that memory.
    #[must_use]
    pub fn from(mut self, source: Option<String>) -> Self {
        self.source = source;
        self
    }

    /// The same, of which that memory is to be made.
    #[must_use]
    pub fn kept(mut self, keep: NewCrystal) -> Self {
        self.source.clone_from(&keep.id);
        self.keep = Some(Box::new(keep));
        self
    }

    /// Whether a person took the line out, or a line that had its words among others.
    #[must_use]
    pub fn is_struck(&self, marks: &Marks) -> bool {
        let quotation = self.quotation();
        marks.is_struck(&self.line) || quotation.is_some_and(|words| marks.has_struck(words))
    }

    /// Whether it stands in a text, by itself or among others of its topic.
    #[must_use]
    pub fn stands_in(&self, text: &str) -> bool {
        text.contains(&self.line) || self.quotation().is_some_and(|words| text.contains(words))
    }

    /// The quotation of a brief item, without its date.
    fn quotation(&self) -> Option<&str> {
        let brief = self.brief.as_deref()?;
        let end = brief.rfind('”').map(|at| at + '”'.len_utf8());
        Some(&brief[..end.unwrap_or(brief.len())])
    }

    /// The characters that it takes of a section, about.
    #[must_use]
    pub fn length(&self) -> usize {
        match &self.brief {
            // A label is shared by several.
            Some(brief) => brief.chars().count() + SHARED_LABEL,
            None => self.line.chars().count() + 1,
        }
    }

    /// Whether the line says all that it is of: what is longer is shown by its beginning.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.role == Role::Old || !self.line.contains('…') || self.text.contains('…')
    }

    /// How much it matters at that moment: the larger, the sooner it is written.
    #[must_use]
    pub fn score(&self, now: Time) -> f64 {
        if self.is_theirs {
            return f64::MAX;
        }
        let fades = self.role.half_life().map_or(1.0, |days| {
            let days = days_of(now.since(self.at)) / days_of(days * DAY);
            0.35 + 0.65 * 0.5_f64.powf(days.max(0.0))
        });
        self.importance * fades + self.role.bonus()
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds of centuries fit a float to the millisecond"
)]
fn days_of(milliseconds: i64) -> f64 {
    milliseconds as f64 / DAY as f64
}

/// Where a memory of the agent's work is from.
#[must_use]
pub fn provenance(stream: &StreamId, thing: &str, version: Version) -> Option<Provenance> {
    Some(Provenance {
        stream: stream.clone(),
        message: Some(thing.to_owned()),
        version: Some(version),
    })
}

#[cfg(test)]
mod tests {
    use super::{Item, Role};
    use kernel::time::{DAY, Time};

    #[test]
    fn what_is_at_hand_comes_before_what_was() {
        let at = |role, days: i64| Item::new(role, "", "", 0.7, Time(0)).score(Time(days * DAY));
        assert!(at(Role::Doing, 30) > at(Role::Done, 0));
        assert!(at(Role::Friction, 10) > at(Role::Done, 10));
        assert!(at(Role::Done, 0) > at(Role::Done, 5));
        assert!(at(Role::Decision, 30) > at(Role::Session, 30));
        assert!(at(Role::Fact, -3).is_finite());
    }

    #[test]
    fn what_a_person_wrote_comes_first() {
        let mut item = Item::new(Role::Old, "", "", 0.0, Time(0));
        item.is_theirs = true;
        assert!(
            item.score(Time(900 * DAY))
                > Item::new(Role::Doing, "", "", 1.0, Time(0)).score(Time(0))
        );
    }
}
