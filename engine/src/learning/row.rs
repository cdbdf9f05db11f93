//! The view of a learning in lists and pages: its source, edits and status.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::workflow::learning::{
    Evidence, Handled, LearningKind, LearningName, LearningStatus, Source, TEXT_SHOWN, excerpt,
    find, find_all,
};
use crate::workflow::state::{Status, Workflow};
use kernel::actor::Actor;
use kernel::id::Id;
use kernel::stream::Version;
use kernel::time::Time;

/// A learning in its current state.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Learning")]
pub struct LearningRow {
    /// Name in the workflow, such as `L-D3`.
    pub id: LearningName,
    /// Id of the workflow.
    pub workflow: Id,
    /// Name of the workflow.
    pub workflow_name: String,
    /// Kind of the learning; absent if its source no longer applies.
    pub kind: Option<LearningKind>,
    /// Status of the learning.
    pub status: LearningStatus,
    /// Title in one line.
    pub title: String,
    /// Core in which it is or would be kept.
    pub core: String,
    /// Text that is or would be remembered; in lists the beginning of it.
    pub text: String,
    /// Number of characters of the whole text, if `text` is cut.
    pub text_chars: Option<u64>,
    /// Topics of the learning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<String>,
    /// Importance, 0 to 1.
    pub importance: f64,
    /// Evidence, at most twenty pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// Number of further pieces of evidence.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub evidence_left_out: u32,
    /// Time at which it was learned.
    pub learned_at: Time,
    /// Time at which it was noted while the workflow was active.
    pub noted_at: Option<Time>,
    /// Author of the last edit.
    pub edited_by: Option<Actor>,
    /// Time of the last edit.
    pub edited_at: Option<Time>,
    /// Id of its memory.
    pub memory: Option<String>,
    /// True if that memory existed before the promotion.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_known: bool,
    /// True if the core required a person's approval before the memory could be found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// Author of the last promotion, dismissal or reopening.
    pub settled_by: Option<Actor>,
    /// Time of that action.
    pub settled_at: Option<Time>,
    /// Reason for that action.
    pub reason: Option<String>,
    /// Reason why its source no longer applies, if so.
    pub gone: Option<String>,
    /// Version of the workflow at which it last changed, for `if_version`.
    pub changed: Version,
}

/// Number of learnings of a workflow by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LearningCounts")]
pub struct Counts {
    /// Open learnings.
    pub open: u32,
    /// Promoted learnings.
    pub promoted: u32,
    /// Dismissed learnings.
    pub dismissed: u32,
}

/// A learning of a workflow: found, or promoted once and no longer found.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    workflow: &'a Workflow,
    handled: Option<&'a Handled>,
    source: Option<Source<'a>>,
    id: LearningName,
    /// Time at which it was learned.
    pub at: Time,
}

/// Sort key of a learning within its workflow: newest first, then by name.
pub type Place = (std::cmp::Reverse<Time>, LearningName);

impl Known<'_> {
    /// Returns its status.
    #[must_use]
    pub fn status(&self) -> LearningStatus {
        self.handled.map_or(LearningStatus::Open, |it| it.status)
    }

    /// Returns its sort key.
    #[must_use]
    pub const fn place(&self) -> Place {
        (std::cmp::Reverse(self.at), self.id)
    }

    /// Returns the row for lists, with a shortened text.
    #[must_use]
    pub fn row(&self) -> LearningRow {
        let mut row = self.whole();
        if let Some(beginning) = excerpt(&row.text, TEXT_SHOWN) {
            row.text_chars = Some(row.text.chars().count() as u64);
            row.text = beginning;
        }
        row
    }

    /// Returns the row with the whole text.
    #[must_use]
    pub fn whole(&self) -> LearningRow {
        let (workflow, handled) = (self.workflow, self.handled);
        let entry = self.source.as_ref().map(|source| source.entry(workflow));
        let entry = match (entry, handled) {
            (Some(entry), Some(handled)) => Some(entry.with_edit(&handled.edit)),
            (entry, _) => entry,
        };
        let evidence = self.source.as_ref().map(Source::evidence);
        let (evidence, evidence_left_out) = evidence.unwrap_or_default();
        let gone = self.source.is_none().then(|| why_gone(workflow, self.id));
        let kept = handled.and_then(|it| it.core.clone());
        let changed = handled.map_or(0, |it| it.changed);
        let entry = entry.as_ref();
        LearningRow {
            id: self.id,
            workflow: workflow.id,
            workflow_name: workflow.name.to_string(),
            kind: self.source.as_ref().map(|source| source.kind),
            status: self.status(),
            title: match &self.source {
                Some(source) => source.title(),
                None => gone.clone().unwrap_or_default(),
            },
            core: kept.unwrap_or_else(|| entry.map_or_else(String::new, |it| it.core.clone())),
            text: entry.map_or_else(String::new, |it| it.text.clone()),
            text_chars: None,
            topics: entry.map_or_else(Vec::new, |it| it.topics.clone()),
            importance: entry.map_or(0.0, |it| it.importance),
            evidence,
            evidence_left_out,
            learned_at: self.at,
            noted_at: handled.and_then(|it| it.noted_at),
            edited_by: handled.and_then(|it| it.edited_by.clone()),
            edited_at: handled.and_then(|it| it.edited_at),
            memory: handled.and_then(|it| it.memory.clone()),
            was_known: handled.is_some_and(|it| it.was_known),
            waits: handled.is_some_and(|it| it.waits),
            settled_by: handled.and_then(|it| it.by.clone()),
            settled_at: handled.and_then(|it| it.at),
            reason: handled.and_then(|it| it.reason.clone()),
            gone,
            changed: self
                .source
                .as_ref()
                .map_or(changed, |it| it.changed.max(changed)),
        }
    }
}

