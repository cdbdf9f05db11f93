//! Token costs of answers over a workflow of fifty tasks.

use kernel::ports::tokens::Tokens;
use serde_json::{Value, json};
use tools::BpeTokens;

use crate::harness::{Answer, Client, Server};

/// Returns a description of 240 KB.
fn long() -> String {
    "Every endpoint checks the token before it does anything else. ".repeat(3_870)
}

fn tasks() -> Vec<Value> {
    let task = |nth: usize| {
        let before: Vec<String> = match nth {
            0..10 => Vec::new(),
            _ => vec![format!("t{}", nth - 10)],
        };
        let description = match nth {
            12 => format!(
                "Build endpoint {nth} of the service: read the request, check the token, answer as the \
                 contract says, and log what was refused. Keep it small, and cover the unhappy paths."
            ),
            nth if nth % 17 == 3 => long(),
            _ => format!("Build part {nth} of the service as the contract says."),
        };
        json!({
            "key": format!("t{nth}"), "title": format!("Build endpoint {nth} of the service"),
            "description": description, "depends_on": before, "group": format!("Room {}", nth % 5),
            "acceptance": [format!("Endpoint {nth} answers as the contract says"), "Its tests pass"],
            "estimate_minutes": 30,
        })
    };
    (0..50).map(task).collect()
}

struct Scene {
    server: Server,
    lead: Client,
    worker: Client,
    workflow: Value,
    tokens: BpeTokens,
}

impl Scene {
    fn new() -> Self {
        let server = Server::start();
        let lead = server.agent("orch", "orchestrator");
        let worker = server.agent("dev-ada", "worker");
        let made = lead.call(
            "workflow_create",
            &json!({
                "name": "A service in fifty parts", "goal": "Fifty endpoints behind one contract",
                "constraints": ["No new packages", "Every endpoint has a test"], "tasks": tasks(),
            }),
        );
        let workflow = made.ok()["workflow"].clone();
        Self {
            server,
            lead,
            worker,
            workflow,
            tokens: BpeTokens::new(),
        }
    }

    fn call(&self, operation: &str, mut arguments: Value) -> Answer {
        arguments["workflow"] = self.workflow.clone();
        self.worker.call(operation, &arguments)
    }

    fn cost(&self, answer: &Answer) -> u32 {
        answer.ok();
        self.tokens.count(&answer.body)
    }

    /// Works on the next task like a worker; returns the cost of each answer by operation.
    fn work(&self, nth: usize) -> Vec<(&'static str, u32)> {
        let claim = self.call("task_claim", json!({}));
        let claimed = claim.ok();
        let (task, lease) = (&claimed["task"]["id"], &claimed["lease"]["id"]);
        let calls = [
            (
                "discovery_record",
                json!({ "type": "insight", "affects_tasks": [task],
                    "content": format!("Endpoint {nth} is called twice by the old client: it has to be \
                        idempotent, and the second answer has to be that of the first call.") }),
            ),
            (
                "decision_record",
                json!({ "question": format!("How does endpoint {nth} refuse?"),
                    "choice": "With problem details", "alternatives": ["A bare status", "A page"],
                    "rationale": "Clients act on the reason rather than on the words.",
                    "affects_tasks": [task] }),
            ),
            (
                "artifact_record",
                json!({ "type": "code", "path": format!("src/endpoint_{nth}.rs"), "associated_task": task,
                    "description": "The endpoint", "content": format!("pub fn endpoint_{nth}() {{}}\n") }),
            ),
            (
                "task_update",
                json!({ "task": task, "lease": lease, "status": "in_progress", "note": "Half of it." }),
            ),
            ("task_heartbeat", json!({ "task": task, "lease": lease })),
            (
                "task_complete",
                json!({ "task": task, "lease": lease, "summary": format!("Endpoint {nth} answers."),
                    "next_steps": ["Measure it"] }),
            ),
        ];
        let mut costs = vec![("task_claim", self.cost(&claim))];
        for (operation, arguments) in calls {
            let answer = self.call(operation, arguments);
            costs.push((operation, self.cost(&answer)));
            for said in [
                "idempotent",
                "problem details",
                "The endpoint",
                "Half of it",
            ] {
                assert!(
                    !answer.body.contains(said),
                    "{operation} echoes: {answer:?}"
                );
            }
        }
        costs
    }
}

