//! `agent_register`: registers an agent.

use crate::workspace::names::{check_agent, check_people, check_reserved};
use crate::workspace::{Agent, AgentRegistered, Workspace};
use kernel::prelude::*;

/// Maximum length of an agent's name, in characters.
const MAX_NAME_CHARS: usize = 64;

/// Registers an agent, or changes its default role. Create its tokens with `token_create`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentRegister {
    /// Name of the agent: 1 to 64 letters, digits, `-`, `_` or `.`; no reserved word such as `all` or `orchestrator`.
    #[schemars(length(min = 1, max = MAX_NAME_CHARS), regex(pattern = r"^[A-Za-z0-9._-]*$"))]
    pub name: String,
    /// Default role: orchestrator, worker, reviewer, librarian or observer.
    pub role: Role,
}

/// A registered agent.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Registered {
    /// The agent.
    pub agent: Agent,
}

impl Operation for AgentRegister {
    type Output = Registered;
    const SPEC: Spec = spec!(Write "agent_register" Access::OWNERS.and(Access::ORCHESTRATORS))
        .refuses(&["exists"]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| {
        Box::pin(async move {
            // Readers have to tell agents from people by their names.
            let people = view.services.accounts().people().await?;
            check_people(people.iter().map(|person| person.name.as_str()), &op.name)?;
            Ok(op)
        })
    });
}

/// Validates an agent's name.
///
/// # Errors
/// Returns `invalid` with `pointer` as the field.
pub fn check_name(pointer: &str, name: &str) -> Result<()> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.len() > MAX_NAME_CHARS || !name.chars().all(is_word) {
        let detail = format!("expected 1 to {MAX_NAME_CHARS} letters, digits, `-`, `_` or `.`");
        return Err(Error::field(pointer, detail));
    }
    check_reserved(pointer, name)
}

fn decide(op: &AgentRegister, tx: &mut Tx) -> Result<Registered> {
    check_name("/name", &op.name)?;
    if !op.role.is_agent() {
        return Err(Error::field(
            "/role",
            format!("{} is no role of agents", op.role.name()),
        ));
    }
    let workspace = tx.draft::<Workspace>(&StreamId::workspace())?;
    if !workspace.agents.contains_key(&op.name) {
        check_agent(workspace, &op.name)?;
    }
    let was = workspace.agents.get(&op.name).map(|agent| agent.role);
    if was != Some(op.role) {
        if workspace.cx.actor.role == Role::Orchestrator {
            if op.role != Role::Worker {
                return Err(Error::forbidden(
                    "An orchestrator may register workers only.",
                ));
            }
            if was.is_some() {
                return Err(Error::forbidden(
                    "Only an owner may give an agent another role.",
                ));
            }
        }
        workspace.record(AgentRegistered {
            name: op.name.clone(),
            role: op.role,
            was,
        });
    }
    let agent = workspace
        .agents
        .get(&op.name)
        .map(|agent| Agent::clone(agent));
    agent
        .map(|agent| Registered { agent })
        .ok_or_else(|| Error::internal("the agent is missing"))
}
