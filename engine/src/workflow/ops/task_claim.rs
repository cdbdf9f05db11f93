//! `task_claim`: gives a task to exactly one holder. The rules for waiting are in `awaited`.

use std::cell::RefCell;

use crate::crystal::scope::MemoryScope;
use crate::fence::Tags;
use crate::numbers::{Ref, TaskNo};
use crate::workflow::context::{
    CLAIM_BUDGET, Count, Counts, Format, Recalled, Shape, TaskContext, assemble,
};
use crate::workflow::facts::TaskClaimed;
use crate::workflow::ops::awaited::{AWAITED, MAX_SECONDS, nothing_ready};
use crate::workflow::ops::lost::lease_error;
use crate::workflow::ops::recall::recall;
use crate::workflow::ops::reserved::under_way;
use crate::workflow::ops::{active, expire, read, wrong_status};
use crate::workflow::ready::Asker;
use crate::workflow::state::Workflow;
use crate::workflow::task::{Lease, Task, TaskStatus};
use crate::workflow::waiting::{Wait, WaitKind};
use crate::workspace::Workspace;
use kernel::memory::Receipt;
use kernel::prelude::*;
use kernel::time::SECOND;
use kernel::waiting::Waiting;

/// Claims a task: the named one, or the best ready one for my capabilities. Returns the lease, whose id must be sent
/// with every later call about the task, and the context for the worker. With `wait` it waits for a task; if there is
/// none, it fails with `nothing_ready` and the time to retry. A reviewer can claim only tasks that are assigned to it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskClaim {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// Task to claim; default: the best ready one.
    pub task: Option<Ref<TaskNo>>,
    /// My capabilities: only tasks that need no others are returned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// Duration of the lease unless renewed, in seconds (15 to 86,400); default: the workflow's policy.
    #[schemars(range(min = 15, max = 86_400))]
    pub lease_seconds: Option<u32>,
    /// Takes over a task that I already hold, after a crash: the lease of the old process becomes invalid.
    #[serde(default)]
    pub resume: bool,
    /// Seconds to wait for a task if there is none (0 to 60); default 0.
    #[schemars(range(min = 0, max = MAX_SECONDS))]
    pub wait: Option<u32>,
    /// Maximum number of tokens of the context, 500 to 1,000,000; default 5,000. `task_context` returns more.
    #[schemars(range(min = crate::workflow::context::MIN_BUDGET, max = 1_000_000))]
    pub budget: Option<u32>,
    /// Format of the context: one `text`, or `blocks` with the source of each item; default text.
    #[serde(default)]
    pub format: Format,
    /// Entries of the workflow's memory cores; loaded before the decision.
    #[serde(skip)]
    pub recalled: Recalled,
    /// Token counts of the texts in the context; computed before the decision.
    #[serde(skip)]
    pub counts: Counts,
    /// Tags of the caller's prompts; their keys are derived before the decision.
    #[serde(skip)]
    pub tags: Option<Tags>,
}

/// Default fields of the response. The task's texts are in the context.
const LEAN: &[&str] = &[
    "task.id",
    "task.title",
    "lease.id",
    "lease.until",
    "context",
    "warnings",
];

/// Claimed task with its lease.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Claimed {
    /// Id of the workflow.
    pub workflow: Id,
    /// The task.
    pub task: Task,
    /// The lease.
    pub lease: Lease,
    /// Context for the worker, ready for its prompt.
    pub context: TaskContext,
    /// Things to check: tasks in progress that reserve overlapping paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Operation for TaskClaim {
    type Output = Claimed;
    const SPEC: Spec = spec!(Write "task_claim" Access::AGENTS, LEAN)
        .with(&[Trait::Waits])
        .everyday(&["workflow", "task", "capabilities", "wait", "resume"])
        .refuses(&[
            "capabilities",
            "ended",
            "held",
            "lease_lost",
            "not_ready",
            "nothing_held",
            "nothing_ready",
            "paused",
            "wrong_status",
        ]);
    const HOW: How<Self> = How::Decide(decide);
    const WAITING: Option<Waiting<Self>> = Some(AWAITED);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)));

    fn receipts(output: &Claimed) -> Vec<(StreamId, Receipt)> {
        output
            .context
            .usage_receipts(output.workflow, output.task.id)
    }
}

