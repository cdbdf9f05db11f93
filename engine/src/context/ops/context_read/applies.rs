//! Every memory that applies to an agent: which those are, and what each says now. Who looks at what another will be
//! given reads with that one's eyes.

use std::fmt::Write as _;
use std::sync::Arc;

use kernel::prelude::*;

use super::ContextRead;
use crate::context::given::Format;
use crate::context::pads;
use crate::context::recalled::Memories;
use crate::conversation::ops::{key, read as read_session, reconstruct};
use crate::crystal::scope::MemoryScope;
use crate::mind::current::with_open_work;
use crate::mind::ops::read_or_begin;
use crate::mind::rules::whose;
use crate::mind::state::Mind;
use crate::numbers::TaskNo;
use crate::scratchpad::ops::read as read_pads;
use crate::session::SessionKey;
use crate::session::state::Session;
use crate::workflow;
use crate::workflow::context::Recalled;
use crate::workflow::ops::read as read_workflow;
use crate::workflow::ops::recall::recall;
use crate::workflow::state::Workflow;
use crate::workspace::Workspace;

/// Every memory that applies, as it is now.
pub(super) struct Applies {
    pub(super) agent: Option<String>,
    pub(super) mind: Option<Arc<Mind>>,
    pub(super) session: Option<(Arc<Session>, u32)>,
    pub(super) pads: Vec<pads::Owned>,
    pub(super) workflow: Option<(Id, StreamId, Arc<Workflow>)>,
    pub(super) task: Option<TaskNo>,
    pub(super) memories: Memories,
}

impl Applies {
    /// What applies to a call.
    pub(super) async fn of(op: &ContextRead, asked: &View) -> Result<Self> {
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
        let scope = match key {
            Some(key) => MemoryScope::of_session(key),
            None => MemoryScope::new(op.user_id.as_deref(), op.namespace.as_deref()),
        };
        let of_cores = match &workflow {
            Some((_, _, state)) => recall(&view, state, task, &scope).await?,
            None => Recalled::default(),
        };
        let mut memories = match query {
            Some(query) => Memories::of_query(&view, query, scope).await?,
            None => Memories::default(),
        };
        memories.and(of_cores);
        let pads = pads_of(&view, key, agent.as_deref()).await?;
        if let Some((stream, version)) = view.touched() {
            asked.touch(&stream, version);
        }
        Ok(Self {
            mind: mind.flatten(),
            agent,
            session,
            pads,
            workflow,
            task,
            memories,
        })
    }

    /// What tells this state from all others of the same memories.
    pub(super) fn state(&self, now: Time) -> String {
        let mut state = String::new();
        let mut add = |part: &dyn std::fmt::Debug| {
            // Writing to a string cannot fail.
            let _ = write!(state, "{part:?} ");
        };
        add(&self.agent);
        // Open work in the document changes without the mind.
        add(&self.mind.as_ref().map(|mind| (mind.version, mind.text())));
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
        for pads::Owned {
            scope, owner, pads, ..
        } in &self.pads
        {
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

    /// Under what it is remembered what an agent was given last. A conversation in messages of its own is another
    /// prompt than one in lines.
    pub(super) fn place(&self, view: &View, format: Format) -> Result<String> {
        let agent = match &self.agent {
            Some(agent) => format!("agent {agent:?}"),
            None => format!("person {:?}", view.actor()?.id),
        };
        let form = format == Format::Messages;
        let session = self
            .session
            .as_ref()
            .map(|(session, _)| session.key.to_string());
        let workflow = self.workflow.as_ref().map(|(id, ..)| id);
        let task = self.task;
        Ok(format!(
            "context {agent} {form} {session:?} {workflow:?} {task:?}"
        ))
    }
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
        Ok(mind) => Ok(Some(with_open_work(view, agent, mind).await?)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The scratchpads that apply, those that change least first.
async fn pads_of(
    view: &View,
    session: Option<&SessionKey>,
    agent: Option<&str>,
) -> Result<Vec<pads::Owned>> {
    let mut owned = Vec::new();
    for (scope, owner, whose) in pads::owners(session, agent) {
        match read_pads(view, scope, &owner).await {
            Ok((pads, _)) => owned.push(pads::Owned {
                scope,
                owner,
                whose,
                pads,
            }),
            Err(error) if is_missing(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(owned)
}
