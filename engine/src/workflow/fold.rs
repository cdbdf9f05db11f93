//! Applies facts to a workflow. Pure; never fails.

use std::sync::Arc;

use imbl::OrdSet;

use crate::numbers::TaskNo;
use crate::workflow::facts::{
    Event, LeadTaken, NoticesDelivered, UsageReported, WorkflowCreated, WorkflowEdited,
};
use crate::workflow::learning::count_learnings;
use crate::workflow::shared::{Contribution, Place, Usage};
use crate::workflow::state::{Lead, Pause, Workflow};
use crate::workflow::task::Lease;
use kernel::actor::Actor;
use kernel::fact::Meta;
use kernel::memory::{Memory, Receipt};
use kernel::notice::Notice;
use kernel::ports::index::{Entry, Text};
use kernel::stream::{StreamId, Version};
use kernel::time::Time;

mod learning;
mod news;
mod people;
mod shared;
mod tasks;
mod warnings;
mod work;

impl Memory for Workflow {
    const KIND: &'static str = "workflow";
    const SCHEMA: u16 = 7;
    type Event = Event;

    fn apply(&mut self, meta: &Meta, event: &Event) {
        let expired = self.running_out(event);
        self.body.version = meta.version;
        if !matches!(
            event,
            Event::NoticesDelivered(_)
                | Event::LeadRenewed(_)
                | Event::LeaseRenewed(_)
                | Event::UsageReported(_)
                | Event::ItemSnoozed(_)
        ) {
            self.body.revised = meta.version;
        }
        self.body.updated_at = self.body.updated_at.max(meta.at);
        match event {
            Event::WorkflowCreated(body) => self.apply_created(meta, body),
            Event::WorkflowEdited(body) => self.apply_edited(meta, body),
            Event::WorkflowPaused(body) => {
                self.body.changed = meta.version;
                self.body.paused = Some(Arc::new(Pause {
                    at: meta.at,
                    by: meta.actor.clone(),
                    reason: body.reason.clone(),
                }));
            }
            Event::WorkflowResumed(_) => {
                self.body.changed = meta.version;
                self.body.paused = None;
            }
            Event::WorkflowEnded(body) => {
                self.body.changed = meta.version;
                self.body.status = body.status;
                self.body.reason = body.reason.as_deref().map(Into::into);
                if self.body.ended_at.is_none() {
                    self.body.ended_at = Some(meta.at);
                    // Older facts do not have the number.
                    self.body.learned = body.learned.unwrap_or_else(|| count_learnings(self));
                }
            }
            Event::WorkflowDeleted(body) => self.body.purge_at = Some(body.purge_at),
            Event::WorkflowRestored(_) => {
                self.body.purge_at = None;
                // A restored workflow is not deleted automatically again.
                if self.body.policy.delete_days > 0 {
                    Arc::make_mut(&mut self.body.policy).pinned = true;
                }
            }
            Event::LeadTaken(body) => self.lead_taken(body),
            Event::LeadRenewed(body) => {
                Arc::make_mut(&mut self.body.lead).until = Some(body.until);
            }
            Event::LeadEnded(body) => {
                let handoff_note = body.handoff_note.clone();
                self.body.lead = Arc::new(Lead {
                    agent: None,
                    epoch: body.epoch,
                    until: None,
                    handoff_note: handoff_note.or_else(|| self.body.lead.handoff_note.clone()),
                    expired: body.expired,
                    ended_at: Some(meta.at),
                    epochs: self.body.lead.epochs.clone(),
                });
            }
            Event::DecisionPlanned(_)
            | Event::DecisionRecorded(_)
            | Event::DecisionRuled(_)
            | Event::DiscoveryRecorded(_)
            | Event::ArtifactRecorded(_) => self.apply_shared(meta, event),
            Event::NudgeSent(_)
            | Event::NoticesDelivered(_)
            | Event::NudgeAcknowledged(_)
            | Event::QuestionAsked(_)
            | Event::QuestionAnswered(_)
            | Event::QuestionWithdrawn(_)
            | Event::ApprovalWithdrawn(_)
            | Event::ApprovalRequested(_)
            | Event::ApprovalGiven(_)
            | Event::ItemSnoozed(_) => self.people(meta, event),
            Event::UsageReported(body) => self.apply_usage(meta, body),
            Event::WarningRaised(body) => self.apply_warning(meta, body),
            Event::WarningSettled(body) => {
                self.settle_warning(meta, body.id, body.note.as_ref());
            }
            Event::LearningNoted(_)
            | Event::LearningEdited(_)
            | Event::LearningPromoted(_)
            | Event::LearningDismissed(_)
            | Event::LearningReopened(_) => self.learning(meta, event),
            Event::Unreadable(_) | Event::WorkflowImported(_) => {}
            _ => self.task_event(meta, event),
        }
        self.spread(meta, event, expired.as_ref());
        self.retire_nudges();
    }

    fn entry(&self, stream: &StreamId) -> Option<Entry> {
        self.list_entry(stream)
    }

    fn texts(&self, _: &StreamId, _: &Meta, event: &Event) -> Vec<Text> {
        self.search_texts(event)
    }

    fn inbox(&self, actor: &Actor, now: Time) -> Vec<Notice> {
        self.notices(actor, now)
    }

    fn last_revision(&self) -> Option<Version> {
        Some(self.body.revised)
    }

