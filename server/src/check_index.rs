//! Verification of the index: rebuilds it from the log in a temporary folder and compares the two.

use std::collections::HashSet;
use std::path::Path;

use kernel::ports::log::Streams;
use kernel::{Error, Result, StreamId};
use store::SqliteIndex;
use store::sqlite_index::{Comparison, Differences, compare};

use crate::instance::Instance;
use crate::scratch::Scratch;

/// Maximum number of damaged streams in a report.
const MAX_NAMED: usize = 20;

/// Result of the check.
#[derive(Debug, Default)]
pub struct IndexCheck {
    /// Set if the index has seen facts that the log no longer has.
    pub lost: Option<String>,
    /// Faults of the index.
    pub faults: Vec<String>,
    /// Reason why the check was skipped, if it was.
    pub skipped: Option<String>,
}

/// Checks the index of the data folder.
///
/// # Errors
/// Returns an error if the temporary folder cannot be written, or the log cannot be read.
pub async fn check_index(instance: &Instance) -> Result<IndexCheck> {
    let scratch =
        Scratch::new("check").map_err(|failure| Error::new(failure.code, failure.message))?;
    let index = instance.store.folder.paths().index();
    let (copy, epoch) = (scratch.path().join("copy.sqlite"), instance.store.epoch);
    let compared = if instance.is_look() {
        // The index of a read-only instance was itself built from the log.
        compare(&index, instance.store.index.path(), &copy, epoch, false).await?
    } else {
        let built = build(instance, scratch.path()).await?;
        let compared = compare(&index, built.path(), &copy, epoch, true).await;
        built.close().await;
        compared?
    };
    Ok(match compared {
        Comparison::Skipped(reason) => IndexCheck {
            skipped: Some(reason),
            ..IndexCheck::default()
        },
        Comparison::Damaged(detail) => IndexCheck {
            faults: vec![detail],
            ..IndexCheck::default()
        },
        Comparison::Done(differences) => {
            let (end, seen) = (instance.store.log.head().await?.position, differences.seen);
            IndexCheck {
                lost: (seen > end).then(|| {
                    format!("the log ends at position {end}, and the index has seen {seen}")
                }),
                faults: faults(instance, differences).await?,
                skipped: None,
            }
        }
    })
}

/// Builds an index of the whole log in `folder`.
async fn build(instance: &Instance, folder: &Path) -> Result<SqliteIndex> {
    let path = folder.join("index.sqlite");
    let built = SqliteIndex::open(&path, instance.store.epoch).await?;
    instance.hub.build_index(&built).await?;
    Ok(built)
}

/// Returns the unexplained differences. Streams that changed or were erased while one index was ahead of the other are
/// expected to differ.
async fn faults(instance: &Instance, differences: Differences) -> Result<Vec<String>> {
    let log = &*instance.store.log;
    let mut streams = differences.streams;
    let mut unexplained: HashSet<StreamId> = streams.iter().cloned().collect();
    let mut changed = Streams::after(differences.position);
    while let Some(stream) = changed.next(log).await? {
        unexplained.remove(&stream);
    }
    for stream in log.list_erased(differences.erased).await? {
        unexplained.remove(&stream);
    }
    streams.retain(|stream| unexplained.contains(stream));
    let more = streams.len().saturating_sub(MAX_NAMED);
    let named = streams.iter().take(MAX_NAMED);
    let mut faults: Vec<String> = named
        .map(|stream| format!("what it has of {stream} is not what the log says"))
        .collect();
    if more > 0 {
        faults.push(format!("the same of {more} streams more"));
    }
    if !differences.has_right_words {
        faults.push("the words of its full-text search are not those of its texts".into());
    }
    Ok(faults)
}
