//! Loader of the page: the workflow, the data of the open view, and the prompt of the open task.

use engine::activity::Happening;
use engine::activity::ops::activity_list::ActivityList;
use engine::context::given::{ContextGiven, Format};
use engine::context::ops::context_read::ContextRead;
use engine::numbers::{ArtifactNo, Ref, TaskNo};
use engine::workflow::digest::Day;
use engine::workflow::ops::artifact_diff::{ArtifactChange, ArtifactDiff};
use engine::workflow::ops::artifact_get::{ArtifactContent, ArtifactGet};
use engine::workflow::ops::workflow_at::WorkflowAt;
use engine::workflow::ops::workflow_digest::WorkflowDigest;
use engine::workflow::ops::workflow_get::WorkflowGet;
use engine::workflow::ops::workflow_plan::{Drawn, WorkflowPlan};
use engine::workflow::sketch::OPEN_UP_TO;
use kernel::page::Page;
use kernel::ports::layout::Plan;
use kernel::problem::Problem;
use kernel::stream::Version;
use kernel::{Error, Id};

use super::keeping::{Keeping, load_keeping};
use super::scene::Scene;
use crate::context::viewer;
use crate::moment::moment;
use crate::pages::ask::{Loaded, ask};
use crate::pages::everybody::everybody;
use crate::paths::{View, WorkflowAddress};

/// Maximum number of boxes that are drawn of a workflow whose rooms start folded.
const MAX_NODES: usize = 150;
/// Number of facts per page of the activity.
const FACTS: u32 = 100;

/// Data of the page.
pub struct Opened {
    /// State of the page.
    pub scene: Scene,
    /// Data of the open view.
    pub tab: Tab,
    /// Next prompt for the agent of the open task; `None` without one, and in an earlier version.
    pub prompt: Option<Loaded<ContextGiven>>,
}

/// Open view, with the data that the workflow's state does not contain.
pub enum Tab {
    /// Layout of the graph.
    Graph(Loaded<Drawn>),
    /// List of the rooms.
    Outline,
    /// Table of the tasks.
    Table,
    /// Decisions.
    Decisions,
    /// Discoveries.
    Discoveries,
    /// Cores that learnings can be promoted to.
    Learnings(Keeping),
    /// Open artifact; `None` if there is none.
    Artifacts(Option<Loaded<ArtifactView>>),
    /// Contributions by agent.
    Agents,
    /// Activity by day.
    Digest(Loaded<Page<Day>>),
    /// Activity, newest first.
    Activity(Loaded<Page<Happening>>),
}

/// An artifact version, or the diff of two.
pub enum ArtifactView {
    /// Content of a version.
    Content(Box<ArtifactContent>),
    /// Diff of two versions.
    Change(Box<ArtifactChange>),
}

/// Loads the page.
pub async fn load(address: Option<WorkflowAddress>) -> Loaded<Opened> {
    let Some(address) = address else {
        let error = Error::not_found("No workflow has such an address.");
        return Err(Problem::new(error, ""));
    };
    let scene = match address.at {
        None => load_current(address).await?,
        Some(version) => load_earlier(address, version).await?,
    };
    let tab = Box::pin(load_tab(&scene)).await;
    let task = scene.address.task.filter(|_| !scene.is_past());
    let prompt = match task {
        Some(task) => Some(load_prompt(scene.workflow.id, task).await),
        None => None,
    };
    Ok(Opened { scene, tab, prompt })
}

/// Replaces the refusal for an unknown workflow, which names operations, by words for people.
fn missing(problem: Problem) -> Problem {
    if problem.status != 404 {
        return problem;
    }
    let detail = "There is no such workflow or version. It may have been deleted.";
    Problem::new(Error::not_found(detail), "")
}

async fn load_current(address: WorkflowAddress) -> Loaded<Scene> {
    let (viewer, now) = (viewer(), moment().now);
    let workflow = address.workflow;
    let found = ask(WorkflowGet { workflow }).await.map_err(missing)?;
    Ok(Scene {
        newest: found.workflow.version,
        workflow: found.workflow,
        address,
        past: None,
        now,
        viewer,
        // The page works without the list.
        agents: everybody().await.unwrap_or_default(),
        taken_in: found.taken_in,
    })
}

