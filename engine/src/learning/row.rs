//! A learning as lists and pages show it: what was found, what people made of it, and what became of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::workflow::learning::{
    Evidence, Handled, LearningKind, LearningName, LearningStatus, Source, TEXT_SHOWN, find, found,
    shown,
};
use crate::workflow::state::{Status, Workflow};
use kernel::actor::Actor;
use kernel::id::Id;
use kernel::stream::Version;
use kernel::time::Time;

/// A learning as it stands.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Learning")]
pub struct LearningRow {
    /// Its name in the workflow, such as `L-D3`.
    pub id: LearningName,
    /// The workflow that teaches it.
    pub workflow: Id,
    /// The workflow's name.
    pub workflow_name: String,
    /// What kind of thing it is; absent when what it was learned from holds no more.
    pub kind: Option<LearningKind>,
    /// What became of it.
    pub status: LearningStatus,
    /// What it is, in a line.
    pub title: String,
    /// The core in which it is kept, or would be.
    pub core: String,
    /// What is remembered, or would be; in lists the beginning of it.
    pub text: String,
    /// How many characters all of it has, where only the beginning is here.
    pub text_chars: Option<u64>,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<String>,
    /// How much it matters, 0 to 1.
    pub importance: f64,
    /// What it rests on, at most twenty pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// How many more pieces there are.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub evidence_left_out: u32,
    /// When it was learned.
    pub learned_at: Time,
    /// When it made itself known while the work went on.
    pub noted_at: Option<Time>,
    /// Who worded it otherwise than suggested.
    pub edited_by: Option<Actor>,
    /// When.
    pub edited_at: Option<Time>,
    /// The memory that says it.
    pub memory: Option<String>,
    /// Whether that memory had said it before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_known: bool,
    /// Whether a person had to agree before that memory could be found: the core asks for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// Who promoted or dismissed it, or opened it again.
    pub settled_by: Option<Actor>,
    /// When.
    pub settled_at: Option<Time>,
    /// Why.
    pub reason: Option<String>,
    /// Why what it was learned from holds no more, where it does not.
    pub gone: Option<String>,
    /// The version of the workflow at which it last changed: what `if_version` compares.
    pub changed: Version,
}

/// How many learnings a workflow has, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LearningCounts")]
pub struct Counts {
    /// Nobody has decided about them.
    pub open: u32,
    /// They are long-term memories.
    pub promoted: u32,
    /// They are not worth keeping.
    pub dismissed: u32,
}

/// A learning of a workflow: found, or promoted once and not found any more.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    workflow: &'a Workflow,
    handled: Option<&'a Handled>,
    source: Option<Source<'a>>,
    id: LearningName,
    /// When it was learned.
    pub at: Time,
}

/// Where one stands in the order of a workflow's: newest first, then by name.
pub type Place = (std::cmp::Reverse<Time>, LearningName);

impl Known<'_> {
    /// What became of it.
    #[must_use]
    pub fn status(&self) -> LearningStatus {
        self.handled.map_or(LearningStatus::Open, |it| it.status)
    }

    /// Where it stands.
    #[must_use]
    pub const fn place(&self) -> Place {
        (std::cmp::Reverse(self.at), self.id)
    }

    /// As lists show it.
    #[must_use]
    pub fn row(&self) -> LearningRow {
        let mut row = self.whole();
        if let Some(beginning) = shown(&row.text, TEXT_SHOWN) {
            row.text_chars = Some(row.text.chars().count() as u64);
            row.text = beginning;
        }
        row
    }

    /// All of it.
    #[must_use]
    pub fn whole(&self) -> LearningRow {
        let (workflow, handled) = (self.workflow, self.handled);
        let entry = self.source.as_ref().map(|source| source.entry(workflow));
        let entry = match (entry, handled) {
            (Some(entry), Some(handled)) => Some(entry.edited(&handled.edit)),
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

/// All learnings of a workflow that lists show, the newest first. `only_told` leaves out what is found in a
/// workflow that goes on and has not made itself known.
#[must_use]
pub fn rows(workflow: &Workflow, only_told: OnlyTold) -> Vec<Known<'_>> {
    let found = found(workflow);
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
        .map(|it| gone(workflow, it));
    let mut all: Vec<Known> = found.chain(gone).collect();
    if only_told == OnlyTold::Yes && workflow.status == Status::Active {
        all.retain(|known| known.handled.is_some());
    }
    all.sort_by_key(Known::place);
    all
}

/// Whether a list over all workflows is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnlyTold {
    /// Only what made itself known where the work goes on.
    Yes,
    /// Also what is found there so far.
    No,
}

/// How many there are.
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

/// One learning, found or once promoted.
#[must_use]
pub fn known(workflow: &Workflow, id: LearningName) -> Option<Known<'_>> {
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
    Some(gone(workflow, handled))
}

fn gone<'a>(workflow: &'a Workflow, handled: &'a Handled) -> Known<'a> {
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

/// Why nothing is learned from a thing, for whoever names it.
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
