//! Quotas: a caller that exceeds one learns which and when to retry, at every door, and others are unaffected.

use std::time::Instant;

use serde_json::{Value, json};

use crate::harness::{Answer, Client, PATIENCE, Server};

/// Asserts that a quota was exceeded.
#[track_caller]
fn met(answer: &Answer, quota: &str) -> Value {
    let problem = answer.problem(429, "rate_limited");
    assert_eq!(problem["reason"], quota, "{problem}");
    let seconds: u64 = answer.header("retry-after").parse().unwrap();
    assert!(seconds > 0, "{problem}");
    assert_eq!(problem["retry_after_seconds"], seconds, "{problem}");
    problem
}

fn new() -> Value {
    json!({ "name": "n", "goal": "g" })
}

/// Asserts that the metrics and the settings show it.
#[track_caller]
fn told(client: &Client, quota: &str, who: &str) {
    let metrics = client.get("/metrics").body;
    let line = format!("loci_quota_met_total{{quota=\"{quota}\"}} ");
    let at = metrics.find(&line).unwrap() + line.len();
    let times: u64 = metrics[at..].lines().next().unwrap().parse().unwrap();
    assert!(times > 0, "{metrics}");
    let settings = client.call("settings_get", &json!({})).ok();
    let warnings = settings["warnings"].as_array().unwrap();
    let tells = |line: &Value| {
        let line = line.as_str().unwrap();
        line.contains(quota) && line.contains(who)
    };
    assert!(warnings.iter().any(tells), "{settings}");
    let page = client.get("/settings/memory");
    assert_eq!(page.status, 200);
    assert!(page.body.contains(quota), "{}", page.body);
}

#[test]
fn requests_a_second_are_bounded_at_every_door_and_for_one_caller() {
    // One per second is refilled, so immediate requests are limited by the burst.
    let server = Server::start_with(&["--token-requests", "1", "--token-burst", "40"]);
    let ada = server.agent("ada", "orchestrator");
    let refused = (0..400)
        .map(|_| ada.call("agent_list", &json!({})))
        .find(|answer| answer.status != 200)
        .expect("a burst without an end");
    met(&refused, "requests_per_second");
    let doors: [(&str, &str); 5] = [
        ("POST", "/api/agent_list"),
        ("GET", "/api/events"),
        ("POST", "/v1/long-term-memory/search"),
        ("GET", "/v1/working-memory"),
        ("GET", "/metrics"),
    ];
    for (method, path) in doors {
        // One request may have been refilled meanwhile.
        let mut tries = (0..50).map(|_| ada.open(method, path, None, b"").status().as_u16());
        assert!(tries.any(|status| status == 429), "{path}");
    }
    // A form calls the same operation.
    let browser = ada.clone().browser();
    let mut tries = (0..50).map(|_| browser.form("/api/agent_list", "").status);
    assert!(tries.any(|status| status == 429));
    let mara = server.person("mara", "owner");
    mara.call("agent_list", &json!({})).ok();
    told(&mara, "requests_per_second", "ada");
    // Health checks do not count.
    for _ in 0..100 {
        assert_eq!(server.anonymous().get("/healthz").status, 200);
    }
}

#[test]
fn guessing_tokens_is_bounded_and_keeps_nobody_else_out() {
    let server = Server::start_with(&["--token-requests", "1", "--token-burst", "40"]);
    let guesser = server.anonymous().bearer("loci_guessed");
    for path in ["/api/agent_list", "/v1/openapi.json", "/"] {
        let refused = (0..400)
            .map(|_| guesser.get(path))
            .find(|answer| answer.status != 401)
            .expect("guesses without an end");
        met(&refused, "requests_per_second");
    }
    // Anonymous requests count separately, and documents count, too.
    let anonymous = server.anonymous();
    assert_eq!(anonymous.get("/sign-in").status, 200);
    let mut tries = (0..400).map(|_| anonymous.get("/v1/openapi.json").status);
    assert!(tries.any(|status| status == 429));
    server
        .agent("ada", "orchestrator")
        .call("agent_list", &json!({}))
        .ok();
}

#[test]
fn the_bytes_of_a_day_are_bounded() {
    let server = Server::start_with(&["--token-mib-per-day", "1"]);
    let (ada, bob) = (
        server.agent("ada", "orchestrator"),
        server.agent("bob", "orchestrator"),
    );
    let workflow = ada.call("workflow_create", &new()).ok()["workflow"].clone();
    let artifact = json!({ "workflow": workflow, "type": "file", "path": "a.txt",
        "content": "line\n".repeat(140_000) });
    ada.call("artifact_record", &artifact).ok();
    met(&ada.call("artifact_record", &artifact), "bytes_per_day");
    bob.call("artifact_record", &artifact).ok();
    // A body without a declared length is counted as it arrives.
    let endless = "x".repeat(2_000_000);
    let mut reader = endless.as_bytes();
    let cy = server.agent("cy", "orchestrator");
    met(
        &cy.stream("/api/artifact_record", &mut reader),
        "bytes_per_day",
    );
    ada.get("/api/agent_list").ok();
    told(&server.person("mara", "owner"), "bytes_per_day", "ada");
}

