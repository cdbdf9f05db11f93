//! How coding agents are set up for Loci: where each has its files, and what stands in them. Plain texts, for the
//! command that writes them and the pages that show them. Knows no file, no server and no token.

mod clients;
mod hooks;

pub use clients::CLIENTS;
pub use hooks::{Form, Hooks, command, is_command, is_made};

/// What Loci is called in configuration files.
pub const NAME: &str = "loci";
/// What stands in a configuration where the address is to be.
pub const ADDRESS: &str = "{address}";
/// What the question for the token is known by, where the agent asks its person.
pub const QUESTION: &str = "loci-token";

/// A coding agent.
#[derive(Debug)]
pub struct Client {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its longer name there.
    pub alias: &'static str,
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
    /// What it runs by itself.
    pub hooks: Hooks,
    /// The files for one person, for clients that have such files.
    pub local: Option<Local>,
    /// What else a person has to do.
    pub next: &'static str,
}

/// The files of a client in a project that are for one person alone, which that person keeps out of Git.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// The file that names hooks.
    pub hooks: &'static str,
    /// The file of instructions.
    pub instructions: &'static str,
}

/// How a client names MCP servers in a file.
#[derive(Clone, Copy, Debug)]
pub enum Servers {
    /// In a member of a JSON object: what the member is called, and the whole file when nothing else is in it.
    Json(&'static str, &'static str),
    /// In a table of TOML: its lines.
    Toml(&'static str),
}

/// Where an agent has the token from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// Its environment.
    Environment,
    /// The person: it asks once, and keeps the token where it keeps secrets.
    Person,
}

impl Client {
    /// Whether it is called that on the command line.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias == name
    }

    /// The file that names MCP servers, with Loci's at that address (`http://127.0.0.1:7077`) alone in it.
    #[must_use]
    pub fn config_text(&self, origin: &str) -> String {
        let (Servers::Json(_, text) | Servers::Toml(text)) = self.servers;
        text.replace(ADDRESS, &format!("{origin}/mcp"))
    }

    /// The commands that set it up from a shell in the project's folder. Where there is no token yet, a word stands for
    /// it.
    #[must_use]
    pub fn commands(&self, origin: &str, token: Option<&str>) -> String {
        let token = token.unwrap_or("TOKEN");
        let name = self.name;
        format!("export LOCI_URL={origin}\nexport LOCI_TOKEN={token}\nloci init {name}\n")
    }
}

/// What an agent is told, in the file of its instructions.
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
