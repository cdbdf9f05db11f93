//! The audit: owners can look up sign-ins, tokens, keys and erasures; other callers cannot, and it contains no secrets.

use std::path::Path;
use std::process::Output;
use std::time::Instant;

use serde_json::{Value, json};
use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use crate::harness::{Client, PASSWORD, PATIENCE, Server, cli_in};

fn sign(client: &Client, name: &str, password: &str) -> crate::harness::Answer {
    client.post("/sign-in", &json!({ "name": name, "password": password }))
}

fn audit(client: &Client, asked: &Value) -> Vec<Value> {
    let listed = client.call("audit_list", asked).ok();
    listed["items"].as_array().unwrap().clone()
}

fn of_kind(client: &Client, kind: &str) -> Vec<Value> {
    audit(client, &json!({ "kind": kind }))
}

/// Returns true if any file below the folder contains these bytes.
fn holds(folder: &Path, words: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return holds(&path, words);
        }
        let bytes = std::fs::read(&path).unwrap_or_default();
        bytes
            .windows(words.len())
            .any(|window| window == words.as_bytes())
    })
}

/// Waits for `count` facts of a kind: failures and ends are recorded in the background.
#[track_caller]
fn noted(client: &Client, kind: &str, count: usize) -> Vec<Value> {
    let began = Instant::now();
    loop {
        let found = of_kind(client, kind);
        if found.len() >= count {
            assert_eq!(found.len(), count, "{found:?}");
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "{kind}: {found:?}");
        std::thread::yield_now();
    }
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn who_came_in_and_who_could_not_is_noted_without_what_they_typed() {
    const TYPED: &str = "my-Passw0rd-in-the-wrong-field";
    let server = Server::start();
    let mara = server.person("mara", "owner");
    server.person("noor", "member");
    let anonymous = server.anonymous();
    sign(&anonymous, TYPED, TYPED).problem(401, "unauthenticated");
    // On a slow machine a delay may pass between two attempts, so the number of checked attempts varies.
    let mut answers = Vec::new();
    while answers.iter().filter(|status| **status == 429).count() < 25 {
        assert!(answers.len() < 60, "{answers:?}");
        answers.push(sign(&anonymous, "noor", "wrong-one").status);
    }
    assert_eq!(answers[..5], [401; 5]);
    // Thirty attempts are not thirty facts: one for each name, and a total later.
    let failed = noted(&mara, "sign_in_failed", 2);
    let told: Vec<&Value> = failed.iter().map(|one| &one["body"]["person"]).collect();
    assert!(told.contains(&&json!("noor")) && told.contains(&&Value::Null));
    assert_eq!(failed[0]["body"]["address"], "127.0.0.1");
    assert_eq!(failed[0]["body"]["by"], "password");
    assert_eq!(failed[0]["actor"]["role"], "system");
    assert!(!holds(&server.data(), TYPED), "what was typed is nowhere");
    let signed = of_kind(&mara, "signed_in");
    let who: Vec<&Value> = signed.iter().map(|one| &one["actor"]["id"]).collect();
    assert_eq!(who, ["noor", "mara"]);
    assert_eq!(
        signed[0]["summary"],
        "signed in with a password from 127.0.0.1"
    );
    let made = of_kind(&mara, "person_created");
    assert_eq!(made[0]["summary"], "created the person noor as member");
    out(&server.cli_with(
        &["user", "password", "noor", "--password-stdin"],
        "another horse\n",
    ));
    let link = out(&server.cli(&["user", "link", "noor"]));
    let enter = link.trim()[link.find("/enter/").unwrap()..].to_owned();
    assert_eq!(anonymous.post(&enter, &json!({})).status, 200);
    anonymous.post(&enter, &json!({})).problem(404, "not_found");
    let by_link = noted(&mara, "sign_in_failed", 3);
    assert_eq!(by_link[0]["body"]["by"], "link");
    let hers = audit(&mara, &json!({ "actor": "noor" }));
    let kinds: Vec<&Value> = hers.iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds[..3], ["signed_in", "link_made", "password_changed"]);
    assert_eq!(hers[0]["body"]["by"], "link");
    assert!(kinds.contains(&&json!("sign_in_failed")) && kinds.contains(&&json!("person_created")));
    for secret in [&enter["/enter/".len()..], "another horse", PASSWORD] {
        assert!(!holds(&server.data(), secret));
    }

    // The remaining totals are recorded when the server stops.
    let folder = server.stop();
    let server = Server::start_in(folder, &[]);
    let failed = of_kind(&mara_again(&server), "sign_in_failed");
    let times = answers.len() - 1;
    let rest = failed.iter().find(|one| one["body"]["times"] == times);
    let rest = &rest.unwrap()["body"];
    assert_eq!(
        (&rest["person"], &rest["rate_limited"]),
        (&json!("noor"), &json!(25))
    );
}

