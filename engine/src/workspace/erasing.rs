//! Records erasures in the workspace, and performs those that are due by time.

use crate::workspace::audit::Erased;
use crate::workspace::ops::noted::Noted;
use kernel::error::Result;
use kernel::stream::StreamId;
use kernel::view::{Erase, View};

/// Maximum number of erased items in an audit fact.
const NOTED: usize = 100;

/// Erases data whose time has come. The erasure is recorded after it is done; a failed one is retried.
///
/// # Errors
/// Returns `unavailable` if the log or the index cannot be read or written.
pub async fn erase_due(view: &View, what: Erase) -> Result<()> {
    let noted = summarize(std::slice::from_ref(&what), [], false);
    view.services.erase(what, view.actor()?).await?;
    note(view, noted).await
}

/// Records an erasure in the name of the caller.
///
/// # Errors
/// Returns `unavailable` if the log cannot be written.
pub async fn note(view: &View, erased: Erased) -> Result<()> {
    let noted = Noted::Erased(erased);
    noted.tell(view.services.clone(), view.caller.clone()).await
}

/// Summarises the erased data, and the streams from which derived data is erased.
pub fn summarize<'a>(
    erased: &[Erase],
    derived: impl IntoIterator<Item = &'a StreamId>,
    with_derived: bool,
) -> Erased {
    let own = erased.iter().map(|what| match what {
        Erase::Stream(stream) => stream.to_string(),
        Erase::Facts(stream, runs) => {
            let runs = runs.iter().map(|run| match (run.start(), run.end()) {
                (start, end) if start == end => start.to_string(),
                (start, end) => format!("{start}-{end}"),
            });
            format!("{stream} {}", runs.collect::<Vec<_>>().join(" "))
        }
    });
    let all = own.chain(derived.into_iter().map(ToString::to_string));
    let mut what: Vec<String> = all.collect();
    let more = what.len().saturating_sub(NOTED);
    what.truncate(NOTED);
    Erased {
        what,
        more: u32::try_from(more).unwrap_or(u32::MAX),
        cascade: with_derived,
    }
}
