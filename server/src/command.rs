//! Administrative commands on a data folder. The same code runs in the server, called through the control socket, and
//! in the command itself if no server runs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::activity::ops::audit_list::AuditList;
use engine::team::ops::token_create::{TokenCreate, check_tools};
use engine::workspace::Workspace;
use engine::workspace::audit::{KeyRotated, PasswordChanged, PersonCreated};
use engine::workspace::names::{check_people, check_person};
use engine::workspace::ops::agent_register::AgentRegister;
use engine::workspace::ops::noted::Noted;
use engine::workspace::ops::token_revoke::TokenRevoke;
use kernel::actor::{Actor, Caller, Door, Role};
use kernel::host::Hub;
use kernel::operation::Operation;
use kernel::ports::accounts::Accounts;
use kernel::ports::clock::Clock;
use kernel::ports::log::{Link, Streams};
use kernel::view::Services as _;
use kernel::{Code, Error, Result, StreamId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::check_index::{IndexCheck, check_index};
use crate::instance::Instance;

/// Parameters of a new token.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewToken {
    /// Name of the agent.
    pub agent: String,
    /// Role of the token.
    pub role: Role,
    /// Lifetime in seconds; unlimited by default.
    pub expires_seconds: Option<u32>,
    /// User that the token is bound to.
    #[serde(default)]
    pub user_id: Option<String>,
    /// Namespace that the token is bound to.
    #[serde(default)]
    pub namespace: Option<String>,
    /// Tools that MCP offers to the token.
    #[serde(default)]
    pub tools: Option<String>,
}

impl NewToken {
    /// Creates an unlimited token of that role for an agent.
    #[must_use]
    pub fn of(agent: impl Into<String>, role: Role) -> Self {
        Self {
            agent: agent.into(),
            role,
            expires_seconds: None,
            user_id: None,
            namespace: None,
            tools: None,
        }
    }
}

/// One command.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Creates a token for an agent, and registers the agent.
    TokenCreate(NewToken),
    /// Lists the tokens, without their secrets.
    TokenList {
        /// Only tokens of this agent.
        agent: Option<String>,
    },
    /// One page of the audit.
    AuditList(AuditList),
    /// Revokes a token.
    TokenRevoke {
        /// Public id of the token.
        token: String,
    },
    /// Replaces the key under which secrets are hashed.
    KeyRotate,
    /// Creates a person who can sign in.
    UserCreate {
        /// Name of the person.
        name: String,
        /// `owner`, `member` or `viewer`.
        role: Role,
        /// Password of the person.
        password: String,
    },
    /// Changes a person's password.
    UserPassword {
        /// Name of the person.
        name: String,
        /// The new password.
        password: String,
    },
    /// Creates a single-use sign-in link. Requires a running server, which has an address for it.
    UserLink {
        /// Name of the person.
        name: String,
    },
    /// Creates a link for setting up the first owner. Requires a running server, which has an address for it.
    SetupLink,
    /// Reports whether the server is ready. Requires a running server.
    CheckHealth,
    /// Releases the folder for another server. Only accepted by a process that opened the folder because no server was
    /// running.
    HandOver,
    /// Verifies the log and the blobs.
    Check {
        /// An earlier head that the log must still contain.
        #[serde(default)]
        head: Option<String>,
    },
    /// Rebuilds the index.
    RebuildIndex,
    /// Creates a consistent backup of the folder.
    Backup {
        /// Path of the new folder.
        path: PathBuf,
    },
}

impl Command {
    /// Returns true if the command ends someone's access, which must work on a full disk.
    const fn ends_access(&self) -> bool {
        matches!(
            self,
            Self::TokenRevoke { .. } | Self::KeyRotate | Self::UserPassword { .. }
        )
    }

    /// Returns true if the command changes nothing in the folder.
    #[must_use]
    pub const fn only_reads(&self) -> bool {
        matches!(
            self,
            Self::TokenList { .. } | Self::AuditList(_) | Self::Check { .. } | Self::Backup { .. }
        )
    }
}