    fn receipt(&self, actor: &Actor, receipt: &Receipt) -> Option<Event> {
        let Receipt::Delivered(notices) = receipt else {
            return None;
        };
        let body = NoticesDelivered {
            agent: actor.id.clone(),
            notices: notices.clone(),
        };
        self.exists().then(|| body.into())
    }

    fn blobs(&self) -> Vec<String> {
        self.artifacts
            .iter()
            .filter(|artifact| artifact.place == Place::Blob)
            .filter_map(|artifact| artifact.checksum.clone())
            .collect()
    }
}

impl Workflow {
    /// Returns the task and the lease whose expiry the fact records.
    fn running_out(&self, event: &Event) -> Option<(TaskNo, Lease)> {
        let Event::LeaseExpired(body) = event else {
            return None;
        };
        let lease = self.tasks.get(body.id)?.lease.clone();
        let lease = lease.filter(|lease| lease.fence == body.fence)?;
        Some((body.id, lease))
    }

    fn apply_created(&mut self, meta: &Meta, body: &WorkflowCreated) {
        self.body.id = body.id;
        self.body.name = body.name.as_str().into();
        self.body.goal = body.goal.as_str().into();
        self.body.constraints = Arc::new(body.constraints.clone());
        self.body.memory_core_refs = Arc::new(body.memory_core_refs.clone());
        self.body.policy = Arc::new(body.policy.clone());
        self.body.created_at = meta.at;
        self.body.created_by = Some(Arc::new(meta.actor.clone()));
        self.body.changed = meta.version;
        self.body.tokens = body.tokens;
    }

    fn apply_edited(&mut self, meta: &Meta, body: &WorkflowEdited) {
        let to = &mut self.body;
        to.changed = meta.version;
        if let Some(name) = &body.name {
            to.name = name.as_str().into();
        }
        if let Some(goal) = &body.goal {
            to.goal = goal.as_str().into();
        }
        if let Some(constraints) = &body.constraints {
            to.constraints = Arc::new(constraints.clone());
        }
        if let Some(refs) = &body.memory_core_refs {
            to.memory_core_refs = Arc::new(refs.clone());
        }
        if let Some(policy) = &body.policy {
            to.policy = Arc::new(policy.clone());
        }
        if let Some(tokens) = body.tokens {
            to.tokens = tokens;
        }
    }

    fn lead_taken(&mut self, body: &LeadTaken) {
        let mut epochs = self.body.lead.epochs.clone();
        epochs.insert(body.agent.clone(), body.epoch);
        self.body.lead = Arc::new(Lead {
            agent: Some(body.agent.clone()),
            epoch: body.epoch,
            until: Some(body.until),
            handoff_note: self.body.lead.handoff_note.clone(),
            expired: false,
            ended_at: None,
            epochs,
        });
    }

    fn apply_usage(&mut self, meta: &Meta, body: &UsageReported) {
        let used = Usage {
            tokens_in: body.tokens_in,
            tokens_out: body.tokens_out,
            cost_micros: body.cost_micros,
        };
        self.body.usage.add(used);
        self.contribute(meta, |given| {
            given.tokens_in = given.tokens_in.saturating_add(body.tokens_in);
            given.tokens_out = given.tokens_out.saturating_add(body.tokens_out);
            given.cost_micros = given.cost_micros.saturating_add(body.cost_micros);
            given.window = body.window.or(given.window);
            given.window_used = body.window_used.or(given.window_used);
            if !body.blocks.is_empty() {
                given.blocks.clone_from(&body.blocks);
            }
            if let Some(log_ref) = &body.log_ref {
                given.log_ref.clone_from(log_ref);
            }
        });
        let Some(task) = body.task else {
            return;
        };
        let is_agent = meta.actor.role.is_agent();
        self.change_task(task, |task| {
            task.usage.add(used);
            let mut attempts = task.attempts.iter_mut().rev();
            let mine = attempts.find(|last| is_agent && last.agent == meta.actor.id);
            if let Some(attempt) = mine {
                attempt.tokens_in = attempt.tokens_in.saturating_add(body.tokens_in);
                attempt.tokens_out = attempt.tokens_out.saturating_add(body.tokens_out);
                attempt.cost_micros = attempt.cost_micros.saturating_add(body.cost_micros);
            }
        });
    }

    /// Updates the contribution of the fact's agent.
    pub(super) fn contribute(&mut self, meta: &Meta, give: impl FnOnce(&mut Contribution)) {
        if !meta.actor.role.is_agent() {
            return;
        }
        let agent = &meta.actor.id;
        let workflow = self.body.id;
        let given = self
            .body
            .agent_contributions
            .entry(agent.clone())
            .or_insert_with(|| {
                Arc::new(Contribution {
                    agent_id: agent.clone(),
                    agent_role: meta.actor.role,
                    tasks_completed: OrdSet::new(),
                    decisions_made: OrdSet::new(),
                    discoveries: OrdSet::new(),
                    artifacts_created: OrdSet::new(),
                    first_contribution: meta.at,
                    last_contribution: meta.at,
                    log_ref: format!("/api/activity_list?workflow={workflow}&agent={agent}"),
                    tokens_in: 0,
                    tokens_out: 0,
                    cost_micros: 0,
                    window: None,
                    window_used: None,
                    blocks: std::collections::BTreeMap::new(),
                })
            });
        let given = Arc::make_mut(given);
        given.agent_role = meta.actor.role;
        given.last_contribution = meta.at;
        give(given);
    }
}