#[test]
fn live_feeds_and_waiting_calls_are_bounded() {
    let server = Server::start_with(&["--token-feeds", "2", "--token-waits", "1"]);
    let ada = server.agent("ada", "orchestrator");
    let feeds = [ada.events("/api/events"), ada.events("/api/events")];
    met(&ada.get("/api/events"), "live_feeds");
    let bob = server.agent("bob", "worker");
    let _of_bob = bob.events("/api/events");
    drop(feeds);
    let waiter = bob.clone();
    let waiting = std::thread::spawn(move || {
        // The other call may still be ending.
        loop {
            let answer = waiter.call("changes_wait", &json!({ "timeout_seconds": 60 }));
            if answer.status != 429 {
                return answer;
            }
        }
    });
    let began = Instant::now();
    let refused = loop {
        let answer = bob.call("changes_wait", &json!({ "timeout_seconds": 0 }));
        if answer.status == 429 {
            break answer;
        }
        assert!(began.elapsed() < PATIENCE, "nobody waits");
    };
    met(&refused, "waiting_calls");
    ada.call("changes_wait", &json!({ "timeout_seconds": 0 }))
        .ok();
    ada.call("workflow_create", &new()).ok();
    waiting.join().unwrap().ok();
    bob.call("changes_wait", &json!({ "timeout_seconds": 0 }))
        .ok();
    let mara = server.person("mara", "owner");
    told(&mara, "live_feeds", "ada");
    told(&mara, "waiting_calls", "bob");
}

#[test]
fn streams_are_bounded_and_what_there_is_goes_on() {
    let server = Server::start_with(&["--streams", "6"]);
    let ada = server.agent("ada", "orchestrator");
    let mut made = Vec::new();
    let refused = loop {
        let answer = ada.call("workflow_create", &new());
        if answer.status != 200 {
            break answer;
        }
        made.push(answer.ok()["workflow"].clone());
        assert!(made.len() <= 6, "there is no end");
    };
    met(&refused, "streams");
    let session = json!({ "session": "s", "messages": [{ "role": "user", "content": "hi" }] });
    met(&ada.call("session_append", &session), "streams");
    let put = ada.raw(
        "PUT",
        "/v1/working-memory/s",
        Some("application/json"),
        br#"{"messages": []}"#,
    );
    assert_eq!(put.status, 429, "{put:?}");
    let add = json!({ "workflow": made[0], "tasks": [{ "title": "t" }] });
    ada.call("task_add", &add).ok();
    let mara = server.person("mara", "owner");
    told(&mara, "streams", "");
    let stream = format!("workflow:{}", made[1].as_str().unwrap());
    mara.call("purge", &json!({ "stream": stream })).ok();
    ada.call("workflow_create", &new()).ok();
    // They are counted again at the next start.
    let folder = server.stop();
    let server = Server::start_in(folder, &["--streams", "3"]);
    let eve = server.agent("eve", "orchestrator");
    let began = Instant::now();
    while eve.call("workflow_create", &new()).status != 429 {
        assert!(began.elapsed() < PATIENCE, "they are not counted");
    }
}

#[test]
fn without_room_nothing_is_written_and_reading_and_erasing_go_on() {
    let server = Server::start();
    let token = server.token("ada", "orchestrator");
    let ada = server.anonymous().bearer(&token);
    let workflow = ada.call("workflow_create", &new()).ok()["workflow"].clone();
    let other = ada.call("workflow_create", &new()).ok()["workflow"].clone();
    let third = ada.call("workflow_create", &new()).ok()["workflow"].clone();
    let artifact = json!({ "workflow": workflow, "type": "file", "path": "a.txt",
        "content": "line\n".repeat(400_000) });
    ada.call("artifact_record", &artifact).ok();
    let task = json!({ "workflow": other, "title": "t" });
    ada.call("task_add", &task).ok();
    let task = json!({ "workflow": other, "task": "T1" });
    let lease = ada.call("task_claim", &task).ok()["lease"]["id"].clone();
    let mut folder = server.stop();
    let mut streams = [third, workflow].into_iter();
    for (flags, status, quota) in [
        (["--min-free-mib", "1000000000"], 507, "free_disk"),
        (["--disk-mib", "1"], 429, "bytes_on_disk"),
    ] {
        let server = Server::start_in(folder, &flags);
        let ada = server.anonymous().bearer(&token);
        let mara = server.person(&format!("mara-{status}"), "owner");
        let refused = ada.call("workflow_create", &new());
        assert_eq!(refused.status, status, "{refused:?}");
        assert_eq!(refused.json()["reason"], quota);
        assert_eq!(refused.header("retry-after"), "60");
        let form = mara
            .clone()
            .browser()
            .form("/api/workflow_create", "name=n&goal=g");
        assert_eq!(form.status, status, "{form:?}");
        let put = ada.raw(
            "PUT",
            "/v1/working-memory/s",
            Some("application/json"),
            br#"{"messages": []}"#,
        );
        assert_eq!(put.status, status, "{put:?}");
        assert!(ada.workflows() > 0);
        // Claimed work can continue.
        let beat = json!({ "workflow": other, "task": "T1", "lease": lease });
        assert_eq!(ada.call("task_heartbeat", &beat).status, 200);
        let stream = format!("workflow:{}", streams.next().unwrap().as_str().unwrap());
        mara.call("purge", &json!({ "stream": stream })).ok();
        let ready = server.anonymous().get("/readyz");
        assert_eq!(
            (ready.status, ready.body.as_str()),
            (200, "ready, but without room: nothing new is written\n")
        );
        told(&mara, quota, "ada");
        folder = server.stop();
    }
    let server = Server::start_in(folder, &[]);
    let ada = server.anonymous().bearer(&token);
    ada.call("workflow_create", &new()).ok();
}
