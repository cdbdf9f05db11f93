//! Tokens that are bound to a user and a namespace: no call with one reads or changes others' data.

use std::collections::BTreeSet;

use engine::operations;
use kernel::operation::{Operation, Trait, Visitor};
use serde_json::{Value, json};

use crate::harness::{Client, Server};
use crate::mcp::{NEW, Speaker};

/// Returns a client of an agent with a token that is bound to a user of the namespace `clinic`.
fn bound(server: &Server, agent: &str, role: &str, user: &str) -> Client {
    let made = server.cli(&[
        "token",
        "create",
        "--agent",
        agent,
        "--role",
        role,
        "--user",
        user,
        "--namespace",
        "clinic",
    ]);
    assert!(made.status.success(), "{made:?}");
    let token = String::from_utf8(made.stdout).unwrap();
    server.anonymous().bearer(token.trim())
}

/// Operations that a bound token can call.
const CONFINED: [&str; 47] = [
    "context_read",
    "entity_add",
    "entity_export",
    "entity_forget",
    "entity_list",
    "entity_observe",
    "entity_resolve",
    "entity_restore",
    "memory_compact",
    "memory_create",
    "memory_edit",
    "memory_forget",
    "memory_get",
    "memory_import",
    "memory_search",
    "memory_timeline",
    "scratchpad_at",
    "scratchpad_clear",
    "scratchpad_define",
    "scratchpad_delete",
    "scratchpad_history",
    "scratchpad_list",
    "scratchpad_put",
    "scratchpad_read",
    "scratchpad_restore",
    "scratchpad_update",
    "session_append",
    "session_at",
    "session_block",
    "session_data",
    "session_delete",
    "session_diff",
    "session_folded",
    "session_fork",
    "session_get",
    "session_history",
    "session_import",
    "session_keep",
    "session_list",
    "session_merge",
    "session_promote",
    "session_discard",
    "session_put",
    "session_restore",
    "session_share",
    "session_spawn",
    "session_summarize",
];

