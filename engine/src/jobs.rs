//! Background jobs of a stream: leases, attempts and backoff. They are part of the stream's state, so that they are
//! erased, exported and backed up with it.

mod facts;

use std::sync::Arc;

use imbl::OrdMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use kernel::error::{Error, Result};
use kernel::fact::Meta;
use kernel::ports::index::{Change, Facets, Item, Stamp, Text};
use kernel::stream::{StreamId, Version};
use kernel::time::{HOUR, MINUTE, SECOND, Time};

pub use facts::{JobFailed, JobRenewed, JobResumed, JobStopped, JobTaken};

/// Duration of a lease, in milliseconds.
pub const LEASE: i64 = 60 * SECOND;
/// Maximum number of consecutive attempts. They take most of a day, because an endpoint may be away for a night.
pub const ATTEMPTS: u32 = 24;
/// Index tag for the kind of a job.
pub const TAG_KIND: &str = "job";
/// Index tag for the state of a job.
pub const TAG_STATE: &str = "job_state";
/// Index field for the time of the last change of state.
pub const CHANGED: &str = "job_changed";

/// Kind of a job.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// Folds the oldest messages of a session into its summary.
    Summary,
    /// Extracts memories from the messages of a session.
    Memories,
    /// Writes the partitions of a summary view.
    View,
    /// Writes the notes of a mind into its document.
    Dream,
    /// Checks the pointers of a mind's document.
    Pointers,
    /// Sends the messages of a webhook.
    Webhook,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Summary,
        Self::Memories,
        Self::View,
        Self::Dream,
        Self::Pointers,
        Self::Webhook,
    ];

    /// Returns a noun for the work, as used in sentences.
    #[must_use]
    pub fn work(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Memories => "taking of memories",
            Self::View => "run",
            Self::Dream => "dream",
            Self::Pointers => "trying of pointers",
            Self::Webhook => "delivery",
        }
    }

    /// Returns the name used in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Memories => "memories",
            Self::View => "view",
            Self::Dream => "dream",
            Self::Pointers => "pointers",
            Self::Webhook => "webhook",
        }
    }
}

/// Due work of a stream, after the effects of time are recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Jobs to start.
    pub jobs: Vec<JobKind>,
    /// True if its restore period is over: it is to be erased with everything that belongs to it.
    pub purge: bool,
}

/// State of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// A worker is doing it.
    Running,
    /// It is retried later.
    Waiting,
    /// It failed too often and was given up.
    Failed,
    /// A person stopped it.
    Stopped,
}

impl JobState {
    /// Returns the name used in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
        }
    }
}

/// A started job that is not done.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Job {
    /// Its state.
    pub state: JobState,
    /// Its last lease: the version of the fact that records it.
    pub lease: Version,
    /// Name of the process that holds the lease.
    pub by: Arc<str>,
    /// End of the lease.
    pub until: Time,
    /// Number of attempts since the last success.
    pub attempt: u32,
    /// Time of the last change of state.
    pub since: Time,
    /// Error of the last attempt.
    pub error: Option<Arc<str>>,
    /// Time of the next attempt.
    pub retry_at: Option<Time>,
}

/// A job as shown in lists.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JobRow {
    /// Stream that the job works on, such as `session:talk`.
    pub stream: StreamId,
    /// Kind of the job.
    pub kind: JobKind,
    /// Its state.
    pub state: JobState,
    /// Number of attempts since the last success.
    pub attempt: u32,
    /// Time of the last change of state.
    pub since: Time,
    /// Error of the last attempt.
    pub error: Option<Arc<str>>,
    /// Time of the next attempt.
    pub retry_at: Option<Time>,
}

/// The started jobs of a stream that are not done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Jobs(
    #[schemars(with = "std::collections::BTreeMap<JobKind, Job>")] OrdMap<JobKind, Arc<Job>>,
);

impl Jobs {
    /// Returns true if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the job of this kind.
    #[must_use]
    pub fn get(&self, job: JobKind) -> Option<&Job> {
        self.0.get(&job).map(|job| &**job)
    }

    /// Returns true if the lease is the current one of a running job.
    #[must_use]
    pub fn holds(&self, job: JobKind, lease: Version) -> bool {
        let is_current = |job: &Job| job.state == JobState::Running && job.lease == lease;
        self.get(job).is_some_and(is_current)
    }

    /// Rejects work done under a lease that is not the current one. Work without a lease is accepted.
    ///
    /// # Errors
    /// Returns `conflict` with the reason `lease_lost`.
    pub fn check(&self, job: JobKind, lease: Option<Version>) -> Result<()> {
        if lease.is_none_or(|lease| self.holds(job, lease)) {
            return Ok(());
        }
        let detail = "Somebody else does this work now, or it was stopped.";
        Err(Error::conflict("lease_lost", detail))
    }

    /// Returns the time at which a job wanted at `at` is due; `None` while it is stopped or given up.
    #[must_use]
    pub fn when(&self, job: JobKind, at: Option<Time>) -> Option<Time> {
        let Some(known) = self.get(job) else {
            return at;
        };
        match known.state {
            JobState::Running => at.map(|at| at.max(known.until)),
            JobState::Waiting => at.map(|at| known.retry_at.map_or(at, |retry| retry.max(at))),
            JobState::Failed | JobState::Stopped => None,
        }
    }

