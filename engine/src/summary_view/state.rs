//! State of a summary view: its definition, its partitions and its last runs.

use std::collections::BTreeSet;
use std::sync::Arc;

use imbl::OrdMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::jobs::{JobKind, Jobs};
use crate::summary_view::definition::{Definition, Group};
use crate::summary_view::facts::Event;
use kernel::access::Readers;
use kernel::actor::Actor;
use kernel::error::{Error, Result};
use kernel::fact::Meta;
use kernel::memory::{DELETED, Memory};
use kernel::ports::index::{Change, Entry};
use kernel::stream::{StreamId, Version};
use kernel::time::{MINUTE, Time};

/// Interval at which a continuous view is updated, in milliseconds.
pub const REFRESH: i64 = 60 * MINUTE;
/// Maximum number of stored runs.
const RUNS: usize = 50;

/// Summary of the memories of one group.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Partition {
    /// Values that its memories share, by field.
    pub group: Group,
    /// Summary; empty if there are no memories.
    pub summary: Arc<str>,
    /// Number of summarised memories.
    pub memory_count: u64,
    /// Time at which it was written.
    pub computed_at: Time,
    /// Hash of the memories.
    pub digest: Arc<str>,
    /// Writer: `extractive`, or the name of a model.
    pub writer: Option<Arc<str>>,
    /// Reason why the preferred writer did not write it.
    pub note: Option<Arc<str>>,
}

/// Status of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Waiting.
    Pending,
    /// In progress.
    Running,
    /// Completed.
    Success,
    /// Failed.
    Failed,
}

/// A run over all partitions.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Number within the view.
    pub run: u32,
    /// Status.
    pub status: RunStatus,
    /// True if partitions are also written if their memories have not changed.
    #[serde(default)]
    pub force: bool,
    /// Time of the request.
    pub created_at: Time,
    /// Start time.
    pub started_at: Option<Time>,
    /// End time.
    pub completed_at: Option<Time>,
    /// Reason for the failure.
    pub error: Option<Arc<str>>,
}

/// A summary view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SummaryView {
    /// Id; empty if there is no such view.
    pub id: Arc<str>,
    /// Definition of its groups and memories.
    pub definition: Option<Arc<Definition>>,
    /// Creator. Its partitions contain only memories that the creator may read.
    pub created_by: Option<Actor>,
    /// Partitions by the JSON of their group.
    pub partitions: OrdMap<String, Arc<Partition>>,
    /// Last runs by number.
    pub runs: OrdMap<u32, Arc<Run>>,
    /// Time of the last update.
    pub refreshed_at: Option<Time>,
    /// Creation time.
    pub created_at: Time,
    /// Time of the last fact.
    pub updated_at: Time,
    /// Erasure time of a deleted view.
    pub purge_at: Option<Time>,
    /// Number of facts in this state.
    pub version: Version,
    /// Job of the run in progress.
    #[serde(default, skip_serializing_if = "Jobs::is_empty")]
    pub jobs: Jobs,
}

impl SummaryView {
    /// Returns the definition.
    ///
    /// # Errors
    /// Returns `not_found` if there is no such view, or it was deleted.
    pub fn definition(&self, id: &str) -> Result<&Arc<Definition>> {
        let there = self.definition.as_ref().filter(|_| self.purge_at.is_none());
        there.ok_or_else(|| Error::not_found(format!("Summary view {id} not found")))
    }

    /// Returns the next run to do: an interrupted one first.
    #[must_use]
    pub fn waiting(&self) -> Option<&Arc<Run>> {
        let open = |status| move |run: &&Arc<Run>| run.status == status;
        let mut running = self.runs.values().filter(open(RunStatus::Running));
        let mut pending = self.runs.values().filter(open(RunStatus::Pending));
        running.next().or_else(|| pending.next())
    }

    /// The first run that has not started and has the same `force`.
    #[must_use]
    pub fn pending(&self, force: bool) -> Option<&Arc<Run>> {
        let mut runs = self.runs.values();
        runs.find(|run| run.status == RunStatus::Pending && run.force == force)
    }

    /// Marks the current run as failed.
    fn give_up(&mut self, meta: &Meta, error: &Arc<str>) {
        self.refreshed_at = Some(meta.at);
        let Some(run) = self.waiting().map(|run| run.run) else {
            return;
        };
        if let Some(run) = self.runs.get_mut(&run) {
            let run = Arc::make_mut(run);
            run.status = RunStatus::Failed;
            run.error = Some(error.clone());
            run.completed_at = Some(meta.at);
        }
    }

    /// Queues the last run again if it failed.
    fn take_up(&mut self) {
        let Some(last) = self.runs.get_max().map(|(last, _)| *last) else {
            return;
        };
        let failed = self.runs.get_mut(&last);
        if let Some(run) = failed.filter(|run| run.status == RunStatus::Failed) {
            let run = Arc::make_mut(run);
            run.status = RunStatus::Pending;
            run.error = None;
            run.completed_at = None;
        }
    }