fn mara_again(server: &Server) -> Client {
    let signed = sign(&server.anonymous(), "mara", PASSWORD);
    server.anonymous().cookie(&signed.cookie())
}

#[test]
fn the_audit_is_for_owners_alone_at_every_exit() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let member = server.person("noor", "member");
    let viewer = server.person("vi", "viewer");
    let agents = [
        "orchestrator",
        "worker",
        "reviewer",
        "librarian",
        "observer",
    ]
    .map(|role| server.agent(&format!("one-{role}"), role));
    sign(&server.anonymous(), "noor", "wrong-one");
    let failed = noted(&mara, "sign_in_failed", 1);
    let everybody = || agents.iter().chain([&member, &viewer]);
    for client in everybody().chain([&mara]) {
        let waits = json!({ "cursor": "0", "timeout_seconds": 0, "limit": 200 });
        for (name, asked) in [
            ("activity_list", json!({ "limit": 200 })),
            (
                "activity_list",
                json!({ "stream": "workspace:main", "limit": 200 }),
            ),
            ("changes_wait", waits),
        ] {
            let told = client.call(name, &asked).body;
            assert!(!told.contains("sign_in_failed") && !told.contains("\"signed_in\""));
            // Tokens are listed for people only, agents for everyone.
            let is_agent = agents.iter().any(|agent| std::ptr::eq(agent, client));
            assert_eq!(told.contains("token_created"), !is_agent, "{name}");
            assert!(told.contains("agent_registered"), "{name}");
        }
    }
    for client in everybody() {
        let refused = client.call("audit_list", &json!({}));
        refused.problem(403, "forbidden");
        client.get("/api/audit_list").problem(403, "forbidden");
        client.get("/api/audit.csv").problem(403, "forbidden");
        client.get("/api/audit.jsonl").problem(403, "forbidden");
    }
    for client in [&member, &viewer] {
        let page = client.clone().browser();
        assert_eq!(page.get("/settings/audit").status, 403);
        let settings = page.get("/settings/agents");
        assert!(settings.status == 200 && !settings.body.contains("/settings/audit"));
        // Owners cannot erase audit facts either.
        let fact = &failed[0]["version"];
        let redact = json!({ "stream": "workspace:main", "fact": fact, "dry_run": true });
        client.call("redact", &redact).problem(403, "forbidden");
    }
    let page = mara.clone().browser();
    assert!(
        page.get("/settings/agents")
            .body
            .contains("/settings/audit")
    );
    for path in ["/api/audit.csv", "/api/audit.jsonl", "/api/audit_list"] {
        server.anonymous().get(path).problem(401, "unauthenticated");
    }
    let path = "/settings/audit";
    assert_eq!(server.anonymous().browser().get(path).status, 302);
    mara.get("/api/audit.csv?kind=nonsense")
        .wrong(400, "invalid", "/kind");
    mara.get("/api/audit.csv?since=yesterday")
        .wrong(400, "invalid", "/since");
    mara.call("audit_list", &json!({ "kind": "nonsense" }))
        .wrong(400, "invalid", "/kind");
    assert_eq!(page.get("/settings/audit?kind=nonsense").status, 400);
}

