//! Tasks whose contexts contained a memory, reported to its core with the recall.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crystal::stream;
use crate::numbers::{Number as _, TaskNo};
use kernel::id::Id;
use kernel::memory::Receipt;
use kernel::stream::StreamId;
use kernel::time::Time;

/// Maximum number of tasks stored per memory; the latest are kept.
const TASKS: usize = 5;
/// The kind of the streams that hold tasks. This module cannot import theirs, which imports this one.
const WORKFLOW: &str = "workflow";

/// A task whose context contained a memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "UsedFor")]
pub struct Use {
    /// Id of the workflow.
    pub workflow: Id,
    /// Number of the task.
    pub task: TaskNo,
    /// Time at which the context was read.
    pub at: Time,
}

/// Returns one receipt per core for memories, given as core and id, that were used for `work` or for no task.
#[must_use]
pub fn usage_receipts<'a>(
    work: Option<(Id, TaskNo)>,
    crystals: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Vec<(StreamId, Receipt)> {
    let mut cores: Vec<(StreamId, Vec<String>)> = Vec::new();
    for (core, id) in crystals {
        let core = stream(core);
        let at = cores.iter().position(|(known, _)| *known == core);
        let at = at.unwrap_or_else(|| {
            cores.push((core, Vec::new()));
            cores.len() - 1
        });
        cores[at].1.push(id.to_owned());
    }
    let receipts = cores.into_iter().map(|(core, items)| {
        let purpose = work.map(|(id, task)| (StreamId::new(WORKFLOW, id), task.get()));
        (core, Receipt::Read { items, purpose })
    });
    receipts.collect()
}

/// Returns the task that a receipt names as its purpose.
pub(super) fn task((stream, number): &(StreamId, u32)) -> Option<(Id, TaskNo)> {
    if stream.kind() != WORKFLOW {
        return None;
    }
    Some((stream.id().parse().ok()?, TaskNo(*number)))
}

/// Adds a use, latest last, and drops the oldest ones over the maximum.
pub(super) fn remember(uses: &mut Vec<Use>, new: Use) {
    uses.retain(|known| (known.workflow, known.task) != (new.workflow, new.task));
    uses.push(new);
    let over = uses.len().saturating_sub(TASKS);
    uses.drain(..over);
}

#[cfg(test)]
mod tests {
    use super::{TASKS, Use, remember, task, usage_receipts};
    use crate::numbers::TaskNo;
    use kernel::memory::Receipt;
    use kernel::{Id, StreamId, Time};

    #[test]
    fn each_core_gets_one_receipt_with_the_task() {
        let workflow = Id::from_parts(Time(7), 7);
        let memories = [("team", "a"), ("ops", "b"), ("team", "for-task:x:T1")];
        let read = |items: &[&str], purpose| Receipt::Read {
            items: items.iter().map(ToString::to_string).collect(),
            purpose,
        };
        let purpose = Some((StreamId::new("workflow", workflow), 3));
        assert_eq!(
            usage_receipts(Some((workflow, TaskNo(3))), memories),
            [
                (
                    StreamId::new("core", "team"),
                    read(&["a", "for-task:x:T1"], purpose.clone())
                ),
                (StreamId::new("core", "ops"), read(&["b"], purpose.clone())),
            ]
        );
        assert_eq!(
            usage_receipts(None, [("team", "a")]),
            [(StreamId::new("core", "team"), read(&["a"], None))]
        );
        assert_eq!(purpose.as_ref().and_then(task), Some((workflow, TaskNo(3))));
        assert_eq!(task(&(StreamId::new("session", workflow), 3)), None);
        assert_eq!(task(&(StreamId::new("workflow", "x"), 3)), None);
    }

    #[test]
    fn the_last_tasks_are_remembered_each_once() {
        let mut uses = Vec::new();
        for n in [1, 2, 1, 3, 4, 5, 6] {
            let (workflow, at) = (Id::from_parts(Time(7), 7), Time(n.into()));
            let task = TaskNo(n);
            remember(&mut uses, Use { workflow, task, at });
        }
        let tasks: Vec<u32> = uses.iter().map(|one| one.task.0).collect();
        assert_eq!(tasks, [1, 3, 4, 5, 6]);
        assert_eq!(uses.len(), TASKS);
    }
}