    /// Returns the time of the next scheduled work.
    #[must_use]
    pub fn due(&self) -> Option<Time> {
        if self.purge_at.is_some() {
            return self.purge_at;
        }
        if self.waiting().is_some() {
            return self.jobs.when(JobKind::View, Some(self.updated_at));
        }
        let definition = self.definition.as_ref()?;
        let refresh = || {
            self.refreshed_at
                .map_or(self.created_at, |at| at.plus(REFRESH))
        };
        definition.is_continuous().then(refresh)
    }
}

impl Memory for SummaryView {
    const KIND: &'static str = "view";
    const SCHEMA: u16 = 1;
    const KEEPS_READERS: bool = true;
    type Event = Event;

    fn apply(&mut self, meta: &Meta, event: &Event) {
        self.version = meta.version;
        self.updated_at = meta.at;
        match event {
            Event::ViewCreated(body) => {
                self.id = body.id.clone();
                self.definition = Some(Arc::new(body.definition.clone()));
                self.created_by = Some(meta.actor.clone());
                self.created_at = meta.at;
            }
            Event::ViewDeleted(body) => {
                self.purge_at = Some(body.purge_at);
                self.jobs = Jobs::default();
            }
            Event::ViewRestored(_) => self.purge_at = None,
            Event::ViewRunAsked(body) => {
                self.jobs.retry_failed(meta);
                let run = Run {
                    run: body.run,
                    status: RunStatus::Pending,
                    force: body.force,
                    created_at: meta.at,
                    started_at: None,
                    completed_at: None,
                    error: None,
                };
                self.runs.insert(body.run, Arc::new(run));
                while self.runs.len() > RUNS {
                    self.runs = self.runs.without_min().1;
                }
            }
            Event::ViewRunStarted(body) => {
                if let Some(run) = self.runs.get_mut(&body.run) {
                    let run = Arc::make_mut(run);
                    run.status = RunStatus::Running;
                    run.started_at = Some(meta.at);
                }
            }
            Event::PartitionWritten(body) => {
                let partition = Partition {
                    group: body.group.clone(),
                    summary: body.summary.clone(),
                    memory_count: body.memory_count,
                    computed_at: meta.at,
                    digest: body.digest.clone(),
                    writer: body.writer.clone(),
                    note: body.note.clone(),
                };
                self.partitions
                    .insert(key(&body.group), Arc::new(partition));
            }
            Event::ViewRunEnded(body) => {
                for group in &body.gone {
                    self.partitions.remove(&key(group));
                }
                self.refreshed_at = Some(meta.at);
                self.jobs.finish(JobKind::View);
                if let Some(run) = self.runs.get_mut(&body.run) {
                    let run = Arc::make_mut(run);
                    run.status = match body.error {
                        None => RunStatus::Success,
                        Some(_) => RunStatus::Failed,
                    };
                    run.error.clone_from(&body.error);
                    run.completed_at = Some(meta.at);
                }
            }
            Event::JobTaken(body) => self.jobs.apply_taken(meta, body),
            Event::JobRenewed(body) => self.jobs.apply_renewed(body),
            Event::JobFailed(body) => {
                self.jobs
                    .apply_failed(meta, body.job, &body.error, body.retry_at);
                if body.retry_at.is_none() {
                    self.give_up(meta, &body.error);
                }
            }
            Event::JobStopped(body) => self.jobs.apply_stopped(meta, body),
            Event::JobResumed(body) => {
                self.jobs.apply_resumed(meta, body);
                self.take_up();
            }
            Event::Unreadable(_) => {}
        }
    }

    fn entry(&self, stream: &StreamId) -> Option<Entry> {
        let definition = self.definition.as_ref()?;
        let status = if self.purge_at.is_some() {
            DELETED
        } else {
            "active"
        };
        Some(Entry {
            stream: stream.clone(),
            status: status.into(),
            updated_at: self.updated_at,
            attention: 0,
            readers: self.readers(stream),
            due: self.due(),
            doc: serde_json::to_string(definition).ok()?,
        })
    }

    fn items(&self, stream: &StreamId, _: &Meta, event: &Event) -> Vec<Change> {
        let over: &[JobKind] = match event {
            Event::ViewRunEnded(_) | Event::ViewDeleted(_) => &[JobKind::View],
            _ => &[],
        };
        self.jobs.items(stream, over)
    }

    /// Returns the creator, in addition to those who may read everything: partitions contain only memories that the
    /// creator may read.
    fn readers(&self, _: &StreamId) -> Readers {
        let maker = self.created_by.iter().filter(|maker| maker.role.is_agent());
        Readers::Agents(maker.map(|maker| maker.id.clone()).collect::<BTreeSet<_>>())
    }
}

/// Returns the key of a partition.
#[must_use]
pub fn key(group: &Group) -> String {
    // A map of strings always has a JSON form.
    serde_json::to_string(group).unwrap_or_default()
}