#[test]
fn setting_up_and_roles_are_noted() {
    let server = Server::start();
    let link = out(&server.cli(&["setup-link"]));
    let secret = link.trim().split("secret=").nth(1).unwrap().to_owned();
    let anonymous = server.anonymous();
    let wrong = json!({ "secret": "00", "name": "mara", "password": PASSWORD });
    anonymous.post("/setup", &wrong).problem(403, "forbidden");
    let right = json!({ "secret": secret, "name": "mara", "password": PASSWORD });
    let made = anonymous.post("/setup", &right);
    let mara = server.anonymous().cookie(&made.cookie());
    assert_eq!(noted(&mara, "sign_in_failed", 1)[0]["body"]["by"], "setup");
    assert_eq!(of_kind(&mara, "signed_in")[0]["body"]["by"], "setup");
    assert_eq!(of_kind(&mara, "person_created")[0]["body"]["role"], "owner");
    assert_eq!(of_kind(&mara, "link_made")[0]["body"], json!({}));
    assert!(!holds(&server.data(), &secret));

    for role in ["worker", "reviewer"] {
        mara.call("agent_register", &json!({ "name": "ada", "role": role }))
            .ok();
    }
    let roles = of_kind(&mara, "agent_registered");
    assert_eq!(
        roles[0]["summary"],
        "changed the role of ada from worker to reviewer"
    );
    assert_eq!(roles[1]["summary"], "registered ada as worker");
    mara.call("agent_pause", &json!({ "agent": "ada" })).ok();
    mara.call("agent_resume", &json!({ "agent": "ada" })).ok();
    assert_eq!(of_kind(&mara, "agent_paused").len(), 1);
    assert_eq!(of_kind(&mara, "agent_resumed").len(), 1);
    let set = |settings: Value, reset: Value| {
        mara.call(
            "settings_set",
            &json!({ "settings": settings, "reset": reset }),
        )
        .ok();
    };
    set(json!({ "entity_limit": 7, "restore_days": 0 }), json!([]));
    set(json!({}), json!(["entity_limit"]));
    let changed = of_kind(&mara, "settings_changed");
    assert_eq!(
        changed[0]["body"]["changes"],
        json!([{ "setting": "entity_limit", "before": 7, "after": 10 }])
    );
    assert_eq!(
        changed[1]["summary"],
        "set entity_limit from 10 to 7, restore_days from 7 to 0"
    );
}

#[test]
fn what_is_forgotten_and_what_loci_erases_by_itself_is_noted() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let ada = server.agent("ada", "librarian");
    mara.call(
        "settings_set",
        &json!({ "settings": { "restore_days": 0 } }),
    )
    .ok();
    let memory = json!({ "memory": { "text": "Ada likes tea", "id": "m1" } });
    ada.call("memory_create", &memory).ok();
    let forget = |dry: bool| {
        let asked = json!({ "ids": ["m1"], "dry_run": dry });
        ada.call("memory_forget", &asked).ok();
    };
    forget(true);
    assert_eq!(of_kind(&mara, "memories_forgotten"), Vec::<Value>::new());
    forget(false);
    let forgotten = of_kind(&mara, "memories_forgotten");
    assert_eq!(forgotten[0]["actor"]["id"], "ada");
    assert_eq!(forgotten[0]["body"]["memories"], 1);
    let erased = noted(&mara, "erased", 1);
    assert_eq!(erased[0]["actor"]["role"], "system");
    assert!(
        erased[0]["body"]["what"][0]
            .as_str()
            .unwrap()
            .starts_with("core:")
    );
}

