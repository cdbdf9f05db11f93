//! Stops the server gracefully: ends jobs and requests, and closes the folders.

use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::Running;
use crate::failure::Failure;
use crate::instance::Instance;
use crate::site::Site;
use crate::telemetry;

/// Time limit for open requests once the server stops.
const DRAIN: Duration = Duration::from_secs(3);
/// Time limit for ending the jobs afterwards, and again for closing the folder.
const CLOSE: Duration = Duration::from_millis(1500);

impl Running {
    /// Waits until the server is stopped, then ends jobs and requests and closes the folder.
    ///
    /// # Errors
    /// Returns an error if serving failed or the log was replaced.
    pub async fn wait(mut self) -> Result<(), Failure> {
        let mut serving = self.serving;
        let stop = self.site.stop.clone();
        let all = [vec![(self.site, self.instance)], self.further].concat();
        // The states in memory and the index then belong to another log.
        let mut replaced = JoinSet::new();
        for (site, _) in &all {
            let (hub, ending) = (site.hub.clone(), stop.clone());
            replaced.spawn(async move {
                let reason = hub.until_replaced().await;
                ending.cancel();
                reason
            });
        }
        let served = tokio::select! {
            served = &mut serving => served,
            () = stop.cancelled() => {
                tracing::info!("stopping");
                // Waiting calls would otherwise use up the time to drain.
                for (site, _) in &all {
                    site.hub.end_waits();
                }
                if let Ok(served) = tokio::time::timeout(DRAIN, &mut serving).await {
                    served
                } else {
                    tracing::warn!("some requests did not end in time and were cut off");
                    serving.abort();
                    Ok(())
                }
            }
        };
        stop.cancel();
        self.commands.abort_all();
        let jobs = all.iter().map(|(site, _)| end_jobs(site.clone()));
        jobs.collect::<JoinSet<()>>().join_all().await;
        let folders = all.into_iter().map(|(_, instance)| close(instance));
        let folders = folders.collect::<JoinSet<()>>();
        // The last spans are those of the jobs.
        let ((), _) = tokio::join!(telemetry::stop(), folders.join_all());
        if let Some(Ok(reason)) = replaced.try_join_next() {
            return Err(Failure::restart(format!(
                "the log was replaced: {reason}. Start Loci again; it then follows the log as it is now."
            )));
        }
        match served {
            Ok(()) => Ok(()),
            Err(error) => Err(Failure::unavailable(format!("serving ended: {error}"))),
        }
    }
}

/// Ends the jobs of a workspace.
async fn end_jobs(site: Arc<Site>) {
    if tokio::time::timeout(CLOSE, site.workers.end())
        .await
        .is_err()
    {
        tracing::warn!("some jobs did not end in time; the next start takes them over");
    }
    crate::audit::gather(site).await;
}

/// Closes the folder of a workspace.
async fn close(instance: Arc<Instance>) {
    drop(std::fs::remove_file(
        instance.store.folder.paths().control_socket(),
    ));
    if tokio::time::timeout(CLOSE, instance.close()).await.is_err() {
        tracing::warn!("closing took too long; the next start reads a little more");
    }
}

/// Signal to a process that exceeds its file size limit. Without a handler it ends the process.
const FILE_SIZE: SignalKind = SignalKind::from_raw(25);

/// Cancels the token on SIGTERM and Ctrl-C. Also ignores the signal for the file size limit, so that such a write fails
/// instead.
///
/// # Errors
/// Returns an error if the process cannot listen to signals.
pub fn stop_on_signals(stop: CancellationToken) -> Result<(), Failure> {
    let on = |kind| signal(kind).map_err(|error| Failure::unavailable(error.to_string()));
    let mut terminate = on(SignalKind::terminate())?;
    let mut interrupt = on(SignalKind::interrupt())?;
    drop(on(FILE_SIZE)?);
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        stop.cancel();
    });
    Ok(())
}
