//! Members of the team and their connections.

use crate::client::Client;
use crate::member::{Member, Tempo};

/// Agents by name, each with the role that its token needs.
pub const MEMBERS: [(&str, &str); 6] = [
    ("orch", "orchestrator"),
    ("dev-ada", "worker"),
    ("dev-tam", "worker"),
    ("docs-wren", "worker"),
    ("qa-noor", "reviewer"),
    ("lib-ivo", "librarian"),
];

/// Tokens of the team, by agent.
pub struct Tokens(pub Vec<(&'static str, String)>);

/// Team on one server.
pub struct Crew<'a> {
    /// Address of the server.
    pub url: &'a str,
    /// Tokens of the members.
    pub tokens: &'a Tokens,
    /// Pace of the members.
    pub tempo: &'a Tempo,
}

impl Crew<'_> {
    /// Returns the member with this name, working on a project.
    pub fn member(&self, name: &'static str, project: &'static str) -> Member {
        let mut tokens = self.tokens.0.iter();
        let token = tokens.find(|(agent, _)| *agent == name);
        let client = Client::new(self.url, token.map_or("", |(_, token)| token));
        Member::new(name, project, client, self.tempo.clone())
    }
}
