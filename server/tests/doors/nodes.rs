//! Several servers on one PostgreSQL database.

mod balanced;
mod clocks;
mod cut;
mod faults;
mod moving;
mod pooled;
mod promoted;
mod proxy;
mod unwritable;

use std::fs;
use std::process::Output;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::conformance::PostgresServer;

use crate::harness::{Answer, Client, PASSWORD, PATIENCE, Server, loci};

/// Counts the workspaces in a database.
const SCHEMAS: &str = "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'loci%'";

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

#[test]
fn databases_and_folders_that_do_not_fit_are_refused() {
    let database = PostgresServer::start();
    let url = database.url();
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");

    // Databases.
    let missing = url.replace("/postgres", "/nowhere");
    let said = refused(&["--log", &missing], &new);
    assert!(
        said.contains("there is no such database; create it"),
        "{said}"
    );
    let said = refused(&["--log", "postgres://loci:hunter2@127.0.0.1:9/loci"], &new);
    assert!(
        said.contains("127.0.0.1:9/loci cannot hold the log: it cannot be reached"),
        "{said}"
    );
    assert!(!said.contains("hunter2"), "{said}");
    let said = refused(&["--log", &url, "--workspace", &"w".repeat(60)], &new);
    assert!(said.contains("more than 58 bytes"), "{said}");
    database.execute("CREATE ROLE guest LOGIN");
    let guest = url.replace("loci@", "guest@");
    let said = refused(&["--log", &guest], &new);
    assert!(said.contains("GRANT CREATE ON DATABASE"), "{said}");
    database.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    let said = refused(&["--log", &url.replace("/postgres", "/latin")], &new);
    assert!(said.contains("ENCODING 'UTF8'"), "{said}");
    for (setting, remedy) in [
        ("synchronous_commit", "set synchronous_commit = on"),
        ("default_transaction_isolation", "not read committed"),
    ] {
        let value = if setting == "synchronous_commit" {
            "off"
        } else {
            "serializable"
        };
        database.execute(&format!("ALTER ROLE loci SET {setting} = '{value}'"));
        let said = refused(&["--log", &url], &new);
        database.execute(&format!("ALTER ROLE loci RESET {setting}"));
        assert!(said.contains(remedy), "{said}");
    }
    for wrong in [
        "postgres://loci:p#w@127.0.0.1/loci",
        "postgres://127.0.0.1:99999/loci",
    ] {
        let mut command = loci();
        command.args(["serve", "--addr", "127.0.0.1:0", "--log", wrong, "--data"]);
        let output = command.arg(&new).output().unwrap();
        // A service manager does not start it again.
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("%23 for #"), "{said}");
        assert!(!said.contains("p#w"), "{said}");
    }
    let other = url.replace("/postgres", "/other");
    database.execute("CREATE DATABASE other");
    database.execute("REVOKE CONNECT ON DATABASE other FROM PUBLIC");
    let said = refused(&["--log", &other.replace("loci@", "guest@")], &new);
    assert!(said.contains("run GRANT CONNECT ON DATABASE"), "{said}");
    database.execute("ALTER DATABASE other SET default_transaction_read_only = on");
    let said = refused(&["--log", &other], &new);
    assert!(
        said.contains("default_transaction_read_only is on"),
        "{said}"
    );
    database.execute("ALTER DATABASE other RESET default_transaction_read_only");
    database
        .execute("CREATE ROLE few LOGIN SUPERUSER CONNECTION LIMIT 3; ALTER ROLE few NOSUPERUSER");
    database.execute("ALTER DATABASE other OWNER TO few");
    let few = other.replace("loci@", "few@");
    let said = refused(&["--log", &few], &new);
    assert!(said.contains("Each server needs ten connections"), "{said}");
    database.execute("ALTER ROLE few CONNECTION LIMIT 1");
    let said = refused(&["--log", &few], &new);
    assert!(
        said.contains("it accepts no more connections. Each server needs ten"),
        "{said}"
    );
    database.execute("GRANT CONNECT ON DATABASE other TO guest");
    let said = refused(&["--log", &other.replace("loci@", "guest@")], &new);
    assert!(said.contains("Connect as the role that owns it"), "{said}");
    let socket = "postgres://loci@%2Fnowhere/postgres";
    let said = refused(&["--log", socket], &new);
    assert!(
        said.contains("a file that its address names does not exist"),
        "{said}"
    );

    // Folders: nothing was written into one by any refusal above, and each belongs to one log.
    assert!(!new.join("index.sqlite").exists());
    fs::remove_dir_all(&new).unwrap();
    let own = Server::start();
    own.agent("ada", "worker");
    let own = own.stop();
    let data = own.path().join("data");
    let said = refused(&["--log", &url], &data);
    assert!(said.contains("has a log of its own. Copy it"), "{said}");
    // The database has no schema, so the copy that the message names can be made.
    assert_eq!(database.count(SCHEMAS), 0);
    let shared = node(&database).stop();
    let data = shared.path().join("data");
    let said = refused(&[], &data);
    assert!(said.contains("whose log is in a database"), "{said}");
    let said = refused(&["--log", &url, "--workspace", "other"], &data);
    assert!(said.contains("belongs to another workspace"), "{said}");
    assert_eq!(database.count(SCHEMAS), 1);
    fs::write(data.join("workspace"), "that of another database\n").unwrap();
    let said = refused(&["--log", &url], &data);
    assert!(said.contains("belongs to another workspace"), "{said}");
    assert!(fs::exists(data.join("workspace")).unwrap());

    // Only `loci serve` begins a workspace.
    fs::create_dir(&new).unwrap();
    for command in [&["check"][..], &["token", "list"]] {
        let output = loci()
            .args(command)
            .args(["--workspace", "typo", "--log", &url, "--data"])
            .arg(&new)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("it has no schema loci_typo"), "{said}");
    }

    // A newer version of Loci migrated the schema.
    database.execute(
        "INSERT INTO loci_main._sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (999, 'newer', true, '', 0)",
    );
    let said = refused(&["--log", &url], &data);
    assert!(
        said.contains("written by a newer version of Loci (migration 999)"),
        "{said}"
    );
}

