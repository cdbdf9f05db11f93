//! Data loading of the page: the state once, the layout whenever the graph changes, other resources when a view
//! needs them. Everything else arrives as live facts.

use engine::activity::Happening;
use engine::activity::ops::activity_list::ActivityList;
use engine::context::given::{ContextGiven, Format};
use engine::context::ops::context_read::ContextRead;
use engine::numbers::{ArtifactNo, Ref};
use engine::workflow::Workflow;
use engine::workflow::digest::Day;
use engine::workflow::ops::artifact_diff::{ArtifactChange, ArtifactDiff};
use engine::workflow::ops::artifact_get::{ArtifactContent, ArtifactGet};
use engine::workflow::ops::artifact_list::ArtifactList;
use engine::workflow::ops::workflow_at::WorkflowAt;
use engine::workflow::ops::workflow_get::WorkflowGet;
use engine::workflow::ops::workflow_plan::{Drawn, WorkflowPlan};
use engine::workspace::TakenIn;
use kernel::actor::Role;
use kernel::operation::Operation;
use kernel::page::Page;
use kernel::ports::layout::Plan;
use kernel::problem::Problem;
use kernel::stream::Version;
use kernel::{Error, Id, Time};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::digest::load_digest;
use super::keeping::{Keeping, load_keeping};
use crate::call::call;
use crate::call::{Fetch, fetch};
use crate::pages::everybody::everybody;
use crate::pages::happening::shade;
use crate::paths::{View, WorkflowAddress};

/// Maximum number of boxes that are drawn.
const MAX_NODES: usize = 1_000;

/// Result of a request.
pub type Outcome<T> = Result<T, Problem>;

/// An agent of the workspace, reduced to the fields of this page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// Name of the agent.
    pub name: String,
    /// Usual role.
    pub role: Role,
    /// Time of its last call.
    pub seen_at: Option<Time>,
}

/// An artifact version, or the diff of two.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ArtifactView {
    /// Content of a version.
    Content(Box<ArtifactContent>),
    /// Diff of two versions.
    Change(Box<ArtifactChange>),
}

/// A row of the activity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Happened {
    /// Version of the workflow after the fact.
    pub version: Version,
    /// Position of the fact in the log.
    pub position: u64,
    /// Time of the fact, in milliseconds since 1970.
    pub at: i64,
    /// Id of the actor.
    pub who: String,
    /// Summary of the fact.
    pub did: String,
    /// Kind of the fact, as returned by `shade`.
    pub kind: String,
}

/// A workflow with the data that its page requires.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// State of the workflow.
    pub workflow: Workflow,
    /// Version of the state, if it is not the newest.
    pub past: Option<Version>,
    /// Newest version, if an earlier one is open.
    pub newest: Option<Version>,
    /// Agents of the workspace.
    pub agents: Vec<Known>,
    /// Import record, if the workflow was imported with its history.
    pub taken_in: Option<TakenIn>,
}

/// Resources of the page.
#[derive(Clone, Copy)]
pub struct Loads {
    /// The workflow with its required data, as one resource: a page that waited for a second one would lose the
    /// first.
    pub opened: Fetch<Outcome<Opened>>,
    /// Layout of the graph; `None` while another view is open.
    pub plan: Fetch<Option<Outcome<Drawn>>>,
    /// Artifact that is open.
    pub artifact: Fetch<Option<Outcome<ArtifactView>>>,
    /// Activity, newest first.
    pub activity: Fetch<Option<Outcome<Page<Happened>>>>,
    /// Activity by day.
    pub digest: Fetch<Option<Outcome<Page<Day>>>>,
    /// Cores that learnings can be promoted to.
    pub keeping: Fetch<Keeping>,
    /// Preview of the prompt for the agent of the open task.
    pub prompt: Fetch<Option<Outcome<ContextGiven>>>,
}

impl Loads {
    /// Starts loading the data that the address names.
    pub fn begin(address: Memo<Option<WorkflowAddress>>) -> Self {
        let which = part(address, |address| (address.workflow, address.at));
        let opened = fetch(
            move || which.get(),
            |which| async move { open(which).await },
        );

        let drawing = part(address, |address| {
            (address.view == View::Graph)
                .then(|| WorkflowPlan {
                    workflow: address.workflow,
                    flip: address.rooms.clone(),
                    focus: address.focus.map(Ref::local),
                    steps: address.steps,
                })
                .map(Same)
        });
        let plan = fetch(
            move || drawing.get().flatten(),
            |wanted| async move {
                match wanted {
                    Some(Same(wanted)) => Some(load_drawn(wanted).await),
                    None => None,
                }
            },
        );

        let looked_at = part(address, |address| {
            (address.view == View::Artifacts).then_some((
                address.workflow,
                address.at,
                address.artifact,
                address.from,
            ))
        });
        let artifact = fetch(
            move || looked_at.get().flatten(),
            |wanted| async move {
                match wanted {
                    Some((workflow, _, Some(artifact), from)) => {
                        Some(show(workflow, artifact, from).await)
                    }
                    Some((workflow, at, None, _)) => Box::pin(show_newest(workflow, at)).await,
                    None => None,
                }
            },
        );

        let past = part(address, |address| {
            (address.view == View::Activity).then_some((address.workflow, address.before))
        });
        let activity = fetch(
            move || past.get().flatten(),
            |wanted| async move {
                match wanted {
                    Some((workflow, before)) => Some(load_history(workflow, before).await),
                    None => None,
                }
            },
        );
        let days = part(address, |address| {
            (address.view == View::Digest).then_some((address.workflow, address.before))
        });
        let digest = fetch(move || days.get().flatten(), load_digest);
        // Learnings of an earlier version cannot be promoted.
        let keeps = part(address, |address| {
            address.view == View::Learnings && address.at.is_none()
        });
        let keeping = fetch(move || keeps.get() == Some(true), load_keeping);
        let task = part(address, |address| {
            let now = address.at.is_none();
            let task = address.task.filter(|_| now)?;
            Some((address.workflow, task))
        });
        let prompt = fetch(
            move || task.get().flatten(),
            |wanted| async move {
                let (workflow, task) = wanted?;
                let prompt = ContextRead {
                    workflow: Some(workflow),
                    task: Some(Ref::local(task)),
                    format: Format::Blocks,
                    ..ContextRead::default()
                };
                Some(ask_outcome(prompt).await)
            },
        );
        Self {
            opened,
            plan,
            artifact,
            activity,
            digest,
            keeping,
            prompt,
        }
    }
}

