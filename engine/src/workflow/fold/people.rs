//! Applies facts about nudges, questions and approvals to a workflow.

use std::collections::BTreeMap;

use crate::numbers::{ApprovalNo, NudgeNo, Number, QuestionNo, TaskNo};
use crate::workflow::derive::{list_under, runs_out};
use crate::workflow::facts::{
    ApprovalGiven, ApprovalRequested, ApprovalWithdrawn, Event, NoticesDelivered,
    NudgeAcknowledged, NudgeSent, QuestionAnswered, QuestionAsked, QuestionWithdrawn,
};
use crate::workflow::news::{self, Heard};
use crate::workflow::people::{Approval, ApprovalStatus, Nudge, Question, Subject, Withdrawn};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Outcome, Task};
use kernel::fact::Meta;
use kernel::time::Time;

impl Workflow {
    pub(super) fn people(&mut self, meta: &Meta, event: &Event) {
        match event {
            Event::NudgeSent(body) => self.apply_nudge(meta, body),
            Event::NoticesDelivered(body) => self.apply_delivery(meta, body),
            Event::NudgeAcknowledged(body) => self.apply_acknowledgement(meta, body),
            Event::QuestionAsked(body) => self.apply_question(meta, body),
            Event::QuestionAnswered(body) => self.apply_answer(meta, body),
            Event::QuestionWithdrawn(body) => self.question_withdrawn(meta, body),
            Event::ApprovalWithdrawn(body) => self.approval_withdrawn(meta, body),
            Event::ApprovalRequested(body) => self.apply_request(meta, body),
            Event::ApprovalGiven(body) => self.apply_approval(meta, body),
            Event::ItemSnoozed(body) => {
                // An end that is not in the future ends the snooze.
                if body.until > meta.at {
                    self.body.snoozed.insert(body.item.clone(), body.until);
                } else {
                    self.body.snoozed.remove(&body.item);
                }
            }
            _ => {}
        }
    }

    fn apply_nudge(&mut self, meta: &Meta, body: &NudgeSent) {
        if self.body.nudges.get(body.id).is_some() {
            return;
        }
        self.body.nudges.put(Nudge {
            id: body.id,
            from: meta.actor.clone(),
            target: body.target.clone(),
            message: body.message.clone(),
            priority: body.priority,
            task: body.task,
            created_at: meta.at,
            expires_at: body.expires_at,
            receipts: BTreeMap::new(),
            changed: meta.version,
            tokens: body.tokens,
        });
        self.derive_nudge(body.id);
    }

    fn apply_acknowledgement(&mut self, meta: &Meta, body: &NudgeAcknowledged) {
        self.body.nudges.change(body.id, |nudge| {
            let receipt = nudge.receipts.entry(meta.actor.id.clone()).or_default();
            receipt.delivered_at.get_or_insert(meta.at);
            receipt.acknowledged_at.get_or_insert(meta.at);
            if body.acted {
                receipt.acted_at = Some(meta.at);
            }
            if body.note.is_some() {
                receipt.note.clone_from(&body.note);
            }
            nudge.changed = meta.version;
        });
        self.derive_receipt(body.id, &meta.actor.id);
    }

    fn apply_question(&mut self, meta: &Meta, body: &QuestionAsked) {
        if self.body.questions.get(body.id).is_some() {
            return;
        }
        self.contribute(meta, |_| {});
        let question = Question {
            id: body.id,
            asked_by: meta.actor.clone(),
            asked_at: meta.at,
            task: body.task,
            question: body.question.clone(),
            options: body.options.clone(),
            default: body.default.clone(),
            deadline: body.deadline,
            answer: None,
            answered_by: None,
            answered_at: None,
            withdrawn: None,
            delivered_at: None,
            changed: meta.version,
            tokens: body.tokens,
        };
        self.derived.deadlines.extend(runs_out(&question));
        self.body.questions.put(question);
        list_under(&mut self.derived.questions_of, body.task, body.id.0);
        self.derived.open_questions.insert(body.id.0);
        if let Some(task) = body.task {
            // Only the holder waits: a question by somebody else does not park the lease.
            self.change_task(task, |task| {
                if let Some(lease) = &mut task.lease
                    && meta.actor.is_agent_named(&lease.holder)
                {
                    lease.parked_at.get_or_insert(meta.at);
                    task.waits_for = Some(body.id);
                }
            });
        }
    }

