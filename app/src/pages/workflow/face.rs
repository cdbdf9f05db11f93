//! Short form of a task: its status, its subtitle and its trailing word, as graph, outline and table show them.
//! Pure functions of state, time and viewer.

use engine::numbers::TaskNo;
use engine::workflow::graph::{EdgeState, Gate};
use engine::workflow::shown::FOR_PERSON;
use engine::workflow::{Status as Life, Task, TaskStatus, Workflow};
use kernel::Time;
use kernel::access::Access;

use super::refusal::of_own;
use super::scene::Scene;
use crate::parts::{Status, escape_direction, length};

/// Short form of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Status, which sets icon and color.
    pub status: Status,
    /// Title of the task.
    pub title: String,
    /// Name of its agent, or the status as words if no agent works on it.
    pub by: String,
    /// Trailing word: a duration, or the reason why it waits.
    pub end: String,
    /// True if the trailing word is the time since the start.
    pub ages: bool,
}

impl Default for Face {
    fn default() -> Self {
        Self {
            status: Status::Pending,
            title: String::new(),
            by: String::new(),
            end: String::new(),
            ages: false,
        }
    }
}

/// Converts a task's status into the status that pages show.
pub fn page_status(status: TaskStatus) -> Status {
    Status::from_name(status.name()).unwrap_or(Status::Pending)
}

/// Returns the short form of a task, as the viewer of the page sees it.
pub fn face(scene: &Scene, task: &Task) -> Face {
    let (status, _) = scene.workflow.visible_status_and_reason(task);
    let status = page_status(status);
    let by = match &task.assigned_to {
        Some(agent) if !task.status.is_waiting() || task.status == TaskStatus::Assigned => {
            agent.clone()
        }
        _ => status.phrase().to_owned(),
    };
    Face {
        status,
        title: escape_direction(&task.title).into_owned(),
        by,
        end: end(scene, task),
        ages: task.status == TaskStatus::InProgress && !task.waits_for_person(),
    }
}

fn end(scene: &Scene, task: &Task) -> String {
    let (workflow, now) = (&scene.workflow, scene.now);
    match task.status {
        TaskStatus::Completed => attempt_duration(task).map(length).unwrap_or_default(),
        TaskStatus::Review if can_review(scene, task) => "waits for you".into(),
        TaskStatus::Review => "waits for review".into(),
        TaskStatus::InProgress | TaskStatus::Blocked if task.waits_for_person() => {
            FOR_PERSON.into()
        }
        TaskStatus::InProgress if !task.is_leased(now) => "lease expired".into(),
        TaskStatus::InProgress => length(now.since(task.since)),
        TaskStatus::Blocked if task.lease.is_none() => "on hold".into(),
        TaskStatus::Blocked => "blocked".into(),
        TaskStatus::Failed if task.failure_accepted => "accepted".into(),
        TaskStatus::Failed => format!("{} of {} attempts", task.failures, task.retries + 1),
        TaskStatus::Cancelled | TaskStatus::Skipped => String::new(),
        TaskStatus::Pending | TaskStatus::Assigned => waiting(workflow, task, now),
    }
}

fn waiting(workflow: &Workflow, task: &Task, now: Time) -> String {
    match workflow.gate(task) {
        _ if workflow.status != Life::Active => String::new(),
        Gate::Waiting => list_tasks("after", &before(workflow, task, EdgeState::Waits)),
        Gate::Cut => list_tasks("blocked by", &before(workflow, task, EdgeState::Dead)),
        Gate::Skip => "branch not taken".into(),
        Gate::Open if task.not_before.is_some_and(|at| at > now) => match task.failures {
            0 => "deferred".into(),
            _ => "retried later".into(),
        },
        Gate::Open if workflow.paused.is_some() => "paused".into(),
        Gate::Open if task.stalled.is_some() => "lease expired".into(),
        Gate::Open if task.status == TaskStatus::Assigned => "next".into(),
        Gate::Open => "ready".into(),
    }
}

/// Returns the tasks that this one depends on, over edges in the given state.
pub fn before(workflow: &Workflow, task: &Task, state: EdgeState) -> Vec<TaskNo> {
    task.depends_on
        .iter()
        .filter(|need| workflow.edge_state(need) == state)
        .map(|need| need.task)
        .collect()
}

