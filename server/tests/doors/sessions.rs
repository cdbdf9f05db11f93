//! Sessions over HTTP on the real index: filters, order and pages of the list, and a session restored from its indexed
//! messages after it expired.

use std::collections::BTreeSet;
use std::time::Instant;

use serde_json::{Value, json};

use crate::harness::{Client, PATIENCE, Server};

/// Puts a session with one message.
fn put(client: &Client, session: &str, said: &str, ttl: Option<u32>) {
    let parts: Vec<&str> = session.split('/').collect();
    let (namespace, user, id) = match parts.as_slice() {
        [namespace, user, id] => (*namespace, *user, *id),
        _ => ("", "", session),
    };
    let put = json!({
        "session": id, "namespace": namespace, "user_id": user, "ttl_seconds": ttl,
        "messages": [{ "id": "m", "role": "user", "content": said,
                       "created_at": "2026-01-01T00:00:00Z" }],
        "data": { "note": "ocelot" },
    });
    client.call("session_put", &put).ok();
}

/// Returns the session keys on a page.
fn keys(page: &Value) -> Vec<String> {
    let rows = page["items"].as_array().unwrap().iter();
    rows.map(|row| row["session"].as_str().unwrap().to_owned())
        .collect()
}

fn list(client: &Client, query: &Value) -> Vec<String> {
    keys(&client.call("session_list", query).ok())
}

/// Returns all keys, page by page.
fn pages(client: &Client, query: &Value) -> Vec<String> {
    let (mut query, mut all) = (query.clone(), Vec::new());
    loop {
        let page = client.call("session_list", &query).ok();
        let found = keys(&page);
        let limit = usize::try_from(query["limit"].as_u64().unwrap()).unwrap();
        assert!(found.len() <= limit, "{page}");
        all.extend(found);
        if page["next_cursor"].is_null() {
            return all;
        }
        query["cursor"] = page["next_cursor"].clone();
    }
}

#[test]
fn the_list_finds_what_every_filter_asks_for_and_nothing_else() {
    let server = Server::start();
    let lead = server.agent("ada", "orchestrator");
    let worker = server.agent("bob", "worker");
    let all = [
        ("work/mara/plan", "The trip to Lisbon", None),
        ("work/ivo/notes", "What the house may cost", Some(3_600)),
        ("/mara/diary", "Lisbon again", Some(100_000)),
        ("home//plan", "The garden", None),
    ];
    for (session, said, ttl) in all {
        put(&lead, session, said, ttl);
    }
    put(&worker, "own", "Lisbon by himself", None);
    let every = all.map(|(session, ..)| session);
    let [plan, notes, diary, garden] = every;
    for (query, expected) in [
        (json!({}), vec![plan, notes, diary, garden, "own"]),
        (json!({ "namespace": "work" }), vec![plan, notes]),
        (json!({ "namespace": "wor" }), vec![]),
        (
            json!({ "namespace": "", "user_id": "" }),
            vec![plan, notes, diary, garden, "own"],
        ),
        (json!({ "user_id": "mara" }), vec![plan, diary]),
        (
            json!({ "namespace": "work", "user_id": "mara" }),
            vec![plan],
        ),
        (json!({ "namespace": "home", "user_id": "mara" }), vec![]),
        (json!({ "query": "lisbon" }), vec![plan, diary, "own"]),
        (json!({ "query": "diary" }), vec![diary]),
        (json!({ "query": "mara Lisbon" }), vec![plan, diary]),
        (
            json!({ "query": "lisbon", "user_id": "mara", "namespace": "work" }),
            vec![plan],
        ),
        (json!({ "query": "garden lisbon" }), vec![]),
        (json!({ "query": "ocelot" }), vec![]),
        (json!({ "query": "?!" }), vec![]),
        (
            json!({ "query": "  " }),
            vec![plan, notes, diary, garden, "own"],
        ),
        (json!({ "expiring_within": 3_000 }), vec![]),
        (json!({ "expiring_within": 3_600 }), vec![notes]),
        (json!({ "expiring_within": 100_000 }), vec![notes, diary]),
        (
            json!({ "expiring_within": 100_000, "query": "lisbon" }),
            vec![diary],
        ),
        (
            json!({ "expiring_within": 100_000, "namespace": "work" }),
            vec![notes],
        ),
    ] {
        let page = lead.call("session_list", &query).ok();
        let found = keys(&page);
        let total = &page["total"];
        assert!(total.is_null() || *total == found.len(), "{query}: {page}");
        let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, expected.into_iter().collect(), "{query}");
    }
    for query in [json!({}), json!({ "query": "lisbon" })] {
        let page = worker.call("session_list", &query).ok();
        assert_eq!(keys(&page), ["own"], "another's is not listed");
        assert_eq!(page["total"], 1, "nor counted");
    }
}

