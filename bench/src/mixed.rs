//! Cost of a mixed load after many facts compared with the start: operations per second of the server's processor time,
//! while one workflow, a core and conversations grow.

use serde_json::{Value, json};

use crate::line::{Line, post};
use crate::server::Server;
use crate::{Done, Row};

/// Number of facts at the first measurement: caches are warm and contexts are full.
const WARM: u64 = 4_000;
/// Number of facts at the second measurement.
const FACTS: u64 = 150_000;
/// Number of measured rounds, one task of a workflow each.
const ROUNDS: usize = 200;
/// Number of parts of the measured rounds. Two servers take turns, so that a change of the machine's speed hits both.
const PARTS: usize = 10;
/// Number of messages in a conversation.
const MESSAGES: usize = 200;
/// Number of rounds after which another agent takes over: a mind accepts a limited number of notes before it dreams.
const TURN: usize = 3 * ROUNDS;
/// Rounds of an agent before the measured ones, so that both measurements have a mind of the same size.
const BEFORE: usize = 2 * ROUNDS;

/// An agent that does all operations in turn, on a server of its own.
struct Agent {
    server: Server,
    line: Line,
    token: String,
    /// Workflow in which everything is recorded and read.
    shared: String,
    /// Workflow of its tasks, which has [`ROUNDS`].
    own: String,
    rounds: usize,
    /// End of the log.
    position: u64,
    calls: u32,
}

pub fn run() -> Done<Vec<Row>> {
    // The large log comes first: a server closes connections that are idle for minutes.
    let large = Agent::after(FACTS)?;
    let mut agents = [Agent::after(WARM)?, large];
    let mut measured = [(0, 0.0); 2];
    for _ in 0..PARTS {
        for (agent, (calls, cpu)) in agents.iter_mut().zip(&mut measured) {
            let (before, began) = (agent.calls, agent.server.cpu()?);
            for _ in 0..ROUNDS / PARTS {
                agent.round()?;
            }
            *calls += agent.calls - before;
            *cpu += agent.server.cpu()? - began;
        }
    }
    let [begin, end] = measured.map(|(calls, cpu)| f64::from(calls) / cpu);
    Ok(vec![Row::at_least(
        "mixed calls per CPU second after 150,000 facts against 4,000",
        end,
        begin,
        0.8,
        "≥ 0.8",
    )])
}

impl Agent {
    /// Creates an agent on a new server, and works until the log has that many facts.
    fn after(facts: u64) -> Done<Self> {
        let server = Server::new(&["--token-requests", "1000000"])?;
        let token = server.token("bench", "orchestrator")?;
        let mut agent = Self {
            shared: server.workflow(&token, 1)?,
            line: Line::open(server.address)?,
            server,
            token,
            own: String::new(),
            rounds: 0,
            position: 0,
            calls: 0,
        };
        while agent.position < facts || agent.rounds % TURN != BEFORE {
            agent.next()?;
        }
        Ok(agent)
    }

    /// Does a round as the current agent.
    fn next(&mut self) -> Done<()> {
        if self.rounds > 0 && self.rounds.is_multiple_of(TURN) {
            let name = format!("bench-{}", self.rounds / TURN);
            self.token = self.server.token(&name, "orchestrator")?;
        }
        self.round()
    }

    fn call(&mut self, operation: &str, body: &Value) -> Done<Value> {
        let request = post(&format!("/api/{operation}"), &self.token, &body.to_string());
        let reply = self.line.ask(&request)?;
        if reply.status != 200 {
            let why = String::from_utf8_lossy(&reply.body);
            return Err(format!("{operation}: {why}").into());
        }
        let answer = reply.json()?;
        self.position = answer["position"].as_u64().unwrap_or(self.position);
        self.calls += 1;
        Ok(answer)
    }

    fn round(&mut self) -> Done<()> {
        let nth = self.rounds;
        if nth.is_multiple_of(ROUNDS) {
            let plan = json!({ "name": "Rounds", "goal": "Measure" });
            let made = self.call("workflow_create", &plan)?;
            let own = made["workflow"].as_str().ok_or("no workflow")?;
            self.own = String::from(own);
        }
        self.rounds += 1;
        let (own, shared) = (self.own.clone(), self.shared.clone());
        self.task(&own, nth)?;
        let session = format!("talk-{}", nth / MESSAGES);
        let text =
            format!("The user asked for seat {nth} in a quiet coach, and prefers the window.");
        let calls = [
            (
                "discovery_record",
                json!({ "workflow": shared, "type": "insight", "content": text }),
            ),
            (
                "decision_record",
                json!({
                    "workflow": shared, "question": format!("Which seat for {nth}?"),
                    "choice": "the window", "rationale": "it was asked for",
                }),
            ),
            ("note_write", json!({ "note": text })),
            (
                "memory_create",
                json!({ "core": "bench", "memories": [{ "text": text }] }),
            ),
            (
                "memory_search",
                json!({ "query": format!("seat {nth}"), "limit": 5 }),
            ),
            (
                "session_append",
                json!({ "session": session, "messages": [{ "role": "user", "content": text }] }),
            ),
            (
                "context_read",
                json!({ "workflow": shared, "session": session, "budget": 4_000 }),
            ),
            ("workflow_get", json!({ "workflow": shared })),
        ];
        for (operation, body) in &calls {
            self.call(operation, body)?;
        }
        Ok(())
    }

    /// Adds a task, claims it and hands it in.
    fn task(&mut self, workflow: &str, nth: usize) -> Done<()> {
        let title = format!("Part {nth}");
        self.call("task_add", &json!({ "workflow": workflow, "title": title }))?;
        let claimed = self.call("task_claim", &json!({ "workflow": workflow }))?;
        let (task, lease) = (&claimed["task"]["id"], &claimed["lease"]["id"]);
        let done = json!({ "workflow": workflow, "task": task, "lease": lease, "summary": "done" });
        self.call("task_complete", &done)?;
        Ok(())
    }
}