    fn apply_answer(&mut self, meta: &Meta, body: &QuestionAnswered) {
        if !self.derived.open_questions.contains(&body.id.0) {
            return;
        }
        let (mut task, mut end) = (None, None);
        self.body.questions.change(body.id, |question| {
            (task, end) = (question.task, runs_out(question));
            question.answer = Some(body.answer.clone());
            question.answered_by = Some(meta.actor.clone());
            question.answered_at = Some(meta.at);
            question.changed = meta.version;
            question.tokens = question.tokens.saturating_add(body.tokens);
        });
        self.derived.open_questions.remove(&body.id.0);
        if let Some(end) = end {
            self.derived.deadlines.remove(&end);
        }
        self.derived.fresh_answers.insert(body.id.0);
        self.question_closed(meta, body.id, task);
    }

    fn question_withdrawn(&mut self, meta: &Meta, body: &QuestionWithdrawn) {
        if self.derived.open_questions.remove(&body.id.0).is_none() {
            return;
        }
        let (mut task, mut end) = (None, None);
        self.body.questions.change(body.id, |question| {
            (task, end) = (question.task, runs_out(question));
            question.withdrawn = Some(withdrawal(meta, body.reason.as_ref()));
            question.changed = meta.version;
        });
        if let Some(end) = end {
            self.derived.deadlines.remove(&end);
        }
        self.question_closed(meta, body.id, task);
    }

    fn approval_withdrawn(&mut self, meta: &Meta, body: &ApprovalWithdrawn) {
        if self.derived.open_approvals.remove(&body.id.0).is_none() {
            return;
        }
        self.body.approvals.change(body.id, |approval| {
            approval.status = ApprovalStatus::Withdrawn;
            approval.withdrawn = Some(withdrawal(meta, body.reason.as_ref()));
            approval.changed = meta.version;
        });
        self.approval_closed(meta, body.id);
    }

    /// Unparks the task whose holder waited for that question.
    fn question_closed(&mut self, meta: &Meta, id: QuestionNo, task: Option<TaskNo>) {
        if let Some(task) = task {
            let next = self.still_asked(task);
            self.change_task(task, |task| {
                if task.waits_for == Some(id) {
                    task.waits_for = next;
                    unpark(task, meta.at);
                }
            });
        }
    }

    /// Returns the oldest open question about `task` that its holder asked while holding it.
    fn still_asked(&self, task: TaskNo) -> Option<QuestionNo> {
        let held = self.tasks.get(task)?;
        let holder = &held.lease.as_ref()?.holder;
        let since = hold_start(held)?;
        let asked = self.derived.questions_of.get(&task.0)?;
        asked
            .iter()
            .filter(|no| self.derived.open_questions.contains(*no))
            .filter_map(|no| self.questions.get(QuestionNo(*no)))
            .find(|open| open.asked_by.is_agent_named(holder) && open.asked_at >= since)
            .map(|open| open.id)
    }

    fn apply_request(&mut self, meta: &Meta, body: &ApprovalRequested) {
        if self.body.approvals.get(body.id).is_some() {
            return;
        }
        self.contribute(meta, |_| {});
        self.body.approvals.put(Approval {
            id: body.id,
            subject: body.subject.clone(),
            reason: body.reason.clone(),
            requested_by: meta.actor.clone(),
            requested_at: meta.at,
            status: ApprovalStatus::Pending,
            given_by: None,
            given_at: None,
            comments: None,
            withdrawn: None,
            delivered_at: None,
            changed: meta.version,
        });
        self.derived.open_approvals.insert(body.id.0);
        if let Subject::Task(task) = body.subject {
            self.change_task(task, |task| {
                if let Some(lease) = &mut task.lease
                    && meta.actor.is_agent_named(&lease.holder)
                {
                    lease.parked_at.get_or_insert(meta.at);
                    task.waits_for_approval = Some(body.id);
                }
            });
        }
    }

