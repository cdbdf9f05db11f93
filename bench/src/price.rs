//! Token cost of a whole task for a worker: finding and claiming it, recording a decision, a discovery and an artifact,
//! and handing it in. By each door, for fifty tasks of one workflow that grows meanwhile. Counts what a model reads and
//! writes: tool descriptions, arguments, answers.

use std::fmt;
use std::process::Command;

use kernel::ports::tokens::Tokens as _;
use serde_json::{Value, json};
use tools::BpeTokens;

use crate::Done;
use crate::line::Line;
use crate::server::{Server, loci};

/// Number of tasks.
const TASKS: usize = 50;
/// Maximum number of tokens of the first task over MCP, including tool descriptions.
const GOAL_FIRST: u32 = 4_500;
/// Maximum number of tokens of a later task, on average and for the last.
const GOAL_LATER: u32 = 2_200;
/// Operations of a task, in order.
const STEPS: [&str; 6] = [
    "task_ready",
    "task_claim",
    "decision_record",
    "discovery_record",
    "artifact_record",
    "task_complete",
];

/// Runs the measurement and prints it.
pub fn run() -> Done<()> {
    let server = Server::new(&[])?;
    let head = ["door", "descriptions", "a task", "first", "last"];
    println!("{}{}", Cells(&head), Cells(&STEPS));
    for door in [Door::Mcp, Door::Commands, Door::Http] {
        let paid = work(&server, door)?;
        println!("{paid}");
        if door == Door::Mcp {
            for (task, tokens, goal) in [
                ("the first task with descriptions", paid.first(), GOAL_FIRST),
                ("a later task on average", paid.later(), GOAL_LATER),
                ("the last task", paid.last(), GOAL_LATER),
            ] {
                let word = if tokens > goal { "misses" } else { "meets" };
                println!("{task}: {tokens} tokens, {word} the goal of {goal}");
            }
        }
    }
    Ok(())
}

/// Interface between the agent and Loci.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Door {
    Mcp,
    Commands,
    Http,
}

/// A row of the table.
struct Cells<'a>(&'a [&'a str]);

impl fmt::Display for Cells<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|cell| write!(out, "{cell:<18}"))
    }
}

/// Token costs.
struct Paid {
    door: &'static str,
    /// Tokens that are read once.
    once: u32,
    /// Tokens of each step of each task.
    tasks: Vec<[u32; STEPS.len()]>,
}

impl Paid {
    /// Returns the average per task, including the share of what is read once.
    fn a_task(&self) -> u32 {
        let all: u32 = self.tasks.iter().flatten().sum();
        (all + self.once) / count(self.tasks.len())
    }

    /// Returns the cost of the first task, including what is read once.
    fn first(&self) -> u32 {
        self.once + self.tasks.first().map_or(0, |task| task.iter().sum())
    }

    /// Returns the average of the tasks after the first.
    fn later(&self) -> u32 {
        let all: u32 = self.tasks.iter().skip(1).flatten().sum();
        all / count(self.tasks.len() - 1)
    }

    fn last(&self) -> u32 {
        self.tasks.last().map_or(0, |task| task.iter().sum())
    }
}

impl fmt::Display for Paid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first() - self.once;
        let whole = [self.once, self.a_task(), first, self.last()];
        let steps = (0..STEPS.len()).map(|step| {
            let all: u32 = self.tasks.iter().map(|task| task[step]).sum();
            all / count(self.tasks.len())
        });
        write!(out, "{:<18}", self.door)?;
        let mut all = whole.into_iter().chain(steps);
        all.try_for_each(|tokens| write!(out, "{tokens:<18}"))
    }
}

fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

/// Lets a worker do all tasks of a workflow.
fn work(server: &Server, door: Door) -> Done<Paid> {
    let name = match door {
        Door::Mcp => "MCP",
        Door::Commands => "commands",
        Door::Http => "HTTP",
    };
    let lead = server.token(&format!("lead-{}", name.to_lowercase()), "orchestrator")?;
    let token = server.token(&format!("worker-{}", name.to_lowercase()), "worker")?;
    let workflow = plan(server, &lead)?;
    let agent = Agent {
        server,
        door,
        token,
        tokens: BpeTokens::new(),
    };
    let once = agent.tokens(&agent.descriptions()?);
    let mut tasks = Vec::new();
    for nth in 0..TASKS {
        if nth % 5 == 0 {
            server.call(&lead, "decision_record", &decision(&workflow, nth))?;
        }
        let mut paid = [0; STEPS.len()];
        let (mut task, mut lease) = (Value::Null, Value::Null);
        for (step, operation) in STEPS.into_iter().enumerate() {
            let mut arguments = arguments(nth, operation);
            arguments["workflow"] = json!(workflow);
            match operation {
                "artifact_record" => arguments["associated_task"] = task.clone(),
                "task_complete" => {
                    arguments["task"] = task.clone();
                    arguments["lease"] = lease.clone();
                }
                _ => {}
            }
            let (tokens, answer) = agent.call(operation, &arguments)?;
            paid[step] = tokens;
            if operation == "task_claim" {
                task = answer["task"]["id"].clone();
                lease = answer["lease"]["id"].clone();
            }
        }
        tasks.push(paid);
    }
    Ok(Paid {
        door: name,
        once,
        tasks,
    })
}

