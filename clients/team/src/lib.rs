//! Example team: six agents that write and test small programs, each with a connection and a token of its own. They
//! store their knowledge in Loci: sessions, scratchpads, memories, minds. They use HTTP and JSON only, like third-party
//! agents.

// The macros panic without a reader and leave the work half done: messages go through `Member::mention`.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod bench;
mod client;
mod clock;
mod crew;
mod member;
mod mind;
mod orchestrator;
mod pad;
mod past;
mod program;
mod recall;
mod reviewer;
mod script;
mod talk;
mod worker;

use std::path::Path;
use std::thread;

use bench::Bench;
use crew::Crew;
pub use crew::{MEMBERS, Tokens};
pub use member::Tempo;

/// Plays the team on the server at `url`, with a subfolder of `folder` for each of its programs: first its earlier work
/// all at once, then the work on `roman` at its tempo, until the workflow is over or `tempo` stops it.
pub fn play(url: &str, tokens: &Tokens, folder: &Path, tempo: &Tempo) {
    let crew = Crew { url, tokens, tempo };
    let cores = past::play(&crew, &Bench(folder.join("slug")));
    let member = |name: &'static str| {
        let mut member = crew.member(name, "roman");
        member.cores.clone_from(&cores);
        member
    };
    let mut lead = member("orch");
    let Some(workflow) = orchestrator::plan(&mut lead) else {
        return;
    };
    let bench = Bench(folder.join("roman"));
    let at_work = |name: &'static str| {
        let mut member = member(name);
        member.workflow.clone_from(&workflow);
        member
    };
    let judge = at_work("qa-noor");
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
        let (worker, bench) = (at_work(name), bench.clone());
        threads.push(thread::spawn(move || {
            worker::work(worker, &bench, capabilities);
        }));
    }
    for thread in threads {
        drop(thread.join());
    }
}
