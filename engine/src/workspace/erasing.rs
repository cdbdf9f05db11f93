//! What of an erasure is noted in the workspace, and the erasure of what a memory gives up by itself. Knows
//! nothing of what was made of what is erased.

use crate::workspace::audit::Erased;
use crate::workspace::ops::noted::Noted;
use kernel::error::Result;
use kernel::stream::StreamId;
use kernel::view::{Erase, View};

/// How much of what is erased is named in the audit.
const NOTED: usize = 100;

/// Erases what a memory gives up by itself when its time has come. It is noted once it is done: what fails is
/// tried again and again.
///
/// # Errors
/// `unavailable` when the log or the index cannot be read or written.
pub async fn erase_due(view: &View, what: Erase) -> Result<()> {
    let noted = noted(std::slice::from_ref(&what), [], false);
    view.services.erase(what, view.actor()?).await?;
    note(view, noted).await
}

/// Notes it in the name of whoever asked for it.
///
/// # Errors
/// `unavailable` when the log cannot be written.
pub async fn note(view: &View, erased: Erased) -> Result<()> {
    let noted = Noted::Erased(erased);
    noted.tell(view.services.clone(), view.caller.clone()).await
}

/// What is erased, in short, and the streams from which goes what was made of it.
pub fn noted<'a>(
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
