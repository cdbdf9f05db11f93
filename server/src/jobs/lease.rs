//! Work that takes its time, under leases that are in the log: a few jobs in parallel, each once, taken over when
//! the process that did them has ended. Knows nothing of what is done.

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

/// How often a lease is renewed: several times before it ends.
const RENEW: Duration = Duration::from_secs(20);
/// How long a delivery may take to say what it sent when Loci stops.
const REPORT: Duration = Duration::from_secs(1);
/// The reason of work that has to wait for another day.
const SPENT: &str = "spent";
/// How many jobs are looked at in one go after a start.
const PAGE: u32 = 200;

/// A job that this process holds, and the place to do it.
pub struct Turn {
    /// The job and its lease.
    pub held: Held,
    _place: OwnedSemaphorePermit,
}

/// What came of asking for a job.
pub enum Asked {
    /// It is to be done now.
    Turn(Turn),
    /// There is no place to do it.
    Busy,
    /// There is nothing to do, or somebody does it.
    Nothing,
}

/// Takes a job, if there is such work to do and a place to do it.
///
/// # Errors
/// When the lease cannot be written.
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

/// Does a job and keeps its lease meanwhile. What is left undone when Loci stops is given back to the next start.
pub async fn keep(site: &Arc<Site>, turn: &Turn, work: impl Future<Output = Result<()>>) {
    let held = &turn.held;
    tokio::select! {
        done = work => say(site, held, done).await,
        error = renew(site, held) => {
            tracing::info!(stream = %held.stream, detail = error.detail, "a job is left to others");
        }
        () = stopped(site, held.job) => {}
    }
    if site.stop.is_cancelled() {
        give_back(site, held).await;
    }
}

/// Waits until Loci stops. A delivery then has time to say what it sent, so that this is not sent again.
async fn stopped(site: &Site, job: JobKind) {
    site.stop.cancelled().await;
    if job == JobKind::Webhook {
        sleep(REPORT).await;
    }
}

/// Gives a job back that may not be done.
async fn give_back(site: &Site, held: &Held) {
    let back = JobGiveBack {
        stream: held.stream.clone(),
        job: held.job,
        lease: held.lease,
    };
    if let Err(error) = site.hub.run(back, Caller::system()).await
        && !is_lost(&error)
    {
        // The next start takes it over all the same.
        tracing::info!(stream = %held.stream, detail = error.detail, "a job is not given back");
    }
}

/// Renews a lease until that is refused.
async fn renew(site: &Site, held: &Held) -> Error {
    let mut ticks = interval(RENEW);
    // The first tick is at once.
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
    // What changed meanwhile can be read again at once, and a budget begins anew with the day; all else rests.
    let now = site.clock.now();
    let retry_at = if is_changed(&error) {
        Some(now)
    } else {
        is_spent(&error).then(|| Time((now.0.div_euclid(DAY) + 1) * DAY))
    };
    if let Err(error) = fail(site, held, &error, retry_at).await
        && !is_lost(&error)
    {
        // Its lease runs out.
        tracing::warn!(%stream, kind, detail = error.detail, "a job's failure is not written");
    }
}

async fn fail(site: &Site, held: &Held, error: &Error, retry_at: Option<Time>) -> Result<()> {
    let fail = JobFail {
        stream: held.stream.clone(),
        job: held.job,
        lease: held.lease,
        error: told(error).into(),
        retry_at,
    };
    site.hub.run(fail, Caller::system()).await.map(|_| ())
}

/// That there is no budget left today.
#[must_use]
pub fn spent(error: &WriterError) -> Error {
    let mut error = Error::unavailable(error.to_string());
    error.extra.reason = Some(SPENT.into());
    error
}

fn is_spent(error: &Error) -> bool {
    error.extra.reason.as_deref() == Some(SPENT)
}

/// Whether what was worked on changed meanwhile.
fn is_changed(error: &Error) -> bool {
    matches!(
        error.extra.reason.as_deref(),
        Some("not_the_oldest" | CHANGED)
    )
}

/// Whether the work is not this worker's any more: its lease is lost, or what it is about was deleted.
#[must_use]
pub fn is_lost(error: &Error) -> bool {
    has_no_lease(error) || matches!(error.code, Code::NotFound | Code::Gone)
}

/// Whether somebody else does the work now, or a person stopped it.
#[must_use]
pub fn has_no_lease(error: &Error) -> bool {
    error.extra.reason.as_deref() == Some("lease_lost")
}

/// Whether the work cannot be handed in: what it is about is gone or changed, or is others' work.
#[must_use]
pub fn is_late(error: &Error) -> bool {
    is_lost(error) || is_changed(error)
}

/// Why work failed, for those who may read what it is about.
#[must_use]
pub fn told(error: &Error) -> String {
    if error.code == Code::Internal {
        return "Something went wrong in Loci; its log has more.".into();
    }
    error.detail.clone()
}

/// The streams with jobs that earlier processes left when they ended.
///
/// # Errors
/// When the index cannot be read: their leases then run out.
pub async fn left(site: &Site) -> Result<Vec<(StreamId, JobKind)>> {
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