#[test]
fn answers_are_as_small_as_they_can_be() {
    let scene = Scene::new();
    for nth in 0..12 {
        scene.work(nth);
    }
    let ready = scene.call("task_ready", json!({}));
    assert_eq!(ready.ok()["items"].as_array().unwrap().len(), 10);
    let nudge =
        json!({ "workflow": scene.workflow, "target": "dev-ada", "message": "Mind the budget" });
    let nudge = scene.lead.call("nudge_send", &nudge).ok()["nudge"]["id"].clone();
    scene.call("task_list", json!({})).ok();
    let acknowledged =
        json!({ "nudge": nudge, "acted": true, "note": "Read, and done as it says." });
    let acknowledged = scene.call("nudge_acknowledge", acknowledged);
    let context = scene.call("task_context", json!({ "task": "T13" }));
    let mut costs = scene.work(12);
    costs.extend([
        ("nudge_acknowledge", scene.cost(&acknowledged)),
        ("task_context", scene.cost(&context)),
    ]);
    for (operation, arguments) in [
        ("workflow_get", json!({})),
        ("task_list", json!({})),
        ("task_ready", json!({})),
        ("task_get", json!({ "task": "T13" })),
    ] {
        costs.push((operation, scene.cost(&scene.call(operation, arguments))));
    }
    let list = scene.worker.call("workflow_list", &json!({}));
    costs.push(("workflow_list", scene.cost(&list)));
    for (operation, tokens) in &costs {
        println!("{operation} {tokens}");
    }
    let task: u32 = costs
        .iter()
        .take(4)
        .chain(costs.iter().skip(6).take(1))
        .map(|(_, n)| n)
        .sum();
    println!("a whole task: {task}");
    for (operation, most) in [
        ("task_claim", 550),
        ("task_heartbeat", 60),
        ("task_complete", 120),
        ("discovery_record", 60),
        ("decision_record", 60),
        ("artifact_record", 60),
        ("task_update", 120),
        ("nudge_acknowledge", 60),
        ("workflow_get", 3_000),
        ("task_list", 3_000),
    ] {
        let (_, tokens) = costs.iter().find(|(name, _)| *name == operation).unwrap();
        assert!(*tokens <= most, "{operation}: {tokens} tokens");
    }
}

#[test]
fn a_long_description_costs_its_share_of_the_budget_and_the_rest_is_named() {
    let scene = Scene::new();
    let claim = json!({ "task": "T4", "budget": 1_000 });
    let claimed = scene.call("task_claim", claim.clone());
    // JSON and the lease add little to the context.
    assert!(scene.cost(&claimed) <= 1_150, "{}", scene.cost(&claimed));
    let claimed = claimed.ok();
    let omitted = &claimed["context"]["omitted"][0];
    assert_eq!(omitted["what"], json!(["T4"]));
    assert!(omitted["tokens"].as_u64().unwrap() > 30_000, "{omitted}");
    let lease = &claimed["lease"]["id"];
    let beat = scene.call("task_heartbeat", json!({ "task": "T4", "lease": lease }));
    assert!(scene.cost(&beat) <= 60, "{beat:?}");
    let mut again = claim;
    again["resume"] = json!(true);
    again["format"] = json!("blocks");
    let context = scene.call("task_claim", again).ok()["context"].clone();
    assert!(context.get("text").is_none() && context["blocks"][0]["items"].is_array());
    scene
        .call("task_claim", json!({ "task": "T1", "budget": 499 }))
        .wrong(400, "invalid", "/budget");
}

