//! Tracks the newest version of each path and the newest version that was made for a task.

use crate::numbers::{ArtifactNo, Number};
use crate::workflow::shared::Artifact;
use crate::workflow::state::Workflow;

impl Workflow {
    pub(crate) fn derive_artifact(&mut self, no: u32) {
        let Some(artifact) = self.body.artifacts.get(ArtifactNo(no)) else {
            return;
        };
        let before = self.derived.newest.insert(artifact.path.clone(), no);
        if let (Some(task), None) = (artifact.associated_task, artifact.beside) {
            self.derived.made_for.insert(artifact.path.clone(), task.0);
        }
        // Artifacts recorded outside a task's work are not part of it.
        if artifact.is_beside_its_task() {
            return;
        }
        let task = artifact.associated_task.map_or(0, Number::get);
        let list = self.derived.artifacts_of.entry(task).or_default();
        // The list holds the newest version of each path, in order of recording. A new path has no entry yet.
        if before.is_some() {
            let (path, made) = (&artifact.path, &self.body.artifacts);
            list.retain(|no| made.get(ArtifactNo(*no)).is_none_or(|of| of.path != *path));
        }
        list.push_back(no);
    }
}

impl Artifact {
    /// Returns true if the artifact was filed under a task without being part of the work handed in for it.
    #[must_use]
    pub fn is_beside_its_task(&self) -> bool {
        self.beside.is_some() && self.beside == self.associated_task
    }
}
