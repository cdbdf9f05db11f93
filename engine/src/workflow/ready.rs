//! Definition of a ready task. Lists, pages, explanations and claims all use this module.

use std::collections::BTreeSet;

use crate::numbers::TaskNo;
use crate::workflow::edge::Join;
use crate::workflow::graph::{EdgeState, Gate};
use crate::workflow::shown::FOR_PERSON;
use crate::workflow::state::{Rank, Status, Workflow};
use crate::workflow::task::{Lease, Task, TaskStatus};
use crate::workflow::waiting::{TaskRow, Wait, WaitKind};
use crate::workspace::Workspace;
use kernel::actor::{Actor, Role};
use kernel::time::Time;

/// The caller for whom readiness is computed. Without an actor, a task is ready when some agent can claim it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asker<'a> {
    /// The agent or person that asks.
    pub actor: Option<&'a Actor>,
    /// The caller's capabilities; absent means that they do not matter.
    pub capabilities: Option<&'a [String]>,
    /// The workspace with the paused agents; absent means that pauses of agents do not matter.
    pub workspace: Option<&'a Workspace>,
}

impl<'a> Asker<'a> {
    /// Returns the caller as lists and explanations see it: capabilities do not matter.
    #[must_use]
    pub const fn new(actor: Option<&'a Actor>, workspace: &'a Workspace) -> Self {
        Self {
            actor,
            capabilities: None,
            workspace: Some(workspace),
        }
    }

    fn agent(&self) -> Option<&'a Actor> {
        self.actor.filter(|actor| actor.role.is_agent())
    }

    fn is_paused(&self, agent: &str) -> bool {
        self.workspace
            .is_some_and(|workspace| workspace.is_paused(agent))
    }
}

/// Returns true if a task with these waits can be claimed: it waits for nothing and has not ended.
pub(crate) fn is_free(task: &Task, waits: &[Wait]) -> bool {
    waits.is_empty() && !task.status.is_terminal()
}

impl Workflow {
    /// Returns true if `asker` can claim `task` at `now`.
    #[must_use]
    pub fn is_ready(&self, task: &Task, now: Time, asker: Asker) -> bool {
        is_free(task, &self.waits(task, now, asker))
    }

