//! The coding agents that can be set up, and where each has its files. Knows nothing of how files are changed.

use serde_json::{Value, json};

use super::block::Comment;
use crate::hook::{ANSWER, PROMPT, START};

/// What Loci is called in configuration files.
pub const NAME: &str = "loci";

/// How a client names MCP servers in a file.
#[derive(Clone, Copy, Debug)]
pub enum Servers {
    /// In a member of a JSON object: what the member is called, and what an entry says.
    Json(&'static str, fn(&str) -> Value),
    /// In a table of TOML: its lines.
    Toml(fn(&str) -> String),
}

/// What a client runs by itself.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// The file in a project that names hooks.
    pub file: &'static str,
    /// What it calls the moments, each with what `loci hook` calls it.
    pub moments: [(&'static str, &'static str); 3],
}

/// As Claude Code calls the moments, and Codex CLI after it.
const MOMENTS: [(&str, &str); 3] = [
    ("SessionStart", START),
    ("UserPromptSubmit", PROMPT),
    ("Stop", ANSWER),
];

/// What a client runs at a moment.
#[must_use]
pub fn command(moment: &str) -> String {
    format!("loci hook {moment}")
}

/// Where an agent has the token from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// Its environment.
    Environment,
    /// The person: it asks once, and keeps the token where it keeps secrets.
    Person,
}

/// What the question for the token is known by.
pub const QUESTION: &str = "\"loci-token\"";

/// The question itself, an item of `inputs`.
#[must_use]
pub fn question() -> Value {
    json!({
        "type": "promptString", "id": "loci-token", "password": true,
        "description": "A token of Loci, as `loci token create` prints it",
    })
}

/// A coding agent.
#[derive(Debug)]
pub struct Client {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name.
    pub title: &'static str,
    /// The file in a project that names MCP servers.
    pub config: &'static str,
    /// How.
    pub servers: Servers,
    /// Where it has the token from.
    pub token: Token,
    /// The file in a project with what the agent is told.
    pub instructions: &'static str,
    /// What it runs by itself, where it can.
    pub hooks: Option<Hooks>,
    /// What else a person has to do.
    pub next: &'static str,
}

/// Those that are known.
pub const CLIENTS: &[Client] = &[
    Client {
        name: "claude",
        title: "Claude Code",
        config: ".mcp.json",
        servers: Servers::Json(
            "mcpServers",
            |url| json!({ "type": "http", "url": url, "headers": bearer("${LOCI_TOKEN}") }),
        ),
        token: Token::Environment,
        instructions: "CLAUDE.md",
        hooks: Some(Hooks {
            file: ".claude/settings.json",
            moments: MOMENTS,
        }),
        next: "Claude Code asks once whether it may use the servers of this project.",
    },
    Client {
        name: "codex",
        title: "Codex CLI",
        config: ".codex/config.toml",
        servers: Servers::Toml(|url| {
            let url = Value::from(url);
            format!("[mcp_servers.loci]\nurl = {url}\nbearer_token_env_var = \"LOCI_TOKEN\"\n")
        }),
        token: Token::Environment,
        instructions: "AGENTS.md",
        hooks: Some(Hooks {
            file: ".codex/hooks.json",
            moments: MOMENTS,
        }),
        next: "Codex reads a project's configuration once the project is trusted, and asks whether its hooks are.",
    },
    Client {
        name: "cursor",
        title: "Cursor",
        config: ".cursor/mcp.json",
        servers: Servers::Json(
            "mcpServers",
            |url| json!({ "url": url, "headers": bearer("${env:LOCI_TOKEN}") }),
        ),
        token: Token::Environment,
        instructions: "AGENTS.md",
        hooks: None,
        next: "Cursor lists the server under its MCP settings, where it is switched on.",
    },
    Client {
        name: "gemini",
        title: "Gemini CLI",
        config: ".gemini/settings.json",
        servers: Servers::Json(
            "mcpServers",
            |url| json!({ "httpUrl": url, "headers": bearer("${LOCI_TOKEN}") }),
        ),
        token: Token::Environment,
        instructions: "GEMINI.md",
        hooks: Some(Hooks {
            file: ".gemini/settings.json",
            moments: [
                ("SessionStart", START),
                ("BeforeAgent", PROMPT),
                ("AfterAgent", ANSWER),
            ],
        }),
        next: "`/mcp` in Gemini CLI shows whether it is connected.",
    },
    Client {
        name: "opencode",
        title: "OpenCode",
        config: "opencode.json",
        servers: Servers::Json("mcp", |url| {
            json!({
                "type": "remote", "url": url, "enabled": true, "oauth": false,
                "headers": bearer("{env:LOCI_TOKEN}"),
            })
        }),
        token: Token::Environment,
        instructions: "AGENTS.md",
        hooks: None,
        next: "`opencode mcp list` shows whether it is connected.",
    },
    Client {
        name: "vscode",
        title: "VS Code",
        config: ".vscode/mcp.json",
        servers: Servers::Json(
            "servers",
            |url| json!({ "type": "http", "url": url, "headers": bearer("${input:loci-token}") }),
        ),
        token: Token::Person,
        instructions: ".github/copilot-instructions.md",
        hooks: None,
        next: "VS Code asks once whether it may trust the server.",
    },
];

/// The header with the token, which the client itself puts in.
fn bearer(variable: &str) -> Value {
    json!({ "Authorization": format!("Bearer {variable}") })
}

/// How an agent's instructions are commented.
pub const INSTRUCTIONS: Comment = Comment::Markup;

/// What the agent is told.
pub const GUIDANCE: &str = "\
## Working memory: Loci

This project keeps its working memory in Loci, the MCP server `loci`. Use its tools:

- At the start: `context_read` gives your memory: what you know of yourself, the work and the talk. With a workflow, `task_claim` gives a task,
  its lease and its context.
- While you work: `task_heartbeat` keeps the lease. Record what others need with `decision_record` and
  `discovery_record`, what you made with `artifact_record`, and ask people with `question_ask`. `memory_search` finds
  what was known before.
- Answers carry an `inbox`: what others say to you. Heed it, and answer a nudge with `nudge_acknowledge`.
- At the end: `task_complete` with a summary, or `task_release` with a handoff note. `note_write` keeps what you want to
  know next time.
";
