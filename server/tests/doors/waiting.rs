//! Claims that wait for a task: first come, first served, immediately, and without spurious wake-ups.

use std::io::Write;
use std::net::TcpStream;
use std::thread::JoinHandle;

use serde_json::{Value, json};

use crate::harness::{Answer, Client, Server};

struct Scene {
    server: Server,
    lead: Client,
    workflow: Value,
}

impl Scene {
    fn new(policy: &Value) -> Self {
        let server = Server::start();
        let lead = server.agent("lead", "orchestrator");
        let new = json!({ "name": "n", "goal": "g", "policy": policy });
        let workflow = lead.call("workflow_create", &new).ok()["workflow"].clone();
        Self {
            server,
            lead,
            workflow,
        }
    }

    fn add(&self, mut task: Value) {
        task["workflow"] = self.workflow.clone();
        self.lead.call("task_add", &task).ok();
    }

    fn call(&self, client: &Client, operation: &str, mut arguments: Value) -> Answer {
        arguments["workflow"] = self.workflow.clone();
        client.call(operation, &arguments)
    }

    /// Claims in another thread; returns once it waits.
    fn wait(&self, client: &Client, mut claim: Value) -> JoinHandle<Answer> {
        claim["workflow"] = self.workflow.clone();
        claim["wait"] = json!(60);
        let before = self.lead.gauge("loci_waiting_claims");
        let client = client.clone();
        let waiter = std::thread::spawn(move || client.call("task_claim", &claim));
        self.lead.until("loci_waiting_claims", before + 1);
        waiter
    }

    fn status(&self, task: &str) -> Value {
        let got = self.call(&self.lead, "task_get", json!({ "task": task }));
        got.ok()["task"]["status"].clone()
    }
}

fn task_of(waiter: JoinHandle<Answer>) -> Value {
    waiter.join().unwrap().ok()["task"]["id"].clone()
}

#[test]
fn who_came_first_gets_the_first_task_and_the_others_sleep_on() {
    let scene = Scene::new(&json!({}));
    let (ann, bob) = (
        scene.server.agent("ann", "worker"),
        scene.server.agent("bob", "worker"),
    );
    let first = scene.wait(&ann, json!({}));
    let others: Vec<_> = (0..20).map(|_| scene.wait(&bob, json!({}))).collect();
    scene.add(json!({ "title": "One" }));
    assert_eq!(task_of(first), "T1");
    scene.lead.until("loci_waiting_claims", 20);
    // Unrelated work and records do not wake them.
    let found = json!({ "type": "risk", "content": "It may rain" });
    scene.call(&ann, "discovery_record", found).ok();
    let new = json!({ "name": "n", "goal": "g", "tasks": [{ "title": "Elsewhere" }] });
    scene.lead.call("workflow_create", &new).ok();
    scene.add(json!({ "title": "For who can", "capabilities": ["rust"] }));
    assert_eq!(scene.lead.gauge("loci_called_claims_total"), 1);
    let able = json!({ "capabilities": ["go", "rust"], "wait": 60 });
    let able = scene.call(&ann, "task_claim", able).ok();
    assert_eq!(able["task"]["id"], "T2");
    scene.add(
        json!({ "tasks": (0..20).map(|n| json!({ "title": n.to_string() })).collect::<Vec<_>>() }),
    );
    let mut given: Vec<String> = others
        .into_iter()
        .map(|waiter| task_of(waiter).to_string())
        .collect();
    given.sort();
    given.dedup();
    assert_eq!(given.len(), 20);
    assert!(scene.lead.gauge("loci_called_claims_total") <= 22);
}

#[test]
fn whatever_makes_a_task_free_wakes_who_may_take_it() {
    let scene = Scene::new(&json!({}));
    let (ann, bob) = (
        scene.server.agent("ann", "worker"),
        scene.server.agent("bob", "worker"),
    );
    scene.add(json!({ "title": "One", "retries": 3, "cooldown_seconds": 1 }));
    let lease = |claimed: &Value| claimed["lease"]["id"].clone();
    let held = scene.call(&ann, "task_claim", json!({})).ok();
    // A released task.
    let waiter = scene.wait(&bob, json!({}));
    let release = json!({ "task": "T1", "lease": lease(&held) });
    scene.call(&ann, "task_release", release).ok();
    let held = waiter.join().unwrap().ok();
    // The end of the backoff after a failure.
    let failed =
        json!({ "task": "T1", "lease": lease(&held), "error": "It broke", "retryable": true });
    scene.call(&bob, "task_fail", failed).ok();
    let short = json!({ "task": "T1", "wait": 60, "lease_seconds": 15 });
    scene.call(&ann, "task_claim", short).ok();
    // An expired lease.
    let held = scene.call(&bob, "task_claim", json!({ "wait": 60 })).ok();
    assert_eq!(held["task"]["id"], "T1");
    // Assigned to one agent, and then to another.
    scene.add(json!({ "title": "Two" }));
    scene
        .call(
            &scene.lead,
            "task_assign",
            json!({ "task": "T2", "agent": "bob" }),
        )
        .ok();
    let waiter = scene.wait(&ann, json!({}));
    scene
        .call(
            &scene.lead,
            "task_assign",
            json!({ "task": "T2", "agent": "ann" }),
        )
        .ok();
    assert_eq!(task_of(waiter), "T2");
    // A paused workflow, then a paused agent.
    scene.call(&scene.lead, "workflow_pause", json!({})).ok();
    scene.add(json!({ "title": "Three" }));
    let waiter = scene.wait(&ann, json!({}));
    scene.call(&scene.lead, "workflow_resume", json!({})).ok();
    assert_eq!(task_of(waiter), "T3");
    let agent = json!({ "agent": "ann" });
    scene.lead.call("agent_pause", &agent).ok();
    scene.add(json!({ "title": "Four" }));
    let waiter = scene.wait(&ann, json!({}));
    scene.lead.call("agent_resume", &agent).ok();
    assert_eq!(task_of(waiter), "T4");
    // The end of the workflow ends the wait.
    let waiter = scene.wait(&ann, json!({}));
    scene
        .call(
            &scene.lead,
            "workflow_cancel",
            json!({ "reason": "Enough" }),
        )
        .ok();
    let problem = waiter.join().unwrap().problem(409, "conflict");
    assert_eq!(problem["reason"], "ended");
}

