//! `context_read`.

use std::fmt::Write as _;
use std::sync::Arc;

use kernel::prelude::*;
use kernel::view::{Services, aside};

use crate::context::assemble::assemble;
use crate::context::given::{ContextGiven, Format};
use crate::context::part::{Counter, Part};
use crate::context::prompt::Prompt;
use crate::context::reading::Reading;
use crate::context::recalled::Memories;
use crate::context::talk::Form;
use crate::context::{guidance, mind, pads, talk, work};
use crate::conversation::ops::{key, read as read_session, reconstruct};
use crate::crystal::bond::may_read_bond;
use crate::crystal::usage;
use crate::mind::budget::Budget;
use crate::mind::ops::read_or_begin;
use crate::mind::rules::whose;
use crate::mind::state::Mind;
use crate::numbers::{Ref, TaskNo};
use crate::scratchpad::ops::read as read_pads;
use crate::session::SessionKey;
use crate::session::blocks::{BlockName, Shown};
use crate::session::state::Session;
use crate::session::window::{DEFAULT_WINDOW, of_model};
use crate::workflow;
use crate::workflow::context::gather::Whose;
use crate::workflow::context::omitted::MEMORY;
use crate::workflow::context::{DEFAULT_BUDGET, MAX_BUDGET, MIN_BUDGET};
use crate::workflow::ops::read as read_workflow;
use crate::workflow::ops::recall::recall;
use crate::workflow::state::Workflow;
use crate::workspace::Workspace;
use crate::workspace::settings::Settings;

/// The longest name of a model, and the longest `since`, in bytes.
const NAME_BYTES: usize = 256;
/// The longest query, in bytes.
const QUERY_BYTES: usize = 64 * 1024;

/// One prompt made of every memory that applies to an agent now: its mind and its notes, the session's summary,
/// scratchpads, entities and newest messages, the workflow's goal, the task with decisions, discoveries, results and
/// artifacts, what long-term memory has for a query, and nudges; within a budget of tokens. What changes rarely comes
/// first, and the same state gives the same bytes, so that a provider's prompt cache keeps its prefix.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContextRead {
    /// The agent. Unless given an agent that calls is meant itself, and where a person calls whoever holds the task, or
    /// the only agent of the session.
    pub agent: Option<String>,
    /// The session's id, or its whole key as answers give it.
    #[schemars(length(min = 1), regex(pattern = r"\S"))]
    pub session: Option<String>,
    /// The namespace the session belongs to.
    pub namespace: Option<String>,
    /// The user whose session it is.
    pub user_id: Option<String>,
    /// The workflow; may be left out when `task` names it.
    pub workflow: Option<Id>,
    /// The task; the one that the agent holds in the workflow unless given.
    pub task: Option<Ref<TaskNo>>,
    /// What to look up in long-term memory.
    pub query: Option<String>,
    /// The model that reads it: its context window bounds the mind's share, and the budget where none is given.
    #[schemars(length(min = 1, max = NAME_BYTES))]
    pub model: Option<String>,
    /// The context window in tokens, instead of the model's.
    #[schemars(range(min = 1))]
    pub window: Option<u32>,
    /// The most tokens it may have: 500 to 1,000,000. Unless given 12,000, or half of the model's window where that is
    /// less, and 500 at least.
    #[schemars(range(min = MIN_BUDGET, max = 1_000_000))]
    pub budget: Option<u32>,
    /// As one `text`, as `messages` for a chat model, or as `blocks` that say where each item is from; text unless
    /// given.
    #[serde(default)]
    pub format: Format,
    /// The `etag` of an earlier answer: where nothing has changed since, the answer says so and no more.
    pub since: Option<String>,
}

