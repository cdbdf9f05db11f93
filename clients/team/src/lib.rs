//! The example team: five agents that really write and test a small program, each with a connection and a token
//! of its own. They speak plain HTTP and JSON, as agents of others do; the crate knows nothing of Loci's insides.

mod bench;
mod client;
mod member;
mod orchestrator;
mod program;
mod reviewer;
mod worker;

use std::path::PathBuf;
use std::thread;

use bench::Bench;
use client::Client;
use member::Member;
pub use member::Tempo;

/// The agents by name, each with the role that its token needs.
pub const MEMBERS: [(&str, &str); 5] = [
    ("orch", "orchestrator"),
    ("dev-ada", "worker"),
    ("dev-tam", "worker"),
    ("docs-wren", "worker"),
    ("qa-noor", "reviewer"),
];

/// The tokens of the team, by the agents' names.
pub struct Tokens(pub Vec<(&'static str, String)>);

impl Tokens {
    fn client(&self, url: &str, agent: &str) -> Client {
        let mut tokens = self.0.iter();
        let token = tokens.find(|(name, _)| *name == agent);
        Client::new(url, token.map_or("", |(_, token)| token))
    }
}

/// Plays the team on the server at `url`, in a folder for its program, until the workflow is over or `tempo` says
/// stop.
pub fn play(url: &str, tokens: &Tokens, folder: PathBuf, tempo: &Tempo) {
    let Some(workflow) = orchestrator::plan(&tokens.client(url, "orch")) else {
        return;
    };
    let bench = Bench(folder);
    let member = |name: &'static str| Member {
        name,
        client: tokens.client(url, name),
        workflow: workflow.clone(),
        tempo: tempo.clone(),
        cursor: None,
        answers: Vec::new(),
        nudges: Vec::new(),
    };
    let (lead, judge) = (member("orch"), member("qa-noor"));
    let mut threads = vec![
        thread::spawn(move || orchestrator::lead(lead)),
        thread::spawn(move || reviewer::review(judge)),
    ];
    let workers: [(&str, &'static [&'static str]); 3] = [
        ("dev-ada", &["sh"]),
        ("dev-tam", &["sh"]),
        ("docs-wren", &["docs"]),
    ];
    for (name, capabilities) in workers {
        let (worker, bench) = (member(name), bench.clone());
        threads.push(thread::spawn(move || {
            worker::work(worker, &bench, capabilities);
        }));
    }
    for thread in threads {
        drop(thread.join());
    }
}
