//! Collects every memory that applies to an agent, with its current state. A caller that views another agent's context
//! reads with that agent's permissions.

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

/// Every memory that applies, in its current state.
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
    /// Collects the memories that apply to a call.
    pub(super) async fn of(op: &ContextRead, asked: &View) -> Result<Self> {
        let actor = asked.actor()?;
        let agent = match (&op.agent, actor.role.is_agent()) {
            (None, false) => infer_agent(op, asked).await?,
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
        // A viewer of another agent's context sees only what that agent may read.
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
            (Some((_, _, state)), None) => agent
                .as_deref()
                .and_then(|agent| current_task(state, agent)),
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
        if let Some((stream, version)) = view.first_stream() {
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

    /// Returns a text that distinguishes this state from all others of the same memories.
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
            // Nudges expire by time alone.
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

    /// Returns the cache key of the agent's previous prompt. A conversation as messages is another prompt than one as
    /// text.
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

/// Returns the agent meant by a person who names none: the holder of the task, or the only agent of the session.
async fn infer_agent(op: &ContextRead, view: &View) -> Result<Option<String>> {
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

/// Returns a view with the identity and the known role of an agent.
async fn as_agent(view: &View, agent: &str) -> Result<View> {
    let loaded = view.services.state(&StreamId::workspace()).await?;
    let workspace = loaded.state.downcast::<Workspace>();
    let workspace = workspace.map_err(|_| Error::internal("the workspace is of another memory"))?;
    let known = workspace.agents.get(agent);
    let role = known.map_or(Role::Worker, |agent| agent.role);
    Ok(view.of(Actor::new(agent, role)))
}

/// Returns the task that an agent holds in a workflow; of several the one claimed last, otherwise the first.
fn current_task(workflow: &Workflow, agent: &str) -> Option<TaskNo> {
    let held = workflow.derived().held.get(agent)?;
    let taken = workflow.derived().taken.get(agent).map(|(_, no)| no);
    let no = taken
        .filter(|no| held.contains(*no))
        .or_else(|| held.get_min());
    no.copied().map(TaskNo)
}

/// Returns the session, or its remains in long-term memory with the number of further messages there.
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

/// Returns the agent's mind; `None` if it has none.
async fn own_or_none(view: &View, agent: &str) -> Result<Option<Arc<Mind>>> {
    match read_or_begin(view, agent).await {
        Ok(mind) => Ok(Some(with_open_work(view, agent, mind).await?)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the scratchpads that apply, least frequently changed first.
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
