//! Execution of jobs under leases in the log: a few in parallel, each once, taken over if their process ends.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use engine::jobs::{JobKind, JobState};
use engine::mind::dream::ops::CHANGED;
use engine::summary::WriterError;
use engine::work::ops::Held;
use engine::work::ops::job_fail::JobFail;
use engine::work::ops::job_give_back::JobGiveBack;
use engine::work::ops::job_list::JobList;
use engine::work::ops::job_renew::JobRenew;
use engine::work::ops::job_take::JobTake;
use kernel::actor::Caller;
use kernel::time::DAY;
use kernel::{Code, Error, Result, StreamId, Time};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{interval, sleep};

use crate::site::Site;

/// Renewal interval of a lease: several times before it expires.
const RENEW: Duration = Duration::from_secs(20);
/// Time for a delivery to record its outcome when Loci stops.
const REPORT: Duration = Duration::from_secs(1);
/// Reason of work that must wait for the next day.
const SPENT: &str = "spent";
/// Number of jobs per page of the list after a start.
const PAGE: u32 = 200;

/// A job that this process holds, and its slot.
pub struct Turn {
    /// The job and its lease.
    pub held: Held,
    _place: OwnedSemaphorePermit,
}

/// Result of requesting a job.
pub enum Asked {
    /// The job can be done now.
    Turn(Turn),
    /// No slot is free.
    Busy,
    /// There is nothing to do, or another process does it.
    Nothing,
}

/// Claims a job, if there is one and a slot is free.
///
/// # Errors
/// Returns an error if the lease cannot be written.
pub async fn take(site: &Site, stream: &StreamId, job: JobKind) -> Result<Asked> {
    let Some(place) = site.workers.place(job) else {
        return Ok(Asked::Busy);
    };
    let take = JobTake {
        stream: stream.clone(),
        job,
        by: site.workers.name(),
    };
    let taken = site.hub.run(take, Caller::system()).await?.output;
    Ok(taken.held.map_or(Asked::Nothing, |held| {
        if held.attempt > 1 {
            let attempt = held.attempt;
            tracing::info!(stream = %held.stream, kind = job.name(), attempt, "a job is done again");
        }
        Asked::Turn(Turn {
            held,
            _place: place,
        })
    }))
}

/// Runs a job while renewing its lease. An unfinished job is released when Loci stops, for the next start.
pub async fn keep(site: &Arc<Site>, turn: &Turn, work: impl Future<Output = Result<()>>) {
    let held = &turn.held;
    tokio::select! {
        done = work => say(site, held, done).await,
        error = renew(site, held) => {
            tracing::info!(stream = %held.stream, detail = error.detail, "a job is left to others");
        }
        () = until_stopped(site, held.job) => {}
    }
    if site.stop.is_cancelled() {
        give_back(site, held).await;
    }
}

/// Waits until Loci stops. A delivery then gets time to record its outcome, so that messages are not sent again.
async fn until_stopped(site: &Site, job: JobKind) {
    site.stop.cancelled().await;
    if job == JobKind::Webhook {
        sleep(REPORT).await;
    }
}

/// Releases an unfinished job.
async fn give_back(site: &Site, held: &Held) {
    let back = JobGiveBack {
        stream: held.stream.clone(),
        job: held.job,
        lease: held.lease,
    };
    if let Err(error) = site.hub.run(back, Caller::system()).await
        && !is_lost(&error)
    {
        // The next start takes it over anyway.
        tracing::info!(stream = %held.stream, detail = error.detail, "a job is not given back");
    }
}

/// Renews a lease until that is rejected.
async fn renew(site: &Site, held: &Held) -> Error {
    let mut ticks = interval(RENEW);
    // The first tick is immediate.
    ticks.tick().await;
    loop {
        ticks.tick().await;
        let renew = JobRenew {
            stream: held.stream.clone(),
            job: held.job,
            lease: held.lease,
        };
        if let Err(error) = site.hub.run(renew, Caller::system()).await {
            return error;
        }
    }
}

async fn say(site: &Site, held: &Held, done: Result<()>) {
    let Err(error) = done else {
        return;
    };
    let (stream, kind) = (&held.stream, held.job.name());
    let detail = &error.detail;
    if is_lost(&error) {
        tracing::debug!(%stream, kind, detail, "a job came too late");
        return;
    }
    tracing::warn!(%stream, kind, detail, "a job is not done");
    // A changed state can be read again at once, and a budget is renewed each day; everything else backs off.
    let now = site.clock.now();
    let retry_at = if is_changed(&error) {
        Some(now)
    } else {
        is_spent(&error).then(|| Time((now.0.div_euclid(DAY) + 1) * DAY))
    };
    if let Err(error) = fail(site, held, &error, retry_at).await
        && !is_lost(&error)
    {
        // The lease expires by itself.
        tracing::warn!(%stream, kind, detail = error.detail, "a job's failure is not written");
    }
}

async fn fail(site: &Site, held: &Held, error: &Error, retry_at: Option<Time>) -> Result<()> {
    let fail = JobFail {
        stream: held.stream.clone(),
        job: held.job,
        lease: held.lease,
        error: public_reason(error).into(),
        retry_at,
    };
    site.hub.run(fail, Caller::system()).await.map(|_| ())
}

/// Returns the error for a used-up budget of the day.
#[must_use]
pub fn spent(error: &WriterError) -> Error {
    let mut error = Error::unavailable(error.to_string());
    error.extra.reason = Some(SPENT.into());
    error
}

fn is_spent(error: &Error) -> bool {
    error.extra.reason.as_deref() == Some(SPENT)
}

/// Returns true if the subject of the work changed meanwhile.
fn is_changed(error: &Error) -> bool {
    matches!(
        error.extra.reason.as_deref(),
        Some("not_the_oldest" | CHANGED)
    )
}

/// Returns true if the work no longer belongs to this worker: its lease is lost, or its subject was deleted.
#[must_use]
pub fn is_lost(error: &Error) -> bool {
    has_no_lease(error) || matches!(error.code, Code::NotFound | Code::Gone)
}

/// Returns true if another worker has the lease, or a person stopped the job.
#[must_use]
pub fn has_no_lease(error: &Error) -> bool {
    error.extra.reason.as_deref() == Some("lease_lost")
}

/// Returns true if the result cannot be submitted: its subject is gone or changed, or the lease is lost.
#[must_use]
pub fn is_late(error: &Error) -> bool {
    is_lost(error) || is_changed(error)
}

/// Returns the reason of a failure, for those who may read the subject.
#[must_use]
pub fn public_reason(error: &Error) -> String {
    if error.code == Code::Internal {
        return "Something went wrong in Loci; its log has more.".into();
    }
    error.detail.clone()
}

/// Returns the streams with jobs that earlier processes left unfinished.
///
/// # Errors
/// Returns an error if the index cannot be read: their leases then expire.
pub async fn list_unfinished(site: &Site) -> Result<Vec<(StreamId, JobKind)>> {
    let mut left = Vec::new();
    let mut cursor = None;
    loop {
        let list = JobList {
            state: Some(JobState::Running),
            limit: Some(PAGE),
            cursor,
            ..JobList::default()
        };
        let page = site.hub.run(list, Caller::system()).await?.output;
        left.extend(page.items.into_iter().map(|row| (row.stream, row.kind)));
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(left);
        }
    }
}