#[test]
fn the_list_is_in_the_order_of_changes_on_all_its_pages() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let person = server.person("mara", "owner");
    for n in 0..9 {
        let ttl = (n % 3 == 0).then_some(3_600);
        put(&client, &format!("s{n}"), "Hello", ttl);
    }
    let rows = || client.call("session_list", &json!({})).ok()["items"].clone();
    let changed = |row: &Value| row["updated_at"].as_str().unwrap().to_owned();
    // A changed old one comes first. The clock may not advance between two writes.
    let began = Instant::now();
    let mut n = 0;
    while rows()[0]["session"] != "s4" {
        assert!(began.elapsed() < PATIENCE, "the changed one stays behind");
        let patch = json!({ "session": "s4", "patch": { "n": n } });
        client.call("session_data", &patch).ok();
        n += 1;
    }
    let whole = rows();
    let whole = whole.as_array().unwrap();
    assert_eq!(whole.len(), 9);
    let is_later = |pair: &[Value]| changed(&pair[0]) >= changed(&pair[1]);
    assert!(whole.windows(2).all(is_later), "{whole:?}");
    let order = list(&client, &json!({ "limit": 200 }));
    for limit in [1, 2, 4, 9] {
        assert_eq!(
            pages(&client, &json!({ "limit": limit })),
            order,
            "by {limit}"
        );
    }
    let soon = list(&client, &json!({ "expiring_within": 4_000 }));
    assert_eq!(soon.len(), 3);
    for limit in [1, 2, 3] {
        let query = json!({ "expiring_within": 4_000, "limit": limit });
        assert_eq!(pages(&client, &query), soon, "by {limit}");
    }
    for (wrong, pointer) in [
        (json!({ "cursor": "nowhere" }), "/cursor"),
        (json!({ "limit": 0 }), "/limit"),
        (json!({ "limit": 201 }), "/limit"),
    ] {
        let answer = client.call("session_list", &wrong);
        answer.wrong(400, "invalid", pointer);
    }
    // Deleted sessions are in a separate list for people.
    client
        .call("session_delete", &json!({ "session": "s7" }))
        .ok();
    let left: Vec<&String> = order.iter().filter(|session| *session != "s7").collect();
    assert_eq!(list(&client, &json!({})).iter().collect::<Vec<_>>(), left);
    let deleted = json!({ "deleted": true });
    assert_eq!(list(&person, &deleted), ["s7"]);
    client
        .call("session_list", &deleted)
        .problem(403, "forbidden");
}

/// Waits until a session has expired; returns its answer then.
fn run_out(client: &Client, session: &str) -> Value {
    let began = Instant::now();
    loop {
        let answer = client.call("session_get", &json!({ "session": session }));
        if answer.status != 200 || answer.json()["reconstructed"] == true {
            return answer.json();
        }
        assert!(began.elapsed() < PATIENCE, "the session does not expire");
        std::thread::yield_now();
    }
}