/// Creates a workflow as an orchestrator plans one.
fn plan(server: &Server, lead: &str) -> Done<String> {
    let tasks: Vec<Value> = (1..=TASKS)
        .map(|nth| {
            json!({
                "key": format!("t{nth}"),
                // The five tasks of a group form a chain.
                "depends_on": if nth % 5 == 1 { Vec::new() } else { vec![format!("t{}", nth - 1)] },
                "title": format!("Move endpoint {nth} to the new session store"),
                "description": format!("The handler of endpoint {nth} reads the old cookie table. Let it ask the session \
                    store, keep its answers as they are, and remove what is then unused."),
                "acceptance": ["Its tests pass against both stores", "No query names the old table"],
                "priority": 2,
            })
        })
        .collect();
    let plan = json!({
        "name": "Sessions in one store",
        "goal": "Every endpoint finds who is signed in through the session store, and the old cookie table is gone.",
        "constraints": ["No one is signed out", "Answers stay as they are, byte for byte"],
        "tasks": tasks,
    });
    let made = server.call(lead, "workflow_create", &plan)?;
    let workflow = made["workflow"].as_str().ok_or("no workflow")?;
    Ok(workflow.to_owned())
}

/// Returns a decision of the orchestrator for all tasks during the work.
fn decision(workflow: &str, nth: usize) -> Value {
    json!({
        "workflow": workflow,
        "question": format!("How are the sessions of endpoints {nth} to {} kept?", nth + 4),
        "choice": "as one row for each device, with its own end",
        "rationale": "People sign out of one device and stay signed in on the others; a shared row cannot tell them apart.",
    })
}

/// Returns the worker's arguments in a step of a task.
fn arguments(nth: usize, operation: &str) -> Value {
    match operation {
        "decision_record" => json!({
            "question": format!("Where does endpoint {nth} look for an expired session?"),
            "choice": "in the store alone",
            "rationale": "The old table keeps rows for a day longer, and two answers to one question would differ.",
        }),
        "discovery_record" => json!({
            "type": "insight",
            "content": format!("Endpoint {nth} was called without a cookie by the health check; the store answers such \
                calls in half the time."),
        }),
        "artifact_record" => json!({
            "type": "file",
            "path": format!("src/endpoints/endpoint_{nth}.rs"),
            "description": "The handler, now on the session store.",
            "content": "pub async fn handler(store: &Sessions, request: Request) -> Answer {\n    \
                let who = store.find(request.cookie()).await?;\n    answer(who, request).await\n}\n",
        }),
        "task_complete" => json!({
            "summary": format!("Endpoint {nth} asks the session store; its tests pass against both."),
        }),
        "task_ready" => json!({ "limit": 3 }),
        _ => json!({}),
    }
}

/// An agent at an interface.
struct Agent<'a> {
    server: &'a Server,
    door: Door,
    token: String,
    tokens: BpeTokens,
}

impl Agent<'_> {
    fn tokens(&self, text: &str) -> u32 {
        self.tokens.count(text)
    }

    /// Returns the descriptions that it reads once.
    fn descriptions(&self) -> Done<String> {
        match self.door {
            Door::Mcp => Ok(self.mcp("tools/list", &json!({}))?["tools"].to_string()),
            // Help of each command.
            Door::Commands => {
                let help = STEPS.map(|operation| {
                    let (noun, verb) = operation.split_once('_').unwrap_or((operation, ""));
                    self.command(&[noun, verb, "--help"])
                });
                Ok(help.into_iter().collect::<Done<Vec<_>>>()?.concat())
            }
            // The author of the program has read them.
            Door::Http => Ok(String::new()),
        }
    }

    /// Calls an operation; returns its token cost and its answer.
    fn call(&self, operation: &str, arguments: &Value) -> Done<(u32, Value)> {
        let (written, read, answer) = match self.door {
            Door::Mcp => {
                let params = json!({ "name": operation, "arguments": arguments });
                let result = self.mcp("tools/call", &params)?;
                let parts = result["content"].as_array().cloned().unwrap_or_default();
                let texts = parts.iter().filter_map(|part| part["text"].as_str());
                let text = texts.collect::<Vec<_>>().join("\n");
                (
                    params.to_string(),
                    text,
                    result["structuredContent"].clone(),
                )
            }
            Door::Commands => {
                let (noun, verb) = operation.split_once('_').unwrap_or((operation, ""));
                let body = arguments.to_string();
                let text = self.command(&[noun, verb, "--json", "--body", &body])?;
                let answer = serde_json::from_str(&text)?;
                (
                    format!("loci {noun} {verb} --json --body '{body}'"),
                    text,
                    answer,
                )
            }
            Door::Http => {
                let answer = self.server.call(&self.token, operation, arguments)?;
                (arguments.to_string(), answer.to_string(), answer)
            }
        };
        Ok((self.tokens(&written) + self.tokens(&read), answer))
    }

    /// Sends a message; returns the result.
    fn mcp(&self, method: &str, params: &Value) -> Done<Value> {
        let body =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let request = format!(
            "POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\nmcp-protocol-version: 2025-11-25\r\n\
             accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        );
        let answer = Line::open(self.server.address)?
            .ask(request.as_bytes())?
            .json()?;
        let result = answer["result"].clone();
        if result.is_null() || result["isError"] == true {
            return Err(format!("{method}: {answer}").into());
        }
        Ok(result)
    }

    fn command(&self, words: &[&str]) -> Done<String> {
        let done = Command::new(loci()?.get_program())
            .args(words)
            .env("LOCI_URL", format!("http://{}", self.server.address))
            .env("LOCI_TOKEN", &self.token)
            .output()?;
        if !done.status.success() {
            return Err(format!("{words:?}: {}", String::from_utf8_lossy(&done.stderr)).into());
        }
        Ok(String::from_utf8(done.stdout)?)
    }
}
