//! Operations on background jobs: take, renew and fail for workers; list, run and stop for people.

use std::sync::Arc;

use crate::jobs::{
    ATTEMPTS, JobFailed, JobKind, JobRenewed, JobResumed, JobState, JobStopped, JobTaken, Jobs,
    LEASE,
};
use crate::mind::Mind;
use crate::session::Session;
use crate::summary_view::SummaryView;
use crate::webhook::Webhook;
use kernel::error::{Error, Result};
use kernel::memory::Memory;
use kernel::stream::{StreamId, Version};
use kernel::time::Time;
use kernel::tx::{Draft, Tx};

pub mod ops;

/// Error of a job whose worker ended during every attempt.
const LOST: &str = "Whoever did it ended before it was done, at every attempt.";

/// A memory that has jobs.
pub trait Worked: Memory {
    /// Returns its started jobs.
    fn jobs(&self) -> &Jobs;
    /// Returns true if such work is due now, regardless of its worker.
    fn wants(&self, job: JobKind, now: Time) -> bool;
    /// Returns true if the stream still exists.
    fn is_there(&self, now: Time) -> bool;
}

impl Worked for Session {
    fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    fn wants(&self, job: JobKind, now: Time) -> bool {
        let at = match job {
            JobKind::Summary => self.fold_at(),
            JobKind::Memories => self.extract_at(),
            JobKind::View | JobKind::Dream | JobKind::Pointers | JobKind::Webhook => None,
        };
        at.is_some_and(|at| at <= now)
    }

    fn is_there(&self, now: Time) -> bool {
        self.lives(now)
    }
}

impl Worked for SummaryView {
    fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    fn wants(&self, job: JobKind, _: Time) -> bool {
        job == JobKind::View && self.waiting().is_some()
    }

    fn is_there(&self, _: Time) -> bool {
        self.definition.is_some() && self.purge_at.is_none()
    }
}

impl Worked for Mind {
    fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    fn wants(&self, job: JobKind, now: Time) -> bool {
        self.start_time(job).is_some_and(|at| at <= now)
    }

    fn is_there(&self, _: Time) -> bool {
        self.exists()
    }
}

impl Worked for Webhook {
    fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    /// Unsent messages are only known from the log, which the caller has checked.
    fn wants(&self, job: JobKind, _: Time) -> bool {
        job == JobKind::Webhook && self.may_send()
    }

    fn is_there(&self, _: Time) -> bool {
        self.exists()
    }
}

/// A change to the job of a stream.
pub(crate) enum Step {
    /// The named process takes it.
    Take(Arc<str>),
    /// The worker renews its lease.
    Renew(Version),
    /// The worker returns it unfinished, without a failure.
    GiveBack(Version),
    /// The worker failed; the job is retried at the given time, otherwise after the backoff.
    Fail(Version, Arc<str>, Option<Time>),
    /// A person stops it.
    Stop,
    /// A person requests it now.
    Run,
}

/// Applies a step to a job of any memory. Returns the lease and the attempt if the job was taken.
pub(crate) fn step(
    tx: &mut Tx,
    stream: &StreamId,
    job: JobKind,
    step: &Step,
) -> Result<Option<(Version, u32)>> {
    match stream.kind() {
        Session::KIND => of(tx.draft::<Session>(stream)?, job, step),
        Mind::KIND => of(tx.draft::<Mind>(stream)?, job, step),
        Webhook::KIND => of(tx.draft::<Webhook>(stream)?, job, step),
        SummaryView::KIND => of(tx.draft::<SummaryView>(stream)?, job, step),
        _ => Err(missing()),
    }
}

fn of<M>(draft: &mut Draft<M>, job: JobKind, step: &Step) -> Result<Option<(Version, u32)>>
where
    M: Worked,
    M::Event:
        From<JobTaken> + From<JobRenewed> + From<JobFailed> + From<JobStopped> + From<JobResumed>,
{
    let now = draft.cx.now;
    if !draft.state().is_there(now) {
        return Err(missing());
    }
    match step {
        Step::Take(by) => {
            let state = draft.state();
            if !state.wants(job, now) || !state.jobs().is_free(job, by, now) {
                return Ok(None);
            }
            let known = state.jobs().get(job);
            let attempt = known.map_or(0, |known| known.attempt);
            // No attempt reported a failure: its worker ends before it is done.
            let is_lost = known.is_some_and(|known| known.state == JobState::Running);
            if is_lost && attempt >= ATTEMPTS {
                draft.record(JobFailed {
                    job,
                    error: LOST.into(),
                    retry_at: None,
                });
                return Ok(None);
            }
            draft.record(JobTaken {
                job,
                by: by.clone(),
                until: now.plus(LEASE),
                attempt: attempt.saturating_add(1),
            });
            let taken = draft.state().jobs().get(job);
            return Ok(taken.map(|taken| (taken.lease, taken.attempt)));
        }
        Step::Renew(lease) => {
            draft.state().jobs().check(job, Some(*lease))?;
            let until = now.plus(LEASE);
            draft.record(JobRenewed { job, until });
        }
        Step::Fail(lease, error, at) => {
            let jobs = draft.state().jobs();
            jobs.check(job, Some(*lease))?;
            let retry_at = jobs.backoff(job).map(|rest| at.unwrap_or(now.plus(rest)));
            let error = error.clone();
            draft.record(JobFailed {
                job,
                error,
                retry_at,
            });
        }
        Step::GiveBack(lease) => {
            let jobs = draft.state().jobs();
            jobs.check(job, Some(*lease))?;
            let attempts = jobs.get(job).map_or(0, |known| known.attempt);
            let attempts = attempts.saturating_sub(1);
            draft.record(JobResumed { job, attempts });
        }
        Step::Stop => {
            let known = draft.state().jobs().get(job).ok_or_else(missing)?;
            if known.state != JobState::Stopped {
                draft.record(JobStopped { job });
            }
        }
        Step::Run => {
            let known = draft.state().jobs().get(job).ok_or_else(missing)?;
            // A running job is not started again.
            if known.state != JobState::Running {
                draft.record(JobResumed { job, attempts: 0 });
            }
        }
    }
    Ok(None)
}

fn missing() -> Error {
    Error::not_found("There is no such job.")
}