/// Returns the learnings of a workflow, newest first. `only_told` excludes those of an active workflow that are not
/// noted yet.
#[must_use]
pub fn rows(workflow: &Workflow, only_told: OnlyTold) -> Vec<Known<'_>> {
    let found = find_all(workflow);
    let names: std::collections::BTreeSet<LearningName> = found.iter().map(|it| it.id).collect();
    let handled = |id: &LearningName| workflow.learnings.get(id).map(std::sync::Arc::as_ref);
    let found = found.into_iter().map(|source| Known {
        workflow,
        handled: handled(&source.id),
        id: source.id,
        at: source.at,
        source: Some(source),
    });
    let promoted = workflow.learnings.values().map(std::sync::Arc::as_ref);
    let gone = promoted
        .filter(|it| it.status == LearningStatus::Promoted && !names.contains(&it.id))
        .map(|it| former_learning(workflow, it));
    let mut all: Vec<Known> = found.chain(gone).collect();
    if only_told == OnlyTold::Yes && workflow.status == Status::Active {
        all.retain(|known| known.handled.is_some());
    }
    all.sort_by_key(Known::place);
    all
}

/// Filter for the learnings of active workflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnlyTold {
    /// Only noted ones, for lists over all workflows.
    Yes,
    /// All that are found so far.
    No,
}

/// Counts learnings by status.
#[must_use]
pub fn counts(all: &[Known]) -> Counts {
    let mut counts = Counts::default();
    for known in all {
        *match known.status() {
            LearningStatus::Open => &mut counts.open,
            LearningStatus::Promoted => &mut counts.promoted,
            LearningStatus::Dismissed => &mut counts.dismissed,
        } += 1;
    }
    counts
}

/// Returns a learning that is found or was promoted once.
#[must_use]
pub fn find_learning(workflow: &Workflow, id: LearningName) -> Option<Known<'_>> {
    let handled = workflow.learnings.get(&id).map(std::sync::Arc::as_ref);
    if let Some(source) = find(workflow, id) {
        return Some(Known {
            workflow,
            handled,
            id,
            at: source.at,
            source: Some(source),
        });
    }
    let handled = handled.filter(|it| it.status == LearningStatus::Promoted)?;
    Some(former_learning(workflow, handled))
}

fn former_learning<'a>(workflow: &'a Workflow, handled: &'a Handled) -> Known<'a> {
    let made = match handled.id {
        LearningName::Decision(no) => workflow.decisions.get(no).map(|it| it.made_at),
        LearningName::Discovery(no) => workflow.discoveries.get(no).map(|it| it.discovered_at),
        LearningName::Task(no) => workflow.tasks.get(no).map(|it| it.since),
        LearningName::Error(_) | LearningName::Rework(_) => None,
    };
    Known {
        workflow,
        handled: Some(handled),
        source: None,
        id: handled.id,
        at: made.or(handled.at).unwrap_or_default(),
    }
}

/// Explains why nothing is learned from a thing.
#[must_use]
pub fn why_gone(workflow: &Workflow, id: LearningName) -> String {
    use crate::workflow::shared::DecisionStatus;
    match id {
        LearningName::Decision(no) => match workflow.decisions.get(no) {
            None => format!("There is no decision {no} any more."),
            Some(decision) => match (decision.status, decision.superseded_by) {
                (DecisionStatus::Superseded, Some(later)) => {
                    format!("{later} took the place of {no}.")
                }
                (DecisionStatus::Rejected, _) => format!("{no} was rejected."),
                _ => format!("{no} does not say why."),
            },
        },
        LearningName::Discovery(no) => match workflow.discoveries.get(no) {
            None => format!("There is no discovery {no} any more."),
            Some(_) => format!("{no} is no insight, and nobody wants it kept in a core."),
        },
        LearningName::Task(no) => match workflow.tasks.get(no) {
            None => format!("There is no task {no} any more."),
            Some(_) => {
                format!("{no} has not failed, and did not come through after tries that failed.")
            }
        },
        LearningName::Error(_) => "No two tasks met that error.".into(),
        LearningName::Rework(_) => "No task of that kind was sent back.".into(),
    }
}
