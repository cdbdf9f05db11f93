//! `token_create`: the secret is shown once, in the answer, and stored only as a hash.

use crate::session::key::{PART_BYTES, check as check_part};
use crate::workflow;
use crate::workspace::ops::agent_pause::find;
use crate::workspace::ops::noted::Noted;
use crate::workspace::{Agent, TokenCreated, Workspace};
use kernel::ports::accounts::{Terms, TokenInfo};
use kernel::prelude::*;
use kernel::time::{DAY, SECOND};
use similar::get_close_matches;

/// Makes a token for a registered agent. An orchestrator may make worker tokens that expire within a day, for
/// a workflow that it leads, and only for agents of its own: that it registered itself, and for which nobody
/// else made a token.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenCreate {
    /// The agent's name.
    pub agent: String,
    /// The role the token gives; the agent's usual one unless given.
    pub role: Option<Role>,
    /// When it ends by itself, in seconds from now; never unless given.
    #[schemars(range(min = 1))]
    pub expires_seconds: Option<u32>,
    /// The one workflow that calls with this token may change, and nothing else; everything that the role
    /// may unless given.
    pub workflow: Option<Id>,
    /// The user that calls with this token are bound to: they reach only that user's sessions, scratchpads and
    /// memories, read memories that belong to no user, and cannot leave the user out or name another one.
    #[schemars(length(min = 1, max = PART_BYTES), regex(pattern = crate::patterns::NAME))]
    pub user_id: Option<String>,
    /// The namespace that they are bound to in the same way.
    #[schemars(length(min = 1, max = PART_BYTES), regex(pattern = crate::patterns::NAME))]
    pub namespace: Option<String>,
    /// Which tools MCP offers to who brings it: `all` that its role may, or names with commas between them, among
    /// which `everyday` stands for those of every day; those alone unless given. It may call the others, too, and an
    /// address with `?tools=` asks for others.
    #[schemars(length(max = 2000))]
    pub tools: Option<String>,
}

/// The most bytes of a list of tools.
const TOOLS: usize = 2000;
/// The most characters of a name that are compared with those of tools, and told.
const LONGEST_NAME: usize = 64;

/// A new token.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenMade {
    /// What is known of it.
    pub info: TokenInfo,
    /// What to send as `Authorization: Bearer …`. It is shown once: the answer to a retry has none.
    pub token: Option<String>,
    /// Why there is no secret.
    pub note: Option<String>,
}

impl Operation for TokenCreate {
    type Output = TokenMade;
    const SPEC: Spec = spec!(Write "token_create" Access::OWNERS.and(Access::ORCHESTRATORS));
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn kept(output: &TokenMade) -> TokenMade {
        let note = "The secret was shown once, in the first answer. If it was lost, revoke this token \
                    and make another.";
        TokenMade {
            info: output.info.clone(),
            token: None,
            note: Some(note.into()),
        }
    }
}