async fn prepare(mut op: TaskClaim, view: View) -> Result<TaskClaim> {
    let actor = view.actor()?;
    let tags = Tags::of(&actor.id, |text| view.services.hash_text(text));
    let id = match op.task {
        Some(task) => task.workflow(op.workflow).ok(),
        None => op.workflow,
    };
    // The decision reports problems with the workflow.
    if let Some(id) = id
        && let Ok(workflow) = read(&view, id).await
    {
        let (workspace, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
        let task = likely(&op, &workflow, op.asker(actor, &workspace), view.now);
        op.recalled = recall(&view, &workflow, task, &MemoryScope::default()).await?;
        if let Some(task) = task {
            op.counts = count_context(&op, &workflow, task, &tags, &view);
        }
    }
    op.tags = Some(tags);
    Ok(op)
}

/// Returns the task that will be claimed, unless a concurrent claim is faster.
fn likely(op: &TaskClaim, workflow: &Workflow, asker: Asker, now: Time) -> Option<TaskNo> {
    match op.task {
        Some(task) => Some(task.number),
        None if op.resume => first_held(workflow, asker.actor?),
        None => workflow.ready(now, asker).next().map(|(_, task)| task.id),
    }
}

/// Counts the tokens of everything that the context of a task contains now.
fn count_context(
    op: &TaskClaim,
    workflow: &Workflow,
    task: TaskNo,
    tags: &Tags,
    view: &View,
) -> Counts {
    let counts = RefCell::new(Counts::default());
    let count = |text: &str| {
        let tokens = view.services.tokens().count(text);
        counts.borrow_mut().keep(text, tokens);
        tokens
    };
    // The decision reports problems with the task.
    let prompt = (tags, &count as Count<'_>);
    let _ = assemble(workflow, task, op.shape(), view.now, &op.recalled, prompt);
    counts.into_inner()
}

impl TaskClaim {
    /// Returns the caller with its capabilities.
    pub(super) fn asker<'a>(&'a self, actor: &'a Actor, workspace: &'a Workspace) -> Asker<'a> {
        Asker {
            capabilities: Some(&self.capabilities),
            ..Asker::new(Some(actor), workspace)
        }
    }

    fn shape(&self) -> Shape {
        Shape {
            budget: self.budget.or(Some(CLAIM_BUDGET)),
            format: self.format,
        }
    }
}

