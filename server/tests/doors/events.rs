//! The live feed: complete, without duplicates, resumable, bounded.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};

use serde_json::{Value, json};

use crate::bad_input::workflow;
use crate::harness::{Client, Server};

#[test]
fn a_feed_begins_now_and_carries_facts() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    let first = feed.next();
    assert_eq!(first.name, "cursor", "a reader has a cursor from the start");
    let made = client
        .call("workflow_create", &json!({ "name": "n", "goal": "g" }))
        .ok();
    let event = feed.fact();
    assert!(event.position() > first.position());
    let fact = event.json();
    assert_eq!(fact["kind"], "workflow_created");
    assert_eq!(
        fact["stream"],
        format!("workflow:{}", made["workflow"].as_str().unwrap())
    );
    assert_eq!(
        fact["actor"],
        json!({ "id": "ada", "role": "orchestrator" })
    );
    assert_eq!(fact["position"], event.position());
}

#[test]
fn resuming_under_load_has_no_gap_and_no_repetition() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let start = client.events("/api/events").next().id;
    let stop = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (client, stop) = (client.clone(), stop.clone());
            std::thread::spawn(move || {
                let mut last = 0;
                let mut i = 0;
                while !stop.load(Ordering::Relaxed) {
                    let new = json!({ "name": format!("w{writer} {i}"), "goal": "g" });
                    last = client.call("workflow_create", &new).ok()["position"]
                        .as_u64()
                        .unwrap();
                    i += 1;
                }
                last
            })
        })
        .collect();
    let mut seen: Vec<u64> = Vec::new();
    let mut cursor = start;
    for round in 0..20 {
        // Each connection is dropped after a few events and resumed from the last id.
        let feed = client
            .clone()
            .header("last-event-id", &cursor)
            .events("/api/events");
        for _ in 0..(5 + round * 3) {
            let event = feed.fact();
            seen.push(event.position());
            cursor = event.id;
        }
    }
    stop.store(true, Ordering::Relaxed);
    let last = writers
        .into_iter()
        .map(|writer| writer.join().unwrap())
        .max()
        .unwrap();
    let feed = client
        .header("last-event-id", &cursor)
        .events("/api/events");
    while *seen.last().unwrap() < last {
        seen.push(feed.fact().position());
    }
    let first = seen[0];
    let expected: Vec<u64> = (first..=last).collect();
    assert_eq!(seen, expected);
}

#[test]
fn a_feed_of_one_stream_has_only_that_and_another_epoch_resets() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let (one, two) = (workflow(&client), workflow(&client));
    let id = |workflow: &Value| workflow.as_str().unwrap().to_owned();
    let feed = client.events(&format!("/api/events?stream=workflow:{}&after=0", id(&one)));
    let add = |workflow: &Value, title: &str| {
        client
            .call("task_add", &json!({ "workflow": workflow, "title": title }))
            .ok();
    };
    add(&two, "other");
    add(&one, "mine");
    let mut titles = Vec::new();
    while titles.last().map(String::as_str) != Some("mine") {
        let fact = feed.fact().json();
        assert_eq!(fact["stream"], format!("workflow:{}", id(&one)));
        titles.push(fact["body"].to_string());
        if fact["body"].to_string().contains("mine") {
            titles.push("mine".into());
        }
    }
    assert!(titles.len() >= 3, "also what was before: {titles:?}");

    let reset = client
        .clone()
        .header("last-event-id", "1:1")
        .events("/api/events")
        .next();
    assert_eq!(reset.name, "reset");
    let ahead = format!("{}:999999", reset.id.split(':').next().unwrap());
    let ahead = client
        .clone()
        .header("last-event-id", &ahead)
        .events("/api/events")
        .next();
    assert_eq!(ahead.name, "reset", "a position that is not there yet");
}

