//! Applies a plan to a workflow: new tasks are added, tasks imported before are changed where they differ, all others
//! stay.

use std::collections::{BTreeMap, BTreeSet};

use exchange::plan::{PlannedTask, State};

mod changes;
mod edges;

use changes::{blocking_reason, edit_fact, not_before, state};

use super::Planned;
use crate::imported::{Change, Item, Report};
use crate::numbers::{Number as _, TaskNo};
use crate::workflow::edge::Join;
use crate::workflow::facts::{TaskAdded, TaskImported, WorkflowImported};
use crate::workflow::ops::artifact_record::{NewArtifact, record_artifact};
use crate::workflow::ops::settle_at;
use crate::workflow::ops::task_add::{
    MAX_DEPTH, MAX_EDGES, MAX_NEEDS, MAX_TASKS, estimate, too_many,
};
use crate::workflow::origin::{ImportedState, Origin, update_time};
use crate::workflow::shared::ArtifactKind;
use crate::workflow::state::Workflow;
use crate::workflow::task::TaskStatus;
use kernel::error::Result;
use kernel::time::Time;
use kernel::tx::Draft;

/// Plan to import.
pub(super) struct Source<'a> {
    pub readied: &'a Planned,
    /// Name of the source.
    pub name: Option<&'a str>,
}

/// Import of a plan in progress.
struct Upsert<'a> {
    draft: &'a mut Draft<Workflow>,
    source: &'a Source<'a>,
    /// Tasks of this format by their id in the source.
    at: BTreeMap<String, TaskNo>,
    report: Report,
    touched: Vec<TaskNo>,
    /// Tasks that are done in the source.
    done: BTreeSet<TaskNo>,
    /// Number of records that are older than what was imported before.
    older: u64,
}

/// Applies a plan to a workflow.
///
/// # Errors
/// Returns `too_large` beyond the limits of a workflow.
pub(super) fn upsert(draft: &mut Draft<Workflow>, source: &Source) -> Result<Report> {
    let readied = source.readied;
    let (format, found) = (readied.format, &readied.read.found);
    let at: BTreeMap<String, TaskNo> = (draft.tasks.iter())
        .filter_map(|task| Some((task.origin.as_ref()?, task.id)))
        .filter(|(origin, _)| origin.format == format)
        .map(|(origin, no)| (origin.key.clone(), no))
        .collect();
    let new = found
        .tasks
        .iter()
        .filter(|task| !at.contains_key(&task.id))
        .count();
    if draft.tasks.len() + new > MAX_TASKS {
        return Err(too_many(format!(
            "A workflow has at most {MAX_TASKS} tasks, and these {new} are too many for it: take them into \
             another one."
        )));
    }
    let set_aside = found.set_aside.len() as u64;
    let mut upsert = Upsert {
        draft,
        source,
        at,
        report: Report {
            format: format.name().into(),
            notes: readied.read.notes.clone(),
            set_aside,
            quarantined: (readied.read.odd.len() as u64).saturating_sub(set_aside),
            ..Report::default()
        },
        touched: Vec::new(),
        done: BTreeSet::new(),
        older: 0,
    };
    let mut own = 0;
    for (task, hash) in found.tasks.iter().zip(&*readied.hashes) {
        if let Some(no) = upsert.at.get(&task.id) {
            upsert.change(*no, task, hash)?;
        } else if let Some(no) = upsert.find_original(task) {
            upsert.at.insert(task.id.clone(), no);
            upsert.report.unchanged += 1;
            own += 1;
        } else {
            upsert.add(task, hash)?;
        }
    }
    if own > 0 {
        let tasks = if own == 1 { "task was" } else { "tasks were" };
        upsert.report.notes.push(format!(
            "{own} {tasks} planned here and came back: they stay as they are here"
        ));
    }
    for task in &found.gone {
        upsert.cancel_deleted(task)?;
    }
    if upsert.older > 0 {
        let (older, title) = (upsert.older, format.title());
        let tasks = if older == 1 { "task is" } else { "tasks are" };
        upsert.report.notes.push(format!(
            "{older} {tasks} older in this file than what was taken in of {title} before: they stay as they are here"
        ));
    }
    for edge in &found.beyond {
        upsert.link(edge)?;
    }
    upsert.bounds()?;
    upsert.settle();
    upsert.report.show(&readied.read.odd);
    upsert.keep()?;
    Ok(upsert.report)
}