    fn apply_approval(&mut self, meta: &Meta, body: &ApprovalGiven) {
        if !self.derived.open_approvals.contains(&body.id.0) {
            return;
        }
        self.body.approvals.change(body.id, |approval| {
            approval.status = if body.approved {
                ApprovalStatus::Approved
            } else {
                ApprovalStatus::Refused
            };
            approval.given_by = Some(meta.actor.clone());
            approval.given_at = Some(meta.at);
            approval.comments.clone_from(&body.comments);
            approval.changed = meta.version;
        });
        self.derived.open_approvals.remove(&body.id.0);
        self.derived.fresh_approvals.insert(body.id.0);
        if !body.approved {
            self.derived.refused_approvals.insert(body.id.0);
        }
        self.approval_closed(meta, body.id);
    }

    /// Unparks the task whose holder waited for that approval.
    fn approval_closed(&mut self, meta: &Meta, id: ApprovalNo) {
        let approval = self.body.approvals.get(id);
        if let Some(Subject::Task(task)) = approval.map(|approval| approval.subject.clone()) {
            self.change_task(task, |task| {
                if task.waits_for_approval == Some(id) {
                    task.waits_for_approval = None;
                    unpark(task, meta.at);
                }
            });
        }
    }

    fn apply_delivery(&mut self, meta: &Meta, body: &NoticesDelivered) {
        for notice in &body.notices {
            if let Some((heard, version)) = news::parse(notice) {
                match heard {
                    Heard::News => self.body.news.remove(&version),
                    Heard::Lost => self.body.lost.remove(&version),
                };
            } else if let Some(no) = <NudgeNo as Number>::parse(notice) {
                self.body.nudges.change(no, |nudge| {
                    let receipt = nudge.receipts.entry(body.agent.clone()).or_default();
                    receipt.delivered_at.get_or_insert(meta.at);
                });
                self.derive_receipt(no, &body.agent);
            } else if let Some(no) = <QuestionNo as Number>::parse(notice) {
                // A question without an answer cannot have been delivered.
                if self.derived.fresh_answers.remove(&no.0).is_some() {
                    self.body
                        .questions
                        .change(no, |question| question.delivered_at = Some(meta.at));
                }
            } else if let Some(no) = <ApprovalNo as Number>::parse(notice)
                && self.derived.fresh_approvals.remove(&no.0).is_some()
            {
                self.body
                    .approvals
                    .change(no, |approval| approval.delivered_at = Some(meta.at));
            }
        }
    }
}

/// Returns the time since which the holder has held the task without a break; resuming it is no break.
fn hold_start(task: &Task) -> Option<Time> {
    let mut from = None;
    for attempt in task.attempts.iter().rev() {
        if from.is_some() && attempt.outcome != Some(Outcome::Resumed) {
            break;
        }
        from = Some(attempt.from);
    }
    from
}

/// Restarts the clock of a lease if its holder waits for no person any more; extends it by the time that it was parked.
fn unpark(task: &mut Task, now: Time) {
    if !task.waits_for_person()
        && let Some(lease) = &mut task.lease
        && let Some(parked_at) = lease.parked_at.take()
    {
        lease.until = lease.until.plus(now.since(parked_at));
    }
}

fn withdrawal(meta: &Meta, reason: Option<&String>) -> Withdrawn {
    Withdrawn {
        at: meta.at,
        by: meta.actor.clone(),
        reason: reason.cloned(),
    }
}
