//! Has the partitions of summary views written: the engine says what they are made of and keeps them, the
//! writers of this server put them into words. Knows no rule of views.

use std::sync::Arc;

use engine::actor::Caller;
use engine::derived::ops::purge::Purge;
use engine::summary::Writer;
use engine::summary_view::Group;
use engine::summary_view::facts::{PartitionWritten, ViewRunEnded};
use engine::summary_view::ops::PartitionShown;
use engine::summary_view::ops::work::{
    PartitionSource, PartitionWrite, ViewBegin, ViewEnd, ViewGroups,
};
use engine::{Result, StreamId};

use crate::site::Site;

/// Writes one partition for `caller`, and gives it.
///
/// # Errors
/// `not_found` when there is no such view, `invalid` when the group is not one of its groups.
pub async fn write(
    site: &Site,
    view: &str,
    group: Group,
    caller: Caller,
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
        .run(PartitionWrite { view, written }, caller)
        .await?;
    Ok(kept.output)
}

/// Does what is due for a view beside everything else, unless that is being done already.
pub fn begin(site: &Arc<Site>, stream: StreamId) {
    if !site.views.enter(&stream) {
        return;
    }
    let site = site.clone();
    tokio::spawn(async move {
        let stop = site.stop.clone();
        tokio::select! {
            done = follow(&site, &stream) => {
                if let Err(error) = done {
                    tracing::warn!(%stream, detail = error.detail, "its summaries were not written");
                }
            }
            // What was begun is done again after the next start.
            () = stop.cancelled() => {}
        }
        site.views.leave(&stream);
    });
}

/// Does what is due for a view: a run that was asked for or cut off, the hourly one of a continuous view,
/// or its erasure.
async fn follow(site: &Site, stream: &StreamId) -> Result<()> {
    let view = stream.id().to_owned();
    let begin = ViewBegin { view: view.clone() };
    let next = site.hub.run(begin, Caller::system()).await?.output;
    if next.purge {
        let purge = Purge::of(stream.clone());
        site.hub.run(purge, Caller::system()).await?;
        return Ok(());
    }
    let Some(run) = next.run else {
        return Ok(());
    };
    let (gone, error) = match all(site, &view, run).await {
        Ok(gone) => (gone, None),
        Err(error) => (Vec::new(), Some(error.detail.into())),
    };
    let ended = ViewRunEnded { run, gone, error };
    site.hub
        .run(ViewEnd { view, ended }, Caller::system())
        .await?;
    Ok(())
}

/// Writes what a run has to write; gives the groups that are no more.
async fn all(site: &Site, view: &str, run: u32) -> Result<Vec<Group>> {
    let groups = ViewGroups {
        view: view.into(),
        run,
    };
    let groups = site.hub.run(groups, Caller::system()).await?.output;
    for group in groups.write {
        write(site, view, group, Caller::system()).await?;
    }
    Ok(groups.gone)
}