/// Executes a command, except [`Command::UserLink`], [`Command::SetupLink`], [`Command::CheckHealth`] and
/// [`Command::HandOver`], which the server handles itself.
///
/// # Errors
/// Returns the command's rejection or failure.
pub async fn run(instance: &Instance, command: Command) -> Result<Value> {
    if command.ends_access() {
        instance.quotas.disk.release_reserve();
    }
    match command {
        Command::TokenCreate(new) => token_create(instance, new).await,
        Command::TokenList { agent } => {
            let mut tokens = instance.store.accounts.tokens().await?;
            tokens.retain(|token| agent.as_ref().is_none_or(|agent| token.agent == *agent));
            Ok(json!({ "tokens": tokens, "now": instance.store.clock.now() }))
        }
        Command::AuditList(list) => to_value(&ask(instance, list).await?),
        Command::TokenRevoke { token } => to_value(&ask(instance, TokenRevoke { token }).await?),
        Command::KeyRotate => {
            let now = instance.store.clock.now();
            instance.store.accounts.rotate_key(now).await?;
            note(instance, Noted::KeyRotated(KeyRotated {})).await?;
            Ok(json!({}))
        }
        Command::UserCreate {
            name,
            role,
            password,
        } => {
            if !role.is_person() {
                return Err(Error::field("/role", "expected owner, member or viewer"));
            }
            let accounts = &instance.store.accounts;
            may_be_called(&instance.hub, &**accounts, &name).await?;
            let now = instance.store.clock.now();
            let person = accounts.create_person(&name, role, &password, now).await?;
            note(instance, Noted::PersonCreated(PersonCreated { name, role })).await?;
            to_value(&person)
        }
        Command::UserPassword { name, password } => {
            let accounts = &instance.store.accounts;
            let now = instance.store.clock.now();
            let changed = accounts.set_password(&name, &password, now).await?;
            note(
                instance,
                Noted::PasswordChanged(PasswordChanged { person: name }),
            )
            .await?;
            to_value(&changed)
        }
        Command::UserLink { .. } | Command::SetupLink | Command::CheckHealth => {
            Err(Error::unavailable(
                "This needs a running server: start it with `loci serve` on this folder.",
            ))
        }
        Command::HandOver => Err(Error::new(
            kernel::Code::Conflict,
            "This server keeps its folder.",
        )),
        Command::Check { head } => check(instance, head.as_deref()).await,
        Command::RebuildIndex => {
            let facts = instance.hub.rebuild_index().await?;
            let blobs = instance.store.blobs.names().await?;
            let removed = instance.hub.remove_unreferenced(blobs).await?;
            Ok(json!({ "facts": facts, "removed_blobs": removed }))
        }
        Command::Backup { path } => backup(instance, &path).await,
    }
}

async fn token_create(instance: &Instance, new: NewToken) -> Result<Value> {
    let NewToken {
        agent,
        role,
        expires_seconds,
        user_id,
        namespace,
        tools,
    } = new;
    // Checked first, so that a rejected command registers no agent.
    check_tools(tools.as_deref(), instance.hub.tools())?;
    if let Some(known) = current_role(instance, &agent).await? {
        tracing::debug!(agent, role = known.name(), "the agent is known already");
    } else {
        let name = agent.clone();
        ask(instance, AgentRegister { name, role }).await?;
    }
    let token = TokenCreate {
        agent,
        role: Some(role),
        expires_seconds,
        workflow: None,
        user_id,
        namespace,
        tools,
    };
    to_value(&ask(instance, token).await?)
}

/// Rejects a name for a person that belongs to an agent or another person, could be mistaken for one, or is reserved.
///
/// # Errors
/// Returns `invalid` or `conflict`.
pub async fn may_be_called(hub: &Arc<Hub>, accounts: &dyn Accounts, name: &str) -> Result<()> {
    let stream = kernel::StreamId::workspace();
    let (state, _) = hub.state::<Workspace>(&stream).await?;
    check_person(&state, name)?;
    let people = accounts.people().await?;
    // An exact duplicate is rejected by the accounts.
    let others = people.iter().map(|person| person.name.as_str());
    check_people(others.filter(|person| *person != name), name)
}

/// Returns the registered role of a known agent; a token with another role does not change it.
async fn current_role(instance: &Instance, agent: &str) -> Result<Option<Role>> {
    let stream = kernel::StreamId::workspace();
    let (state, _) = instance.hub.state::<Workspace>(&stream).await?;
    Ok(state.agents.get(agent).map(|agent| agent.role))
}