async fn run(op: TokenCreate, view: View) -> Result<TokenMade> {
    let by = view.actor()?.clone();
    let (state, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
    let agent = find(&state, &op.agent)?;
    let role = op.role.unwrap_or(agent.role);
    if !role.is_agent() {
        return Err(Error::field(
            "/role",
            format!("{} is no role of agents", role.name()),
        ));
    }
    let lasts = op
        .expires_seconds
        .map(|seconds| i64::from(seconds) * SECOND);
    if lasts.is_some_and(|lasts| lasts == 0) {
        return Err(Error::field("/expires_seconds", "must not be 0"));
    }
    let workflow = match op.workflow {
        Some(workflow) => Some(workflow::ops::read(&view, workflow).await?),
        None => None,
    };
    if by.role == Role::Orchestrator {
        // A worker's token for a reviewer or another orchestrator would speak in their name.
        if role != Role::Worker || agent.role != Role::Worker {
            return Err(Error::forbidden(
                "An orchestrator may make worker tokens for workers only.",
            ));
        }
        if !is_own(&view, &agent, &by).await? {
            return Err(Error::forbidden(format!(
                "{} is not an agent of yours: a token in its name would speak for it. Register one of your own \
                 with `agent_register`, or ask an owner.",
                agent.name
            )));
        }
        let Some(workflow) = workflow else {
            let detail = "an orchestrator's tokens are for a workflow that it leads: say which";
            return Err(Error::field("/workflow", detail));
        };
        if workflow.lead.agent.as_deref() != Some(by.id.as_str()) {
            return Err(Error::forbidden(format!(
                "You do not lead {}: take the lead with `workflow_lead` first.",
                workflow.id
            )));
        }
        if lasts.is_none_or(|lasts| lasts > DAY) {
            let detail = "an orchestrator's tokens expire within a day: give at most 86400";
            return Err(Error::field("/expires_seconds", detail));
        }
    }
    for (pointer, part) in [("/user_id", &op.user_id), ("/namespace", &op.namespace)] {
        if let Some(part) = part {
            check_part(pointer, part)?;
        }
    }
    let expires_at = lasts.map(|lasts| view.now.plus(lasts));
    let terms = Terms {
        role,
        expires_at,
        workflow: op.workflow,
        user_id: op.user_id.clone(),
        namespace: op.namespace.clone(),
        tools: check_tools(op.tools.as_deref(), view.services.tools())?,
    };
    let minted = view
        .services
        .accounts()
        .mint(&agent.name, terms, &by.id, view.now)
        .await?;
    let noted = Noted::TokenCreated(TokenCreated {
        token: minted.info.id.clone(),
        agent: minted.info.agent.clone(),
        role,
        expires_at,
        workflow: op.workflow,
        user_id: op.user_id,
        namespace: op.namespace,
    });
    let services = view.services.clone();
    if let Err(error) = noted.tell(services, view.caller.clone()).await {
        // A token of which nothing says that it was made is not handed out.
        view.services
            .accounts()
            .revoke(&minted.info.id, view.now)
            .await?;
        return Err(error);
    }
    Ok(TokenMade {
        info: minted.info,
        token: Some(minted.token),
        note: None,
    })
}

/// A list of tools, written as it is kept; nothing when it names none. `known` are those that there are.
///
/// # Errors
/// `invalid` for a name of no tool, and for a list that is too long.
pub fn check_tools(list: Option<&str>, known: &[&str]) -> Result<Option<String>> {
    let names = list.unwrap_or_default().split(',').map(str::trim);
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    if let Some(odd) = names.iter().find(|name| !known.contains(name)) {
        return Err(Error::field("/tools", no_tool(odd, known)));
    }
    let list = names.join(",");
    if list.len() > TOOLS {
        let detail = format!("at most {TOOLS} bytes; `all` asks for all tools");
        return Err(Error::field("/tools", detail));
    }
    Ok(Some(list).filter(|list| !list.is_empty()))
}

/// That there is no tool of that name, and which one is nearest.
fn no_tool(name: &str, known: &[&str]) -> String {
    // Nobody meant a tool by a long one.
    let is_near = name.len() <= LONGEST_NAME;
    let near = is_near.then(|| get_close_matches(name, known, 1, 0.6));
    let meant = match near.unwrap_or_default().first() {
        Some(near) => format!(". Did you mean `{near}`? Expected"),
        None => "; expected".into(),
    };
    let name: String = name.chars().take(LONGEST_NAME).collect();
    format!("{name:?} is no name of a tool{meant} `all`, or names with commas between them")
}

/// Whether an agent is the caller's own: they registered it, and nobody else made a token for it.
async fn is_own(view: &View, agent: &Agent, by: &Actor) -> Result<bool> {
    if !agent.registered_by.is_same(by) {
        return Ok(false);
    }
    let tokens = view.services.accounts().tokens().await?;
    let mut tokens = tokens.iter().filter(|token| token.agent == agent.name);
    Ok(tokens.all(|token| token.created_by == by.id))
}
