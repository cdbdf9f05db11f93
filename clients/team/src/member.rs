//! What every member of the example team can do: keep its pace, listen to what people tell it, and
//! leave when the work is over.

use std::fmt::Display;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Refused, Reply};

/// Refusals that are nobody's mistake: what is asked for is switched off, or is there already.
const NOT_NOW: [&str; 4] = ["switched_off", "exists", "seeded", "begun"];

/// How the team plays.
#[derive(Clone)]
pub struct Tempo {
    /// How long a step of work takes.
    pub step: Duration,
    /// How long the team waits for a person before it goes on by itself.
    pub patience: Duration,
    /// Set when the team shall stop.
    pub stop: Arc<AtomicBool>,
}

impl Tempo {
    /// Whether the team shall stop.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Lets `steps` steps of work pass.
    pub fn work(&self, steps: u32) {
        let until = Instant::now() + self.step * steps;
        while !self.is_over() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(Duration::from_millis(200)));
        }
    }
}

/// One agent of the team.
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// Its line to Loci.
    pub client: Client,
    /// What it works at, in a word.
    pub project: &'static str,
    /// The workflow it works in.
    pub workflow: String,
    /// The memory cores that the work refers to.
    pub cores: Vec<String>,
    /// Its session, once it is begun.
    pub session: Option<String>,
    /// How many tools it has used in it.
    pub calls: usize,
    /// The steps that are still to come, as its scratchpad has them.
    pub steps: Vec<String>,
    /// The steps that are done.
    pub done: Vec<String>,
    /// How it plays.
    pub tempo: Tempo,
    /// Where it is in the stream of changes.
    pub cursor: Option<String>,
    /// Answers that have reached it: a question's name and the answer's text.
    pub answers: Vec<(String, String)>,
    /// What people told it and it has not acted on.
    pub nudges: Vec<Nudge>,
}

/// Words from somebody.
#[derive(Clone, Debug)]
pub struct Nudge {
    /// The nudge's name.
    pub id: String,
    /// From whom.
    pub from: String,
    /// The words.
    pub message: String,
}

impl Member {
    /// A member that has not begun to work.
    pub fn new(name: &'static str, project: &'static str, client: Client, tempo: Tempo) -> Self {
        Self {
            name,
            client,
            project,
            workflow: String::new(),
            cores: Vec::new(),
            session: None,
            calls: 0,
            steps: Vec::new(),
            done: Vec::new(),
            tempo,
            cursor: None,
            answers: Vec::new(),
            nudges: Vec::new(),
        }
    }

    /// Does an operation in the workflow, and listens to what comes with the answer.
    pub fn call(&mut self, operation: &str, mut arguments: Value) -> Reply {
        arguments["workflow"] = json!(self.workflow);
        self.send(operation, &arguments)
    }

    fn send(&mut self, operation: &str, arguments: &Value) -> Reply {
        let reply = self.client.call(operation, arguments);
        match &reply {
            Ok(reply) => self.listen(&reply["inbox"]),
            Err(refused) => self.listen(&refused.inbox),
        }
        reply
    }

    /// Does an operation that must succeed; a refusal is told on the terminal and ends the member.
    pub fn must(&mut self, operation: &str, arguments: Value) -> Option<Value> {
        match self.call(operation, arguments) {
            Ok(reply) => Some(reply),
            Err(refused) => {
                self.complain(operation, &refused);
                None
            }
        }
    }

    /// Does an operation outside the workflow. A refusal is told on the terminal and ends nothing by itself; none is
    /// told of where a workspace has switched something off, or it was done in an earlier play.
    pub fn also(&mut self, operation: &str, arguments: &Value) -> Option<Value> {
        match self.send(operation, arguments) {
            Ok(reply) => Some(reply),
            Err(refused) => {
                if !NOT_NOW.contains(&refused.reason.as_str()) {
                    self.complain(operation, &refused);
                }
                None
            }
        }
    }

    /// Says a line on standard error. That nobody hears it stops no work.
    pub fn mention(&self, line: impl Display) {
        drop(writeln!(std::io::stderr(), "{}: {line}", self.name));
    }

    fn complain(&self, operation: &str, refused: &Refused) {
        if !self.tempo.is_over() {
            self.mention(format_args!("{operation} was refused: {}", refused.detail));
        }
    }

    /// Waits for a change, at most `seconds`.
    pub fn wait(&mut self, seconds: u64) -> Option<Value> {
        let reply = self
            .client
            .wait(&self.workflow, &mut self.cursor, seconds)
            .ok()?;
        self.listen(&reply["inbox"]);
        Some(reply)
    }

    fn listen(&mut self, inbox: &Value) {
        for notice in inbox.as_array().into_iter().flatten() {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let (id, message) = (text(&notice["id"]), text(&notice["message"]));
            match notice["kind"].as_str() {
                Some("answer") => self.answers.push((id, message)),
                Some("nudge") => {
                    self.nudges.push(Nudge {
                        id,
                        from: text(&notice["from"]["id"]),
                        message,
                    });
                }
                _ => {}
            }
        }
    }

    /// The state of the workflow.
    pub fn workflow(&mut self) -> Option<Value> {
        let whole = json!({ "fields": ["*"] });
        Some(self.must("workflow_get", whole)?["workflow"].clone())
    }
}
