//! Generation of the partitions of summary views: the engine defines and stores them, the writers of this server
//! produce the text.

use engine::summary::SummaryWriter;
use engine::summary_view::facts::{PartitionWritten, ViewRunEnded};
use engine::summary_view::ops::PartitionShown;
use engine::summary_view::ops::work::{PartitionSource, PartitionWrite, ViewEnd, ViewGroups};
use engine::summary_view::{Group, SummaryView};
use kernel::actor::Caller;
use kernel::{Result, StreamId, Version};

use crate::site::Site;

/// Writes one partition for `caller`, in a run under its own lease, and returns it.
///
/// # Errors
/// Returns `not_found` if there is no such view, `invalid` if the group does not belong to it.
pub async fn write(
    site: &Site,
    view: &str,
    group: Group,
    caller: Caller,
    lease: Option<Version>,
) -> Result<PartitionShown> {
    let source = PartitionSource {
        view: view.into(),
        group: group.clone(),
    };
    let source = site.hub.run(source, caller.clone()).await?.output;
    let mut written = PartitionWritten {
        group,
        summary: "".into(),
        memory_count: source.memory_count,
        digest: source.digest,
        writer: None,
        note: None,
    };
    if let Some(request) = &source.request {
        match site.writers.write(request).await {
            Ok(text) => {
                written.summary = text.text.into();
                written.writer = Some(text.writer.into());
                written.note = text.fallback.map(Into::into);
            }
            Err(error) => written.note = Some(error.to_string().into()),
        }
    }
    let view = view.into();
    let kept = site
        .hub
        .run(
            PartitionWrite {
                view,
                written,
                lease,
            },
            caller,
        )
        .await?;
    Ok(kept.output)
}

/// Executes a run of a view under a lease. Partitions that are already written are not repeated if another process
/// takes over.
///
/// # Errors
/// Returns an error if a partition cannot be written: the run is then retried.
pub async fn run(site: &Site, stream: &StreamId, lease: Version) -> Result<()> {
    let view = stream.id().to_owned();
    let (state, _) = site.hub.state::<SummaryView>(stream).await?;
    let Some(run) = state.waiting().map(|run| run.run) else {
        return Ok(());
    };
    let gone = all(site, &view, run, lease).await?;
    let error = None;
    let end = ViewEnd {
        view,
        ended: ViewRunEnded { run, gone, error },
        lease: Some(lease),
    };
    site.hub.run(end, Caller::system()).await.map(|_| ())
}

/// Writes all partitions of a run; returns the groups that no longer exist.
async fn all(site: &Site, view: &str, run: u32, lease: Version) -> Result<Vec<Group>> {
    let groups = ViewGroups {
        view: view.into(),
        run,
    };
    let groups = site.hub.run(groups, Caller::system()).await?.output;
    for group in groups.write {
        write(site, view, group, Caller::system(), Some(lease)).await?;
    }
    Ok(groups.gone)
}