async fn check(instance: &Instance, head: Option<&str>) -> Result<Value> {
    let known = match head.map(str::parse::<Link>) {
        Some(Err(())) => {
            let expected = "expected a head as `loci check` prints it: 64 hexadecimal digits";
            return Err(Error::field("/head", expected));
        }
        Some(Ok(head)) => Some(head),
        None => None,
    };
    let report = instance.store.log.verify(known).await?;
    let mut faults = report.faults;
    let root = instance.store.folder.paths().root().to_path_buf();
    let (mut index, mut unreferenced) = (IndexCheck::default(), 0);
    // States of a damaged log are unreliable, so they are not compared.
    if faults.is_empty() {
        let compared = tokio::task::spawn_blocking(move || store::faults_of_backup(&root)).await;
        faults = compared.map_err(|error| Error::internal(error.to_string()))??;
        faults.extend(blob_faults(instance).await?);
        faults.extend(find_unreadable_facts(instance).await?);
        unreferenced = count_unreferenced_blobs(instance).await?;
        index = check_index(instance).await?;
        faults.extend(index.lost);
    }
    Ok(json!({
        "place": instance.store.name(),
        "facts": report.facts,
        "streams": report.streams,
        "head": report.head.to_string(),
        "faults": faults,
        "index_faults": index.faults,
        "index_skipped": index.skipped,
        "unreferenced_blobs": unreferenced,
    }))
}

/// Returns the blobs whose content does not match their name, and those that a state refers to but that are missing.
async fn blob_faults(instance: &Instance) -> Result<Vec<String>> {
    faults_with(instance, instance.store.blobs.find_damaged().await?).await
}

/// Like `blob_faults`, with the damaged blobs already known.
///
/// # Errors
/// Returns `unavailable` if the log or the blobs cannot be read.
pub async fn faults_with(instance: &Instance, damaged: Vec<String>) -> Result<Vec<String>> {
    let damaged = damaged.into_iter();
    let mut faults: Vec<String> = damaged
        .map(|name| format!("the blob {name} does not hold what its name says"))
        .collect();
    let (log, mut streams) = (&*instance.store.log, Streams::after(0));
    while let Some(stream) = streams.next(log).await? {
        for name in blobs_of(instance, &stream).await? {
            let is_there = instance.store.blobs.has(&name).await?;
            // The stream may have been erased since.
            if !is_there && blobs_of(instance, &stream).await?.contains(&name) {
                faults.push(format!("the blob {name} of {stream} is missing"));
            }
        }
    }
    Ok(faults)
}

/// Counts the unreferenced blobs, except those that are being written or erased.
async fn count_unreferenced_blobs(instance: &Instance) -> Result<usize> {
    let blobs = &instance.store.blobs;
    let mut left: HashSet<String> = blobs.names().await?.into_iter().collect();
    for name in blobs.list_doomed().await? {
        left.remove(&name);
    }
    let (log, mut streams) = (&*instance.store.log, Streams::after(0));
    while let Some(stream) = streams.next(log).await? {
        if left.is_empty() {
            break;
        }
        for name in blobs_of(instance, &stream).await? {
            left.remove(&name);
        }
    }
    Ok(left.len())
}

/// Returns the blobs that a stream's state refers to.
async fn blobs_of(instance: &Instance, stream: &StreamId) -> Result<Vec<String>> {
    match instance.hub.blobs_of(stream).await {
        Err(error) if error.code == Code::Gone => Ok(Vec::new()),
        wanted => wanted,
    }
}

/// Creates a backup and reports its damaged blobs.
async fn backup(instance: &Instance, to: &Path) -> Result<Value> {
    let backup = instance.store.backup(to).await?;
    let damaged = backup.damaged.unwrap_or_default();
    let faults = faults_with(instance, damaged).await?;
    Ok(json!({ "facts": backup.facts, "faults": faults }))
}

/// Returns the facts that this version cannot read, because they are from another version or damaged.
async fn find_unreadable_facts(instance: &Instance) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let (log, mut streams) = (&*instance.store.log, Streams::after(0));
    while let Some(stream) = streams.next(log).await? {
        faults.extend(instance.hub.unread(&stream).await?.iter().map(|fact| {
            let (version, kind, schema) = (fact.version, &fact.kind, fact.schema);
            format!("this version cannot read fact {version} of {stream}: {kind} {schema}")
        }));
    }
    Ok(faults)
}

/// Runs an operation with the rights of a user who controls the data folder, which exceed an owner's.
async fn ask<O: Operation>(instance: &Instance, operation: O) -> Result<O::Output> {
    Ok(instance.hub.run(operation, cli(instance)).await?.output)
}

/// Returns the caller of a command.
#[must_use]
pub fn cli(instance: &Instance) -> Caller {
    let actor = Actor::new("cli", Role::Owner);
    let request = instance.store.clock.id().to_string();
    Caller::new(Some(actor), Door::Cli, request)
}

/// Records what was done, as the same caller.
///
/// # Errors
/// Returns `unavailable` if the log cannot be written.
pub async fn note(instance: &Instance, what: Noted) -> Result<()> {
    what.tell(instance.hub.clone(), cli(instance)).await
}

fn to_value(value: &impl Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(|error| Error::internal(error.to_string()))
}