impl Operation for ContextRead {
    type Output = ContextGiven;
    const SPEC: Spec = spec!(Read "context_read" Access::ALL)
        .with(&[Trait::Tagged])
        .everyday(&["session", "workflow", "task", "query", "budget"]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

/// Every memory that applies, as it is now.
struct Applies {
    agent: Option<String>,
    mind: Option<Arc<Mind>>,
    session: Option<(Arc<Session>, u32)>,
    pads: Vec<pads::Owned>,
    workflow: Option<(Id, StreamId, Arc<Workflow>)>,
    task: Option<TaskNo>,
    memories: Memories,
}

async fn run(op: ContextRead, view: View) -> Result<ContextGiven> {
    check(&op)?;
    let age = view.services.age();
    let settings = Settings::seen_by(&view).await?;
    let applies = look_up(&op, &view).await?;
    let place = place(&view, &applies, op.format)?;
    let last = view.services.kept(&place);
    let last = last.and_then(|kept| kept.downcast::<Reading>().ok());
    let (agent, task, memories) = (
        applies.agent.clone(),
        applies.task,
        applies.memories.entries(),
    );
    let session = applies
        .session
        .as_ref()
        .map(|(session, _)| session.key.clone());
    let set = applies
        .session
        .iter()
        .flat_map(|(session, _)| &session.blocks);
    let set = set.map(|(block, shown)| (*block, *shown)).collect();
    let workflow = applies.workflow.as_ref().map(|(id, ..)| *id);
    let is_own = match (view.actor()?, &applies.agent) {
        (actor, Some(agent)) => actor.is_agent_named(agent),
        (_, None) => false,
    };
    let prompt = prompt(&op, &view, (applies, settings), &place, age).await?;
    let given = ContextGiven {
        agent,
        session,
        workflow,
        task,
        set,
        encoding: view.services.tokens().encoding().name().into(),
        ..prompt.given(op.format, last.as_deref(), op.since.as_deref())
    };
    view.tag(&given.etag, given.unchanged);
    // Nobody's look at what another will be given is a use, or a reading.
    if is_own && !given.unchanged {
        let reading = prompt.reading.clone();
        let bytes = reading.bytes();
        view.services.keep(place, age, reading, bytes);
        let shown = prompt.sources(MEMORY);
        let shown = memories
            .iter()
            .filter(|(_, id)| shown.contains(&id.as_str()));
        let shown = shown.map(|(core, id)| (core.as_str(), id.as_str()));
        for (core, ids) in usage::given(workflow.zip(task), shown) {
            view.services.recalled(core, view.actor()?, ids);
        }
    }
    Ok(given)
}

/// The prompt; the one that was put together last, as long as nothing in it has changed.
async fn prompt(
    op: &ContextRead,
    view: &View,
    (applies, settings): (Applies, Settings),
    place: &str,
    age: u64,
) -> Result<Arc<Prompt>> {
    let (budget, mind_budget) = budgets(op, &settings);
    let (now, format) = (view.now, op.format);
    let place = format!("prompt {format:?} {place}");
    let words = &settings.context_guidance;
    // The keys of fences change with the workspace's.
    let key = fence(&*view.services, "");
    let state = applies.state(now);
    let looker = view.looker()?;
    let sees_bond = applies
        .agent
        .as_deref()
        .map(|agent| may_read_bond(looker, agent));
    let state =
        format!("{key} {budget} {mind_budget:?} {format:?} {words:?} {sees_bond:?} {state}");
    let kept = view.services.kept(&place);
    let kept = kept.and_then(|kept| kept.downcast::<(String, Arc<Prompt>)>().ok());
    if let Some(kept) = kept.filter(|kept| kept.0 == state) {
        return Ok(kept.1.clone());
    }
    let services = view.services.clone();
    let prompt = aside(move || {
        let counter = Counter(services.clone());
        let parts = parts(
            &applies,
            &settings,
            (budget, mind_budget),
            format,
            now,
            &counter,
        );
        let set = applies.session.as_ref().map(|(session, _)| &session.blocks);
        let key = |name: &str| fence(&*services, name);
        assemble(parts, budget, (format, &format!("{set:?}")), &key, &counter)
    });
    let prompt = Arc::new(prompt.await?);
    let bytes = prompt.bytes() + state.len();
    view.services
        .keep(place, age, Arc::new((state, prompt.clone())), bytes);
    Ok(prompt)
}

impl Applies {
    /// What tells this state from all others of the same memories.
    fn state(&self, now: Time) -> String {
        let mut state = String::new();
        let mut add = |part: &dyn std::fmt::Debug| {
            // Writing to a text never fails.
            let _ = write!(state, "{part:?} ");
        };
        add(&self.agent);
        add(&self.mind.as_ref().map(|mind| mind.version));
        let session = self.session.as_ref();
        add(&session.map(|(session, older)| {
            (
                session.version,
                session.begun,
                session.updated_at,
                session.messages.len(),
                older,
            )
        }));
        for pads::Owned { scope, owner, pads } in &self.pads {
            add(&(scope, owner, pads.version));
        }
        if let Some((id, _, workflow)) = &self.workflow {
            // Nudges run out by themselves.
            let ended = workflow
                .derived()
                .nudge_ends
                .iter()
                .take_while(|(end, _)| *end <= now);
            add(&(id, workflow.version, self.task, ended.count()));
        }
        self.memories.tell(&mut add);
        state
    }
}

fn check(op: &ContextRead) -> Result<()> {
    if !matches!(op.budget, None | Some(MIN_BUDGET..=MAX_BUDGET)) {
        let detail = format!("expected {MIN_BUDGET} to {MAX_BUDGET}");
        return Err(Error::field("/budget", detail));
    }
    if op.window == Some(0) {
        return Err(Error::field("/window", "expected at least 1 token"));
    }
    for (pointer, text, most) in [
        ("/agent", &op.agent, NAME_BYTES),
        ("/model", &op.model, NAME_BYTES),
        ("/since", &op.since, NAME_BYTES),
        ("/query", &op.query, QUERY_BYTES),
    ] {
        if text.as_ref().is_some_and(|text| text.len() > most) {
            let detail = format!("expected at most {most} bytes");
            return Err(Error::field(pointer, detail));
        }
    }
    for (pointer, text) in [("/agent", &op.agent), ("/model", &op.model)] {
        if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
            return Err(Error::field(pointer, "expected a name"));
        }
    }
    for (pointer, part) in [("/namespace", &op.namespace), ("/user_id", &op.user_id)] {
        if part.is_some() && op.session.is_none() {
            return Err(Error::field(pointer, "say of which `session`"));
        }
    }
    Ok(())
}

/// The tokens of the whole, and what the mind may have of them.
fn budgets(op: &ContextRead, settings: &Settings) -> (u32, Budget) {
    let of_model = |model| of_model(model, settings).unwrap_or(DEFAULT_WINDOW);
    let window = op.window.or_else(|| op.model.as_deref().map(of_model));
    let usual = window.map_or(DEFAULT_BUDGET, |window| (window / 2).min(DEFAULT_BUDGET));
    let budget = op.budget.unwrap_or(usual).max(MIN_BUDGET);
    let mind = window.map_or_else(Budget::default, |window| Budget::of_window(window.into()));
    (budget, mind)
}

async fn look_up(op: &ContextRead, asked: &View) -> Result<Applies> {
    let actor = asked.actor()?;
    let agent = match (&op.agent, actor.role.is_agent()) {
        (None, false) => meant(op, asked).await?,
        (named, _) => Some(whose(actor, named.as_deref())?),
    };
    let query = op
        .query
        .as_deref()
        .map(str::trim)
        .filter(|query| !query.is_empty());
    let named = op.session.is_some() || op.workflow.is_some() || op.task.is_some();
    if agent.is_none() && !named && query.is_none() {
        let detail = "name an agent, a session, a workflow, a task or a query";
        return Err(Error::field("/agent", detail));
    }
    // Whoever looks at what an agent will be given sees what that agent may read, and no more.
    let view = match agent
        .as_deref()
        .filter(|agent| !actor.is_agent_named(agent))
    {
        Some(agent) => as_agent(asked, agent).await?,
        None => asked.clone(),
    };
    let id = match op.task {
        Some(task) => Some(task.workflow(op.workflow)?),
        None => op.workflow,
    };
    let workflow = match id {
        Some(id) => Some((id, workflow::stream(id), read_workflow(&view, id).await?)),
        None => None,
    };
    let task = match (&workflow, op.task) {
        (Some((_, _, state)), Some(task)) => Some(state.tasks.find(task.number)?.id),
        (Some((_, _, state)), None) => agent.as_deref().and_then(|agent| held_by(state, agent)),
        (None, _) => None,
    };
    let session = match &op.session {
        Some(session) => Some(key(session, op.namespace.as_ref(), op.user_id.as_ref())?),
        None => None,
    };
    let session = match session {
        Some(key) => Some(talk_of(&view, &key).await?),
        None => None,
    };
    let mind = match &agent {
        Some(agent) => Some(own_or_none(&view, agent).await?),
        None => None,
    };
    let key = session.as_ref().map(|(session, _)| &session.key);
    let mut memories = match query {
        Some(query) => Memories::of_query(&view, query, key).await?,
        None => Memories::default(),
    };
    if let Some((_, _, state)) = &workflow {
        memories.and(recall(&view, state, task).await?);
    }
    let pads = pads_of(&view, key).await?;
    if let Some((stream, version)) = view.touched() {
        asked.touch(&stream, version);
    }
    Ok(Applies {
        mind: mind.flatten(),
        agent,
        session,
        pads,
        workflow,
        task,
        memories,
    })
}

/// Whom somebody means who is no agent and names none: whoever holds the task, or the only agent of the session.
async fn meant(op: &ContextRead, view: &View) -> Result<Option<String>> {
    if let Some(task) = op.task {
        let workflow = read_workflow(view, task.workflow(op.workflow)?).await?;
        let lease = workflow.tasks.find(task.number)?.lease.as_ref();
        if let Some(lease) = lease {
            return Ok(Some(lease.holder.clone()));
        }
    }
    let Some(session) = &op.session else {
        return Ok(None);
    };
    let key = key(session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let (session, _) = talk_of(view, &key).await?;
    let only = session
        .writers
        .get_min()
        .filter(|_| session.writers.len() == 1);
    Ok(only.map(ToString::to_string))
}

/// A look by the agent of that name, in the role that it is known to have.
async fn as_agent(view: &View, agent: &str) -> Result<View> {
    let loaded = view.services.state(&StreamId::workspace()).await?;
    let workspace = loaded.state.downcast::<Workspace>();
    let workspace = workspace.map_err(|_| Error::internal("the workspace is of another memory"))?;
    let known = workspace.agents.get(agent);
    let role = known.map_or(Role::Worker, |agent| agent.role);
    Ok(view.of(Actor::new(agent, role)))
}

/// The task that an agent holds in a workflow; of several the one that it took last, or else the first.
fn held_by(workflow: &Workflow, agent: &str) -> Option<TaskNo> {
    let held = workflow.derived().held.get(agent)?;
    let taken = workflow.derived().taken.get(agent).map(|(_, no)| no);
    let no = taken
        .filter(|no| held.contains(*no))
        .or_else(|| held.get_min());
    no.copied().map(TaskNo)
}

/// The session, or what is left of it in long-term memory with how many more messages are there.
async fn talk_of(view: &View, key: &SessionKey) -> Result<(Arc<Session>, u32)> {
    let error = match read_session(view, key).await {
        Ok(session) => return Ok((session, 0)),
        Err(error) if is_missing(&error) => error,
        Err(error) => return Err(error),
    };
    let remains = reconstruct(view, key).await?;
    let remains = remains.filter(|remains| !remains.session.messages.is_empty());
    let remains = remains.ok_or(error)?;
    Ok((Arc::new(remains.session), remains.left_out))
}

fn is_missing(error: &Error) -> bool {
    matches!(error.code, Code::NotFound | Code::Gone)
}

/// The agent's mind, if it has one.
async fn own_or_none(view: &View, agent: &str) -> Result<Option<Arc<Mind>>> {
    match read_or_begin(view, agent).await {
        Ok(mind) => Ok(Some(mind)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The scratchpads that apply, those that change least first.
async fn pads_of(view: &View, session: Option<&SessionKey>) -> Result<Vec<pads::Owned>> {
    let mut owned = Vec::new();
    for (scope, owner) in pads::owners(session) {
        match read_pads(view, scope, &owner).await {
            Ok((pads, _)) => owned.push(pads::Owned { scope, owner, pads }),
            Err(error) if is_missing(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(owned)
}

fn parts(
    applies: &Applies,
    settings: &Settings,
    (budget, mind_budget): (u32, Budget),
    format: Format,
    now: Time,
    counter: &Counter,
) -> Vec<Part> {
    let mut parts = vec![guidance::part(settings, counter)];
    if let Some((_, stream, state)) = &applies.workflow {
        let whose = Whose {
            task: applies.task.and_then(|no| state.tasks.get(no)),
            agent: applies.agent.as_deref(),
        };
        parts.extend(work::parts((stream, state), whose, budget, now, counter));
    }
    if let (Some(mind), Some(agent)) = (&applies.mind, &applies.agent) {
        parts.extend(mind::state_vector(mind, agent, mind_budget, counter));
        parts.extend(mind::unsynthesised(mind, agent, counter));
    }
    parts.extend(pads::part(&applies.pads, counter));
    if let Some((session, older)) = &applies.session {
        let form = match format {
            Format::Messages => {
                let key = fence(&*counter.0, "messages");
                Form::Messages {
                    open: format!("<messages-{key}>\n"),
                    close: format!("</messages-{key}>\n"),
                }
            }
            Format::Text | Format::Blocks => Form::Lines,
        };
        parts.extend(talk::summary(session, counter));
        parts.extend(talk::entities(session, counter));
        parts.extend(talk::messages(session, *older, budget, form, counter));
    }
    parts.extend(applies.memories.part(counter));
    let set = applies.session.as_ref().map(|(session, _)| &session.blocks);
    let stands = |name| Some(*set?.get(&BlockName::parse(name)?)?);
    let parts = parts.into_iter();
    parts
        .map(|part| match stands(part.name) {
            Some(Shown::Pinned) => part.pinned(budget),
            Some(Shown::Dropped) => part.dropped(),
            Some(Shown::Usual) | None => part,
        })
        .collect()
}

/// The letters of the keys of fences.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The key of the fence of that name: the same as long as the workspace's key is, and none that another workspace has.
fn fence(services: &dyn Services, name: &str) -> String {
    let hash = services.accounts().keyed(&format!("fence {name}"));
    let letters = (0..6).map(|nth| LETTERS[(hash >> (nth * 5) & 31) as usize]);
    letters.map(char::from).collect()
}

/// Under what it is remembered what an agent was given last. A conversation in messages of its own is another
/// prompt than one in lines.
fn place(view: &View, applies: &Applies, format: Format) -> Result<String> {
    let agent = match &applies.agent {
        Some(agent) => format!("agent {agent:?}"),
        None => format!("person {:?}", view.actor()?.id),
    };
    let form = format == Format::Messages;
    let session = applies
        .session
        .as_ref()
        .map(|(session, _)| session.key.to_string());
    let workflow = applies.workflow.as_ref().map(|(id, ..)| id);
    let task = applies.task;
    Ok(format!(
        "context {agent} {form} {session:?} {workflow:?} {task:?}"
    ))
}