impl Upsert<'_> {
    /// Returns the task of this workflow that was exported and is imported again: it has the same name and title here.
    fn find_original(&self, task: &PlannedTask) -> Option<TaskNo> {
        let no = TaskNo::parse(&task.id)?;
        let here = self.draft.tasks.get(no)?;
        (here.origin.is_none() && here.title == task.title).then_some(no)
    }

    fn add(&mut self, task: &PlannedTask, hash: &str) -> Result<()> {
        let id = self.draft.tasks.another()?;
        let depends_on = self.needs(task);
        let needs = depends_on.iter().map(|need| need.task).collect();
        let retries = self.draft.policy.retries;
        self.draft.record(TaskAdded {
            id,
            title: task.title.clone(),
            description: task.description.clone(),
            acceptance: task.acceptance.clone(),
            depends_on,
            join: Join::All,
            group: task.group.clone(),
            priority: task.priority.unwrap_or(2),
            needs_review: task.state == State::Review,
            capabilities: Vec::new(),
            retries,
            cooldown_seconds: 0,
            estimate_minutes: None,
            branch: None,
            links: Vec::new(),
            paths: Vec::new(),
            tokens: estimate(&task.title, &task.description, &task.acceptance),
        });
        let state = Some(state(&task.state));
        self.from(id, task, hash, needs, state);
        self.at.insert(task.id.clone(), id);
        self.wrote(id, task, Change::Created);
        Ok(())
    }

    fn change(&mut self, no: TaskNo, task: &PlannedTask, hash: &str) -> Result<()> {
        let here = self.draft.tasks.find(no)?.clone();
        let Some(origin) = here.origin.as_deref() else {
            return Ok(());
        };
        if self.is_older(origin, task) {
            return Ok(());
        }
        let state = state(&task.state);
        let has_moved = state != origin.state
            || state == ImportedState::Open && not_before(task) != origin.not_before;
        let bound = blocking_reason(&here, state, self.draft.cx.now);
        if let Some(why) = bound.as_ref().filter(|_| has_moved) {
            self.report.notes.push(format!(
                "{no} {why}: where it is in its life stays as it is here"
            ));
        }
        let moves = has_moved && bound.is_none();
        if origin.hash == hash && !moves {
            self.report.unchanged += 1;
            return Ok(());
        }
        if let Some(edited) = edit_fact(&here, task) {
            self.draft.record(edited);
        }
        let needs = self.rewire(&here, origin, task);
        self.from(no, task, hash, needs, moves.then_some(state));
        self.wrote(no, task, Change::Changed);
        Ok(())
    }

    /// Cancels a task that was imported before and was deleted in the source, unless it has ended here or is held.
    fn cancel_deleted(&mut self, task: &PlannedTask) -> Result<()> {
        let Some(no) = self.at.get(&task.id).copied() else {
            return Ok(());
        };
        let here = self.draft.tasks.find(no)?.clone();
        let Some(origin) = here.origin.as_deref() else {
            return Ok(());
        };
        if self.is_older(origin, task) {
            return Ok(());
        }
        let state = ImportedState::Cancelled;
        if let Some(why) = blocking_reason(&here, state, self.draft.cx.now) {
            self.report.notes.push(format!(
                "{no} {why}, and is deleted in {}: it stays as it is here",
                self.source.readied.format.title()
            ));
            self.report.unchanged += 1;
            return Ok(());
        }
        if here.status.is_terminal() {
            if here.status == TaskStatus::Cancelled {
                self.let_go(&here);
            }
            self.report.unchanged += 1;
            return Ok(());
        }
        self.from(no, task, &origin.hash, origin.needs.clone(), Some(state));
        self.let_go(&here);
        let named = PlannedTask {
            id: task.id.clone(),
            title: here.title,
            ..PlannedTask::default()
        };
        self.wrote(no, &named, Change::Changed);
        Ok(())
    }

    /// Returns true, and counts the record, if it is older than the version that was imported before.
    fn is_older(&mut self, origin: &Origin, task: &PlannedTask) -> bool {
        let known = origin.updated_at;
        let is_older =
            update_time(&task.record).is_some_and(|at| known.is_some_and(|known| at < known));
        if is_older {
            self.older += 1;
            self.report.unchanged += 1;
        }
        is_older
    }

    /// Records the origin of a task and its state in the source.
    fn from(
        &mut self,
        id: TaskNo,
        task: &PlannedTask,
        hash: &str,
        needs: Vec<TaskNo>,
        state: Option<ImportedState>,
    ) {
        let format = self.source.readied.format;
        if state == Some(ImportedState::Done) {
            self.done.insert(id);
        }
        let reason = match &task.state {
            State::Held(why) => Some(why.clone()),
            State::Done | State::Review => task.outcome.clone(),
            State::Cancelled => {
                let called_off = || format!("called off in {}", format.title());
                Some(task.outcome.clone().unwrap_or_else(called_off))
            }
            State::Open | State::Begun => None,
        };
        let ended_at = task.ended.as_deref().and_then(Time::parse);
        self.draft.record(TaskImported {
            id,
            format,
            key: task.id.clone(),
            hash: hash.into(),
            needs,
            state,
            reason: reason.filter(|_| state.is_some()),
            ended_at: ended_at.filter(|_| state == Some(ImportedState::Done)),
            not_before: not_before(task).filter(|_| state == Some(ImportedState::Open)),
            record: task.record.clone(),
        });
    }

    fn wrote(&mut self, no: TaskNo, task: &PlannedTask, change: Change) {
        self.touched.push(no);
        let item = || Item {
            key: task.id.clone(),
            id: no.to_string(),
            core: None,
            title: task.title.clone(),
            change,
        };
        self.report.wrote(item, change);
    }

    /// Updates tasks after the changes of their dependencies. A task that was done in the source before its
    /// dependencies is accepted as it is: no warning is raised.
    fn settle(&mut self) {
        let touched = self
            .touched
            .iter()
            .filter_map(|no| self.draft.tasks.get(*no));
        let near = touched.flat_map(|task| task.blocks.iter().copied().chain([task.id]));
        let near: BTreeSet<TaskNo> = near.filter(|no| !self.done.contains(no)).collect();
        settle_at(self.draft, near.into_iter().collect());
        let done = self.done.iter().filter_map(|no| self.draft.tasks.get(*no));
        let early = done.filter(|task| task.status == TaskStatus::Completed);
        let early = early.filter(|task| !self.draft.stands(task)).count();
        if early > 0 {
            let tasks = if early == 1 { "task was" } else { "tasks were" };
            let note = format!("{early} {tasks} done before what is waited for: done here, too");
            self.report.notes.push(note);
        }
    }

    /// Validates the limits of the workflow.
    fn bounds(&self) -> Result<()> {
        if self.draft.derived().edges > MAX_EDGES {
            return Err(too_many(format!(
                "A workflow has at most {MAX_EDGES} edges: take these tasks into another one."
            )));
        }
        let mut tasks = self.draft.tasks.iter();
        if tasks.any(|task| task.depends_on.len() > MAX_NEEDS) {
            return Err(too_many(format!(
                "A task waits for at most {MAX_NEEDS} others: group some of them under another one."
            )));
        }
        let mut touched = self.touched.iter();
        if touched.any(|no| self.draft.depth(*no) > MAX_DEPTH) {
            return Err(too_many(format!(
                "A workflow has at most {MAX_DEPTH} tasks one behind the other: let some wait for fewer."
            )));
        }
        Ok(())
    }

    /// Stores the quarantined parts, and records the import if it changed anything.
    fn keep(&mut self) -> Result<()> {
        let readied = self.source.readied;
        let (mut artifact, mut is_new) = (None, false);
        if let Some(odd) = &readied.odd {
            let kept = NewArtifact {
                kind: ArtifactKind::Document,
                path: format!("imports/{}-quarantine.jsonl", readied.format.name()),
                description: Some(format!(
                    "What could not be taken in of {}, each with its place, the reason and its text",
                    self.source.name.unwrap_or(readied.format.title())
                )),
                content: Some(odd.clone()),
                checksum: None,
                commit: None,
            };
            let recorded = record_artifact(self.draft, &kept, None)?;
            artifact = Some(recorded.artifact.id);
            is_new = !recorded.unchanged;
        }
        let report = &self.report;
        if report.created + report.changed == 0 && !is_new {
            return Ok(());
        }
        self.draft.record(WorkflowImported {
            format: readied.format,
            source: self.source.name.map(str::to_owned),
            sha256: readied.sha256.clone(),
            created: report.created,
            changed: report.changed,
            set_aside: report.set_aside,
            quarantined: report.quarantined,
            artifact,
            rest: readied.read.found.rest.clone(),
        });
        Ok(())
    }
}