#[test]
fn a_caller_gets_the_fields_it_names() {
    let scene = Scene::new();
    let id = scene.workflow.as_str().unwrap();
    let keys = |value: &Value| -> Vec<String> {
        let members = value.as_object().unwrap();
        members
            .keys()
            .filter(|name| *name != "inbox")
            .cloned()
            .collect()
    };
    for ask in [
        scene.call(
            "task_list",
            json!({ "fields": ["id", "depends_on"], "limit": 11 }),
        ),
        scene.worker.get(&format!(
            "/api/task_list?workflow={id}&limit=11&fields=id,depends_on"
        )),
        scene.worker.get(&format!(
            "/api/task_list?workflow={id}&limit=11&fields=items.id&fields=depends_on"
        )),
    ] {
        let page = ask.ok();
        assert_eq!(
            page["items"][10],
            json!({ "id": "T11", "depends_on": ["T1"] })
        );
        assert_eq!(
            keys(&page),
            ["items", "next_cursor", "position", "total", "version"]
        );
    }
    let whole = scene
        .call("task_get", json!({ "task": "T1", "fields": ["*"] }))
        .ok();
    assert_eq!(whole["task"]["policy"], Value::Null);
    assert_eq!(whole["task"]["attempts"], json!([]));
    let lean = scene.call("task_get", json!({ "task": "T1" })).ok();
    assert!(lean["task"].get("attempts").is_none() && lean["task"]["title"].is_string());
    // A write with unknown `fields` is not executed.
    let found =
        json!({ "type": "risk", "content": "It may rain", "fields": ["content", "weather"] });
    let refused = scene.call("discovery_record", found.clone());
    refused.wrong(400, "invalid", "/fields/1");
    let said = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(
        said.contains("affects_tasks") && said.contains("discovery"),
        "{said}"
    );
    let all = scene
        .call("workflow_get", json!({ "fields": ["discoveries"] }))
        .ok();
    assert_eq!(all["workflow"], json!({ "discoveries": [] }));
    let mut found = found;
    found["fields"] = json!(["content"]);
    let kept = scene.call("discovery_record", found).ok();
    assert_eq!(kept["discovery"], json!({ "content": "It may rain" }));
    for odd in [json!([]), json!(7), json!({ "id": 1 })] {
        let ask = scene.call("task_list", json!({ "fields": odd }));
        ask.wrong(400, "invalid", "/fields");
    }
    let listed = scene.call("task_list", json!({ "fields": "id" })).ok();
    let first: Vec<&String> = listed["items"][0].as_object().unwrap().keys().collect();
    assert_eq!(first, ["id"]);
    scene
        .call("task_list", json!({ "fields": ["id", ["title"]] }))
        .wrong(400, "invalid", "/fields/1");
    scene
        .worker
        .get(&format!("/api/task_list?workflow={id}&fields="))
        .wrong(400, "invalid", "/fields/0");
    // A retry may request other fields of the first answer.
    let once = |fields: Value| {
        let mut op = json!({ "type": "risk", "content": "Once", "idempotency_key": "k" });
        op["fields"] = fields;
        scene.call("discovery_record", op).ok()["discovery"].clone()
    };
    assert_eq!(once(json!(["id"])), json!({ "id": "F2" }));
    assert_eq!(
        once(json!(["id", "content"])),
        json!({ "id": "F2", "content": "Once" })
    );
    // The version is the same for every selection of fields; each selection has its own address.
    let path = format!("/api/task_get?workflow={id}&task=T1&fields=title");
    let first = scene.worker.get(&path);
    let knowing = scene
        .worker
        .clone()
        .header("if-none-match", first.header("etag"));
    assert_eq!(knowing.get(&path).status, 304);
    drop(scene.server);
}

#[test]
fn memories_and_messages_cost_little() {
    let server = Server::start();
    let ada = server.agent("ada", "worker");
    let texts = [
        "The customer prefers a window seat in a quiet coach.",
        "Window seats are sold out on Friday evenings.",
        "The seat map shows window seats in green.",
        "Kim asked for the window seat beside the table.",
        "A window seat costs four euros more on this line.",
    ];
    let memories: Vec<Value> = texts.map(|text| json!({ "text": text })).into();
    let core = json!({ "core": "trains", "memories": memories });
    server
        .agent("lead", "orchestrator")
        .call("memory_create", &core)
        .ok();
    let found = ada.call(
        "memory_search",
        &json!({ "query": "window seat", "limit": 5 }),
    );
    assert_eq!(found.json()["items"].as_array().unwrap().len(), 5);
    let tokens = BpeTokens::new().count(&found.body);
    assert!(tokens <= 5 * 90, "{tokens} tokens: {}", found.body);
    let mut members: Vec<String> = Vec::new();
    members.extend(
        found.json()["items"][0]
            .as_object()
            .unwrap()
            .keys()
            .cloned(),
    );
    members.sort_unstable();
    assert_eq!(members, ["core", "created_at", "id", "score", "text"]);
    let score = found.json()["items"][0]["score"].to_string();
    assert!(score.len() <= "0.1234".len(), "{score}");

    let said = json!({ "role": "user", "content": "A window seat, please.",
        "created_at": "2026-11-27T10:00:00Z" });
    let append = json!({ "session": "s", "messages": [said] });
    let answer = ada.call("session_append", &append);
    assert!(answer.ok().get("gauges").is_none(), "{answer:?}");
    let tokens = BpeTokens::new().count(&answer.body);
    assert!(tokens <= 60, "{tokens} tokens: {}", answer.body);
    let mut asked = append.clone();
    asked["fields"] = json!(["gauges.tokens"]);
    let answer = ada.call("session_append", &asked).ok();
    assert!(answer["gauges"]["tokens"].as_u64().unwrap() > 0, "{answer}");
}
