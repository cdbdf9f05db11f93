//! Who is in the team, and how each speaks to Loci.

use crate::client::Client;
use crate::member::{Member, Tempo};

/// The agents by name, each with the role that its token needs.
pub const MEMBERS: [(&str, &str); 6] = [
    ("orch", "orchestrator"),
    ("dev-ada", "worker"),
    ("dev-tam", "worker"),
    ("docs-wren", "worker"),
    ("qa-noor", "reviewer"),
    ("lib-ivo", "librarian"),
];

/// The tokens of the team, by the agents' names.
pub struct Tokens(pub Vec<(&'static str, String)>);

/// The team on one server.
pub struct Crew<'a> {
    /// Where the server is.
    pub url: &'a str,
    /// What its members show there.
    pub tokens: &'a Tokens,
    /// How they play.
    pub tempo: &'a Tempo,
}

impl Crew<'_> {
    /// The member of that name, at work on a project.
    pub fn member(&self, name: &'static str, project: &'static str) -> Member {
        let mut tokens = self.tokens.0.iter();
        let token = tokens.find(|(agent, _)| *agent == name);
        let client = Client::new(self.url, token.map_or("", |(_, token)| token));
        Member::new(name, project, client, self.tempo.clone())
    }
}
