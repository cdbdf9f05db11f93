//! Applies facts about warnings to a workflow.

use crate::numbers::{TaskNo, WarningNo};
use crate::workflow::facts::WarningRaised;
use crate::workflow::state::Workflow;
use crate::workflow::warning::{Warning, WarningKind};
use kernel::fact::Meta;

impl Workflow {
    pub(super) fn apply_warning(&mut self, meta: &Meta, body: &WarningRaised) {
        if self.body.warnings.get(body.id).is_some() {
            return;
        }
        self.body.warnings.put(Warning {
            id: body.id,
            kind: body.kind,
            task: body.task,
            artifact: body.artifact,
            approval: body.approval,
            text: body.text.clone(),
            raised_by: meta.actor.clone(),
            raised_at: meta.at,
            settled_at: None,
            settled_by: None,
            note: None,
            changed: meta.version,
        });
        self.derived.open_warnings.insert(body.id.0);
        if body.kind == WarningKind::Untaken {
            self.change_task(body.task, |task| task.untaken = true);
        }
    }

    pub(super) fn settle_warning(&mut self, meta: &Meta, id: WarningNo, note: Option<&String>) {
        if self.derived.open_warnings.remove(&id.0).is_none() {
            return;
        }
        self.body.warnings.change(id, |warning| {
            warning.settled_at = Some(meta.at);
            warning.settled_by = Some(meta.actor.clone());
            warning.note = note.cloned();
            warning.changed = meta.version;
        });
    }

    /// Settles the warnings that the task is not claimed: it was claimed, or assigned to somebody else.
    pub(super) fn no_more_untaken(&mut self, meta: &Meta, task: TaskNo) {
        let open: Vec<WarningNo> = self
            .open_warnings()
            .filter(|warning| warning.kind == WarningKind::Untaken && warning.task == task)
            .map(|warning| warning.id)
            .collect();
        for id in open {
            self.settle_warning(meta, id, None);
        }
    }

    /// Returns the warnings that are not settled.
    pub fn open_warnings(&self) -> impl Iterator<Item = &Warning> {
        let open = self.derived.open_warnings.iter();
        open.filter_map(|no| self.warnings.get(WarningNo(*no)))
    }
}
