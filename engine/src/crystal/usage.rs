//! In the contexts of which tasks a crystal was given: told to its core as part of what was recalled.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crystal::stream;
use crate::numbers::{Number, TaskNo};
use kernel::id::Id;
use kernel::stream::StreamId;
use kernel::time::Time;

/// How many tasks a crystal remembers; the last ones.
const TASKS: usize = 5;
/// What begins the first of the things recalled when they were given for a task.
const FOR: &str = "for-task:";

/// A task in whose context a crystal was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "UsedFor")]
pub struct Use {
    /// The workflow.
    pub workflow: Id,
    /// The task.
    pub task: TaskNo,
    /// When.
    pub at: Time,
}

/// The cores of these crystals, given by core and id, with what each is told when they were given, for a task or
/// without one.
#[must_use]
pub fn given<'a>(
    work: Option<(Id, TaskNo)>,
    crystals: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Vec<(StreamId, Vec<String>)> {
    let mut cores: Vec<(StreamId, Vec<String>)> = Vec::new();
    for (core, id) in crystals {
        let core = stream(core);
        let at = cores.iter().position(|(known, _)| *known == core);
        let at = at.unwrap_or_else(|| {
            let task = work.map(|(workflow, task)| format!("{FOR}{workflow}:{task}"));
            cores.push((core, task.into_iter().collect()));
            cores.len() - 1
        });
        cores[at].1.push(id.to_owned());
    }
    cores
}

/// The task for which things were given, and the ids of these; without a task for what was recalled by itself.
pub(super) fn read(things: &[String]) -> (Option<(Id, TaskNo)>, &[String]) {
    let task = things.split_first().and_then(|(first, rest)| {
        let (workflow, task) = first.strip_prefix(FOR)?.split_once(':')?;
        Some(((workflow.parse().ok()?, TaskNo::parse(task)?), rest))
    });
    match task {
        Some((task, rest)) => (Some(task), rest),
        None => (None, things),
    }
}

/// Remembers a use, the last one last.
pub(super) fn remember(uses: &mut Vec<Use>, new: Use) {
    uses.retain(|known| (known.workflow, known.task) != (new.workflow, new.task));
    uses.push(new);
    let over = uses.len().saturating_sub(TASKS);
    uses.drain(..over);
}

#[cfg(test)]
mod tests {
    use super::{TASKS, Use, given, read, remember};
    use crate::numbers::TaskNo;
    use kernel::{Id, Time};

    #[test]
    fn what_was_given_for_a_task_is_told_core_by_core() {
        let (workflow, task) = (Id::from_parts(Time(7), 7), TaskNo(3));
        let told = given(
            Some((workflow, task)),
            [("team", "a"), ("ops", "b"), ("team", "c")],
        );
        let cores: Vec<(&str, _)> = told
            .iter()
            .map(|(core, things)| (core.id(), read(things)))
            .collect();
        let ids = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let expected = [("team", ids(&["a", "c"])), ("ops", ids(&["b"]))];
        for ((core, (of, found)), (name, given)) in cores.into_iter().zip(expected) {
            assert_eq!(
                (core, of, found),
                (name, Some((workflow, task)), &given[..])
            );
        }
        let by_itself = ids(&["for-task:", "for-task:x:T1", "a"]);
        assert_eq!(read(&by_itself), (None, &by_itself[..]));
        assert_eq!(read(&[]), (None, &[][..]));
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
