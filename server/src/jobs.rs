//! Background work of the running server: consequences of time, and cleanup.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use engine::jobs::JobKind;
use engine::memories;
use engine::session::SessionKey;
use kernel::StreamId;
use kernel::ports::form_results::FormResults as _;
use kernel::view::Services as _;
use tokio::time::{MissedTickBehavior, interval};
use tracing::Instrument as _;

use crate::jobs::lease::{Asked, Turn};
use crate::site::Site;
use crate::{audit, embedding, quota, spans, summaries};

pub mod catch_up;
pub mod deliver;
pub mod dream;
pub mod extract;
pub mod hear;
pub mod lease;
pub mod summarise;

/// Interval between two records of failed sign-ins in the audit.
const GATHER: Duration = Duration::from_mins(5);
/// Interval between two checks for expired tokens.
const EXPIRED: Duration = Duration::from_secs(5);
/// Interval between two removals of contents left by rejected writes.
const TIDY: Duration = Duration::from_hours(1);
/// Interval between two deletions of expired sessions.
const CLEAN: Duration = Duration::from_mins(15);

/// Interval between two erasures of expired results of forms.
const ERASE_RESULTS: Duration = Duration::from_mins(1);

/// Starts the background work, which ends when the server stops.
pub fn start(site: &Arc<Site>) {
    tokio::spawn(sweeps(site.clone()));
    tokio::spawn(embedding::run(site.clone()));
    tokio::spawn(load_shelves(site.clone()));
    tokio::spawn(every(TIDY, site.clone(), tidy));
    tokio::spawn(every(quota::LOOK, site.clone(), look));
    tokio::spawn(every(GATHER, site.clone(), audit::gather));
    tokio::spawn(every(EXPIRED, site.clone(), audit::note_expired));
    tokio::spawn(every(CLEAN, site.clone(), clean));
    tokio::spawn(every(ERASE_RESULTS, site.clone(), erase_results));
}

/// Loads the shelves, so that the first search after a start does not have to.
async fn load_shelves(site: Arc<Site>) {
    tokio::select! {
        loaded = site.index.load_shelves() => {
            if let Err(error) = loaded {
                tracing::warn!(detail = error.detail, "the first searches load what they look at");
            }
        }
        () = site.stop.cancelled() => {}
    }
}

async fn every<F: Future<Output = ()> + Send>(
    period: Duration,
    site: Arc<Site>,
    job: fn(Arc<Site>) -> F,
) {
    let mut ticks = interval(period);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => job(site.clone()).await,
            () = site.stop.cancelled() => return,
        }
    }
}

/// Takes over jobs that earlier processes left unfinished, and then does due work whenever there is some.
async fn sweeps(site: Arc<Site>) {
    let mut has_taken_over = false;
    loop {
        let seen = site.hub.head();
        has_taken_over = has_taken_over || take_over(&site).await;
        sweep(&site).await;
        catch_up::look(&site).await;
        hear::look(&site).await;
        deliver::look(&site).await;
        tokio::select! {
            () = site.hub.until_due(seen) => {}
            () = site.stop.cancelled() => return,
        }
    }
}

/// Takes over the jobs that earlier processes left unfinished. Returns false if the index could not list them.
async fn take_over(site: &Arc<Site>) -> bool {
    match lease::list_unfinished(site).await {
        Ok(left) => {
            for (stream, job) in left {
                if let Err(error) = begin(site, &stream, job).await {
                    tracing::warn!(%stream, detail = error.detail, "a job is not taken over");
                }
            }
            true
        }
        // An index that is being built can list them later. Until then the leases expire.
        Err(error) => {
            tracing::debug!(detail = error.detail, "jobs wait until they can be listed");
            false
        }
    }
}

async fn sweep(site: &Arc<Site>) {
    let mut queued = 0;
    for stream in site.hub.due(site.workers.queue_length()).await {
        match follow(site, &stream).await {
            Ok(true) => {}
            Ok(false) => queued += 1,
            Err(error) => {
                tracing::warn!(%stream, detail = error.detail, "its time has come and was not written");
            }
        }
    }
    site.workers.queue(queued);
}

/// Records what is due for a stream and starts the jobs that it needs. Returns false if there was no free slot for one
/// of them.
async fn follow(site: &Arc<Site>, stream: &StreamId) -> kernel::Result<bool> {
    let mut has_place = true;
    for job in memories::due(&site.hub, stream).await? {
        has_place &= begin(site, stream, job).await? != Begun::NoPlace;
    }
    Ok(has_place)
}

/// Result of starting a job.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begun {
    /// The job is running.
    Now,
    /// No slot was free.
    NoPlace,
    /// There is nothing to do, or another process does it.
    Nothing,
}

/// Starts a job in the background.
async fn begin(site: &Arc<Site>, stream: &StreamId, job: JobKind) -> kernel::Result<Begun> {
    Ok(match lease::take(site, stream, job).await? {
        Asked::Turn(turn) => {
            let site = site.clone();
            tokio::spawn(async move { carry_out(&site, &turn).await });
            Begun::Now
        }
        Asked::Busy => Begun::NoPlace,
        Asked::Nothing => Begun::Nothing,
    })
}

async fn carry_out(site: &Arc<Site>, turn: &Turn) {
    let job = async {
        let (stream, lease) = (&turn.held.stream, turn.held.lease);
        let key = || {
            SessionKey::of(stream).ok_or_else(|| kernel::Error::internal("the session has no key"))
        };
        match turn.held.job {
            JobKind::Summary => summarise::summarise(site, &key()?, lease).await,
            JobKind::Memories => extract::extract(site, &key()?, lease).await,
            JobKind::View => summaries::run(site, stream, lease).await,
            JobKind::Dream => dream::dream(site, stream, lease).await,
            JobKind::Pointers => dream::pointers(site, stream, lease).await,
            JobKind::Webhook => deliver::deliver(site, stream, lease).await,
        }
    };
    let span = spans::job(turn.held.job);
    lease::keep(site, turn, job).instrument(span).await;
}

/// Summarises a session before returning, if Loci writes summaries itself: with a language model the caller would have
/// to wait. Returns true if the session may have changed.
pub async fn summarise_now(site: &Arc<Site>, key: &SessionKey) -> bool {
    if site.writers.endpoint().is_ok() {
        return false;
    }
    match lease::take(site, &key.stream(), JobKind::Summary).await {
        Ok(Asked::Turn(turn)) => {
            carry_out(site, &turn).await;
            true
        }
        _ => false,
    }
}

async fn look(site: Arc<Site>) {
    let disk = site.quotas.disk.clone();
    let look = move || {
        disk.look();
        disk.keep_reserve();
    };
    if let Err(error) = tokio::task::spawn_blocking(look).await {
        tracing::warn!(%error, "the folder's bytes cannot be added up");
    }
}

async fn clean(site: Arc<Site>) {
    if let Err(error) = site.sessions.clean(site.clock.now()).await {
        tracing::warn!(
            detail = error.detail,
            "sessions that have run out are still there"
        );
    }
}

async fn erase_results(site: Arc<Site>) {
    let erased = site.accounts.erase_expired(site.clock.now()).await;
    if let Err(error) = erased {
        tracing::warn!(
            detail = error.detail,
            "expired results of forms are still stored"
        );
    }
}

async fn tidy(site: Arc<Site>) {
    match site.hub.remove_strays().await {
        Ok(0) => {}
        Ok(removed) => tracing::info!(removed, "contents of refused writes are removed"),
        Err(error) => tracing::warn!(detail = error.detail, "refused writes left contents behind"),
    }
}
