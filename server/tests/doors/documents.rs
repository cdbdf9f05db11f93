//! Descriptions and monitoring of the server: OpenAPI, docs, health, metrics, headers of pages.

use std::path::Path;
use std::process::{Command, Stdio};

use app::pages::docs::reference::NOUNS;
use app::pages::docs::samples::samples;
use serde_json::json;

use crate::harness::{Client, Server};

/// Maximum size of a page of the reference, in bytes.
const MAX_PAGE: usize = 200_000;

#[test]
fn the_document_and_the_readable_pages_list_every_operation() {
    let server = Server::start();
    let anonymous = server.anonymous();
    let document = anonymous.get("/api/openapi.json").ok();
    assert_eq!(document["openapi"], "3.1.0");
    let start = anonymous.get("/api/docs");
    let mut pages = vec![("start".to_owned(), start.body.clone())];
    for tag in document["tags"].as_array().unwrap() {
        let noun = tag["name"].as_str().unwrap();
        assert!(
            start.body.contains(&format!("href=\"/api/docs/{noun}\"")),
            "{noun}"
        );
        let page = anonymous.get(&format!("/api/docs/{noun}"));
        assert_eq!(page.status, 200, "{noun}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        pages.push((noun.to_owned(), page.body));
    }
    for name in engine::operations::names() {
        let post = &document["paths"][format!("/api/{name}")]["post"];
        let noun = post["tags"][0].as_str().unwrap();
        let (_, page) = pages.iter().find(|(known, _)| known == noun).unwrap();
        assert!(page.contains(&format!("id=\"{name}\"")), "{name}");
    }
    for (noun, page) in &pages {
        assert!(page.len() <= MAX_PAGE, "{noun}: {} bytes", page.len());
        // Examples contain addresses of other servers as text.
        for outside in [" href=\"http", " src=\"http", " action=\"http", "url("] {
            assert!(!page.contains(outside), "{noun}: {outside}");
        }
    }
    let found = anonymous.get("/api/docs?q=give+up+a+task");
    assert!(found.body.contains("href=\"/api/docs/task#task_release\""));
    for path in ["/api/docs", "/api/docs/task", "/help"] {
        anonymous
            .raw("POST", path, None, b"")
            .problem(405, "invalid");
        assert_eq!(anonymous.raw("HEAD", path, None, b"").status, 200, "{path}");
    }
}

#[test]
fn the_reference_has_the_frame_of_all_pages_for_everybody() {
    let server = Server::start();
    let visitor = server.anonymous().browser();
    let mara = server.person("mara", "owner").browser();
    for path in [
        "/api/docs",
        "/api/docs/task",
        "/api/docs?q=claim",
        "/help",
        "/nothing",
    ] {
        let (seen, own) = (visitor.get(path), mara.get(path));
        for page in [&seen, &own] {
            assert!(
                page.body.contains("<a class=\"skip\" href=\"#main\">"),
                "{path}"
            );
            assert_eq!(page.header("cache-control"), "no-store", "{path}");
            assert!(
                page.header("content-security-policy")
                    .contains("script-src 'self' 'nonce-")
            );
        }
        assert!(seen.body.contains("/sign-in?next="), "{path}");
        assert!(!seen.body.contains("data-live="), "{path}");
        assert!(own.body.contains("data-live="), "{path}");
        assert!(own.body.contains("href=\"/inbox\""), "{path}");
        let dark = visitor.clone().header("cookie", "theme=dark").get(path);
        assert!(dark.body.contains("data-theme=\"dark\""), "{path}");
    }
}

/// Runs every example of the command line as a shell does. Loci may refuse what it asks for, but not how it is asked.
#[test]
fn every_example_of_the_command_line_is_understood() {
    let server = Server::start();
    let token = server.token("olive", "orchestrator");
    let binary = Path::new(env!("CARGO_BIN_EXE_loci")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut faults = Vec::new();
    let mut count = 0;
    for operation in NOUNS.iter().flat_map(|noun| &noun.operations) {
        // One waits for an event that never occurs here, the feed does not end, and the others need a version or
        // memories that do not exist here.
        if matches!(
            operation.name,
            "changes_wait"
                | "events"
                | "scratchpad_restore"
                | "session_discard"
                | "session_promote"
        ) {
            continue;
        }
        let mut samples = samples(*operation).into_iter();
        let Some(sample) = samples.find(|sample| sample.language == "CLI") else {
            continue;
        };
        let done = Command::new("sh")
            .args(["-c", &sample.text])
            .env("PATH", &path)
            .env("LOCI_URL", &server.base)
            .env("LOCI_TOKEN", &token)
            .env_remove("LOCI_WORKFLOW")
            .current_dir(server.folder())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        count += 1;
        // The code for arguments that are wrong or unknown.
        if done.status.code() == Some(2) {
            let error = String::from_utf8_lossy(&done.stderr);
            faults.push(format!("{}: {error}", sample.text));
        }
    }
    assert!(count > 160, "{count}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_example_can_be_sent() {
    let server = Server::start();
    let owner = server.person("mara", "owner");
    let lead = server.agent("olive", "orchestrator");
    let document = server.anonymous().get("/api/openapi.json").ok();
    let mut refused = Vec::new();
    for name in engine::operations::names() {
        // One waits for an event that never occurs here, others need memories of a session, and there are none.
        if matches!(name, "changes_wait" | "session_discard" | "session_promote") {
            continue;
        }
        let post = &document["paths"][format!("/api/{name}")]["post"];
        let example = &post["requestBody"]["content"]["application/json"]["example"];
        // Checks permission only; a missing thing is fine.
        let answers = [&owner, &lead].map(|caller| caller.call(name, example));
        if answers
            .iter()
            .all(|answer| matches!(answer.status, 400 | 403))
        {
            let why = answers.map(|answer| answer.body);
            refused.push(format!("{name} {example}: {why:?}"));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn health_is_for_everybody_and_metrics_count() {
    let server = Server::start();
    let client = server.agent("ada", "orchestrator");
    assert_eq!(server.anonymous().get("/healthz").status, 200);
    assert_eq!(server.anonymous().get("/readyz").body, "ready\n");
    client
        .call("workflow_create", &json!({ "name": "n", "goal": "g" }))
        .ok();
    client
        .call("workflow_create", &json!({}))
        .problem(400, "invalid");
    let metrics = client.get("/metrics").body;
    for line in [
        "loci_requests_total{operation=\"workflow_create\",status=\"200\"} 1",
        "loci_requests_total{operation=\"workflow_create\",status=\"400\"} 1",
        "loci_request_seconds_count{operation=\"workflow_create\"} 2",
        "loci_queue_depth 0",
        "loci_subscribers 0",
    ] {
        assert!(metrics.contains(line), "{line} is missing in {metrics}");
    }
    assert!(metrics.contains("process_resident_memory_bytes "));
}

#[test]
fn metrics_are_for_who_is_known_unless_the_configuration_says_otherwise() {
    let server = Server::start();
    server
        .anonymous()
        .get("/metrics")
        .problem(401, "unauthenticated");
    for role in ["orchestrator", "worker", "reviewer", "observer"] {
        assert_eq!(
            server
                .agent(&format!("a-{role}"), role)
                .get("/metrics")
                .status,
            200
        );
    }
    assert_eq!(server.person("vera", "viewer").get("/metrics").status, 200);
    for flags in [vec!["--metrics-open"], vec!["--metrics-open", "true"]] {
        let open = Server::start_with(&flags);
        assert_eq!(open.anonymous().get("/metrics").status, 200);
    }
    let shut = Server::start_with(&["--metrics-open=false"]);
    assert_eq!(shut.anonymous().get("/metrics").status, 401);
}

#[test]
fn a_page_runs_only_its_own_scripts() {
    let server = Server::start();
    let mara = server.person("mara", "owner").browser();
    let nonce = |page: &str| {
        let at = page.find("'nonce-").unwrap() + 7;
        page[at..].split('\'').next().unwrap().to_owned()
    };
    let (first, second) = (mara.get("/"), mara.get("/"));
    let policy = first.header("content-security-policy");
    assert!(!policy.contains("unsafe-inline' 'nonce") && !policy.contains("unsafe-eval'; script"));
    assert!(policy.contains("script-src 'self' 'nonce-"));
    assert_ne!(
        nonce(policy),
        nonce(second.header("content-security-policy"))
    );
    for script in first.body.split("<script").skip(1) {
        let tag = script.split('>').next().unwrap();
        assert!(
            tag.contains(&nonce(policy)),
            "a script without the nonce: {tag}"
        );
    }
    assert_eq!(first.header("cache-control"), "no-store");
    let missing = mara.get("/no/such/page");
    assert_eq!(missing.status, 404);
    assert!(missing.body.contains("<html"));
}

#[test]
fn large_answers_are_compressed_for_who_asks() {
    let server = Server::start();
    let plain = server.anonymous().get("/api/openapi.json");
    assert_eq!(plain.header("content-encoding"), "");
    let client = Client::new(&server.base).header("accept-encoding", "gzip");
    let response = client.open("GET", "/api/openapi.json", None, b"");
    assert_eq!(response.headers()["content-encoding"], "gzip");
    let small = client.open("GET", "/healthz", None, b"");
    assert!(small.headers().get("content-encoding").is_none());
}

#[test]
fn behind_a_tls_proxy_cookies_are_secure_and_the_public_origin_is_the_only_one() {
    let server = Server::start_with(&["--public-url", "https://loci.example.org"]);
    let link = server.cli(&["setup-link"]);
    let link = String::from_utf8(link.stdout).unwrap();
    assert!(
        link.starts_with("https://loci.example.org/setup?secret="),
        "{link}"
    );
    server.cli_with(
        &[
            "user",
            "create",
            "mara",
            "--role",
            "owner",
            "--password-stdin",
        ],
        "correct horse\n",
    );
    let body = json!({ "name": "mara", "password": "correct horse" });
    let proxied = server.anonymous().header("host", "loci.example.org");
    let signed = proxied
        .clone()
        .header("origin", "https://loci.example.org")
        .post("/sign-in", &body);
    assert!(
        signed.header("set-cookie").ends_with("; Secure"),
        "{signed:?}"
    );
    assert!(
        signed
            .header("strict-transport-security")
            .starts_with("max-age=")
    );
    proxied
        .header("origin", "http://loci.example.org")
        .post("/sign-in", &body)
        .problem(403, "forbidden");
}