#[test]
fn databases_that_may_lose_writes_or_do_not_know_the_password_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    let mut careless = PostgresServer::start_with(&["fsync=off"]);
    let said = refused(&["--log", &careless.url()], &new);
    assert!(said.contains("set fsync = on"), "{said}");
    careless.stop("fast");
    careless.run(&["full_page_writes=off"]);
    let said = refused(&["--log", &careless.url()], &new);
    assert!(said.contains("set full_page_writes = on"), "{said}");
    careless.stop("fast");
    careless.run(&[]);
    careless.execute("DROP EXTENSION plpgsql");
    let said = refused(&["--log", &careless.url()], &new);
    assert!(said.contains("run CREATE EXTENSION plpgsql"), "{said}");
    careless.execute("CREATE EXTENSION plpgsql");
    careless.stop("fast");
    careless.become_standby();
    careless.run(&[]);
    let said = refused(&["--log", &careless.url()], &new);
    assert!(said.contains("connect to the primary"), "{said}");
    drop(careless);
    let mut locked = PostgresServer::start();
    locked.execute("ALTER ROLE loci PASSWORD 'right'");
    locked.stop("fast");
    locked.require_password();
    locked.run(&[]);
    for (password, refusal) in [("", true), (":wrong", true), (":right", false)] {
        let url = locked.url().replace("loci@", &format!("loci{password}@"));
        if refusal {
            let said = refused(&["--log", &url], &new);
            assert!(said.contains("rejects the user or the password"), "{said}");
            assert!(!said.contains("wrong"), "{said}");
        } else {
            drop(Server::start_with(&["--log", &url]).stop());
        }
    }
    drop(locked);
    assert!(!new.join("index.sqlite").exists());
}