fn list_tasks(word: &str, tasks: &[TaskNo]) -> String {
    match tasks {
        [] => String::new(),
        [one] => format!("{word} {one}"),
        [one, rest @ ..] => format!("{word} {one} +{}", rest.len()),
    }
}

/// Returns the duration of the last attempt, in milliseconds.
pub fn attempt_duration(task: &Task) -> Option<i64> {
    let last = task.attempt()?;
    Some(last.to?.since(last.from))
}

/// Returns true if the viewer may review the task.
fn can_review(scene: &Scene, task: &Task) -> bool {
    let viewer = scene.viewer.as_ref();
    viewer.is_some_and(|viewer| Access::JUDGES.allows(viewer.role)) && of_own(scene, task).is_none()
}

/// Returns the accessible name of a node. It begins with the visible text, as it is clipped and in its order, so
/// that users of speech input can say what they read (WCAG 2.5.3). The clipped text follows, and the information in
/// shape and position.
pub fn accessible_name(
    face: &Face,
    no: TaskNo,
    title: &str,
    by: &str,
    behind: &[TaskNo],
) -> String {
    let drawn = format!("{title} {no} {by} {}", face.end);
    let mut words = vec![drawn.trim_end().to_owned()];
    if title != face.title {
        words.push(face.title.clone());
    }
    if by != face.by {
        words.push(face.by.clone());
    }
    if face.by != face.status.phrase() {
        words.push(face.status.phrase().to_owned());
    }
    if !behind.is_empty() {
        let behind: Vec<_> = behind.iter().map(ToString::to_string).collect();
        words.push(format!("then {}", behind.join(", ")));
    }
    words.join(", ")
}

/// Clips `text` to a width in pixels at a font size of `size` pixels, by average letter widths: SVG cannot clip its
/// own text.
pub fn clip(text: &str, size: f32, width: f32) -> String {
    let mut used = 0.0;
    let mut end = None;
    for (at, letter) in text.char_indices() {
        if end.is_none() && used + 0.8 * size > width {
            end = Some(at);
        }
        used += size * letter_width(letter);
        if used > width {
            return format!("{}…", text[..end.unwrap_or(at)].trim_end());
        }
    }
    text.to_owned()
}

/// Estimates the width of a text in pixels at a font size of `size` pixels.
pub fn width(text: &str, size: f32) -> f32 {
    text.chars().map(letter_width).sum::<f32>() * size
}

const fn letter_width(letter: char) -> f32 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '!' => 0.28,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '/' => 0.38,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.86,
        'A'..='Z' | '0'..='9' => 0.65,
        'a'..='z' => 0.56,
        _ if (letter as u32) > 0x2E80 => 1.0,
        _ => 0.62,
    }
}

#[cfg(test)]
mod tests {
    use engine::numbers::{Number, TaskNo};

    use super::{Face, Status, accessible_name, clip, width};

    #[test]
    fn a_name_begins_with_what_is_drawn() {
        let face = Face {
            status: Status::InProgress,
            title: "Measure the throughput of the token service".into(),
            by: "dev-ada".into(),
            end: "12 min".into(),
            ages: true,
        };
        let no = |text| TaskNo::parse(text).unwrap();
        let name = accessible_name(
            &face,
            no("T3"),
            "Measure the…",
            "dev-ada",
            &[no("T4"), no("T5")],
        );
        assert_eq!(
            name,
            "Measure the… T3 dev-ada 12 min, Measure the throughput of the token service, in progress, then T4, T5"
        );
    }

    #[test]
    fn texts_are_cut_to_their_box() {
        assert_eq!(clip("Token service", 12.5, 152.0), "Token service");
        let long = "Measure the throughput of the whole token service again";
        let cut = clip(long, 12.5, 152.0);
        assert!(cut.ends_with('…') && width(&cut, 12.5) < 165.0, "{cut}");
        assert_eq!(clip("", 12.5, 152.0), "");
        assert!(clip("分散システムの調査と設計と実装", 12.5, 60.0).ends_with('…'));
    }
}