/// An operation as the source of a resource, compared by its arguments.
#[derive(Clone)]
struct Same(WorkflowPlan);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.0, &other.0);
        (one.workflow, &one.flip, one.focus, one.steps)
            == (two.workflow, &two.flip, two.focus, two.steps)
    }
}

fn part<T>(
    address: Memo<Option<WorkflowAddress>>,
    take: impl Fn(&WorkflowAddress) -> T + Send + Sync + 'static,
) -> Memo<Option<T>>
where
    T: PartialEq + Send + Sync + 'static,
{
    Memo::new(move |_| address.with(|address| address.as_ref().map(&take)))
}

/// Calls an operation, and returns its refusal as a problem.
pub async fn ask_outcome<O: Operation>(operation: O) -> Outcome<O::Output> {
    call(operation)
        .await
        .map_err(|error| Problem::new(error, ""))
}

/// Loads the layout; empty if it has too many boxes to be readable.
async fn load_drawn(wanted: WorkflowPlan) -> Outcome<Drawn> {
    let mut drawn = ask_outcome(wanted).await?;
    if drawn.plan.nodes.len() > MAX_NODES {
        drawn.plan = Plan::default();
        drawn.folded = Vec::new();
    }
    Ok(drawn)
}

/// Loads the current workflow, or an earlier version of it.
async fn open(which: Option<(Id, Option<Version>)>) -> Outcome<Opened> {
    let Some((workflow, past)) = which else {
        return Err(Problem::new(
            Error::not_found("No workflow has such an address."),
            "",
        ));
    };
    Ok(match past {
        None => {
            let whole = ask_outcome(WorkflowGet { workflow }).await?;
            Opened {
                workflow: whole.workflow,
                past,
                newest: None,
                agents: load_agents().await,
                taken_in: whole.taken_in,
            }
        }
        Some(version) => Opened {
            workflow: then(workflow, version).await?,
            past,
            newest: last(workflow).await,
            // Not needed, because earlier versions are read-only.
            agents: Vec::new(),
            taken_in: None,
        },
    })
}

/// Loads an earlier version of the workflow.
async fn then(workflow: Id, version: Version) -> Outcome<Workflow> {
    ask_outcome(WorkflowAt { workflow, version })
        .await
        .map(|past| past.workflow)
}

/// Returns the newest version of a workflow.
async fn last(workflow: Id) -> Option<Version> {
    let newest = activity(workflow, None, 1).await.ok()?;
    newest.items.first().map(|fact| fact.version)
}

/// Loads the agents; empty if they cannot be listed, because the page works without them.
async fn load_agents() -> Vec<Known> {
    everybody().await.map_or_else(
        |_| Vec::new(),
        |agents| {
            agents
                .into_iter()
                .map(|seen| Known {
                    name: seen.agent.name,
                    role: seen.agent.role,
                    seen_at: seen.seen_at,
                })
                .collect()
        },
    )
}

/// Loads the newest artifact, for when none is chosen.
async fn show_newest(workflow: Id, at: Option<Version>) -> Option<Outcome<ArtifactView>> {
    if let Some(version) = at {
        return match then(workflow, version).await {
            Ok(then) => Some(show(workflow, then.artifacts.iter().next_back()?.id, None).await),
            Err(problem) => Some(Err(problem)),
        };
    }
    let newest = ask_outcome(ArtifactList {
        workflow,
        task: None,
        path: None,
        all_versions: false,
        limit: Some(1),
        cursor: None,
    })
    .await;
    match newest {
        Ok(page) => Some(show(workflow, page.items.first()?.id, None).await),
        Err(problem) => Some(Err(problem)),
    }
}

async fn show(
    workflow: Id,
    artifact: ArtifactNo,
    from: Option<ArtifactNo>,
) -> Outcome<ArtifactView> {
    match from {
        Some(from) => ask_outcome(ArtifactDiff {
            workflow: Some(workflow),
            path: None,
            from: None,
            to: None,
            from_artifact: Some(Ref::local(from)),
            to_artifact: Some(Ref::local(artifact)),
        })
        .await
        .map(|change| ArtifactView::Change(Box::new(change))),
        None => ask_outcome(ArtifactGet {
            workflow: Some(workflow),
            artifact: Some(Ref::local(artifact)),
            path: None,
            version: None,
        })
        .await
        .map(|content| ArtifactView::Content(Box::new(content))),
    }
}

async fn activity(workflow: Id, before: Option<u64>, limit: u32) -> Outcome<Page<Happening>> {
    ask_outcome(ActivityList {
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

async fn load_history(workflow: Id, before: Option<u64>) -> Outcome<Page<Happened>> {
    let page = activity(workflow, before, 100).await?;
    let row = |fact: Happening| Happened {
        version: fact.version,
        position: fact.position,
        at: fact.at.0,
        who: fact.actor.id,
        did: fact.summary,
        kind: shade(&fact.kind, || fact.body),
    };
    Ok(Page {
        items: page.items.into_iter().map(row).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    })
}