fn decide(op: &TaskClaim, tx: &mut Tx) -> Result<Claimed> {
    let shape = op.shape();
    shape.check()?;
    if op.wait.is_some_and(|seconds| seconds > MAX_SECONDS) {
        let detail = format!("expected 0 to {MAX_SECONDS}");
        return Err(Error::field("/wait", detail));
    }
    let id = match (op.workflow, op.task) {
        (named, Some(task)) => task.workflow(named)?,
        (Some(workflow), None) => workflow,
        (None, None) => {
            return Err(Error::field(
                "/workflow",
                "say in which workflow: `workflow_list` lists them",
            ));
        }
    };
    if op
        .lease_seconds
        .is_some_and(|seconds| !(15..=86_400).contains(&seconds))
    {
        return Err(Error::field("/lease_seconds", "expected 15 to 86400"));
    }
    let workspace = tx.read::<Workspace>(&StreamId::workspace())?;
    let agent = tx.cx.actor.clone();
    let asker = op.asker(&agent, &workspace);
    let draft = active(tx, id)?;
    let now = draft.cx.now;
    if !op.resume {
        check_paused(draft, &workspace)?;
    }
    let no = match (op.task, op.resume) {
        (Some(task), true) => check_resume(draft, task.number)?,
        (None, true) => best_to_resume(draft)?,
        (Some(task), false) => {
            let changed = draft.tasks.find(task.number)?.changed;
            draft.expect_of(task.number, changed)?;
            claimable(draft, task.number, asker)?
        }
        (None, false) => best(draft, asker)?,
    };
    take(draft, no, op.lease_seconds)?;
    let task = draft.tasks.find(no)?.clone();
    let Some(lease) = task.lease.clone() else {
        return Err(Error::internal("a claimed task has no lease"));
    };
    let count = |text: &str| op.counts.of(text);
    let Some(tags) = &op.tags else {
        return Err(Error::internal("the tags of a context were not prepared"));
    };
    let prompt = (tags, &count as Count<'_>);
    let context = assemble(draft, no, shape, now, &op.recalled, prompt)?;
    Ok(Claimed {
        workflow: id,
        task,
        lease,
        context,
        warnings: under_way(draft, no, now),
    })
}

/// Claims a task that is assigned to the caller, without a call of `task_claim`.
pub(super) fn begin(tx: &mut Tx, workflow: Id, no: TaskNo) -> Result<()> {
    let workspace = tx.read::<Workspace>(&StreamId::workspace())?;
    let agent = tx.cx.actor.clone();
    let draft = active(tx, workflow)?;
    check_paused(draft, &workspace)?;
    claimable(draft, no, Asker::new(Some(&agent), &workspace))?;
    take(draft, no, None)
}

/// Rejects a claim while the agent or the workflow is paused. A paused agent may finish the tasks that it holds, also
/// after a crash.
fn check_paused(draft: &Draft<Workflow>, workspace: &Workspace) -> Result<()> {
    if workspace.is_paused(&draft.cx.actor.id) {
        return Err(Error::conflict(
            "paused",
            "You are paused: finish what you hold (after a crash with `resume`), then wait: `changes_wait` \
             tells when you may go on.",
        ));
    }
    if draft.paused.is_some() {
        let detail = "The workflow is paused: no task can be claimed until it is resumed. Finish what \
                      you hold; `changes_wait` waits for it to go on.";
        return Err(Error::conflict("paused", detail));
    }
    Ok(())
}

/// Records a lease of the caller on a task.
fn take(draft: &mut Draft<Workflow>, no: TaskNo, lease_seconds: Option<u32>) -> Result<()> {
    expire(draft, no);
    let seconds = lease_seconds.unwrap_or(draft.policy.lease_seconds);
    let fact = TaskClaimed {
        id: no,
        holder: draft.cx.actor.id.clone(),
        fence: draft.tasks.find(no)?.fence + 1,
        until: draft.cx.now.plus(i64::from(seconds) * SECOND),
        seconds,
    };
    draft.record(fact);
    Ok(())
}

/// Returns the best task that `asker` can claim.
fn best(draft: &Draft<Workflow>, asker: Asker) -> Result<TaskNo> {
    let now = draft.cx.now;
    let best = draft.ready(now, asker).next();
    best.map(|(_, task)| task.id)
        .ok_or_else(|| nothing_ready(draft, now))
}

fn claimable(draft: &Draft<Workflow>, no: TaskNo, asker: Asker) -> Result<TaskNo> {
    let now = draft.cx.now;
    let task = draft.tasks.find(no)?;
    let actor = &draft.cx.actor;
    if let Some(lease) = task.lease.as_ref().filter(|lease| lease.is_live(now)) {
        if actor.is_agent_named(&lease.holder) {
            let detail = format!(
                "You hold {no} already, under the lease {} until {}: go on with that. When you have lost it, \
                 after a crash, `task_claim` with `resume` gives you a new one and shuts the old process out.",
                lease.id, lease.until
            );
            return Err(Error::conflict("held", detail));
        }
        let detail = format!("{no} is held by {}. {ANOTHER}", task.holder_in_words(lease));
        return Err(Error::conflict("held", detail));
    }
    if task.status.is_terminal() || task.status == TaskStatus::Review {
        let detail = wrong_status(task, "claimed").detail;
        return Err(Error::conflict("not_ready", detail));
    }
    let waits = draft.waits(task, now, asker);
    if waits.is_empty() {
        return Ok(no);
    }
    let lacks_only = waits.iter().all(|wait| wait.kind == WaitKind::Capabilities);
    let (word, hint) = if lacks_only {
        ("capabilities", " Send what you can do as `capabilities`.")
    } else {
        ("not_ready", "")
    };
    let detail = format!("{no} is not ready: {}{hint} {ANOTHER}", why(&waits));
    Err(Error::conflict(word, detail))
}

/// Maximum number of wait reasons that an error names.
const MAX_WAITS: usize = 3;

/// Joins the wait reasons as sentences.
fn why(waits: &[Wait]) -> String {
    let named = waits.iter().take(MAX_WAITS);
    let named: Vec<&str> = named.map(|wait| wait.text.as_str()).collect();
    match waits.len() - named.len() {
        0 => named.join(" "),
        more => format!("{} `task_explain` names {more} more.", named.join(" ")),
    }
}

/// Hint for the case that the requested task cannot be claimed.
const ANOTHER: &str = "`task_claim` without `task` gives you the best one that is ready.";

fn check_resume(draft: &Draft<Workflow>, no: TaskNo) -> Result<TaskNo> {
    let task = draft.tasks.find(no)?;
    match &task.lease {
        Some(lease) if lease.holder == draft.cx.actor.id => Ok(no),
        Some(lease) if lease.is_live(draft.cx.now) => Err(Error::conflict(
            "held",
            format!("{no} is held by {}. {ANOTHER}", task.holder_in_words(lease)),
        )),
        _ => Err(lease_error(draft, task)),
    }
}

fn first_held(workflow: &Workflow, actor: &Actor) -> Option<TaskNo> {
    let held = workflow.derived().held.get(&actor.id)?;
    held.get_min().map(|no| TaskNo(*no))
}

fn best_to_resume(draft: &Draft<Workflow>) -> Result<TaskNo> {
    first_held(draft, &draft.cx.actor).ok_or_else(|| {
        let detail = "You hold no task here: `task_claim` without `resume` gives you the best one that is \
                      ready.";
        Error::conflict("nothing_held", detail)
    })
}