#[test]
fn a_token_that_ran_out_and_a_restored_backup_are_noted() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    out(&server.cli(&[
        "token",
        "create",
        "--agent",
        "ada",
        "--role",
        "worker",
        "--expires",
        "1s",
    ]));
    let ended = noted(&mara, "token_expired", 1);
    assert_eq!(ended[0]["body"]["agent"], "ada");
    assert!(ended[0]["at"].as_str() >= ended[0]["body"]["expires_at"].as_str());
    let backup = server.folder().join("backup");
    let backup = backup.to_str().unwrap().to_owned();
    out(&server.cli(&["backup", &backup]));
    let folder = server.stop();
    let data = folder.path().join("data");
    out(&cli_in(&data, &["restore", &backup], ""));
    let line = out(&cli_in(&data, &["audit", "--kind", "backup_restored"], ""));
    let restored: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(restored["actor"]["id"], "cli");
    assert!(restored["body"]["position"].as_u64() < restored["position"].as_u64());
    let server = Server::start_in(folder, &[]);
    let mara = mara_again(&server);
    assert_eq!(of_kind(&mara, "backup_restored").len(), 1);
    assert_eq!(
        of_kind(&mara, "token_expired").len(),
        1,
        "it is no news twice"
    );
    let told = out(&server.cli(&["audit", "--format", "csv", "--actor", "mara"]));
    assert!(told.starts_with("at,kind,actor,role,") && told.contains("\"signed_in\",\"mara\""));
    let wrong = server.cli(&["audit", "--kind", "nonsense"]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
}

#[test]
fn tokens_settings_and_erasures_are_noted_found_and_exported() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let ada = server.agent("ada", "worker");
    ada.call("agent_list", &json!({})).ok();
    ada.call("agent_list", &json!({})).ok();
    let used = of_kind(&mara, "token_used");
    assert_eq!((used.len(), &used[0]["actor"]["id"]), (1, &json!("ada")));
    mara.call(
        "settings_set",
        &json!({ "settings": { "entity_limit": 7 } }),
    )
    .ok();
    let put = json!({ "session": "talk", "messages": [{ "role": "user", "content": "Between us",
        "created_at": "2026-01-01T00:00:00Z" }] });
    ada.call("session_put", &put).ok();
    let purge = json!({ "stream": "session:talk", "dry_run": true });
    mara.call("purge", &purge).ok();
    assert_eq!(
        of_kind(&mara, "erased"),
        Vec::<Value>::new(),
        "nothing was erased yet"
    );
    mara.call(
        "purge",
        &json!({ "stream": "session:talk", "cascade": true }),
    )
    .ok();
    let erased = of_kind(&mara, "erased");
    assert_eq!(
        erased[0]["body"],
        json!({ "what": ["session:talk"], "cascade": true })
    );
    assert_eq!(erased[0]["actor"]["id"], "mara");

    // Filters by actor and time, and pagination.
    let all = audit(&mara, &json!({ "limit": 200 }));
    let mut paged = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let page = mara
            .call("audit_list", &json!({ "limit": 2, "cursor": cursor }))
            .ok();
        paged.extend(page["items"].as_array().unwrap().clone());
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(paged, all);
    let at = &used[0]["at"];
    let later = audit(&mara, &json!({ "since": at, "limit": 200 }));
    let before = audit(&mara, &json!({ "until": at, "limit": 200 }));
    assert_eq!(later.len() + before.len(), all.len());
    assert!(later.iter().any(|one| one["kind"] == "erased"));
    assert_eq!(
        audit(&mara, &json!({ "actor": "nobody-of-that-name" })),
        Vec::<Value>::new()
    );
    mara.call("audit_list", &json!({ "limit": 0 }))
        .wrong(400, "invalid", "/limit");

    let lines = mara.get("/api/audit.jsonl");
    assert_eq!(lines.status, 200);
    let lines: Vec<Value> = lines
        .body
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines, all);
    let only = mara.get("/api/audit.jsonl?kind=erased&actor=mara").body;
    assert!(only.lines().count() == 1 && only.contains("session:talk"));
    let table = mara.get("/api/audit.csv");
    assert!(table.header("content-type").starts_with("text/csv"));
    assert!(table.header("content-disposition").contains("audit.csv"));
    assert!(
        table
            .body
            .starts_with("at,kind,actor,role,door,request,summary,body\r\n")
    );
    assert_eq!(table.body.matches("\r\n").count(), all.len() + 1);
    let page = mara.clone().browser().get("/settings/audit?kind=erased");
    assert!(page.status == 200 && page.body.contains("session:talk"));
}