#[test]
fn feeds_are_for_who_is_known_and_say_what_is_wrong() {
    let server = Server::start();
    let client = server.agent("ada", "observer");
    server
        .anonymous()
        .get("/api/events")
        .problem(401, "unauthenticated");
    client
        .get("/api/events?stream=x")
        .wrong(400, "invalid", "/stream");
    client
        .get("/api/events?stream=mind:ada")
        .problem(404, "not_found");
    client
        .get("/api/events?after=x")
        .wrong(400, "invalid", "/after");
    client
        .get("/api/events?summary=yes")
        .wrong(400, "invalid", "/summary");
    client
        .get("/api/events?fater=1")
        .wrong(400, "invalid", "/fater");
    client
        .raw("POST", "/api/events", None, b"")
        .problem(405, "invalid");
}

#[test]
fn only_so_many_feeds_are_open_at_once() {
    let server = Server::start_with(&["--feeds", "2"]);
    let client = server.agent("ada", "observer");
    let feeds: Vec<_> = (0..2).map(|_| client.events("/api/events")).collect();
    for feed in &feeds {
        feed.next();
    }
    let refused = client.get("/api/events");
    refused.problem(503, "unavailable");
    assert_eq!(refused.header("retry-after"), "10");
}

#[test]
fn a_reader_that_does_not_read_is_cut_off_and_can_go_on_where_it_was() {
    let server = Server::start_with(&["--feed-commits", "4"]);
    let token = server.token("ada", "orchestrator");
    let client = server.anonymous().bearer(&token);
    // A raw connection, so that nothing reads ahead.
    let address = server.base.strip_prefix("http://").unwrap();
    let mut slow = TcpStream::connect(address).unwrap();
    let request = format!(
        "GET /api/events HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\r\n"
    );
    slow.write_all(request.as_bytes()).unwrap();
    let mut first = [0; 1];
    slow.read_exact(&mut first).unwrap();
    // More than the connection's buffers hold; each commit is a fact of 200 KB.
    let new = json!({ "name": "n", "goal": "word ".repeat(40_000) });
    for _ in 0..40 {
        client.call("workflow_create", &new).ok();
    }
    let mut said = String::new();
    let mut reader = BufReader::new(slow);
    while !said.contains("event: lagged") {
        let mut line = String::new();
        assert!(reader.read_line(&mut line).unwrap() > 0, "it was not told");
        if line.len() < 1000 {
            said.push_str(&line);
        }
    }
    let cursor = said.rsplit("id: ").next().unwrap().lines().next().unwrap();
    let last = client.call("workflow_list", &json!({})).ok()["position"]
        .as_u64()
        .unwrap();
    let feed = client.header("last-event-id", cursor).events("/api/events");
    let mut seen = cursor.split(':').nth(1).unwrap().parse::<u64>().unwrap();
    assert!(seen < last, "it was behind");
    while seen < last {
        let next = feed.fact().position();
        assert_eq!(next, seen + 1);
        seen = next;
    }
}

#[test]
fn of_a_deleted_workflow_a_feed_tells_only_that_it_was() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let person = server.person("mia", "member");
    let id = |workflow: &Value| workflow.as_str().unwrap().to_owned();
    let begin = client.events("/api/events").next().id;
    let deleted = workflow(&client);
    person
        .call("workflow_delete", &json!({ "workflow": deleted }))
        .ok();
    let other = workflow(&client);
    for path in [
        format!("/api/events?after={begin}"),
        format!(
            "/api/events?after={begin}&stream=workflow:{}&stream=workflow:{}",
            id(&deleted),
            id(&other)
        ),
    ] {
        let feed = client.events(&path);
        let told: Vec<Value> = (0..2).map(|_| feed.fact().json()).collect();
        assert_eq!(told[0]["kind"], "workflow_deleted");
        assert_eq!(told[1]["kind"], "workflow_created");
        assert_eq!(told[1]["stream"], format!("workflow:{}", id(&other)));
    }
}

