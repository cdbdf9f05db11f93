//! `workflow_at`.

use crate::workflow;
use crate::workflow::ops::read;
use crate::workflow::ops::workflow_get::WorkflowView;
use crate::workflow::ready::Asker;
use crate::workflow::state::Workflow;
use kernel::memory::Memory;
use kernel::prelude::*;

/// Number of facts that are read from the log at once.
const PAGE: usize = 500;

/// Returns a workflow as it was at one of its versions.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowAt {
    /// Id of the workflow.
    pub workflow: Id,
    /// Version, from 1 to the current one.
    #[schemars(range(min = 1))]
    pub version: Version,
}

impl Operation for WorkflowAt {
    type Output = WorkflowView;
    const SPEC: Spec =
        spec!(Read "workflow_at" Access::ALL, WorkflowView::LEAN).with(&[Trait::OfOneThing]);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: WorkflowAt, view: View) -> Fut<'static, Result<WorkflowView>> {
    Box::pin(async move {
        let current = read(&view, op.workflow).await?;
        if !(1..=current.version).contains(&op.version) {
            let detail = format!("expected 1 to {}", current.version);
            return Err(Error::field("/version", detail));
        }
        let stream = workflow::stream(op.workflow);
        let mut then = start(&view, &stream, op.version).await?;
        while then.version < op.version {
            let left = usize::try_from(op.version - then.version).unwrap_or(PAGE);
            let log = view.services.log();
            let facts = log.read(&stream, then.version, left.min(PAGE)).await?;
            if facts.is_empty() {
                // It was erased after the state was read.
                return Err(Error::new(
                    kernel::error::Code::Gone,
                    format!(
                        "The history of {} was erased. `workflow_list` lists the workflows there are.",
                        op.workflow
                    ),
                ));
            }
            for fact in &facts {
                then.apply_fact(fact);
            }
        }
        // Readiness is computed for that time, not for now.
        let now = then.updated_at;
        let asker = Asker {
            actor: view.caller.actor.as_ref(),
            ..Asker::default()
        };
        Ok(WorkflowView::for_caller(&view.caller, then, now, asker))
    })
}

/// Returns the state to start from: the snapshot in the log, unless it is newer than the version.
async fn start(view: &View, stream: &StreamId, version: Version) -> Result<Workflow> {
    let snapshot = view.services.log().snapshot(stream).await?;
    let usable = snapshot.filter(|kept| kept.version <= version && kept.schema == Workflow::SCHEMA);
    let state = usable.and_then(|kept| {
        let text = str::from_utf8(&kept.state).ok()?;
        serde_json::from_str(text).ok()
    });
    Ok(state.unwrap_or_default())
}
