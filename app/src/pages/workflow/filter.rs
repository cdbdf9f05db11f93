//! Filter of tasks: words that must all match, some with a prefix (`status:review`, `worker:dev-ada`, `group:…`).
//! Pure functions.

use engine::workflow::ready::Asker;
use engine::workflow::{Task, Workflow};
use kernel::unicode::fold;

use super::face::page_status;
use super::scene::Scene;

/// Returns true if a task matches the filter of the address. A word without prefix matches a status, a task's
/// number, or any part of its title, room or worker.
pub fn fits(scene: &Scene, task: &Task) -> bool {
    let (workflow, now) = (&scene.workflow, scene.now);
    scene.address.filter.split_whitespace().all(|word| {
        let word = fold(word);
        match word.split_once(':') {
            Some(("status", status)) => is_status(workflow, task, status),
            Some(("worker" | "agent", agent)) => holds(task.assigned_to.as_deref(), agent),
            Some(("group" | "room", group)) => holds(task.group.as_deref(), group),
            Some(("is", "ready")) => workflow.is_ready(task, now, Asker::default()),
            None if word == "ready" => workflow.is_ready(task, now, Asker::default()),
            _ => {
                is_status(workflow, task, &word)
                    || task.id.to_string().to_lowercase() == word
                    || holds(Some(&task.title), &word)
                    || holds(task.group.as_deref(), &word)
                    || holds(task.assigned_to.as_deref(), &word)
            }
        }
    })
}

fn is_status(workflow: &Workflow, task: &Task, word: &str) -> bool {
    let (status, _) = workflow.visible_status_and_reason(task);
    let status = page_status(status);
    word == status.name() || word == status.name().replace('_', "-")
}

fn holds(text: Option<&str>, word: &str) -> bool {
    text.is_some_and(|text| fold(text).contains(word))
}