    /// Returns true if the process `by` may take the job now. Processes that share a log are named `place/start`. Only
    /// the last start of a place is alive: leases of its other starts belong to ended processes. So do all other leases
    /// of a process without a place, which had the log for itself.
    #[must_use]
    pub fn is_free(&self, job: JobKind, by: &str, now: Time) -> bool {
        let place = |name: &str| name.rsplit_once('/').map(|(place, _)| place.to_owned());
        let has_ended = |known: &str| {
            let of = place(known);
            known != by && (of.is_none() || of == place(by))
        };
        self.get(job).is_none_or(|known| match known.state {
            JobState::Running => known.until <= now || has_ended(&known.by),
            JobState::Waiting => known.retry_at.is_none_or(|at| at <= now),
            JobState::Failed | JobState::Stopped => false,
        })
    }

    /// Returns the backoff after a failed attempt, in milliseconds: one minute, two, four, at most an hour; `None` if
    /// the job is given up.
    #[must_use]
    pub fn backoff(&self, job: JobKind) -> Option<i64> {
        let attempt = self.get(job).map_or(1, |known| known.attempt.max(1));
        (attempt < ATTEMPTS).then(|| (MINUTE << (attempt - 1).min(6)).min(HOUR))
    }

    /// Records a new lease.
    pub fn apply_taken(&mut self, meta: &Meta, body: &JobTaken) {
        let error = self.get(body.job).and_then(|known| known.error.clone());
        let job = Job {
            state: JobState::Running,
            lease: meta.version,
            by: body.by.clone(),
            until: body.until,
            attempt: body.attempt,
            since: meta.at,
            error,
            retry_at: None,
        };
        self.0.insert(body.job, Arc::new(job));
    }

    /// Records a renewed lease.
    pub fn apply_renewed(&mut self, body: &JobRenewed) {
        if let Some(job) = self.0.get_mut(&body.job) {
            Arc::make_mut(job).until = body.until;
        }
    }

    /// Records a failure: the job is retried at `retry_at`, or given up.
    pub fn apply_failed(
        &mut self,
        meta: &Meta,
        job: JobKind,
        error: &Arc<str>,
        retry_at: Option<Time>,
    ) {
        self.set(meta, job, |known| {
            known.error = Some(error.clone());
            known.retry_at = retry_at;
            known.state = match retry_at {
                Some(_) => JobState::Waiting,
                None => JobState::Failed,
            };
        });
    }

    /// Records that a person stopped the job.
    pub fn apply_stopped(&mut self, meta: &Meta, body: &JobStopped) {
        self.set(meta, body.job, |known| known.state = JobState::Stopped);
    }

    /// Records that a person requested the job, or that a shutdown interrupted it.
    pub fn apply_resumed(&mut self, meta: &Meta, body: &JobResumed) {
        self.set(meta, body.job, |known| {
            known.state = JobState::Waiting;
            known.attempt = body.attempts;
            known.retry_at = None;
        });
    }

    /// Records partial progress: earlier attempts no longer count.
    pub fn record_progress(&mut self, job: JobKind) {
        if let Some(known) = self.0.get_mut(&job) {
            Arc::make_mut(known).attempt = 1;
        }
    }

    /// Removes a job that is done or no longer wanted.
    pub fn finish(&mut self, job: JobKind) {
        self.0.remove(&job);
    }

    /// Records a change of the content: a job that was given up is retried once.
    pub fn retry_failed(&mut self, meta: &Meta) {
        for job in JobKind::ALL {
            if self
                .get(job)
                .is_some_and(|known| known.state == JobState::Failed)
            {
                self.set(meta, job, |known| known.state = JobState::Waiting);
            }
        }
    }

    fn set(&mut self, meta: &Meta, job: JobKind, change: impl FnOnce(&mut Job)) {
        if let Some(known) = self.0.get_mut(&job) {
            let known = Arc::make_mut(known);
            change(known);
            known.since = meta.at;
        }
    }

    /// Returns the index changes for the jobs of a stream; those in `over` may have ended.
    #[must_use]
    pub fn items(&self, stream: &StreamId, over: &[JobKind]) -> Vec<Change> {
        let known = self
            .0
            .iter()
            .filter_map(|(kind, job)| put(stream, *kind, job));
        let ended = over.iter().filter(|kind| self.get(**kind).is_none());
        known
            .chain(ended.map(|kind| Change::Forget(item(*kind))))
            .collect()
    }
}

fn item(kind: JobKind) -> String {
    format!("job:{}", kind.name())
}

fn put(stream: &StreamId, kind: JobKind, job: &Job) -> Option<Change> {
    let row = JobRow {
        stream: stream.clone(),
        kind,
        state: job.state,
        attempt: job.attempt,
        since: job.since,
        error: job.error.clone(),
        retry_at: job.retry_at,
    };
    let facets = Facets {
        doc: serde_json::to_string(&row).ok()?,
        tags: vec![
            (TAG_KIND, kind.name().into()),
            (TAG_STATE, job.state.name().into()),
        ],
        times: vec![Stamp {
            field: CHANGED,
            at: job.since,
            count: 1,
        }],
        ..Facets::default()
    };
    // It has no words: only lists of jobs return it.
    let text = Text {
        item: item(kind),
        kind: "job",
        ..Text::default()
    };
    let facets = Some(facets);
    Some(Change::Put(Item { text, facets }))
}