async fn load_earlier(address: WorkflowAddress, version: Version) -> Loaded<Scene> {
    let workflow = address.workflow;
    let found = ask(WorkflowAt { workflow, version })
        .await
        .map_err(missing)?
        .workflow;
    let newest = load_activity(workflow, None, 1).await.ok();
    let newest = newest.and_then(|page| Some(page.items.first()?.version));
    Ok(Scene {
        newest: newest.unwrap_or(found.version),
        now: found.updated_at,
        workflow: found,
        address,
        past: Some(version),
        viewer: None,
        agents: Vec::new(),
        taken_in: None,
    })
}

async fn load_tab(scene: &Scene) -> Tab {
    let Scene {
        workflow, address, ..
    } = scene;
    match address.view {
        View::Graph => Tab::Graph(load_plan(scene).await),
        View::Outline => Tab::Outline,
        View::Table => Tab::Table,
        View::Decisions => Tab::Decisions,
        View::Discoveries => Tab::Discoveries,
        // Learnings of an earlier version cannot be promoted.
        View::Learnings if scene.is_past() => Tab::Learnings(Keeping::default()),
        View::Learnings => Tab::Learnings(load_keeping().await),
        View::Artifacts => {
            let newest = || workflow.artifacts.iter().next_back().map(|made| made.id);
            Tab::Artifacts(match address.artifact.or_else(newest) {
                Some(artifact) => Some(load_artifact(workflow.id, artifact, address.from).await),
                None => None,
            })
        }
        View::Agents => Tab::Agents,
        View::Digest => {
            let cursor = address.before.map(|before| before.to_string());
            let workflow = workflow.id;
            Tab::Digest(
                ask(WorkflowDigest {
                    workflow,
                    limit: None,
                    cursor,
                })
                .await,
            )
        }
        View::Activity => Tab::Activity(load_activity(workflow.id, address.before, FACTS).await),
    }
}

/// Loads the layout; empty if it has too many boxes to be readable.
async fn load_plan(scene: &Scene) -> Loaded<Drawn> {
    let address = &scene.address;
    let mut drawn = ask(WorkflowPlan {
        workflow: address.workflow,
        flip: address.rooms.clone(),
        focus: address.focus.map(Ref::local),
        steps: address.steps,
    })
    .await?;
    let max = match scene.workflow.tasks.len() {
        ..=OPEN_UP_TO => OPEN_UP_TO,
        _ => MAX_NODES,
    };
    if drawn.plan.nodes.len() > max {
        drawn.plan = Plan::default();
        drawn.folded = Vec::new();
    }
    Ok(drawn)
}

async fn load_artifact(
    workflow: Id,
    artifact: ArtifactNo,
    from: Option<ArtifactNo>,
) -> Loaded<ArtifactView> {
    let Some(from) = from else {
        let content = ask(ArtifactGet {
            workflow: Some(workflow),
            artifact: Some(Ref::local(artifact)),
            path: None,
            version: None,
        });
        return Ok(ArtifactView::Content(Box::new(content.await?)));
    };
    let change = ask(ArtifactDiff {
        workflow: Some(workflow),
        path: None,
        from: None,
        to: None,
        from_artifact: Some(Ref::local(from)),
        to_artifact: Some(Ref::local(artifact)),
    });
    Ok(ArtifactView::Change(Box::new(change.await?)))
}

async fn load_activity(workflow: Id, before: Option<u64>, limit: u32) -> Loaded<Page<Happening>> {
    ask(ActivityList {
        workflow: Some(workflow),
        stream: None,
        agent: None,
        before,
        after: None,
        limit: Some(limit),
        cursor: None,
    })
    .await
}

async fn load_prompt(workflow: Id, task: TaskNo) -> Loaded<ContextGiven> {
    ask(ContextRead {
        workflow: Some(workflow),
        task: Some(Ref::local(task)),
        format: Format::Blocks,
        ..ContextRead::default()
    })
    .await
}
