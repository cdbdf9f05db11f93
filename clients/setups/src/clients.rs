//! Table of the coding agents that can be set up.

use crate::hooks::{Form, Hooks};
use crate::{Client, Local, Servers, Token};

/// Supported agents.
pub const CLIENTS: &[Client] = &[
    Client {
        name: "claude",
        alias: "claude-code",
        title: "Claude Code",
        config: ".mcp.json",
        servers: Servers::Json(
            "mcpServers",
            r#"{
  "mcpServers": {
    "loci": {
      "type": "http",
      "url": "{address}",
      "headers": { "Authorization": "Bearer ${LOCI_TOKEN}" }
    }
  }
}
"#,
        ),
        token: Token::Environment,
        instructions: "CLAUDE.md",
        hooks: Hooks {
            file: ".claude/settings.json",
            form: Form::Group,
            moments: &[
                ("SessionStart", "start"),
                ("UserPromptSubmit", "prompt"),
                ("Stop", "answer"),
                ("SessionEnd", "stop"),
            ],
            // It ends one and a half seconds after the session unless a hook declares a longer timeout.
            hurried: Some(("SessionEnd", 10)),
        },
        local: Some(Local {
            hooks: ".claude/settings.local.json",
            instructions: "CLAUDE.local.md",
        }),
        next: "Claude Code asks once whether it may use the servers of this project.",
    },
    Client {
        name: "codex",
        alias: "codex-cli",
        title: "Codex CLI",
        config: ".codex/config.toml",
        servers: Servers::Toml(
            "[mcp_servers.loci]\nurl = \"{address}\"\nbearer_token_env_var = \"LOCI_TOKEN\"\n",
        ),
        token: Token::Environment,
        instructions: "AGENTS.md",
        hooks: Hooks {
            file: ".codex/hooks.json",
            form: Form::Group,
            // It reports the end of a turn, but not of a session.
            moments: &[
                ("SessionStart", "start"),
                ("UserPromptSubmit", "prompt"),
                ("Stop", "answer"),
                ("Stop", "stop"),
            ],
            hurried: None,
        },
        local: None,
        next: "Codex reads a project's configuration once the project is trusted, and asks whether its hooks are.",
    },
    Client {
        name: "cursor",
        alias: "cursor-agent",
        title: "Cursor",
        config: ".cursor/mcp.json",
        servers: Servers::Json(
            "mcpServers",
            r#"{
  "mcpServers": {
    "loci": {
      "url": "{address}",
      "headers": { "Authorization": "Bearer ${env:LOCI_TOKEN}" }
    }
  }
}
"#,
        ),
        token: Token::Environment,
        instructions: "AGENTS.md",
        hooks: Hooks {
            file: ".cursor/hooks.json",
            form: Form::Command,
            // It accepts no text for the agent before a prompt: nudges come with the tools' answers.
            moments: &[
                ("sessionStart", "start"),
                ("beforeSubmitPrompt", "said"),
                ("afterAgentResponse", "answer"),
                ("sessionEnd", "stop"),
            ],
            hurried: None,
        },
        local: None,
        next: "Cursor lists the server under its MCP settings, where it is switched on.",
    },
    Client {
        name: "gemini",
        alias: "gemini-cli",
        title: "Gemini CLI",
        config: ".gemini/settings.json",
        servers: Servers::Json(
            "mcpServers",
            r#"{
  "mcpServers": {
    "loci": {
      "httpUrl": "{address}",
      "headers": { "Authorization": "Bearer ${LOCI_TOKEN}" }
    }
  }
}
"#,
        ),
        token: Token::Environment,
        instructions: "GEMINI.md",
        hooks: Hooks {
            file: ".gemini/settings.json",
            form: Form::Group,
            moments: &[
                ("SessionStart", "start"),
                ("BeforeAgent", "prompt"),
                ("AfterAgent", "answer"),
                ("SessionEnd", "stop"),
            ],
            hurried: None,
        },
        local: None,
        next: "Gemini CLI shows with /mcp whether it is connected.",
    },
    Client {
        name: "opencode",
        alias: "open-code",
        title: "OpenCode",
        config: "opencode.json",
        servers: Servers::Json(
            "mcp",
            r#"{
  "mcp": {
    "loci": {
      "type": "remote",
      "url": "{address}",
      "enabled": true,
      "oauth": false,
      "headers": { "Authorization": "Bearer {env:LOCI_TOKEN}" }
    }
  }
}
"#,
        ),
        token: Token::Environment,
        instructions: "AGENTS.md",
        hooks: Hooks {
            file: ".opencode/plugins/loci.js",
            form: Form::Program(include_str!("opencode.js")),
            moments: &[
                ("chat.message", "start"),
                ("chat.message", "prompt"),
                ("session.idle", "answer"),
                ("session.idle", "stop"),
                ("session.deleted", "stop"),
            ],
            hurried: None,
        },
        local: None,
        next: "Whether it is connected is shown by: opencode mcp list",
    },
    Client {
        name: "vscode",
        alias: "vs-code",
        title: "VS Code",
        config: ".vscode/mcp.json",
        servers: Servers::Json(
            "servers",
            r#"{
  "servers": {
    "loci": {
      "type": "http",
      "url": "{address}",
      "headers": { "Authorization": "Bearer ${input:loci-token}" }
    }
  },
  "inputs": [
    {
      "type": "promptString",
      "id": "loci-token",
      "password": true,
      "description": "A token of Loci, as `loci token create` prints it"
    }
  ]
}
"#,
        ),
        token: Token::Person,
        instructions: ".github/copilot-instructions.md",
        hooks: Hooks {
            file: ".github/hooks/loci.json",
            form: Form::Typed,
            // It accepts no text for the agent before a prompt, and reports neither the agent's answer nor the end of a
            // session.
            moments: &[
                ("SessionStart", "start"),
                ("UserPromptSubmit", "said"),
                ("Stop", "stop"),
            ],
            hurried: None,
        },
        local: None,
        next: "VS Code asks once whether it may trust the server. Its hooks have the token from LOCI_TOKEN, where VS Code is started with that.",
    },
];
