//! Descriptions of a summary view's facts, in words.

use crate::summary_view::facts::Event;
use kernel::event::Event as _;
use kernel::fact::Fact;

/// Describes a fact. `None` if it cannot be read.
#[must_use]
pub fn describe(fact: &Fact) -> Option<String> {
    Some(match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::ViewCreated(body) => {
            let by = body.definition.group_by.join(", ");
            match &body.definition.name {
                Some(name) => format!("created the summary view “{name}” by {by}"),
                None => format!("created a summary view by {by}"),
            }
        }
        Event::ViewDeleted(_) => "deleted a summary view".into(),
        Event::ViewRestored(_) => "restored a summary view".into(),
        Event::ViewRunAsked(_) => "asked for all summaries of a view".into(),
        Event::ViewRunStarted(_) => "started the summaries of a view".into(),
        Event::PartitionWritten(body) => {
            let values: Vec<&str> = body.group.values().map(String::as_str).collect();
            format!(
                "summarized {} memories of {}",
                body.memory_count,
                values.join(", ")
            )
        }
        Event::ViewRunEnded(body) => match &body.error {
            None => "wrote the summaries of a view".into(),
            Some(error) => format!("could not write the summaries of a view: {error}"),
        },
        Event::JobTaken(body) => body.words(),
        Event::JobRenewed(body) => body.words(),
        Event::JobFailed(body) => body.words(),
        Event::JobStopped(body) => body.words(),
        Event::JobResumed(body) => body.words(),
        Event::Unreadable(_) => return None,
    })
}
