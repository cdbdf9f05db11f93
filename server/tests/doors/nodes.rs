//! Several servers on one PostgreSQL database.

mod balanced;
mod clocks;
mod cut;
mod faults;
mod moving;
mod pooled;
mod promoted;
mod proxy;
mod refusals;
mod unwritable;

use std::process::Output;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::conformance::PostgresServer;

use crate::harness::{Answer, Client, PASSWORD, PATIENCE, Server, loci};

/// Starts a server of the workspace `main` in the database.
fn node(database: &PostgresServer) -> Server {
    Server::start_with(&["--log", &database.url()])
}

/// Runs a server that is refused.
fn refused(flags: &[&str], data: &std::path::Path) -> String {
    let output: Output = loci()
        .args(["serve", "--addr", "127.0.0.1:0", "--data"])
        .arg(data)
        .args(flags)
        .output()
        .unwrap();
    assert!(!output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn workflow(client: &Client, name: &str) -> String {
    let made = client
        .call("workflow_create", &json!({ "name": name, "goal": "g" }))
        .ok();
    made["workflow"].as_str().unwrap().to_owned()
}

fn discovery(workflow: &str, content: &str) -> Value {
    json!({ "workflow": workflow, "type": "insight", "content": content })
}

/// Returns the contents of all discoveries of a workflow.
fn contents(client: &Client, id: &str) -> Vec<String> {
    let wanted = json!({ "workflow": id, "fields": ["discoveries.content"] });
    let state = until_ok(|| client.call("workflow_get", &wanted));
    let found = state["workflow"]["discoveries"].as_array().unwrap().iter();
    found
        .map(|found| found["content"].as_str().unwrap().to_owned())
        .collect()
}

/// Calls until the answer is 200; those before are 503. Returns the last one.
fn until_ok(call: impl Fn() -> Answer) -> Value {
    let began = Instant::now();
    loop {
        let answer = call();
        if answer.status == 200 {
            return answer.json();
        }
        assert_eq!(answer.status, 503, "{answer:?}");
        assert!(began.elapsed() < PATIENCE, "no recovery: {answer:?}");
    }
}

#[test]
fn two_servers_are_one_loci() {
    let database = PostgresServer::start();
    let (a, b) = (node(&database), node(&database));
    // Accounts: made on one, valid on the other.
    let owner = a.person("grace", "owner");
    let there = b.signed_in("grace");
    let on_a = a.agent("ada", "orchestrator");
    let token = a.token("ada", "orchestrator");
    let on_b = Client::new(&b.base).bearer(&token);

    // Each sees at once what the other acknowledged: states, lists, search, and the feed.
    let feed = on_b.events("/api/events");
    assert_eq!(feed.next().name, "cursor");
    let id = workflow(&on_a, "Shared");
    let added = on_b
        .call("task_add", &json!({ "workflow": id, "title": "First" }))
        .ok();
    assert_eq!(added["ids"], json!(["T1"]));
    let state = on_a.call("workflow_get", &json!({ "workflow": id })).ok();
    assert_eq!(state["workflow"]["tasks"][0]["title"], "First");
    assert_eq!(there.workflows(), 1);
    let first = feed.fact().json();
    assert_eq!(first["kind"], "workflow_created");
    // A feed moves from one server to the other without a gap.
    let made = on_a
        .call("workflow_create", &json!({ "name": "Next", "goal": "g" }))
        .ok();
    let epoch = feed.fact().id.split_once(':').unwrap().0.to_owned();
    let cursor = format!("{epoch}:{}", made["position"]);
    let moved = on_b.events(&format!("/api/events?after={cursor}"));
    let last = workflow(&on_a, "Last");
    assert_eq!(moved.next().json()["stream"], format!("workflow:{last}"));
    let remembered = json!({ "memories": [{ "text": "The database is shared by two servers" }] });
    on_a.call("memory_create", &remembered).ok();
    let found = on_b
        .call(
            "memory_search",
            &json!({ "query": "which database is shared" }),
        )
        .ok();
    assert_eq!(
        found["items"][0]["text"],
        "The database is shared by two servers"
    );

    // One winner.
    let claim = &|client: &Client| {
        let wanted = json!({ "workflow": id, "task": "T1" });
        client.call("task_claim", &wanted).status
    };
    let claims: Vec<u16> = thread::scope(|scope| {
        let both = [&on_a, &on_b].map(|client| scope.spawn(move || claim(client)));
        both.map(|one| one.join().unwrap()).to_vec()
    });
    assert!(claims.contains(&200), "{claims:?}");

    // The same key on both servers makes one token.
    let ask = json!({ "agent": "ben", "role": "worker" });
    owner
        .call(
            "agent_register",
            &json!({ "name": "ben", "role": "worker" }),
        )
        .ok();
    let keyed = |client: &Client| {
        client
            .clone()
            .header("idempotency-key", "once")
            .call("token_create", &ask)
    };
    let made: Vec<Value> = [&owner, &there].map(|client| keyed(client).ok()).to_vec();
    assert_eq!(made[0]["info"]["id"], made[1]["info"]["id"]);

    // Revoked on one, refused on the other within a second.
    let ben = Client::new(&b.base).bearer(made[0]["token"].as_str().unwrap());
    ben.call("workflow_list", &json!({})).ok();
    owner
        .call("token_revoke", &json!({ "token": made[0]["info"]["id"] }))
        .ok();
    let began = Instant::now();
    while ben.call("workflow_list", &json!({})).status != 401 {
        assert!(
            began.elapsed() < Duration::from_mins(1),
            "the token is still valid"
        );
    }

    // A killed server takes nothing with it, and a new one has everything.
    a.signal("KILL");
    let folder = a.stop_dead();
    let last = workflow(&on_b, "After the kill");
    assert!(!folder.path().join("data/log.sqlite").exists());
    let again = Server::start_in(folder, &["--log", &database.url()]);
    let on_again = Client::new(&again.base).bearer(&token);
    assert_eq!(
        on_again
            .call("workflow_get", &json!({ "workflow": last }))
            .ok()["workflow"]["name"],
        "After the kill"
    );
    let check = again.cli(&["check", "--log", &database.url()]);
    assert!(check.status.success(), "{check:?}");
    let signed_in = Client::new(&again.base).post(
        "/sign-in",
        &json!({ "name": "grace", "password": PASSWORD }),
    );
    assert_eq!(signed_in.status, 200);
}

#[test]
fn contents_are_shared_and_erased_for_all() {
    let database = PostgresServer::start();
    let (a, b) = (node(&database), node(&database));
    let owner = a.person("grace", "owner");
    let there = b.signed_in("grace");
    let on_a = a.agent("ada", "orchestrator");
    let large = "large contents ".repeat(20_000);
    let record = |client: &Client, id: &str| {
        let new = json!({ "workflow": id, "type": "file", "path": "report.md", "content": large });
        client.call("artifact_record", &new).ok();
    };
    let (first, second) = (workflow(&on_a, "First"), workflow(&on_a, "Second"));
    record(&there, &first);
    record(&owner, &second);
    let read = |client: &Client, id: &str| {
        let wanted = json!({ "workflow": id, "path": "report.md" });
        client.call("artifact_get", &wanted)
    };
    assert!(
        read(&owner, &first)
            .ok()
            .to_string()
            .contains("large contents large")
    );
    // Both refer to one content, so it stays until the second one is erased on the other server.
    owner
        .call("purge", &json!({ "stream": format!("workflow:{first}") }))
        .ok();
    assert!(
        read(&there, &second)
            .ok()
            .to_string()
            .contains("large contents large")
    );
    there
        .call("purge", &json!({ "stream": format!("workflow:{second}") }))
        .ok();
    assert_eq!(database.count("SELECT count(*) FROM loci_main.blobs"), 0);
    assert_eq!(
        database.count("SELECT count(*) FROM loci_main.facts WHERE body LIKE '%report.md%'"),
        0
    );
    assert!(matches!(read(&owner, &second).status, 404 | 410));
}

#[test]
fn a_database_that_restarts_loses_nothing() {
    let mut database = PostgresServer::start();
    let server = node(&database);
    let client = server.agent("ada", "orchestrator");
    let feed = client.events("/api/events");
    assert_eq!(feed.next().name, "cursor");
    let before = workflow(&client, "Before");
    for mode in ["immediate", "fast"] {
        database.stop(mode);
        let new = json!({ "name": "Meanwhile", "goal": "g" });
        let keyed = client.clone().header("idempotency-key", mode);
        let answer = keyed.call("workflow_create", &new);
        assert_eq!(answer.status, 503, "{answer:?}");
        assert!(!answer.header("retry-after").is_empty(), "{answer:?}");
        database.run(&[]);
        let began = Instant::now();
        while keyed.call("workflow_create", &new).status != 200 {
            assert!(
                began.elapsed() < Duration::from_mins(2),
                "it does not recover"
            );
        }
        // The same key again is the same workflow.
        keyed.call("workflow_create", &new).ok();
    }
    assert_eq!(client.workflows(), 3);
    assert_eq!(
        client
            .call("workflow_get", &json!({ "workflow": before }))
            .status,
        200
    );
    // The feed stayed open.
    let created = std::iter::from_fn(|| Some(feed.fact().json()))
        .filter(|fact| fact["kind"] == "workflow_created");
    let names: Vec<Value> = created
        .take(3)
        .map(|fact| fact["body"]["name"].clone())
        .collect();
    assert_eq!(names, ["Before", "Meanwhile", "Meanwhile"]);
}
