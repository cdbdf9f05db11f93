//! Scratchpads over HTTP, with real schemas and a real log.

use serde_json::{Value, json};

use crate::harness::{Client, PATIENCE, Server};

fn of(session: &str, more: &Value) -> Value {
    let mut body = json!({ "owner": session });
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    body
}

fn value(client: &Client, session: &str) -> Value {
    let read = client.call("scratchpad_read", &of(session, &json!({})));
    read.ok()["pad"]["value"].clone()
}

#[test]
fn an_agent_keeps_its_goal_between_turns() {
    let server = Server::start();
    let agent = server.agent("ada", "worker");
    let first = agent
        .call("scratchpad_read", &json!({ "owner": "s1" }))
        .ok();
    assert_eq!(
        (&first["rendered"], &first["pad"]["exists"]),
        (&json!(""), &json!(false))
    );
    let schema = json!({
        "type": "object",
        "properties": {
            "currentGoal": { "type": "string" },
            "completedSteps": { "type": "array", "items": { "type": "string" } },
            "blockers": { "type": "array" },
        },
        "additionalProperties": false,
    });
    let defined = agent
        .call("scratchpad_define", &of("s1", &json!({ "schema": schema })))
        .ok();
    assert_eq!(defined["created"], true);
    let goal =
        json!({ "patch": { "currentGoal": "Deploy v2", "completedSteps": ["write tests"] } });
    let updated = agent.call("scratchpad_update", &of("s1", &goal)).ok();
    assert_eq!(updated["keys"], json!(["completedSteps", "currentGoal"]));
    let next = json!({ "patch": { "currentGoal": "Ship v2" } });
    agent.call("scratchpad_update", &of("s1", &next)).ok();
    let read = agent.get("/api/scratchpad_read?owner=s1").ok();
    assert_eq!(
        read["rendered"],
        "<working_memory>\n{\n  \"completedSteps\": [\"write tests\"],\n  \
         \"currentGoal\": \"Ship v2\"\n}\n</working_memory>"
    );
    assert!(read["tokens"].as_u64().unwrap() > 10);

    // Violations are reported with pointers, and nothing is changed.
    let wrong = json!({ "patch": { "completedSteps": ["a", 7], "mood": "odd" } });
    let refused = agent.call("scratchpad_update", &of("s1", &wrong));
    let problem = refused.problem(400, "invalid");
    assert_eq!(problem["reason"], "schema_violation");
    let pointers: Vec<&str> = problem["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| field["pointer"].as_str().unwrap())
        .collect();
    assert!(pointers.contains(&"/patch/completedSteps/1") && pointers.contains(&"/patch/mood"));
    assert_eq!(
        agent.get("/api/scratchpad_read?owner=s1").ok()["pad"],
        read["pad"]
    );

    // Another agent cannot read it; a person and an orchestrator can.
    let other = server.agent("bob", "worker");
    let read = |owner: &str| {
        other
            .call("scratchpad_read", &json!({ "owner": owner }))
            .ok()
    };
    assert_eq!(read("s1")["pad"]["exists"], false);
    assert_eq!(
        read("none")["pad"]["exists"],
        false,
        "as if it were not there"
    );
    other
        .call("scratchpad_update", &of("s1", &next))
        .problem(404, "not_found");
    let listed = other.call("scratchpad_list", &json!({})).ok();
    assert_eq!(listed["items"], json!([]));
    let lead = server.agent("orch", "orchestrator");
    let listed = lead
        .call("scratchpad_list", &json!({ "query": "ship" }))
        .ok();
    assert_eq!(listed["items"][0]["owner"], "s1");
    assert_eq!(listed["items"][0]["pads"][0]["name"], "main");
}

#[test]
fn a_state_goes_back_to_what_it_was_and_nothing_is_lost() {
    let server = Server::start();
    let agent = server.agent("ada", "worker");
    let put = |patch: Value| {
        let body = of("s1", &json!({ "patch": patch }));
        let answer = agent.call("scratchpad_update", &body).ok();
        answer["pad_version"].as_u64().unwrap()
    };
    let one = put(json!({ "a": 1 }));
    let two = put(json!({ "a": 2, "b": 2 }));
    let then = json!({ "version": one });
    let seen = agent.call("scratchpad_at", &of("s1", &then)).ok();
    assert_eq!(seen["pad"]["value"], json!({ "a": 1 }));
    agent.call("scratchpad_restore", &of("s1", &then)).ok();
    assert_eq!(value(&agent, "s1"), json!({ "a": 1 }));
    let back = json!({ "version": two });
    agent.call("scratchpad_restore", &of("s1", &back)).ok();
    assert_eq!(value(&agent, "s1"), json!({ "a": 2, "b": 2 }));
    let history = agent.call("scratchpad_history", &of("s1", &json!({}))).ok();
    let kinds: Vec<&str> = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "scratchpad_reverted",
            "scratchpad_reverted",
            "scratchpad_updated",
            "scratchpad_updated",
            "scratchpad_defined"
        ]
    );
    let page = agent
        .call("scratchpad_history", &of("s1", &json!({ "limit": 2 })))
        .ok();
    let more = json!({ "limit": 200, "cursor": page["next_cursor"] });
    let rest = agent.call("scratchpad_history", &of("s1", &more)).ok();
    assert_eq!(rest["items"].as_array().unwrap().len(), 3);
    for version in [0, 99] {
        agent
            .call("scratchpad_at", &of("s1", &json!({ "version": version })))
            .wrong(400, "invalid", "/version");
    }

    // A state that violates a new schema is archived, and the answer says where.
    let schema = json!({ "schema": { "properties": { "a": { "type": "string" } } } });
    let defined = agent.call("scratchpad_define", &of("s1", &schema)).ok();
    assert_eq!(
        (&defined["set_aside"], &defined["pad"]["value"]),
        (&json!(true), &json!({}))
    );
    let aside = json!({ "version": defined["pad"]["set_aside"]["version"] });
    let seen = agent.call("scratchpad_at", &of("s1", &aside)).ok();
    assert_eq!(seen["pad"]["value"], json!({ "a": 2, "b": 2 }));
    agent
        .call("scratchpad_restore", &of("s1", &aside))
        .problem(400, "invalid");
    let described = agent
        .call(
            "activity_list",
            &json!({ "stream": "scratchpad:thread/s1", "limit": 1 }),
        )
        .ok();
    let summary = described["items"][0]["summary"].as_str().unwrap();
    assert!(summary.contains("setting its state aside"), "{summary}");
}

