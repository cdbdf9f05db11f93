//! What the server does by itself while it runs: consequences of time, and cleaning up. Knows no
//! rule: what is due is the kernel's question, what follows an operation's answer.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use engine::actor::Caller;
use engine::conversation::ops::session_erase::SessionErase;
use engine::conversation::ops::session_sweep::SessionSweep;
use engine::crystal::ops::core_sweep::CoreSweep;
use engine::derived::ops::purge::Purge;
use engine::scratchpad::ops::scratchpad_sweep::ScratchpadSweep;
use engine::session::SessionKey;
use engine::workflow::ops::sweep::Sweep;
use engine::{Id, StreamId};
use tokio::time::{MissedTickBehavior, interval};
use tower_sessions::session_store::ExpiredDeletion;

use crate::site::Site;
use crate::{audit, quota, summaries};

pub mod catch_up;
pub mod extract;
pub mod summarise;

/// How often Loci looks for leases and deadlines that ran out.
const DUE: Duration = Duration::from_secs(1);
/// How often the audit is told which tries to sign in failed.
const GATHER: Duration = Duration::from_mins(5);
/// How often Loci looks for tokens that ran out.
const EXPIRED: Duration = Duration::from_secs(5);
/// How often what refused writes left behind is removed.
const TIDY: Duration = Duration::from_hours(1);
/// How often sessions that have run out are deleted.
const CLEAN: Duration = Duration::from_mins(15);

/// Starts the jobs; they end when the server stops.
pub fn start(site: &Arc<Site>, sessions: impl ExpiredDeletion + 'static) {
    tokio::spawn(every(DUE, site.clone(), sweep));
    tokio::spawn(every(DUE, site.clone(), catch_up));
    tokio::spawn(every(TIDY, site.clone(), tidy));
    tokio::spawn(every(quota::LOOK, site.clone(), look));
    tokio::spawn(every(GATHER, site.clone(), audit::gather));
    tokio::spawn(every(EXPIRED, site.clone(), audit::note_expired));
    let stop = site.stop.clone();
    tokio::spawn(async move {
        tokio::select! {
            ended = sessions.continuously_delete_expired(CLEAN) => {
                if let Err(error) = ended {
                    tracing::warn!(%error, "sessions that have run out are not deleted any more");
                }
            }
            () = stop.cancelled() => {}
        }
    });
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

async fn sweep(site: Arc<Site>) {
    // Sessions that are being worked on stay due until it is done: they must not keep others waiting.
    let busy = site.summaries.busy() + site.extractions.busy();
    for stream in site.hub.due(busy).await {
        let followed = match stream.kind() {
            "workflow" => workflow(&site, &stream).await,
            "session" => session(&site, &stream).await,
            "core" => core(&site, &stream).await,
            "scratchpad" => scratchpads(&site, &stream).await,
            "view" => {
                summaries::begin(&site, stream.clone());
                Ok(())
            }
            _ => Err(engine::Error::internal(
                "nobody knows what to do when its time has come",
            )),
        };
        if let Err(error) = followed {
            tracing::warn!(%stream, detail = error.detail, "its time has come and was not written");
        }
    }
}

async fn catch_up(site: Arc<Site>) {
    catch_up::look(&site).await;
}

async fn look(site: Arc<Site>) {
    let disk = site.quotas.disk.clone();
    if let Err(error) = tokio::task::spawn_blocking(move || disk.look()).await {
        tracing::warn!(%error, "the folder's bytes cannot be added up");
    }
}

async fn tidy(site: Arc<Site>) {
    match site.hub.remove_strays().await {
        Ok(0) => {}
        Ok(removed) => tracing::info!(removed, "contents of refused writes are removed"),
        Err(error) => tracing::warn!(detail = error.detail, "refused writes left contents behind"),
    }
}

async fn workflow(site: &Site, stream: &StreamId) -> engine::Result<()> {
    let workflow: Id = stream
        .id()
        .parse()
        .map_err(|()| engine::Error::internal("the workflow has no id"))?;
    let swept = site.hub.run(Sweep { workflow }, Caller::system()).await?;
    if swept.output.purge {
        let purge = Purge::of(stream.clone());
        site.hub.run(purge, Caller::system()).await?;
        tracing::info!(%workflow, "a deleted workflow is erased: the time to restore it has passed");
    }
    Ok(())
}

async fn session(site: &Arc<Site>, stream: &StreamId) -> engine::Result<()> {
    let session =
        SessionKey::of(stream).ok_or_else(|| engine::Error::internal("the session has no key"))?;
    let sweep = SessionSweep {
        session: session.clone(),
    };
    let swept = site.hub.run(sweep, Caller::system()).await?.output;
    if swept.fold {
        summarise::begin(site, &session);
    }
    if swept.extract {
        extract::begin(site, &session);
    }
    if let Some(until) = swept.erase {
        let erase = SessionErase { session, until };
        site.hub.run(erase, Caller::system()).await?;
    }
    Ok(())
}

async fn core(site: &Site, stream: &StreamId) -> engine::Result<()> {
    let stream = stream.clone();
    let swept = site.hub.run(CoreSweep { stream }, Caller::system()).await;
    swept.map(|_| ())
}

async fn scratchpads(site: &Site, stream: &StreamId) -> engine::Result<()> {
    let sweep = ScratchpadSweep {
        stream: stream.clone(),
    };
    let swept = site.hub.run(sweep, Caller::system()).await?;
    for name in swept.output.names {
        tracing::info!(%stream, name, "a deleted scratchpad is erased: the time to restore it has passed");
    }
    Ok(())
}
