//! Parts of the page that the browser loads lazily, when they are first shown.

use engine::numbers::TaskNo;

use super::{activity, agents, artifacts, decisions, digest, discoveries, learnings, panel, table};
use crate::split::parts;

parts! {
    workflow_parts {
        table() => table::TaskTable,
        decisions() => decisions::Decisions,
        discoveries() => discoveries::Discoveries,
        learnings() => learnings::Learnings,
        artifacts() => artifacts::Artifacts,
        agents() => agents::Agents,
        digest() => digest::Digest,
        activity() => activity::Activity,
        task(no: TaskNo) => panel::Panel,
    }
}
