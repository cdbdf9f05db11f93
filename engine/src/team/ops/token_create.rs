//! `token_create`: creates a token. The secret is returned once and stored only as a hash.

use crate::session::key::{PART_BYTES, check as check_part};
use crate::workflow;
use crate::workspace::ops::agent_pause::find;
use crate::workspace::ops::noted::Noted;
use crate::workspace::{Agent, TokenCreated, Workspace};
use kernel::ports::accounts::{Terms, TokenInfo};
use kernel::prelude::*;
use kernel::time::{DAY, SECOND};
use similar::get_close_matches;

/// Creates a token for a registered agent. An orchestrator may only create worker tokens that expire within a day, for
/// a workflow that it leads and for its own agents: those that it registered itself and that have no tokens by others.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenCreate {
    /// Name of the agent.
    pub agent: String,
    /// Role that the token grants. Default: the agent's default role.
    pub role: Option<Role>,
    /// Time to live, in seconds. Default: unlimited.
    #[schemars(range(min = 1))]
    pub expires_seconds: Option<u32>,
    /// The only workflow that calls with this token may change. Default: everything that the role may.
    pub workflow: Option<Id>,
    /// User that calls with this token are bound to: they reach only that user's sessions, scratchpads and memories,
    /// read memories without a user, and cannot omit the user or name another one.
    #[schemars(length(min = 1, max = PART_BYTES), regex(pattern = crate::patterns::NAME))]
    pub user_id: Option<String>,
    /// Namespace that calls with this token are bound to in the same way.
    #[schemars(length(min = 1, max = PART_BYTES), regex(pattern = crate::patterns::NAME))]
    pub namespace: Option<String>,
    /// Tools that MCP offers with this token: `all` that its role may use, or comma-separated names, among which
    /// `everyday` stands for the everyday tools. Default: `everyday`. The token may call other tools, too, and an
    /// address with `?tools=` requests others.
    #[schemars(length(max = 2000))]
    pub tools: Option<String>,
}

/// Maximum length of a list of tools, in bytes.
const TOOLS: usize = 2000;
/// Maximum length of a name that is compared with tool names and shown in errors, in characters.
const LONGEST_NAME: usize = 64;

/// A new token.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenMade {
    /// Properties of the token.
    pub info: TokenInfo,
    /// Secret to send as `Authorization: Bearer …`. Returned once: the response to a retry omits it.
    pub token: Option<String>,
    /// Reason why there is no secret.
    pub note: Option<String>,
}

impl Operation for TokenCreate {
    type Output = TokenMade;
    const SPEC: Spec = spec!(Write "token_create" Access::OWNERS.and(Access::ORCHESTRATORS));
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn output_to_store(output: &TokenMade) -> TokenMade {
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
        // A worker token for a reviewer or another orchestrator would speak in their name.
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
        // A token whose creation is not recorded is not handed out.
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

/// Validates and normalizes a list of tools; `None` if it is empty. `known` has the valid names.
///
/// # Errors
/// Returns `invalid` for an unknown name, and for a list that is too long.
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

/// Returns the error detail for an unknown tool, with the most similar name.
fn no_tool(name: &str, known: &[&str]) -> String {
    // A long name resembles no tool.
    let is_near = name.len() <= LONGEST_NAME;
    let near = is_near.then(|| get_close_matches(name, known, 1, 0.6));
    let meant = match near.unwrap_or_default().first() {
        Some(near) => format!(". Did you mean `{near}`? Expected"),
        None => "; expected".into(),
    };
    let name: String = name.chars().take(LONGEST_NAME).collect();
    format!("{name:?} is no name of a tool{meant} `all`, or names with commas between them")
}

/// Returns true if the caller registered the agent and created all of its tokens.
async fn is_own(view: &View, agent: &Agent, by: &Actor) -> Result<bool> {
    if !agent.registered_by.is_same(by) {
        return Ok(false);
    }
    let tokens = view.services.accounts().tokens().await?;
    let mut tokens = tokens.iter().filter(|token| token.agent == agent.name);
    Ok(tokens.all(|token| token.created_by == by.id))
}
