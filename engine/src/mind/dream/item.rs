//! Items that a document may contain: a line with its role, its importance and the memory that holds its full text.

use crate::crystal::{NewCrystal, Provenance};
use crate::mind::current;
use crate::mind::marks::Marks;
use crate::mind::section::Section;
use kernel::stream::{StreamId, Version};
use kernel::time::{DAY, Time};

/// Characters of the shared label that count for each brief item.
const SHARED_LABEL: usize = 8;

/// Role of a line. Variants are in the order in which a section shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The agent's role and main areas of work.
    Who,
    /// A note of the agent about itself.
    Identity,
    /// A reviewer of the agent's work.
    Reviewer,
    /// Somebody who leads or works with the agent.
    Colleague,
    /// Somebody's preference.
    Preference,
    /// A note about a person or a relationship.
    Relationship,
    /// Figures on the agent's results.
    Figures,
    /// A task that the agent holds.
    Doing,
    /// A task that is reserved for the agent.
    Waiting,
    /// A task that the agent has to review.
    ToReview,
    /// A task that a reviewer sent back to the agent.
    SentBack,
    /// A task that the agent handed in for review.
    InReview,
    /// A to-do or a deadline.
    Task,
    /// Something to avoid.
    Friction,
    /// A decision with its reason.
    Decision,
    /// A message to the agent.
    Told,
    /// A success after difficulties.
    Breakthrough,
    /// A constraint on the work.
    Constraint,
    /// A fact.
    Fact,
    /// A failed attempt.
    Failure,
    /// A finished task.
    Done,
    /// The topic of a session.
    Session,
    /// A line carried over from the previous document.
    Old,
    /// An open question.
    Question,
    /// Two memories that disagree.
    Disagreement,
    /// A search without a result.
    Missed,
    /// A repeated pattern in the agent's finished tasks.
    Skill,
}

impl Role {
    /// Returns the section of lines with this role.
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

    /// Returns the bold label at the beginning of a line.
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

    /// Returns true if the line is about open work, which is refreshed whenever the document is read.
    #[must_use]
    pub const fn is_open_work(self) -> bool {
        matches!(
            self,
            Self::Doing | Self::Waiting | Self::ToReview | Self::SentBack | Self::InReview
        )
    }

    /// Returns the half-life of the importance in days, or `None` if it does not decay.
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

    /// Returns the bonus to the importance for lines that a returning agent needs first.
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

/// A line that a document may contain.
#[derive(Clone, Debug)]
pub struct Item {
    /// Role of the line.
    pub role: Role,
    /// Section of the line.
    pub section: Section,
    /// The line itself.
    pub line: String,
    /// Topic in a few words.
    pub topic: String,
    /// Full text.
    pub text: String,
    /// Importance, 0 to 1.
    pub importance: f64,
    /// Time of the statement.
    pub at: Time,
    /// Name of the memory with the full text.
    pub source: Option<String>,
    /// Memory to create for this item.
    pub keep: Option<Box<NewCrystal>>,
    /// True if a person wrote the line. It is then kept unchanged.
    pub is_theirs: bool,
    /// True if the source memory says more than this item.
    pub is_part: bool,
    /// True if the item has lines from before the first dream that are no longer in the document.
    pub is_seed: bool,
    /// Number of further memories that the item represents.
    pub also: usize,
    /// Text without a label, for a line that combines several items of one topic.
    pub brief: Option<String>,
}

impl Item {
    /// Creates an item with this role. The importance is clamped to 0 to 1.
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

    /// Sets the topic.
    #[must_use]
    pub fn about(mut self, topic: &str) -> Self {
        topic.clone_into(&mut self.topic);
        self
    }

    /// Sets the memory with the full text.
    #[must_use]
    pub fn from(mut self, source: Option<String>) -> Self {
        self.source = source;
        self
    }

    /// Sets the memory to create, which is then also the source.
    #[must_use]
    pub fn with_keep(mut self, keep: NewCrystal) -> Self {
        self.source.clone_from(&keep.id);
        self.keep = Some(Box::new(keep));
        self
    }

    /// Returns true if a person removed the line, or a combined line with its text.
    #[must_use]
    pub fn is_struck(&self, marks: &Marks) -> bool {
        let quotation = self.quotation();
        marks.is_struck(&self.line) || quotation.is_some_and(|words| marks.has_struck(words))
    }

    /// Returns true if the text contains the item, on its own or combined with others of its topic.
    #[must_use]
    pub fn stands_in(&self, text: &str) -> bool {
        text.contains(&self.line) || self.quotation().is_some_and(|words| text.contains(words))
    }

    /// Returns the quotation of a brief item, without its date.
    fn quotation(&self) -> Option<&str> {
        let brief = self.brief.as_deref()?;
        let end = brief.rfind('”').map(|at| at + '”'.len_utf8());
        Some(&brief[..end.unwrap_or(brief.len())])
    }

    /// Returns the approximate number of characters that the item takes in a section.
    #[must_use]
    pub fn length(&self) -> usize {
        match &self.brief {
            // Several items share a label.
            Some(brief) => brief.chars().count() + SHARED_LABEL,
            None => self.line.chars().count() + 1,
        }
    }

    /// Returns true if the line has the full text of the item. Longer texts are cut with an ellipsis.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.role == Role::Old || !self.line.contains('…') || self.text.contains('…')
    }

    /// Returns the score at that time. Items with higher scores are written first.
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

/// Returns the provenance of a memory about the agent's work.
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