#[test]
fn a_bound_token_calls_nothing_but_what_is_confined() {
    struct Names(Vec<(&'static str, bool)>);
    impl Visitor for Names {
        fn visit<O: Operation>(&mut self) {
            if O::SPEC.access.roles().next().is_some() {
                self.0.push((O::SPEC.name, O::SPEC.has(Trait::Confined)));
            }
        }
    }
    let mut names = Names(Vec::new());
    operations::each(&mut names);
    let confined: BTreeSet<&str> = names
        .0
        .iter()
        .filter(|one| one.1)
        .map(|one| one.0)
        .collect();
    assert_eq!(confined, BTreeSet::from(CONFINED));
    let server = Server::start();
    let dana = bound(&server, "lead", "orchestrator", "dana");
    for (name, is_confined) in names.0 {
        // An unknown field: an admitted caller gets an error about it, and nothing is done.
        let answer = dana.call(name, &json!({ "no_such_argument": 1 }));
        let expected = if is_confined { 400 } else { 403 };
        assert_eq!(answer.status, expected, "{name}: {answer:?}");
    }
}

/// Returns everything that a client can read, at every door, as one text.
fn everything(client: &Client) -> String {
    let session = json!({ "session": "visit" });
    let query = json!({ "query": "What has the patient? diabetes asthma pad data" });
    let with_all = |mut body: Value| {
        body["fields"] = json!(["*"]);
        body
    };
    let calls = [
        ("memory_search", with_all(query.clone())),
        ("memory_search", json!({ "limit": 100, "fields": ["*"] })),
        (
            "memory_search",
            json!({ "filters": { "user_id": { "ne": "nobody" } }, "fields": ["*"] }),
        ),
        ("memory_timeline", query.clone()),
        ("memory_timeline", json!({})),
        ("session_list", json!({})),
        ("session_list", json!({ "query": "patient" })),
        ("scratchpad_list", json!({})),
        ("scratchpad_list", json!({ "scope": "resource" })),
        ("scratchpad_read", json!({ "scope": "resource" })),
        ("context_read", query.clone()),
        ("session_get", session.clone()),
        ("session_history", session.clone()),
        ("entity_list", session.clone()),
        ("entity_export", session.clone()),
        (
            "context_read",
            json!({ "session": "visit", "query": "diabetes asthma" }),
        ),
        (
            "memory_forget",
            json!({ "filters": { "memory_type": "semantic" }, "dry_run": true }),
        ),
    ];
    let mut all = String::new();
    for (name, body) in calls {
        let answer = client.call(name, &body);
        assert_eq!(answer.status, 200, "{name} {body}: {answer:?}");
        all.push_str(&answer.body);
    }
    for path in [
        "/v1/working-memory/",
        "/v1/working-memory/?namespace=clinic",
        "/v1/working-memory/visit",
    ] {
        all.push_str(&client.get(path).ok().to_string());
    }
    let search = json!({ "text": "diabetes asthma" });
    let found = client.post("/v1/long-term-memory/search", &search).ok();
    all.push_str(&found.to_string());
    let ask = json!({ "query": "diabetes asthma", "long_term_search": true,
        "session": { "session_id": "visit" } });
    all.push_str(&client.post("/v1/memory/prompt", &ask).ok().to_string());
    all
}

/// Starts a server with a session, memories and a scratchpad of `dana` and of `eli`, each written with a token of the
/// same agent that is bound to that user, without naming the user.
fn two() -> (Server, Client, Client) {
    let server = Server::start();
    let clients = [("dana", "diabetes"), ("eli", "asthma")].map(|(user, illness)| {
        let client = bound(&server, "nurse", "worker", user);
        let said = format!("The patient {user} has {illness}");
        let message = json!({ "id": format!("m-{user}"), "role": "user", "content": said });
        let memory = json!({ "id": format!("s-{user}"), "text": format!("{user}: {illness} since May") });
        let put = json!({ "session": "visit", "messages": [message], "memories": [memory],
            "data": { user: illness } });
        client.call("session_put", &put).ok();
        let memory = json!({ "id": format!("l-{user}"), "text": format!("{user} takes pills for {illness}") });
        client.call("memory_create", &json!({ "memory": memory })).ok();
        let pad = json!({ "scope": "resource", "patch": { "pad": format!("pad of {user}") } });
        client.call("scratchpad_update", &pad).ok();
        let entity = json!({ "session": "visit", "type": "page", "id": format!("e-{user}") });
        client.call("entity_add", &entity).ok();
        client
    });
    let [dana, eli] = clients;
    (server, dana, eli)
}

/// Returns calls that refer to data of `other`, in every possible way.
fn foreign_calls(own: &str, other: &str) -> Vec<(&'static str, Value)> {
    let key = format!("clinic/{other}/visit");
    vec![
        ("session_get", json!({ "session": key })),
        (
            "session_get",
            json!({ "session": "visit", "user_id": other }),
        ),
        (
            "session_get",
            json!({ "session": "visit", "namespace": "elsewhere" }),
        ),
        ("session_at", json!({ "session": key, "version": 1 })),
        (
            "session_append",
            json!({ "session": key, "messages": [{ "role": "user", "content": "x" }] }),
        ),
        (
            "session_delete",
            json!({ "session": "visit", "user_id": other }),
        ),
        ("session_fork", json!({ "session": "visit", "new_id": key })),
        ("session_fork", json!({ "session": key, "new_id": "mine" })),
        ("session_spawn", json!({ "parent": key, "child": "mine" })),
        (
            "session_spawn",
            json!({ "parent": "visit", "child": "mine", "user_id": other }),
        ),
        ("session_merge", json!({ "child": key })),
        ("session_list", json!({ "user_id": other })),
        ("session_import", json!({ "session": key, "content": "[]" })),
        (
            "session_put",
            json!({ "session": "visit", "messages": [], "memories":
                [{ "id": "x", "text": "x", "user_id": other }] }),
        ),
        ("entity_export", json!({ "session": key })),
        ("context_read", json!({ "session": key })),
        ("context_read", json!({ "query": "q", "user_id": other })),
        (
            "scratchpad_read",
            json!({ "scope": "resource", "owner": other }),
        ),
        (
            "scratchpad_read",
            json!({ "scope": "thread", "owner": key }),
        ),
        (
            "scratchpad_list",
            json!({ "scope": "resource", "owner": other }),
        ),
        (
            "scratchpad_update",
            json!({ "scope": "resource", "owner": other, "patch": { "a": 1 } }),
        ),
        (
            "scratchpad_update",
            json!({ "scope": "global", "patch": { "a": 1 } }),
        ),
        (
            "memory_create",
            json!({ "memory": { "text": "x", "user_id": other } }),
        ),
        (
            "memory_create",
            json!({ "memory": { "text": "x", "namespace": "elsewhere" } }),
        ),
        (
            "memory_create",
            json!({ "memory": { "id": format!("l-{other}"), "text": "x" } }),
        ),
        (
            "memory_edit",
            json!({ "id": format!("l-{own}"), "user_id": other }),
        ),
        (
            "memory_edit",
            json!({ "id": format!("l-{own}"), "user_id": null }),
        ),
        ("memory_edit", json!({ "id": "open", "text": "x" })),
        ("memory_forget", json!({ "ids": ["open"] })),
        (
            "memory_import",
            json!({ "user_id": other, "content": "- x" }),
        ),
        (
            "memory_import",
            json!({ "content":
                json!([{ "id": "1", "memory": "x", "user_id": other }]).to_string() }),
        ),
        ("memory_compact", json!({ "user_id": other })),
    ]
}

#[test]
fn two_bound_tokens_see_nothing_of_each_other() {
    let (server, dana, eli) = two();
    let shared = json!({ "memory": { "id": "open", "text": "Diabetes and asthma are illnesses" } });
    server
        .agent("ada", "worker")
        .call("memory_create", &shared)
        .ok();
    for (client, own, other, illness) in [
        (&dana, "dana", "eli", "asthma"),
        (&eli, "eli", "dana", "diabetes"),
    ] {
        let all = everything(client);
        assert!(all.contains(&format!("{own} takes pills")), "{all}");
        assert!(all.contains(&format!("pad of {own}")), "{all}");
        assert!(all.contains("are illnesses"), "{all}");
        for foreign in [
            format!("{other} takes pills"),
            format!("{other}: "),
            format!("patient {other}"),
            format!("pad of {other}"),
            format!("{illness} since"),
            format!("e-{other}"),
            format!("m-{other}"),
        ] {
            assert!(!all.contains(&foreign), "{own} sees {foreign}: {all}");
        }
        // By its id, with and without its core.
        for core in [Value::Null, json!("clinic")] {
            let get = json!({ "id": format!("l-{other}"), "core": core });
            client.call("memory_get", &get).problem(404, "not_found");
        }
        let trail = json!({ "id": format!("l-{own}"), "trail": true });
        client.call("memory_get", &trail).problem(403, "forbidden");
        for (name, body) in foreign_calls(own, other) {
            let answer = client.call(name, &body);
            assert_eq!(answer.status, 403, "{name} {body}: {answer:?}");
        }
        let forget = json!({ "ids": [format!("l-{other}"), format!("s-{other}")] });
        assert_eq!(client.call("memory_forget", &forget).ok()["deleted"], 0);
        let edit = json!({ "id": format!("l-{other}"), "core": "clinic", "text": "x" });
        client.call("memory_edit", &edit).problem(404, "not_found");
        let takes = json!({ "memory": { "text": "x", "supersedes": [format!("l-{other}")] } });
        client
            .call("memory_create", &takes)
            .problem(404, "not_found");
        for path in [
            format!("/v1/working-memory/visit?user_id={other}"),
            format!("/v1/working-memory/?user_id={other}"),
        ] {
            assert_eq!(client.get(&path).status, 403, "{path}");
        }
        let found = client.get(&format!("/v1/long-term-memory/l-{other}"));
        assert_eq!(found.status, 404, "{found:?}");
    }
    // Neither changed the other's data.
    assert!(everything(&dana).contains("dana takes pills for diabetes"));
    assert!(everything(&eli).contains("eli takes pills for asthma"));
}

#[test]
fn answers_to_retries_feeds_and_resources_are_confined_too() {
    let (server, dana, eli) = two();
    let put = json!({ "session": "keyed", "messages": [{ "role": "user", "content": "hello" }] });
    let answers = [&dana, &eli].map(|client| {
        let keyed = client.clone().header("idempotency-key", "k");
        keyed.call("session_put", &put).ok()["session"].clone()
    });
    assert_ne!(answers[0], answers[1]);
    let feed = eli.events("/api/events");
    assert_eq!(feed.next().name, "cursor");
    let said = |user: &str| {
        json!({ "session": "visit", "messages":
        [{ "role": "user", "content": format!("I am {user}") }] })
    };
    dana.call("session_append", &said("dana")).ok();
    server
        .agent("ada", "worker")
        .call("memory_create", &json!({ "memory": { "text": "x" } }))
        .ok();
    eli.call("session_append", &said("eli")).ok();
    let fact = feed.fact().json();
    assert_eq!(fact["stream"], "session:clinic/eli/visit");
    let speaker = Speaker::new(eli, NEW);
    let ask = |method: &str| speaker.send(method, json!({})).message().to_string();
    let resources = ask("resources/list");
    assert!(resources.contains("eli"), "{resources}");
    assert!(
        !resources.contains("dana") && !resources.contains("error"),
        "{resources}"
    );
    let tools = ask("tools/list");
    assert!(
        tools.contains("memory_search") && !tools.contains("task_claim"),
        "{tools}"
    );
}

#[test]
fn lists_of_tokens_say_what_they_are_bound_to() {
    let server = Server::start();
    bound(&server, "nurse", "worker", "dana");
    let owner = server.person("mara", "owner");
    let tokens = owner.call("token_list", &json!({})).ok();
    let info = &tokens["items"][0];
    assert_eq!(
        (&info["user_id"], &info["namespace"]),
        (&json!("dana"), &json!("clinic"))
    );
    let listed = server.cli(&["token", "list"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(
        listed
            .trim_end()
            .ends_with("holds user=dana namespace=clinic"),
        "{listed}"
    );
    let page = owner.get("/settings/agents").body;
    assert!(
        page.contains("user dana") && page.contains("namespace clinic"),
        "{page}"
    );
    let empty = json!({ "agent": "nurse", "user_id": " " });
    owner
        .call("token_create", &empty)
        .wrong(400, "invalid", "/user_id");
}
