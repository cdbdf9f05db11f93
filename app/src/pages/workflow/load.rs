//! What the page fetches, and when: the state once, the drawing whenever the graph changes, the rest when
//! a view asks for it. Everything else comes as live facts.

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

use super::digest::digested;
use super::keeping::{Keeping, kept};
use crate::call::call;
use crate::call::{Fetch, fetch};
use crate::live::News;
use crate::pages::everybody::everybody;
use crate::pages::happening::{said, shade};
use crate::paths::{View, WorkflowAddress};

/// The most boxes that are drawn.
const MOST: usize = 1_000;

/// What came of something that was asked for.
pub type Outcome<T> = Result<T, Problem>;

/// An agent of the workspace, as far as this page needs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// Its name.
    pub name: String,
    /// What it usually does.
    pub role: Role,
    /// When it last called.
    pub seen_at: Option<Time>,
}

/// An artifact version, or what changed between two.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum ArtifactView {
    /// Its content.
    Content(Box<ArtifactContent>),
    /// The difference.
    Change(Box<ArtifactChange>),
}

/// Something that happened, as a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Happened {
    /// Its number in the workflow.
    pub version: Version,
    /// Its place in the log.
    pub position: u64,
    /// When.
    pub at: i64,
    /// Who did it.
    pub who: String,
    /// What they did.
    pub did: String,
    /// What kind of fact it is, as `shade` names it.
    pub kind: String,
}

impl Happened {
    /// The row of a fact that arrived.
    #[must_use]
    pub fn of(fact: &News) -> Self {
        Self {
            version: fact.version,
            position: fact.position,
            at: fact.at.0,
            who: fact.actor.id.clone(),
            did: fact.summary.clone(),
            kind: shade(&fact.kind, || said(fact)),
        }
    }
}

/// A workflow, and what the page of it cannot do without.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// The workflow.
    pub workflow: Workflow,
    /// The version that it is of, when it is not the newest.
    pub past: Option<Version>,
    /// The newest version, when an earlier one is looked at.
    pub newest: Option<Version>,
    /// The workspace's agents.
    pub agents: Vec<Known>,
    /// Who took it in with its history, where somebody did.
    pub taken_in: Option<TakenIn>,
}

/// Everything that is fetched.
#[derive(Clone, Copy)]
pub struct Loads {
    /// The workflow. What the page cannot do without comes together: a page that waited for the second half
    /// would have its first one taken away.
    pub opened: Fetch<Outcome<Opened>>,
    /// Whether somebody moves the slider of the history.
    pub scrubbing: StoredValue<bool>,
    /// The drawing; nothing while another view is looked at.
    pub plan: Fetch<Option<Outcome<Drawn>>>,
    /// Raised when the graph has changed.
    pub redraw: RwSignal<u32>,
    /// The artifact that is looked at.
    pub artifact: Fetch<Option<Outcome<ArtifactView>>>,
    /// What happened, newest first.
    pub activity: Fetch<Option<Outcome<Page<Happened>>>>,
    /// The same day by day.
    pub digest: Fetch<Option<Outcome<Page<Day>>>>,
    /// Where learnings can be kept.
    pub keeping: Fetch<Keeping>,
    /// What whoever has the task that is looked at will be given.
    pub prompt: Fetch<Option<Outcome<ContextGiven>>>,
}

impl Loads {
    /// Begins to load what the address asks for.
    pub fn begin(address: Memo<Option<WorkflowAddress>>) -> Self {
        let which = part(address, |address| (address.workflow, address.at));
        let opened = fetch(
            move || which.get(),
            |which| async move { open(which).await },
        );

        let redraw = RwSignal::new(0);
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
            move || (drawing.get().flatten(), redraw.get()),
            |(wanted, _)| async move {
                match wanted {
                    Some(Same(wanted)) => Some(drawn(wanted).await),
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
                    Some((workflow, before)) => Some(happened(workflow, before).await),
                    None => None,
                }
            },
        );
        let days = part(address, |address| {
            (address.view == View::Digest).then_some((address.workflow, address.before))
        });
        let digest = fetch(move || days.get().flatten(), digested);
        // In an earlier version nobody keeps anything.
        let keeps = part(address, |address| {
            address.view == View::Learnings && address.at.is_none()
        });
        let keeping = fetch(move || keeps.get() == Some(true), kept);
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
                Some(asked(prompt).await)
            },
        );
        Self {
            opened,
            scrubbing: StoredValue::new(false),
            plan,
            redraw,
            artifact,
            activity,
            digest,
            keeping,
            prompt,
        }
    }
}

/// An operation as the source of a resource: the same arguments are the same wish.
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

/// What an operation answers.
pub async fn asked<O: Operation>(operation: O) -> Outcome<O::Output> {
    call(operation)
        .await
        .map_err(|error| Problem::new(error, ""))
}

/// The drawing; without anything in it when it would be more than anybody can look at.
async fn drawn(wanted: WorkflowPlan) -> Outcome<Drawn> {
    let mut drawn = asked(wanted).await?;
    if drawn.plan.nodes.len() > MOST {
        drawn.plan = Plan::default();
        drawn.folded = Vec::new();
    }
    Ok(drawn)
}

/// The workflow as it is, or as it was.
async fn open(which: Option<(Id, Option<Version>)>) -> Outcome<Opened> {
    let Some((workflow, past)) = which else {
        return Err(Problem::new(
            Error::not_found("No workflow has such an address."),
            "",
        ));
    };
    Ok(match past {
        None => {
            let whole = asked(WorkflowGet { workflow }).await?;
            Opened {
                workflow: whole.workflow,
                past,
                newest: None,
                agents: known().await,
                taken_in: whole.taken_in,
            }
        }
        Some(version) => Opened {
            workflow: then(workflow, version).await?,
            past,
            newest: last(workflow).await,
            // Nobody can do anything in an earlier version.
            agents: Vec::new(),
            taken_in: None,
        },
    })
}

/// The workflow as it was.
async fn then(workflow: Id, version: Version) -> Outcome<Workflow> {
    asked(WorkflowAt { workflow, version })
        .await
        .map(|past| past.workflow)
}

/// The workflow as it is now.
pub async fn newest(workflow: Id) -> Outcome<Workflow> {
    asked(WorkflowGet { workflow })
        .await
        .map(|view| view.workflow)
}

/// The newest version of a workflow.
async fn last(workflow: Id) -> Option<Version> {
    let newest = activity(workflow, None, 1).await.ok()?;
    newest.items.first().map(|fact| fact.version)
}

/// The agents; none when they cannot be listed, because the page is whole without them.
async fn known() -> Vec<Known> {
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

/// What was made last, when nobody has chosen a file.
async fn show_newest(workflow: Id, at: Option<Version>) -> Option<Outcome<ArtifactView>> {
    if let Some(version) = at {
        return match then(workflow, version).await {
            Ok(then) => Some(show(workflow, then.artifacts.iter().next_back()?.id, None).await),
            Err(problem) => Some(Err(problem)),
        };
    }
    let newest = asked(ArtifactList {
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
        Some(from) => asked(ArtifactDiff {
            workflow: Some(workflow),
            path: None,
            from: None,
            to: None,
            from_artifact: Some(Ref::local(from)),
            to_artifact: Some(Ref::local(artifact)),
        })
        .await
        .map(|change| ArtifactView::Change(Box::new(change))),
        None => asked(ArtifactGet {
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
    asked(ActivityList {
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

async fn happened(workflow: Id, before: Option<u64>) -> Outcome<Page<Happened>> {
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
