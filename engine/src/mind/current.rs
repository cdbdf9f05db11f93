//! Replaces the open work in an agent's document with its state at the time of reading. The stored document has the
//! open work as of the last dream.

use std::borrow::Cow;
use std::sync::Arc;

use kernel::error::Result;
use kernel::view::View;

use crate::mind::blocks::{blocks, join_blocks};
use crate::mind::document::Document;
use crate::mind::section::Section;
use crate::mind::state::{Mind, Written};

/// Label of tasks that the agent holds.
pub const DOING: &str = "In the middle of";
/// Label of tasks that are assigned to the agent.
pub const WAITING: &str = "Waits for me";
/// Label of reviews that the agent has to do.
pub const TO_REVIEW: &str = "To review";
/// Label of tasks that a reviewer sent back.
pub const SENT_BACK: &str = "Sent back";
/// Label of tasks that wait for their review.
pub const IN_REVIEW: &str = "In review";
/// Labels of all lines about open work.
const LABELS: [&str; 5] = [DOING, WAITING, TO_REVIEW, SENT_BACK, IN_REVIEW];
/// Text of an empty section.
pub const NOTHING: &str = "_Nothing yet._";

/// Returns the lines about the agent's open work, the most urgent first.
///
/// # Errors
/// Returns `unavailable` if the index or a workflow cannot be read.
pub(crate) async fn lines(view: &View, agent: &str) -> Result<Vec<String>> {
    crate::mind::dream::open_work::lines(view, agent).await
}

/// Returns the mind with the agent's current open work in its document. A mind without a document stays as it is.
///
/// # Errors
/// Returns the errors of [`lines`].
pub(crate) async fn with_open_work(view: &View, agent: &str, mind: Arc<Mind>) -> Result<Arc<Mind>> {
    let Some(written) = &mind.document else {
        return Ok(mind);
    };
    let text = match overlay(&mind, &lines(view, agent).await?) {
        Cow::Borrowed(_) => return Ok(mind),
        Cow::Owned(text) => text.into(),
    };
    let row = written.row.clone();
    let mut shown = Mind::clone(&mind);
    shown.document = Some(Arc::new(Written { row, text }));
    Ok(Arc::new(shown))
}

/// Returns the document with these lines in place of the open work that the last dream wrote. Keeps people's own lines
/// and omits lines that people struck out.
#[must_use]
pub fn overlay<'a>(mind: &'a Mind, lines: &[String]) -> Cow<'a, str> {
    let text = mind.text();
    let mut document = Document::read(text);
    let known = document.text(Section::ActiveContext).unwrap_or_default();
    let all = blocks(known);
    let is_outdated = |block: &&String| is_open_work(block) && !mind.marks.has_written(block);
    let (outdated, mut stays): (Vec<&String>, Vec<&String>) = all.iter().partition(is_outdated);
    let current: Vec<&String> = lines
        .iter()
        .filter(|line| !mind.marks.is_struck(line) && !stays.contains(line))
        .collect();
    if outdated == current {
        return Cow::Borrowed(text);
    }
    if !current.is_empty() {
        stays.retain(|block| *block != NOTHING);
    }
    let parts: Vec<&str> = current
        .iter()
        .chain(&stays)
        .map(|part| part.as_str())
        .collect();
    let section = if parts.is_empty() {
        NOTHING.to_owned()
    } else {
        join_blocks(parts)
    };
    document.set(Section::ActiveContext, section);
    Cow::Owned(document.to_string())
}

/// Returns true if a dream wrote this line about open work.
fn is_open_work(line: &str) -> bool {
    let label = line
        .trim()
        .strip_prefix("- **")
        .and_then(|rest| rest.split_once(".** "));
    label.is_some_and(|(label, _)| LABELS.contains(&label))
}
