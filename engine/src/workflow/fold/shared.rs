//! Applies facts about decisions, discoveries and artifacts to a workflow.

use crate::numbers::DecisionNo;
use crate::workflow::derive::list_under;
use crate::workflow::facts::{ArtifactRecorded, DiscoveryRecorded, Event};
use crate::workflow::shared::{Artifact, Decision, DecisionStatus, Discovery, PlannedDecision};
use crate::workflow::state::Workflow;
use kernel::fact::Meta;
use kernel::ports::blobs::excerpt;

impl Workflow {
    pub(super) fn apply_shared(&mut self, meta: &Meta, event: &Event) {
        match event {
            Event::DecisionPlanned(body) => {
                if self.body.planned_decisions.get(body.id).is_some() {
                    return;
                }
                self.body.planned_decisions.put(PlannedDecision {
                    id: body.id,
                    planned_at: meta.at,
                    planned_by: meta.actor.clone(),
                    key: body.key.clone(),
                    question: body.question.clone(),
                    options: body.options.clone(),
                });
                self.derive_planned(body.id);
            }
            Event::DecisionRecorded(body) => {
                if self.body.decisions.get(body.id).is_some() {
                    return;
                }
                self.contribute(meta, |given| {
                    given.decisions_made.insert(body.id);
                });
                if let Some(earlier) = body.supersedes {
                    self.change_decision(earlier, |earlier| {
                        earlier.status = DecisionStatus::Superseded;
                        earlier.superseded_by = Some(body.id);
                        earlier.changed = meta.version;
                    });
                }
                self.body.decisions.put(Decision {
                    id: body.id,
                    made_at: meta.at,
                    made_by: meta.actor.clone(),
                    question: body.question.clone(),
                    choice: body.choice.clone(),
                    alternatives: body.alternatives.clone(),
                    rationale: body.rationale.clone(),
                    affects_tasks: body.affects_tasks.clone(),
                    reversible: body.reversible,
                    status: DecisionStatus::Recorded,
                    supersedes: body.supersedes,
                    superseded_by: None,
                    ruled_by: None,
                    comments: None,
                    changed: meta.version,
                    tokens: body.tokens,
                });
                self.derived.undecided.remove(&body.id.0);
                let affects = body.affects_tasks.iter().copied();
                list_under(&mut self.derived.decisions_of, affects, body.id.0);
                if let Some(decision) = self.body.decisions.get(body.id) {
                    self.derived.decisions_for_all.add_decision(decision);
                }
                self.rechoose(body.id);
            }
            Event::DecisionRuled(body) => {
                self.change_decision(body.id, |decision| {
                    if decision.status != DecisionStatus::Superseded {
                        decision.status = if body.approved {
                            DecisionStatus::Approved
                        } else {
                            DecisionStatus::Rejected
                        };
                    }
                    decision.ruled_by = Some(meta.actor.clone());
                    decision.comments.clone_from(&body.comments);
                    decision.changed = meta.version;
                });
                self.rechoose(body.id);
            }
            Event::DiscoveryRecorded(body) => self.apply_discovery(meta, body),
            Event::ArtifactRecorded(body) => self.record_artifact(meta, body),
            _ => {}
        }
    }

    fn record_artifact(&mut self, meta: &Meta, body: &ArtifactRecorded) {
        if self.body.artifacts.get(body.id).is_some() {
            return;
        }
        self.contribute(meta, |given| {
            given.artifacts_created.insert(body.id);
        });
        let excerpt = body
            .content
            .as_deref()
            .map_or(body.excerpt.as_str(), excerpt);
        self.body.artifacts.put(Artifact {
            id: body.id,
            created_at: meta.at,
            created_by: meta.actor.clone(),
            kind: body.kind,
            path: body.path.clone(),
            description: body.description.clone(),
            associated_task: body.associated_task,
            beside: body.beside,
            version: body.version,
            checksum: body.checksum.clone(),
            commit: body.commit.clone(),
            bytes: body.bytes,
            place: body.place.clone(),
            excerpt: excerpt.into(),
            changed: meta.version,
            tokens: body.tokens,
        });
        self.derive_artifact(body.id.0);
    }

    fn apply_discovery(&mut self, meta: &Meta, body: &DiscoveryRecorded) {
        if self.body.discoveries.get(body.id).is_some() {
            return;
        }
        self.contribute(meta, |given| {
            given.discoveries.insert(body.id);
        });
        self.body.discoveries.put(Discovery {
            id: body.id,
            discovered_at: meta.at,
            discovered_by: meta.actor.clone(),
            content: body.content.clone(),
            kind: body.kind,
            affects_tasks: body.affects_tasks.clone(),
            promote_to_core: body.promote_to_core.clone(),
            changed: meta.version,
            tokens: body.tokens,
        });
        let affects = body.affects_tasks.iter().copied();
        list_under(&mut self.derived.discoveries_of, affects, body.id.0);
        if let Some(found) = self.body.discoveries.get(body.id) {
            self.derived.discoveries_for_all.add_discovery(found);
        }
    }

    /// Changes a decision and updates the derived data. Every change of a decision goes through here.
    fn change_decision(&mut self, no: DecisionNo, change: impl FnOnce(&mut Decision)) {
        let Self { body, derived } = self;
        if let Some(before) = body.decisions.get(no) {
            derived.decisions_for_all.take_decision(before);
        }
        body.decisions.change(no, change);
        if let Some(after) = body.decisions.get(no) {
            derived.decisions_for_all.add_decision(after);
        }
    }

    /// Recomputes the tasks that wait for the choice of a decision. Their edges may name any decision in its lineage.
    fn rechoose(&mut self, decision: DecisionNo) {
        for no in self.lineage(decision) {
            for task in self.choosers(no) {
                self.reopen(task);
            }
        }
    }
}
