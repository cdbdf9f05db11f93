//! Set-up of coding agents for Loci: the paths and contents of their configuration files, as plain texts for the
//! command that writes them and the pages that show them.

mod clients;
mod hooks;

pub use clients::CLIENTS;
pub use hooks::{Form, Hooks, command, is_command, is_made};

/// Name of Loci in configuration files.
pub const NAME: &str = "loci";
/// Placeholder of the server's address in a configuration.
pub const ADDRESS: &str = "{address}";
/// Id of the prompt for the token, in clients that ask a person for it.
pub const QUESTION: &str = "loci-token";

/// Coding agent.
#[derive(Debug)]
pub struct Client {
    /// Name on the command line.
    pub name: &'static str,
    /// Longer name on the command line.
    pub alias: &'static str,
    /// Display name.
    pub title: &'static str,
    /// File in a project that lists MCP servers.
    pub config: &'static str,
    /// Format of that file.
    pub servers: Servers,
    /// Source of the token.
    pub token: Token,
    /// File in a project with the agent's instructions.
    pub instructions: &'static str,
    /// Hooks of the agent.
    pub hooks: Hooks,
    /// Files for one person, for clients that have such files.
    pub local: Option<Local>,
    /// Further steps for a person.
    pub next: &'static str,
}

/// Files of a client in a project that are for one person, who keeps them out of Git.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// File that lists hooks.
    pub hooks: &'static str,
    /// File of instructions.
    pub instructions: &'static str,
}

/// Format of a client's list of MCP servers.
#[derive(Clone, Copy, Debug)]
pub enum Servers {
    /// Member of a JSON object: its name, and the file with nothing else in it.
    Json(&'static str, &'static str),
    /// TOML table: its lines.
    Toml(&'static str),
}

/// Source of an agent's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// Environment variable.
    Environment,
    /// Prompt: the client asks the person once, and stores the token with its secrets.
    Person,
}

impl Client {
    /// Returns true if this is one of its names on the command line.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias == name
    }

    /// Returns a file that lists only Loci's MCP server, at this address (`http://127.0.0.1:7077`).
    #[must_use]
    pub fn config_text(&self, origin: &str) -> String {
        let (Servers::Json(_, text) | Servers::Toml(text)) = self.servers;
        text.replace(ADDRESS, &format!("{origin}/mcp"))
    }

    /// Returns the shell commands that set it up in the project's folder, with a placeholder if there is no token yet.
    #[must_use]
    pub fn commands(&self, origin: &str, token: Option<&str>) -> String {
        let token = token.unwrap_or("TOKEN");
        let name = self.name;
        format!("export LOCI_URL={origin}\nexport LOCI_TOKEN={token}\nloci init {name}\n")
    }
}

/// Instructions for an agent.
pub const GUIDANCE: &str = "\
## Working memory: Loci

This project keeps its working memory in Loci, the MCP server `loci`. Use its tools:

- At the start: `context_read` gives your memory: what you know of yourself, the work and the talk. With a workflow, `task_claim` gives a task,
  its lease and its context.
- While you work: `task_heartbeat` keeps the lease. Record what others need with `decision_record` and
  `discovery_record`, what you made with `artifact_record`, and ask people with `question_ask`. `memory_search` finds
  what was known before.
- `note_write` at once, as a session may end without a word, when you learn what will matter later: what somebody
  wishes or asks you to remember, a name, a date, a correction, what moved somebody. One fact in each.
- Answers carry an `inbox`: what others say to you. Heed it, and answer a nudge with `nudge_acknowledge`.
- At the end: `task_complete` with a summary, or `task_release` with a handoff note.
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_is_told_by_its_names_and_its_files() {
        for (at, client) in CLIENTS.iter().enumerate() {
            assert!(client.is_called(client.name) && client.is_called(client.alias));
            let mut others = CLIENTS[at + 1..].iter();
            assert!(
                others.all(|other| !other.is_called(client.name) && !other.is_called(client.alias))
            );
            let config = client.config_text("https://loci.example.org");
            assert!(
                config.contains("\"https://loci.example.org/mcp\""),
                "{config}"
            );
            assert!(!config.contains(ADDRESS), "{config}");
        }
    }

    #[test]
    fn commands_name_the_token_once_it_is_there() {
        let client = &CLIENTS[0];
        let told = client.commands("http://127.0.0.1:7077", Some("loci_x"));
        assert!(told.contains("LOCI_TOKEN=loci_x\n"), "{told}");
        let told = client.commands("http://127.0.0.1:7077", None);
        assert!(told.contains("LOCI_TOKEN=TOKEN\n"), "{told}");
    }
}
