//! `task_claim`: exactly one holder. Who waits for a task is in `awaited`.

use std::cell::RefCell;

use crate::crystal::scope::MemoryScope;
use crate::fence::Tags;
use crate::numbers::{Ref, TaskNo};
use crate::workflow::context::{
    CLAIM_BUDGET, Count, Counts, Format, Recalled, Shape, TaskContext, assemble,
};
use crate::workflow::facts::TaskClaimed;
use crate::workflow::ops::awaited::{AWAITED, MAX_SECONDS, nothing_ready};
use crate::workflow::ops::lost::lost;
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

/// Takes a task: the one named, or the best ready one for my capabilities. Gives the lease whose id
/// must come with every later call about the task, and what the worker needs to know. With `wait` it
/// waits until there is one; without one it is refused (`nothing_ready`) with when to come again. A reviewer takes
/// only tasks that are kept for it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskClaim {
    /// The workflow; may be left out when `task` names it.
    pub workflow: Option<Id>,
    /// The task; the best ready one unless given.
    pub task: Option<Ref<TaskNo>>,
    /// What I can do: only tasks that ask for no more are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// How long the lease lasts unless renewed, in seconds (15 to 86,400); the workflow's policy
    /// unless given.
    #[schemars(range(min = 15, max = 86_400))]
    pub lease_seconds: Option<u32>,
    /// Take a task that I hold already, after a crash: the old process is shut out.
    #[serde(default)]
    pub resume: bool,
    /// How many seconds to wait for a task when there is none (0 to 60); 0 unless given.
    #[schemars(range(min = 0, max = MAX_SECONDS))]
    pub wait: Option<u32>,
    /// The most tokens that the context may have: 500 to 1,000,000. Default: 5,000; `task_context` reads more of it.
    #[schemars(range(min = crate::workflow::context::MIN_BUDGET, max = 1_000_000))]
    pub budget: Option<u32>,
    /// The context as one `text`, or as `blocks` that say where each item is from; text unless given.
    #[serde(default)]
    pub format: Format,
    /// Entries of the workflow's memory cores, looked up before the decision.
    #[serde(skip)]
    pub recalled: Recalled,
    /// The tokens of what the context will have, counted before the decision.
    #[serde(skip)]
    pub counts: Counts,
    /// The tags of the caller's prompts; their keys are derived before the decision.
    #[serde(skip)]
    pub tags: Option<Tags>,
}

/// What callers get of it who ask for nothing else. What the task says is in the context.
const LEAN: &[&str] = &[
    "task.id",
    "task.title",
    "lease.id",
    "lease.until",
    "context",
    "warnings",
];

/// The task and the right to work on it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Claimed {
    /// The workflow.
    pub workflow: Id,
    /// The task.
    pub task: Task,
    /// The lease.
    pub lease: Lease,
    /// What the worker needs to know, ready for its prompt.
    pub context: TaskContext,
    /// What may want a second look: tasks under way that reserve the same paths.
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

    fn recalled(output: &Claimed) -> Vec<(StreamId, Receipt)> {
        output.context.recalled(output.workflow, output.task.id)
    }
}

async fn prepare(mut op: TaskClaim, view: View) -> Result<TaskClaim> {
    let actor = view.actor()?;
    let tags = Tags::of(&actor.id, |text| view.services.keyed(text));
    let id = match op.task {
        Some(task) => task.workflow(op.workflow).ok(),
        None => op.workflow,
    };
    // What is wrong with the workflow is the decision's to say.
    if let Some(id) = id
        && let Ok(workflow) = read(&view, id).await
    {
        let (workspace, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
        let task = likely(&op, &workflow, op.asker(actor, &workspace), view.now);
        op.recalled = recall(&view, &workflow, task, &MemoryScope::default()).await?;
        if let Some(task) = task {
            op.counts = counted(&op, &workflow, task, &tags, &view);
        }
    }
    op.tags = Some(tags);
    Ok(op)
}

/// The task that is given, unless somebody is faster.
fn likely(op: &TaskClaim, workflow: &Workflow, asker: Asker, now: Time) -> Option<TaskNo> {
    match op.task {
        Some(task) => Some(task.number),
        None if op.resume => first_held(workflow, asker.actor?),
        None => workflow.ready(now, asker).next().map(|(_, task)| task.id),
    }
}

/// The tokens of all that the context of a task is made of now.
fn counted(op: &TaskClaim, workflow: &Workflow, task: TaskNo, tags: &Tags, view: &View) -> Counts {
    let counts = RefCell::new(Counts::default());
    let count = |text: &str| {
        let tokens = view.services.tokens().count(text);
        counts.borrow_mut().keep(text, tokens);
        tokens
    };
    // What is wrong with the task is the decision's to say.
    let prompt = (tags, &count as Count<'_>);
    let _ = assemble(workflow, task, op.shape(), view.now, &op.recalled, prompt);
    counts.into_inner()
}

impl TaskClaim {
    /// The caller with its capabilities.
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
        (Some(task), true) => resumed(draft, task.number)?,
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

/// Refuses a claim while the agent or the workflow is paused. A paused agent finishes what it holds, also after it
/// crashed.
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

/// Records the lease of the caller on a task.
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

/// The best task that `asker` can claim.
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

/// How many waits a refusal names.
const MAX_WAITS: usize = 3;

/// The waits in sentences.
fn why(waits: &[Wait]) -> String {
    let named = waits.iter().take(MAX_WAITS);
    let named: Vec<&str> = named.map(|wait| wait.text.as_str()).collect();
    match waits.len() - named.len() {
        0 => named.join(" "),
        more => format!("{} `task_explain` names {more} more.", named.join(" ")),
    }
}

/// The next step when the wanted task cannot be claimed.
const ANOTHER: &str = "`task_claim` without `task` gives you the best one that is ready.";

fn resumed(draft: &Draft<Workflow>, no: TaskNo) -> Result<TaskNo> {
    let task = draft.tasks.find(no)?;
    match &task.lease {
        Some(lease) if lease.holder == draft.cx.actor.id => Ok(no),
        Some(lease) if lease.is_live(draft.cx.now) => Err(Error::conflict(
            "held",
            format!("{no} is held by {}. {ANOTHER}", task.holder_in_words(lease)),
        )),
        _ => Err(lost(draft, task)),
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