#[test]
fn two_writers_at_once_lose_nothing() {
    let server = Server::start();
    let agent = server.agent("ada", "worker");
    let made = agent
        .call(
            "scratchpad_update",
            &of("s1", &json!({ "patch": { "n": 0 } })),
        )
        .ok();
    let version = made["pad_version"].clone();
    let write = |n: u32| {
        let body = of("s1", &json!({ "patch": { "n": n }, "if_version": version }));
        let agent = agent.clone();
        std::thread::spawn(move || agent.call("scratchpad_update", &body))
    };
    let answers = [write(1), write(2)].map(|thread| thread.join().unwrap());
    let (won, lost): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert_eq!((won.len(), lost.len()), (1, 1), "{answers:?}");
    let refused = lost[0].problem(409, "conflict");
    assert_eq!(refused["reason"], "stale");
    assert_eq!(refused["changes"][0]["kind"], "scratchpad_updated");

    // Without a version, concurrent writes to different keys all succeed.
    let writers: Vec<_> = (0..8)
        .map(|nth| {
            let body = of("s1", &json!({ "patch": { format!("k{nth}"): nth } }));
            let agent = agent.clone();
            std::thread::spawn(move || agent.call("scratchpad_update", &body).ok())
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    let state = value(&agent, "s1");
    for nth in 0..8 {
        assert_eq!(state[format!("k{nth}")], nth, "{state}");
    }
}

#[test]
fn schemas_that_cannot_be_used_are_refused_with_the_reason() {
    let server = Server::start();
    let agent = server.agent("ada", "worker");
    let define =
        |schema: Value| agent.call("scratchpad_define", &of("s1", &json!({ "schema": schema })));
    for (schema, words) in [
        (json!(5), "JSON Schema"),
        (json!({ "type": "strnig" }), "/type"),
        (
            json!({ "$ref": "http://127.0.0.1:9/x.json" }),
            "never fetched",
        ),
        (
            json!({ "properties": { "a": { "pattern": "(?=a)" } } }),
            "look-around",
        ),
        (
            json!({ "$schema": "http://json-schema.org/draft-07/schema#" }),
            "2020-12",
        ),
    ] {
        let refused = define(schema);
        refused.wrong(400, "invalid", "/schema");
        assert!(refused.body.contains(words), "{refused:?}");
    }
    define(json!({ "x": "y".repeat(70_000) })).wrong(413, "too_large", "/schema");
    let deep = (0..40).fold(json!(1), |inner, _| json!({ "a": inner }));
    agent
        .call("scratchpad_update", &of("s1", &json!({ "patch": deep })))
        .problem(400, "invalid");
    let huge = json!({ "patch": { "a": "x".repeat(10 * 1024 * 1024) } });
    agent
        .call("scratchpad_update", &of("s1", &huge))
        .problem(413, "too_large");
    agent
        .call("scratchpad_update", &json!({ "patch": { "a": 1 } }))
        .wrong(400, "invalid", "/owner");
    let read = agent
        .call("scratchpad_read", &json!({ "owner": "s1" }))
        .ok();
    assert_eq!(read["pad"]["exists"], false, "nothing was done");
    // A schema that refers to itself along two paths is still answered.
    define(json!({
        "properties": { "a": { "$ref": "#/$defs/l" } },
        "$defs": { "l": { "type": ["array", "number"], "items": {
            "anyOf": [{ "$ref": "#/$defs/l" }, { "$ref": "#/$defs/l" }],
        } } },
    }))
    .ok();
    let leaf = (0..26).fold(json!("x"), |inner, _| json!([inner]));
    agent
        .call(
            "scratchpad_update",
            &of("s1", &json!({ "patch": { "a": leaf } })),
        )
        .wrong(400, "invalid", "/patch");
}

#[test]
fn people_edit_a_read_only_one_as_a_whole() {
    let server = Server::start();
    let person = server.person("mara", "owner");
    let agent = server.agent("ada", "worker");
    let rules = json!({ "scope": "global", "name": "rules", "template": { "ask": "first" }, "read_only": true });
    agent.call("scratchpad_define", &rules).ok();
    let update = json!({ "scope": "global", "name": "rules", "patch": { "ask": "never" } });
    let refused = agent.call("scratchpad_update", &update);
    assert_eq!(refused.problem(403, "forbidden")["reason"], "read_only");
    let put = json!({ "scope": "global", "name": "rules", "value": "{\"ask\": \"twice\"}" });
    person.call("scratchpad_put", &put).ok();
    let read = agent
        .get("/api/scratchpad_read?scope=global&name=rules")
        .ok();
    assert_eq!(read["pad"]["value"], json!({ "ask": "twice" }));
}

#[test]
fn a_deleted_one_is_gone_can_be_restored_and_is_erased_in_time() {
    const SECRET: &str = "wombat-shaped-intention";
    let server = Server::start();
    let agent = server.agent("ada", "worker");
    let person = server.person("mara", "owner");
    let write = |name: &str, text: &str| {
        let body = of("s1", &json!({ "name": name, "patch": { "note": text } }));
        agent.call("scratchpad_update", &body).ok();
    };
    write("main", SECRET);
    write("other", "kept");
    write("main", &format!("{SECRET}, twice"));
    let main = of("s1", &json!({}));
    agent.call("scratchpad_delete", &main).ok();
    for read in ["scratchpad_read", "scratchpad_history"] {
        agent.call(read, &main).problem(404, "not_found");
    }
    agent
        .call("scratchpad_restore", &main)
        .problem(403, "forbidden");
    person.call("scratchpad_restore", &main).ok();
    assert_eq!(value(&agent, "s1")["note"], format!("{SECRET}, twice"));
    assert!(!crate::erase::files_with(&server.data(), SECRET).is_empty());

    person
        .call(
            "settings_set",
            &json!({ "settings": { "restore_days": 0 } }),
        )
        .ok();
    agent.call("scratchpad_delete", &main).ok();
    let began = std::time::Instant::now();
    while !crate::erase::files_with(&server.data(), SECRET).is_empty() {
        assert!(began.elapsed() < PATIENCE, "it is not erased");
    }
    let other = of("s1", &json!({ "name": "other" }));
    let read = agent.call("scratchpad_read", &other).ok();
    assert_eq!(read["pad"]["value"]["note"], "kept");
    write("main", "anew");
    assert_eq!(value(&agent, "s1"), json!({ "note": "anew" }));
}

#[test]
fn scratchpads_outlive_the_server() {
    let server = Server::start();
    let agent = server.agent("ada", "worker");
    let token = server.token("ada", "worker");
    let body = json!({ "scope": "resource", "owner": "user/1", "patch": "Remember the milk." });
    agent.call("scratchpad_update", &body).ok();
    let folder = server.stop();
    let server = Server::start_in(folder, &[]);
    let agent = server.anonymous().bearer(&token);
    let read = json!({ "scope": "resource", "owner": "user/1" });
    let read = agent.call("scratchpad_read", &read).ok();
    assert_eq!(
        read["rendered"],
        "<working_memory>\nRemember the milk.\n</working_memory>"
    );
}