#[test]
fn tokens_are_listed_and_ended_on_the_command_line() {
    let server = Server::start();
    let token = server.token("ada", "worker");
    server.token("bob", "worker");
    let listed = server.cli(&["token", "list", "--agent", "ada"]);
    let line = String::from_utf8(listed.stdout).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words[1..], ["ada", "worker", "holds"], "{line}");
    assert!(!line.contains(&token));
    let id = words[0].to_owned();
    let ada = server.anonymous().bearer(&token);
    let feed = ada.events("/api/events");
    let revoked = server.cli(&["token", "revoke", &id]);
    assert!(revoked.status.success(), "{revoked:?}");
    assert!(feed.ended(), "whoever is shut out does not go on listening");
    ada.call("agent_list", &json!({}))
        .problem(401, "unauthenticated");
    let none = server.cli(&["token", "revoke", "none"]);
    assert_eq!(none.status.code(), Some(5), "{none:?}");

    // The same with a stopped server.
    let folder = server.stop();
    let data = folder.path().join("data");
    let listed = cli_in(&data, &["token", "list"], "");
    let lines = String::from_utf8(listed.stdout).unwrap();
    assert!(
        lines.contains(&format!("{id} ada worker revoked")),
        "{lines}"
    );
    let bob = lines.lines().find(|line| line.contains("bob")).unwrap();
    let bob = bob.split(' ').next().unwrap();
    assert!(
        cli_in(&data, &["token", "revoke", bob], "")
            .status
            .success()
    );
    let server = Server::start_in(folder, &[]);
    let mara = server.person("mara", "owner");
    assert_eq!(of_kind(&mara, "token_revoked").len(), 2);
}

#[test]
fn a_new_key_ends_sessions_and_links_and_no_token() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let [used, unused] = ["ada", "bob"].map(|name| server.token(name, "worker"));
    let works = |server: &Server, token: &str| {
        let client = server.anonymous().bearer(token);
        client.call("agent_list", &json!({})).status
    };
    let link = String::from_utf8(server.cli(&["user", "link", "mara"]).stdout).unwrap();
    let path = link.trim()[link.find("/enter/").unwrap()..].to_owned();
    let rotated = server.cli(&["key", "rotate"]);
    assert!(rotated.status.success(), "{rotated:?}");
    assert_eq!((works(&server, &used), works(&server, &used)), (200, 200));
    mara.call("agent_list", &json!({}))
        .problem(401, "unauthenticated");
    assert_eq!(server.anonymous().browser().get(&path).status, 404);
    let signed = sign(&server.anonymous(), "mara", PASSWORD);
    let mara = server.anonymous().cookie(&signed.cookie());
    assert_eq!(of_kind(&mara, "key_rotated").len(), 1);

    // Again with a stopped server: one token was rehashed, the other never used.
    assert_eq!(keys(&server), 2);
    let folder = server.stop();
    let data = folder.path().join("data");
    assert!(cli_in(&data, &["key", "rotate"], "").status.success());
    let server = Server::start_in(folder, &[]);
    assert_eq!((works(&server, &used), works(&server, &unused)), (200, 200));
    // Old keys are removed once no token needs them.
    assert!(server.cli(&["key", "rotate"]).status.success());
    assert_eq!(keys(&server), 2);
    assert_eq!((works(&server, &used), works(&server, &unused)), (200, 200));
    assert!(server.cli(&["key", "rotate"]).status.success());
    assert_eq!(
        keys(&server),
        2,
        "only that under which both were hashed is left"
    );
    let fresh = server.token("eve", "worker");
    assert_eq!(
        (works(&server, &fresh), works(&server, "loci_00")),
        (200, 401)
    );
}

/// Returns the number of keys that the server has.
fn keys(server: &Server) -> i64 {
    let accounts = SqliteConnectOptions::new().filename(server.data().join("accounts.sqlite"));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(async {
        let mut accounts = accounts.connect().await.unwrap();
        let keys = sqlx::query_scalar("SELECT count(*) FROM keys");
        keys.fetch_one(&mut accounts).await.unwrap()
    })
}
