//! Applies facts about learnings to a workflow.

use std::sync::Arc;

use crate::workflow::facts::Event;
use crate::workflow::learning::{Handled, LearningName, LearningStatus};
use crate::workflow::state::Workflow;
use kernel::fact::Meta;

impl Workflow {
    pub(super) fn learning(&mut self, meta: &Meta, event: &Event) {
        match event {
            Event::LearningNoted(body) => {
                let (is_new, is_open) = self.handle(meta, body.id, |handled| {
                    let is_new = handled.noted_at.is_none();
                    handled.noted_at.get_or_insert(meta.at);
                    (is_new, handled.status == LearningStatus::Open)
                });
                let learned = &mut self.body.learned;
                learned.found = learned.found.saturating_add(u32::from(is_new));
                learned.open = learned.open.saturating_add(u32::from(is_new && is_open));
            }
            Event::LearningEdited(body) => self.handle(meta, body.id, |handled| {
                handled.edit.take(&body.edit);
                handled.edited_by = Some(meta.actor.clone());
                handled.edited_at = Some(meta.at);
            }),
            Event::LearningPromoted(body) => {
                self.settle_learning(meta, body.id, LearningStatus::Promoted, None);
                self.handle(meta, body.id, |handled| {
                    handled.core = Some(body.core.clone());
                    handled.memory = Some(body.memory.clone());
                    handled.was_known = body.was_known;
                    handled.waits = body.waits;
                });
            }
            Event::LearningDismissed(body) => {
                let reason = body.reason.as_ref();
                self.settle_learning(meta, body.id, LearningStatus::Dismissed, reason);
            }
            Event::LearningReopened(body) => {
                let reason = body.reason.as_ref();
                self.settle_learning(meta, body.id, LearningStatus::Open, reason);
                self.handle(meta, body.id, |handled| {
                    handled.core = None;
                    handled.memory = None;
                    handled.was_known = false;
                    handled.waits = false;
                });
            }
            _ => {}
        }
    }

    fn settle_learning(
        &mut self,
        meta: &Meta,
        id: LearningName,
        status: LearningStatus,
        reason: Option<&String>,
    ) {
        let before = self.handle(meta, id, |handled| {
            let before = handled.status;
            handled.status = status;
            handled.by = Some(meta.actor.clone());
            handled.at = Some(meta.at);
            handled.reason = reason.cloned();
            before
        });
        let counts = self.counts_learning(id);
        let open = &mut self.body.learned.open;
        match (before, status) {
            _ if !counts => {}
            (LearningStatus::Open, LearningStatus::Open) => {}
            (LearningStatus::Open, _) => *open = open.saturating_sub(1),
            (_, LearningStatus::Open) => *open = open.saturating_add(1),
            _ => {}
        }
    }

    /// Returns true if lists count the learning: all are counted once the workflow has ended.
    fn counts_learning(&self, id: LearningName) -> bool {
        let noted = self.body.learnings.get(&id);
        self.body.ended_at.is_some() || noted.is_some_and(|handled| handled.noted_at.is_some())
    }

    fn handle<T>(
        &mut self,
        meta: &Meta,
        id: LearningName,
        change: impl FnOnce(&mut Handled) -> T,
    ) -> T {
        let handled = self.body.learnings.entry(id);
        let handled = Arc::make_mut(handled.or_insert_with(|| Arc::new(Handled::new(id))));
        handled.changed = meta.version;
        change(handled)
    }
}