#[test]
fn a_session_that_ran_out_is_made_again_from_its_indexed_messages() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let other = server.agent("bob", "worker");
    let person = server.person("mara", "owner");
    let talk = |session: &str| {
        json!({
            "session": session, "ttl_seconds": 3, "data": { "cart": 1 },
            "messages": [
                { "id": "m1", "role": "user", "content": "Where is the page?",
                  "metadata": { "from": "phone" }, "created_at": "2026-01-01T00:00:00.000001Z" },
                { "id": "m2", "role": "assistant", "created_at": "2026-01-01T00:00:00.000002Z",
                  "tool_calls": [{ "id": "c1", "name": "look", "arguments": { "for": "page" } }] },
                { "id": "m3", "role": "tool", "name": "look", "tool_call_id": "c1",
                  "content": "There", "created_at": "2026-01-01T00:00:00.000003Z" },
            ],
        })
    };
    client.call("session_put", &talk("lost")).ok();
    let gone = run_out(&client, "lost");
    assert_eq!(gone["code"], "not_found", "nothing of it was indexed");

    let on = json!({ "settings": { "index_messages": true } });
    person.call("settings_set", &on).ok();
    client.call("session_put", &talk("kept")).ok();
    let again = run_out(&client, "kept");
    assert_eq!(again["reconstructed"], true, "{again}");
    let shown = again["messages"].as_array().unwrap();
    let sent = talk("kept");
    let sent = sent["messages"].as_array().unwrap();
    assert_eq!(shown.len(), sent.len());
    for (shown, sent) in shown.iter().zip(sent) {
        for field in [
            "id",
            "role",
            "created_at",
            "name",
            "tool_call_id",
            "tool_calls",
            "metadata",
        ] {
            assert_eq!(shown[field], sent[field], "{field}");
        }
        assert!(shown["persisted_at"].is_string());
    }
    assert_eq!(shown[0]["content"], "Where is the page?");
    assert_eq!(
        again["data"],
        json!({}),
        "data is never kept beyond a session"
    );
    assert_eq!(list(&client, &json!({})), Vec::<String>::new());
    let asked = json!({ "session": "kept" });
    other.call("session_get", &asked).problem(404, "not_found");
    let wire = client.get("/v1/working-memory/kept").ok();
    assert_eq!(wire["messages"].as_array().unwrap().len(), 3);

    // A write continues it, and no message is indexed twice.
    let said = json!({ "session": "kept", "messages": [{ "id": "m4", "role": "user",
        "content": "Hello", "created_at": "2026-01-02T00:00:00Z" }] });
    other
        .call("session_append", &said)
        .problem(403, "forbidden");
    // On a slow machine it may expire again before it is read.
    let began = Instant::now();
    let lives = loop {
        client.call("session_append", &said).ok();
        let lives = client.call("session_get", &asked).ok();
        if lives["reconstructed"] != true {
            break lives;
        }
        assert!(began.elapsed() < PATIENCE, "{lives}");
    };
    assert_eq!(lives["ttl_seconds"], 3, "it lasts as long as it did");
    client.call("session_keep", &asked).ok();
    let now = lives["messages"].as_array().unwrap();
    assert_eq!(now.len(), 4);
    for (now, then) in now.iter().zip(shown) {
        for field in ["id", "content", "metadata", "persisted_at", "tokens"] {
            assert_eq!(now[field], then[field], "{field}");
        }
    }
    let facts = json!({ "stream": "core:messages/kept" });
    let facts = person.call("activity_list", &facts).ok();
    let added = facts["items"].as_array().unwrap().iter();
    assert_eq!(
        added.filter(|fact| fact["kind"] == "crystal_added").count(),
        4
    );
    // Its messages can be sent again, and the whole can be written.
    let again = client.call("session_append", &talk_of(&talk("kept"))).ok();
    assert_eq!(again["messages"], 4, "{again}");
    assert_eq!(again["written"], Value::Null);
}

/// Returns the messages of a document as arguments for an append.
fn talk_of(document: &Value) -> Value {
    json!({ "session": document["session"], "messages": document["messages"] })
}