    /// Returns the tasks that `asker` can claim at `now`, in the order in which claims return them.
    pub fn ready<'a>(
        &'a self,
        now: Time,
        asker: Asker<'a>,
    ) -> impl Iterator<Item = (Rank, &'a Task)> {
        self.on_offer(now)
            .filter(move |(_, task)| self.is_ready(task, now, asker))
    }

    /// Returns a task as lists show it to `asker` at `now`.
    #[must_use]
    pub fn row(&self, task: &Task, now: Time, asker: Asker) -> TaskRow {
        let (status, blocked_reason) = self.visible_status_and_reason(task);
        let waits_for = self.waits(task, now, asker);
        TaskRow {
            id: task.id,
            title: task.title.clone(),
            group: task.group.clone(),
            priority: task.priority,
            status,
            blocked_reason,
            assigned_to: task.assigned_to.clone(),
            depends_on: task.depends_on.clone(),
            blocks: task.blocks.clone(),
            capabilities: task.capabilities.clone(),
            needs_review: task.needs_review,
            review_status: task.review_status,
            estimate_minutes: task.estimate_minutes,
            attempts: u32::try_from(task.attempts.len()).unwrap_or(u32::MAX),
            failures: task.failures,
            lease: task.lease.clone(),
            since: task.since,
            changed: task.changed,
            ready: is_free(task, &waits_for),
            waits_for,
        }
    }

    /// Returns true if `task` belongs to the blocked ones: it waits for others or for a time, is on hold, or its holder
    /// is blocked. A holder that waits for a person is not blocked.
    #[must_use]
    pub fn is_blocked(&self, task: &Task, now: Time) -> bool {
        let rests = task.not_before.is_some_and(|at| at > now);
        match task.status {
            TaskStatus::Blocked => !task.waits_for_person(),
            status => status.is_waiting() && (rests || self.gate(task) != Gate::Open),
        }
    }

    /// Returns the tasks with an open gate that are not held at `now`, by rank. Other reasons may still prevent a
    /// claim, such as a cooldown or an assignment.
    pub(crate) fn on_offer(&self, now: Time) -> impl Iterator<Item = (Rank, &Task)> {
        let lapsed = self.derived.leases.iter();
        let lapsed: BTreeSet<Rank> = lapsed
            .take_while(|(until, _)| *until <= now)
            .filter_map(|(_, no)| self.tasks.get(TaskNo(*no)))
            .map(|task| self.rank(task))
            .collect();
        let mut open = self.derived.open.iter().copied().peekable();
        let mut lapsed = lapsed.into_iter().peekable();
        std::iter::from_fn(move || match (open.peek(), lapsed.peek()) {
            (Some(one), Some(other)) if other < one => lapsed.next(),
            (None, _) => lapsed.next(),
            _ => open.next(),
        })
        .filter_map(|rank| Some((rank, self.tasks.get(TaskNo(rank.2))?)))
    }

    /// Returns everything that `task` waits for at `now` before `asker` can claim it. Empty if the task is ready or has
    /// ended.
    #[must_use]
    pub fn waits(&self, task: &Task, now: Time, asker: Asker) -> Vec<Wait> {
        let live = task.lease.as_ref().filter(|lease| lease.is_live(now));
        let mut waits = match (task.status, live) {
            (TaskStatus::Completed | TaskStatus::Cancelled | TaskStatus::Skipped, _) => {
                return Vec::new();
            }
            (TaskStatus::Failed, _) if task.failure_accepted => return Vec::new(),
            (TaskStatus::Failed, _) => vec![Wait::new(
                WaitKind::Failed,
                "It failed: a person or an orchestrator retries, assigns, skips or cancels it, or a \
                 person accepts the failure."
                    .into(),
            )],
            (TaskStatus::Review, _) => vec![Wait::new(
                WaitKind::Review,
                "It is submitted and waits for a review.".into(),
            )],
            (TaskStatus::InProgress | TaskStatus::Blocked, Some(lease)) => lease_waits(task, lease),
            (TaskStatus::Blocked, None) => self.and_needs(vec![on_hold(task)], task, now, asker),
            (TaskStatus::InProgress, None) if task.lease.is_none() => {
                self.and_needs(vec![on_hold(task)], task, now, asker)
            }
            _ => self.and_needs(Vec::new(), task, now, asker),
        };
        if self.status != Status::Active {
            let text = format!("The workflow is {}.", self.status.name());
            waits.push(Wait::new(WaitKind::Ended, text));
        } else if self.paused.is_some() && (task.status.is_waiting() || waits.is_empty()) {
            let text = "Claims are stopped in this workflow until it is resumed.".into();
            waits.push(Wait::new(WaitKind::Paused, text));
        }
        waits
    }

    /// Adds to `waits` everything that prevents the claim of a task without a holder.
    fn and_needs(&self, mut waits: Vec<Wait>, task: &Task, now: Time, asker: Asker) -> Vec<Wait> {
        if self.gate(task) != Gate::Open {
            waits.extend(task.depends_on.iter().filter_map(|need| {
                let state = self.edge_state(need);
                let matters = match state {
                    EdgeState::Holds => false,
                    EdgeState::NotTaken => task.join == Join::All,
                    EdgeState::Waits | EdgeState::Dead => true,
                };
                matters.then(|| self.edge_wait(need, state))
            }));
        }
        waits.extend(resting(task, now));
        waits.extend(assignment_wait(task, asker));
        waits.extend(lacking(task, asker.capabilities));
        let paused = asker.agent().filter(|agent| asker.is_paused(&agent.id));
        waits.extend(paused.map(|_| {
            let text = "You are paused: you can claim nothing until you are resumed.";
            Wait::new(WaitKind::Paused, text.into())
        }));
        waits
    }
}

