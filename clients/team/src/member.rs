//! Abilities of every member of the team: it keeps its pace, handles what people tell it, and leaves when the work is
//! over.

use std::fmt::Display;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, Refused, Reply};

/// Reasons of errors that are expected: a feature is switched off, or the data exists already.
const NOT_NOW: [&str; 4] = ["switched_off", "exists", "seeded", "begun"];

/// Pace of the team.
#[derive(Clone)]
pub struct Tempo {
    /// Duration of a step of work.
    pub step: Duration,
    /// Time that the team waits for a person before it continues without one.
    pub patience: Duration,
    /// Set to stop the team.
    pub stop: Arc<AtomicBool>,
}

impl Tempo {
    /// Returns true if the team shall stop.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits for the duration of `steps` steps.
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

/// Agent of the team.
pub struct Member {
    /// Name of the agent.
    pub name: &'static str,
    /// Connection to Loci.
    pub client: Client,
    /// Name of the project that it works on.
    pub project: &'static str,
    /// Id of the workflow that it works in.
    pub workflow: String,
    /// Memory cores that the work refers to.
    pub cores: Vec<String>,
    /// Id of its session, once it has begun.
    pub session: Option<String>,
    /// Number of tool calls in the session.
    pub calls: usize,
    /// Remaining steps, as in its scratchpad.
    pub steps: Vec<String>,
    /// Finished steps.
    pub done: Vec<String>,
    /// Pace of the member.
    pub tempo: Tempo,
    /// Position in the stream of changes.
    pub cursor: Option<String>,
    /// Received answers: the question's id and the answer's text.
    pub answers: Vec<(String, String)>,
    /// Nudges that it has not handled yet.
    pub nudges: Vec<Nudge>,
}

/// Message from a person or an agent.
#[derive(Clone, Debug)]
pub struct Nudge {
    /// Id of the nudge.
    pub id: String,
    /// Sender.
    pub from: String,
    /// Text.
    pub message: String,
}

impl Member {
    /// Creates a member that has not begun to work.
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

    /// Calls an operation in the workflow, and handles the notices of the answer.
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

    /// Calls an operation that must succeed; an error is printed and ends the member.
    pub fn must(&mut self, operation: &str, arguments: Value) -> Option<Value> {
        match self.call(operation, arguments) {
            Ok(reply) => Some(reply),
            Err(refused) => {
                self.complain(operation, &refused);
                None
            }
        }
    }

    /// Calls an operation outside the workflow. An error is printed, unless the workspace has switched a feature off,
    /// or the data exists from an earlier play. It does not end the member.
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

    /// Prints a line on standard error. A failure is ignored.
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

    /// Returns the state of the workflow.
    pub fn workflow(&mut self) -> Option<Value> {
        let whole = json!({ "fields": ["*"] });
        Some(self.must("workflow_get", whole)?["workflow"].clone())
    }
}