#[test]
fn every_write_goes_on_from_what_is_left_and_the_newest_is() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let lead = server.agent("lead", "orchestrator");
    let person = server.person("mara", "owner");
    let on = json!({ "settings": { "index_messages": true } });
    person.call("settings_set", &on).ok();
    for session in ["data", "entity", "led"] {
        put(&client, session, "Hello", Some(1));
        assert_eq!(run_out(&client, session)["reconstructed"], true);
    }
    put(&client, "lives", "Hi", None);
    let fork = json!({ "session": "lives", "new_id": "data" });
    client.call("session_fork", &fork).problem(409, "conflict");
    let spawn = json!({ "parent": "lives", "child": "data" });
    client
        .call("session_spawn", &spawn)
        .problem(409, "conflict");
    let data = json!({ "session": "data", "patch": { "cart": 1 } });
    client.call("session_data", &data).ok();
    let entity = json!({ "session": "entity", "type": "page", "id": "p" });
    client.call("entity_add", &entity).ok();
    // An orchestrator's write to another agent's session does not lock that agent out.
    let cart = json!({ "session": "led", "patch": { "cart": 1 } });
    lead.call("session_data", &cart).ok();
    for session in ["data", "entity", "led"] {
        let view = client
            .call("session_get", &json!({ "session": session }))
            .ok();
        assert_eq!(view["messages_total"], 1, "{view}");
        assert_eq!(view["messages"][0]["content"], "Hello");
    }

    // The newest messages of a conversation that is too long are restored.
    let said = |at: u32| {
        json!({ "id": format!("m{at:05}"), "role": "user", "content": "x",
        "created_at": format!("2026-01-01T{:02}:{:02}:{:02}Z", at / 3600, at / 60 % 60, at % 60) })
    };
    for from in (0..11).map(|some| some * 1_000) {
        let count = if from == 10_000 { 2 } else { 1_000 };
        let some: Vec<Value> = (from..from + count).map(said).collect();
        let all = json!({ "session": "long", "messages": some });
        client.call("session_append", &all).ok();
    }
    let ends = json!({ "session": "long", "ttl_seconds": 1 });
    client.call("session_keep", &ends).ok();
    let view = run_out(&client, "long");
    assert_eq!(view["messages_total"], 10_000);
    assert_eq!(view["messages_left_out"], 2);
    assert_eq!(view["messages"][0]["id"], "m00002");
    assert_eq!(view["messages"][9_999]["id"], "m10001");
}

#[test]
fn a_session_that_ran_out_and_is_deleted_stays_deleted() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let other = server.agent("bob", "worker");
    let person = server.person("mara", "owner");
    let on = json!({ "settings": { "index_messages": true } });
    person.call("settings_set", &on).ok();
    put(&client, "s", "Hello", Some(1));
    assert_eq!(run_out(&client, "s")["reconstructed"], true);
    let delete = json!({ "session": "s" });
    other
        .call("session_delete", &delete)
        .problem(404, "not_found");
    client.call("session_delete", &delete).ok();
    client
        .call("session_get", &delete)
        .problem(404, "not_found");
    client
        .call("session_delete", &delete)
        .problem(404, "not_found");
}

#[test]
fn nulls_under_names_of_other_apis_are_passed_over() {
    let server = Server::start();
    let client = server.agent("ada", "worker");
    let message = |more: Value| {
        let mut message = json!({ "role": "assistant", "content": "Hello", "refusal": null,
            "function_call": null, "audio": null, "tool_calls": null });
        message
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        json!({ "session": "s", "messages": [message] })
    };
    let said = message(json!({}));
    assert_eq!(client.call("session_append", &said).status, 200);
    let session = client.get("/api/session_get?session=s").ok();
    assert_eq!(session["messages"][0]["content"], "Hello");
    client
        .call("session_append", &message(json!({ "refusal": "no" })))
        .wrong(400, "invalid", "/messages/0/refusal");
}
