//! Applies facts about tasks and their edges to a workflow.

use crate::numbers::TaskNo;
use crate::workflow::edge::{Need, When};
use crate::workflow::facts::{Event, TaskAdded, TaskEdited};
use crate::workflow::shared::Usage;
use crate::workflow::state::Workflow;
use crate::workflow::task::{Task, TaskStatus};
use kernel::fact::Meta;

impl Workflow {
    pub(super) fn task_event(&mut self, meta: &Meta, event: &Event) {
        match event {
            Event::TaskAdded(body) => self.task_added(meta, body),
            Event::TaskEdited(body) => self.task_edited(meta, body),
            Event::TaskLinked(body) => {
                let need = Need {
                    task: body.from,
                    when: body.when.clone(),
                };
                self.unlink(body.from, body.to);
                self.link(body.to, need);
                self.change_task(body.to, |task| task.changed = meta.version);
            }
            Event::TaskUnlinked(body) => {
                self.unlink(body.from, body.to);
                self.change_task(body.to, |task| task.changed = meta.version);
            }
            Event::TaskAssigned(body) if body.for_review => self.turn(meta, body.id, |task| {
                task.reviewer.clone_from(&body.agent);
            }),
            Event::TaskAssigned(body) => {
                self.no_more_untaken(meta, body.id);
                self.turn(meta, body.id, |task| {
                    task.untaken = false;
                    task.status = match body.agent {
                        Some(_) => TaskStatus::Assigned,
                        None => TaskStatus::Pending,
                    };
                    task.assigned_at = body.agent.as_ref().map(|_| meta.at);
                    task.assigned_to.clone_from(&body.agent);
                    task.stalled = None;
                });
            }
            _ => self.work_event(meta, event),
        }
    }

    fn task_added(&mut self, meta: &Meta, body: &TaskAdded) {
        if self.body.tasks.get(body.id).is_some() {
            return;
        }
        let depends_on = self.edges_of(body);
        let before: Vec<TaskNo> = depends_on.iter().map(|need| need.task).collect();
        self.body.tasks.put(Task {
            id: body.id,
            title: body.title.clone(),
            description: body.description.clone(),
            acceptance: body.acceptance.clone(),
            group: body.group.clone(),
            priority: body.priority,
            status: TaskStatus::Pending,
            blocked_reason: None,
            assigned_to: None,
            assigned_at: None,
            depends_on,
            blocks: Vec::new(),
            join: body.join,
            branch: body.branch.clone(),
            links: body.links.clone(),
            paths: body.paths.clone(),
            attempts: Vec::new(),
            usage: Usage::default(),
            result: None,
            completed_at: None,
            unmet: Vec::new(),
            needs_review: body.needs_review,
            reviewed_by: None,
            review_status: None,
            reviews: Vec::new(),
            retries: body.retries,
            failures: 0,
            cooldown_seconds: body.cooldown_seconds,
            not_before: None,
            capabilities: body.capabilities.clone(),
            estimate_minutes: body.estimate_minutes,
            lease: None,
            fence: 0,
            reviewer: None,
            untaken: false,
            stalled: None,
            failure_accepted: false,
            reason: None,
            waits_for: None,
            waits_for_approval: None,
            origin: None,
            created_at: meta.at,
            created_by: meta.actor.clone(),
            changed: meta.version,
            since: meta.at,
            tokens: body.tokens,
        });
        for no in &before {
            self.body
                .tasks
                .change(*no, |task| task.blocks.push(body.id));
        }
        self.derive_task(body.id);
        for no in before {
            self.raise_over(no, body.id);
        }
    }

    /// Returns the edges of a new task, which has no dependents yet. Edges to unknown tasks are left out; of two edges
    /// to one task the last counts.
    fn edges_of(&self, body: &TaskAdded) -> Vec<Need> {
        let mut edges: Vec<Need> = Vec::with_capacity(body.depends_on.len());
        for need in &body.depends_on {
            if self.body.tasks.get(need.task).is_some() {
                edges.retain(|edge| edge.task != need.task);
                edges.push(need.clone());
            }
        }
        edges
    }

    fn task_edited(&mut self, meta: &Meta, body: &TaskEdited) {
        fn set<T: Clone>(to: &mut T, from: Option<&T>) {
            if let Some(from) = from {
                to.clone_from(from);
            }
        }
        self.change_task(body.id, |task| {
            task.changed = meta.version;
            set(&mut task.title, body.title.as_ref());
            set(&mut task.description, body.description.as_ref());
            set(&mut task.acceptance, body.acceptance.as_ref());
            set(&mut task.join, body.join.as_ref());
            set(&mut task.priority, body.priority.as_ref());
            set(&mut task.needs_review, body.needs_review.as_ref());
            set(&mut task.capabilities, body.capabilities.as_ref());
            set(&mut task.retries, body.retries.as_ref());
            set(&mut task.cooldown_seconds, body.cooldown_seconds.as_ref());
            set(&mut task.links, body.links.as_ref());
            set(&mut task.paths, body.paths.as_ref());
            set(&mut task.tokens, body.tokens.as_ref());
            if let Some(group) = &body.group {
                task.group = (!group.is_empty()).then(|| group.clone());
            }
            if let Some(branch) = &body.branch {
                task.branch = (!branch.is_empty()).then(|| branch.clone());
            }
            if body.estimate_minutes.is_some() {
                task.estimate_minutes = body.estimate_minutes;
            }
        });
        self.raise(body.id);
    }

    /// Adds an edge. Edges with unknown tasks and edges that would close a cycle are left out.
    fn link(&mut self, to: TaskNo, need: Need) {
        let from = need.task;
        let known = |no| self.body.tasks.get(no).is_some();
        if !known(from) || !known(to) || self.cycle(from, to).is_some() {
            return;
        }
        self.unlink(from, to);
        if let When::Choice { decision, .. } = &need.when {
            let choosers = self.derived.choosers.entry(decision.0).or_default();
            choosers.insert(to.0);
        }
        self.body.tasks.change(from, |task| task.blocks.push(to));
        self.change_task(to, |task| task.depends_on.push(need));
        self.derived.edges += 1;
        self.deepen(to);
        self.raise_over(from, to);
    }

    fn unlink(&mut self, from: TaskNo, to: TaskNo) {
        let Some(task) = self.body.tasks.get(to) else {
            return;
        };
        let needs = &task.depends_on;
        let Some(gone) = needs.iter().find(|need| need.task == from).cloned() else {
            return;
        };
        if let When::Choice { decision, .. } = &gone.when {
            let chosen = |need: &&Need| match &need.when {
                When::Choice {
                    decision: other, ..
                } => other == decision,
                _ => false,
            };
            if needs.iter().filter(chosen).count() == 1 {
                let choosers = self.derived.choosers.get_mut(&decision.0);
                if choosers.is_some_and(|choosers| {
                    choosers.remove(&to.0);
                    choosers.is_empty()
                }) {
                    self.derived.choosers.remove(&decision.0);
                }
            }
        }
        self.body
            .tasks
            .change(from, |task| task.blocks.retain(|no| *no != to));
        self.change_task(to, |task| task.depends_on.retain(|need| need.task != from));
        self.derived.edges -= 1;
        self.deepen(to);
        self.raise(from);
    }

    /// Changes a task; the change counts for `if_version` and, if the status changes, for `since`.
    pub(super) fn turn(&mut self, meta: &Meta, no: TaskNo, change: impl FnOnce(&mut Task)) {
        self.change_task(no, |task| {
            let status = task.status;
            change(task);
            task.changed = meta.version;
            if task.status != status {
                task.since = meta.at;
            }
        });
    }
}