/// Returns true if everything that a caller has open ends with the caller's access: a feed, and a waiting call. Others'
/// connections stay open.
fn ends(client: &Client, other: &Client, end: impl FnOnce()) -> bool {
    let feed = client.events("/api/events");
    feed.next();
    let caller = client.clone();
    let waiting = std::thread::spawn(move || {
        let wait = json!({ "timeout_seconds": 60 });
        caller.call("changes_wait", &wait).status
    });
    let stays = other.events("/api/events");
    stays.next();
    end();
    let is_over = feed.ended() && waiting.join().unwrap() == 401;
    assert_eq!(client.get("/api/events").status, 401);
    let new = json!({ "name": "n", "goal": "g" });
    other.call("workflow_create", &new).ok();
    stays.fact();
    is_over
}

#[test]
fn who_is_shut_out_hears_nothing_more_from_that_moment() {
    let server = Server::start();
    let owner = server.person("mia", "owner");
    let token = server.token("ada", "orchestrator");
    let ada = server.anonymous().bearer(&token);
    ada.call("workflow_list", &json!({})).ok();
    let listed = owner.call("token_list", &json!({ "agent": "ada" })).ok();
    let id = &listed["items"][0]["id"];
    let revoked = ends(&ada, &owner, || {
        owner.call("token_revoke", &json!({ "token": id })).ok();
    });
    assert!(revoked);

    let ben = server.person("ben", "member");
    let signed_out = ends(&ben, &owner, || {
        ben.post("/sign-out", &json!({})).ok();
    });
    assert!(signed_out);

    let eve = server.person("eve", "member");
    let another = ends(&eve, &owner, || {
        let change = ["user", "password", "eve", "--password-stdin"];
        let output = server.cli_with(&change, "battery staple\n");
        assert!(output.status.success(), "{output:?}");
    });
    assert!(another);

    let cat = json!({ "name": "cat", "role": "worker" });
    owner.call("agent_register", &cat).ok();
    let soon = json!({ "agent": "cat", "role": "worker", "expires_seconds": 12 });
    let minted = owner.call("token_create", &soon).ok()["token"].clone();
    let cat = server.anonymous().bearer(minted.as_str().unwrap());
    let expired = ends(&cat, &owner, || {});
    assert!(expired);
}

#[test]
fn a_call_that_begins_while_its_caller_is_shut_out_does_not_go_on_waiting() {
    let server = Server::start();
    let ben = server.person("ben", "member");
    for _ in 0..12 {
        let here = server.signed_in("ben");
        let begun = Barrier::new(9);
        let answers: Vec<u16> = std::thread::scope(|scope| {
            let waiting: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        begun.wait();
                        let wait = json!({ "timeout_seconds": 20 });
                        here.call("changes_wait", &wait).status
                    })
                })
                .collect();
            begun.wait();
            here.post("/sign-out", &json!({})).ok();
            waiting
                .into_iter()
                .map(|waits| waits.join().unwrap())
                .collect()
        });
        assert_eq!(answers, [401; 8]);
    }
    ben.call("workflow_list", &json!({})).ok();
}

/// A subscriber with `summary` gets each fact in words too: facts of the log, new ones, and restricted ones.
#[test]
fn a_feed_says_facts_in_words_for_who_asks() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    let id = workflow(&client);
    let address = format!("stream=workflow:{}&after=0", id.as_str().unwrap());
    let words = client.events(&format!("/api/events?summary=true&{address}"));
    let plain = client.events(&format!("/api/events?{address}"));
    let add = |title: &str| {
        client
            .call("task_add", &json!({ "workflow": id, "title": title }))
            .ok();
    };
    add("before");
    let mut told = Vec::new();
    while told
        .last()
        .is_none_or(|told: &String| !told.contains("live"))
    {
        if told.iter().any(|told| told.contains("before"))
            && !told.iter().any(|told| told.contains("live"))
        {
            add("live");
        }
        let (mut fact, bare) = (words.fact().json(), plain.fact().json());
        told.push(fact["summary"].as_str().unwrap().to_owned());
        fact.as_object_mut().unwrap().remove("summary");
        // Otherwise the facts are equal.
        assert_eq!(fact, bare);
    }
    let list = json!({ "workflow": id, "limit": 2 });
    let listed = client.call("activity_list", &list).ok()["items"].clone();
    assert_eq!(listed[0]["summary"], told[told.len() - 1].as_str());
}