#[test]
fn a_claim_that_does_not_wait_says_when_a_resting_task_is_ready() {
    let scene = Scene::new(&json!({}));
    let ann = scene.server.agent("ann", "worker");
    scene.add(json!({ "title": "One", "retries": 3, "cooldown_seconds": 3_000 }));
    let held = scene.call(&ann, "task_claim", json!({})).ok();
    let failed = json!({ "task": "T1", "lease": held["lease"]["id"], "error": "It broke", "retryable": true });
    scene.call(&ann, "task_fail", failed).ok();
    let idle = scene.call(&ann, "task_claim", json!({}));
    let problem = idle.problem(409, "conflict");
    assert_eq!(problem["reason"], "nothing_ready");
    assert!(
        problem["detail"].as_str().unwrap().contains("1 rest"),
        "{problem}"
    );
    assert_eq!(idle.header("retry-after"), "30", "the longest: {idle:?}");
}

#[test]
fn what_cannot_come_is_refused_at_once() {
    let scene = Scene::new(&json!({}));
    let ann = scene.server.agent("ann", "worker");
    scene.add(json!({ "title": "One" }));
    let held = scene.call(&ann, "task_claim", json!({})).ok();
    let claim = json!({ "task": "T1", "wait": 60 });
    let mine = scene
        .call(&ann, "task_claim", claim)
        .problem(409, "conflict");
    assert_eq!(mine["reason"], "held");
    let done = json!({ "task": "T1", "lease": held["lease"]["id"], "summary": "Done" });
    scene.call(&ann, "task_complete", done).ok();
    let claim = json!({ "task": "T1", "wait": 60 });
    scene
        .call(&ann, "task_claim", claim)
        .problem(409, "conflict");
    let claim = json!({ "wait": 61 });
    scene
        .call(&ann, "task_claim", claim)
        .wrong(400, "invalid", "/wait");
    assert_eq!(scene.lead.gauge("loci_waiting_claims"), 0);
}

#[test]
fn who_has_gone_away_takes_nothing() {
    let scene = Scene::new(&json!({}));
    let token = scene.server.token("ann", "worker");
    let body = json!({ "workflow": scene.workflow, "wait": 60 }).to_string();
    let host = scene
        .server
        .base
        .strip_prefix("http://")
        .unwrap()
        .to_owned();
    let mut line = TcpStream::connect(&host).unwrap();
    write!(
        line,
        "POST /api/task_claim HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    scene.lead.until("loci_waiting_claims", 1);
    drop(line);
    scene.lead.until("loci_waiting_claims", 0);
    scene.add(json!({ "title": "One" }));
    assert_eq!(scene.status("T1"), "pending");
    // So does a revoked token.
    let bob = scene.server.agent("bob", "worker");
    scene.call(&bob, "task_claim", json!({})).ok();
    let waiter = scene.wait(&bob, json!({}));
    let owner = scene.server.person("mara", "owner");
    let tokens = owner.call("token_list", &json!({})).ok();
    let of_bob = |token: &&Value| token["agent"] == "bob";
    let id = tokens["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(of_bob)
        .unwrap()["id"]
        .clone();
    owner.call("token_revoke", &json!({ "token": id })).ok();
    waiter.join().unwrap().problem(401, "unauthenticated");
    scene.lead.until("loci_waiting_claims", 0);
    scene.add(json!({ "title": "Two" }));
    assert_eq!(scene.status("T2"), "pending");
}

#[test]
fn who_stops_loci_does_not_wait_for_those_who_wait() {
    let scene = Scene::new(&json!({}));
    let ann = scene.server.agent("ann", "worker");
    let waiter = scene.wait(&ann, json!({}));
    let Scene { server, .. } = scene;
    drop(server.stop());
    let problem = waiter.join().unwrap().problem(409, "conflict");
    assert_eq!(problem["reason"], "nothing_ready");
}