/// Returns the waits of a task under a live lease.
fn lease_waits(task: &Task, lease: &Lease) -> Vec<Wait> {
    let by_holder = |kind, text| Wait {
        agent: Some(lease.holder.clone()),
        ..Wait::new(kind, text)
    };
    let holder = &lease.holder;
    let mut waits = Vec::new();
    if let Some(question) = task.waits_for {
        let text = format!("{holder} {FOR_PERSON} to answer {question}.");
        waits.push(Wait {
            question: Some(question),
            ..by_holder(WaitKind::Question, text)
        });
    }
    if let Some(approval) = task.waits_for_approval {
        let text = format!("{holder} {FOR_PERSON} to decide {approval}.");
        waits.push(by_holder(WaitKind::Approval, text));
    }
    if task.status == TaskStatus::Blocked {
        let text = format!("{holder} cannot go on: {}.", reason(task));
        waits.push(by_holder(WaitKind::Blocked, text));
    }
    if waits.is_empty() {
        let text = format!("{holder} holds it until {}.", lease.until);
        waits.push(Wait {
            until: Some(lease.until),
            ..by_holder(WaitKind::Held, text)
        });
    }
    waits
}

/// Returns the wait of a task on hold without a holder: it was imported like this, or its holder was blocked when the
/// lease expired.
fn on_hold(task: &Task) -> Wait {
    let text = format!(
        "It is on hold: {}. A person or an orchestrator lets it go on with `task_release`.",
        reason(task)
    );
    Wait::new(WaitKind::Blocked, text)
}

/// Returns the reason why a task is blocked, without its full stop.
fn reason(task: &Task) -> &str {
    let reason = task.blocked_reason.as_deref().unwrap_or_default();
    match reason.trim_end_matches('.') {
        "" => "no reason given",
        reason => reason,
    }
}

/// Returns the wait for a time: a cooldown after a failure, or a deferral.
fn resting(task: &Task, now: Time) -> Option<Wait> {
    let at = task.not_before.filter(|at| *at > now)?;
    let (kind, text) = if task.failures > 0 {
        let text = format!("It rests until {at} after a failure.");
        (WaitKind::Cooldown, text)
    } else {
        (WaitKind::Deferred, format!("It is deferred until {at}."))
    };
    Some(Wait {
        until: Some(at),
        ..Wait::new(kind, text)
    })
}

/// Returns the wait of a task that is assigned to another agent, or, for a reviewer, not assigned to it.
fn assignment_wait(task: &Task, asker: Asker) -> Option<Wait> {
    let owner = task.assigned_to.as_deref();
    let owner = owner.filter(|_| task.status == TaskStatus::Assigned);
    let kept_for_asker = |actor: &Actor| {
        let holder = [task.assigned_to.as_deref(), task.stalled.as_deref()];
        holder.contains(&Some(actor.id.as_str()))
    };
    match (owner, asker.agent()) {
        (Some(owner), _) if asker.is_paused(owner) => Some(Wait::for_paused(owner)),
        (Some(owner), Some(agent)) if agent.id != owner => Some(Wait {
            agent: Some(owner.to_owned()),
            ..Wait::new(WaitKind::Assigned, format!("It is kept for {owner}."))
        }),
        (_, Some(agent)) if agent.role == Role::Reviewer && !kept_for_asker(agent) => {
            let text = "You review, and it is not kept for you: whoever leads keeps it for you with \
                        `task_assign`. What was handed in you judge with `task_review`.";
            Some(Wait::new(WaitKind::Assigned, text.into()))
        }
        _ => None,
    }
}

/// Returns the wait of a task that needs capabilities that the caller lacks.
fn lacking(task: &Task, capabilities: Option<&[String]>) -> Option<Wait> {
    let capabilities = capabilities?;
    let missing: Vec<&str> = task
        .capabilities
        .iter()
        .filter(|needed| !capabilities.contains(needed))
        .map(String::as_str)
        .collect();
    (!missing.is_empty()).then(|| {
        let text = format!("It asks for: {}.", missing.join(", "));
        Wait::new(WaitKind::Capabilities, text)
    })
}
