//! Webhooks: subscribed messages arrive, signed, at least once and under one id; secrets are never shown, and forbidden
//! addresses are never reached.

mod stops;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;
use serde_json::{Value, json};

use crate::harness::{Answer, Client, Received, Receiver, Server};

/// Allows webhooks to reach this machine.
const ALLOWED: [&str; 2] = ["--webhook-allow", "127.0.0.0/8"];

/// Starts a server whose webhooks may reach this machine.
fn server() -> Server {
    Server::start_with(&ALLOWED)
}

/// Creates a webhook for those kinds; returns its id and its secret.
#[track_caller]
fn make(mara: &Client, url: &str, kinds: &[&str]) -> (String, String) {
    let made = mara
        .call("webhook_create", &json!({ "url": url, "kinds": kinds }))
        .ok();
    let text = |name: &str| made[name].as_str().unwrap().to_owned();
    (text("webhook"), text("secret"))
}

fn listed(mara: &Client, webhook: &str) -> Value {
    let all = mara.call("webhook_list", &json!({})).ok();
    let mut items = all["items"].as_array().unwrap().iter();
    let found = items.find(|item| item["webhook"] == webhook);
    found.unwrap_or(&Value::Null).clone()
}

/// Waits until a webhook matches.
#[track_caller]
fn until(mara: &Client, webhook: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let mut cursor = None;
    loop {
        let seen = listed(mara, webhook);
        if fits(&seen) {
            return seen;
        }
        // Deliveries wake no waiting call, so it polls.
        let wait = json!({ "timeout_seconds": 1, "cursor": cursor });
        cursor = Some(mara.call("changes_wait", &wait).ok()["next_cursor"].clone());
    }
}

fn workflow(client: &Client) -> String {
    let tasks = json!([{ "title": "Design the schema" }, { "title": "Build it" }]);
    let create = json!({ "name": "Auth", "goal": "Tokens", "tasks": tasks });
    let made = client.call("workflow_create", &create).ok();
    made["workflow"].as_str().unwrap().to_owned()
}

fn ask(client: &Client, workflow: &str, question: &str) -> Answer {
    let ask = json!({ "workflow": workflow, "question": question });
    client.call("question_ask", &ask)
}

/// Returns true if one of a message's signatures is valid for a secret.
fn is_signed(received: &Received, secret: &str) -> bool {
    let key = STANDARD
        .decode(secret.strip_prefix("whsec_").unwrap())
        .unwrap();
    let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
    let (id, at) = (
        received.header("webhook-id"),
        received.header("webhook-timestamp"),
    );
    let mut signed = format!("{id}.{at}.").into_bytes();
    signed.extend_from_slice(&received.body);
    let mut signatures = received.header("webhook-signature").split(' ');
    signatures.any(|signature| {
        let tag = STANDARD
            .decode(signature.strip_prefix("v1,").unwrap())
            .unwrap();
        hmac::verify(&key, &signed, &tag).is_ok()
    })
}

#[test]
fn what_is_wanted_arrives_signed_and_nothing_else() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, secret) = make(
        &mara,
        &format!("{}/hook?key=k", receiver.url),
        &["task_added"],
    );
    let workflow = workflow(&ada);
    ask(&ada, &workflow, "Which one?").ok();
    let first = receiver.next();
    assert_eq!(first.path, "/hook?key=k");
    assert_eq!(first.header("content-type"), "application/json");
    assert!(is_signed(&first, &secret));
    assert!(!is_signed(&first, "whsec_AAAA"));
    let body = first.json();
    assert_eq!(body["type"], "task_added");
    assert_eq!(body["data"]["kind"], "task_added");
    assert_eq!(body["timestamp"], body["data"]["at"]);
    assert_eq!(body["data"]["actor"]["id"], "ada");
    assert_eq!(body["data"]["stream"], format!("workflow:{workflow}"));
    let url = body["data"]["url"].as_str().unwrap();
    assert!(url.ends_with(&format!("/workflows/{workflow}")), "{url}");
    let second = receiver.next();
    assert_ne!(first.header("webhook-id"), second.header("webhook-id"));
    assert!(body["data"]["position"].as_u64() < second.json()["data"]["position"].as_u64());
    let seen = until(&mara, &webhook, |seen| seen["sent"] == 2);
    assert_eq!(seen["answer"]["status"], 204, "{seen}");
    assert_eq!(receiver.rest().len(), 0);
}

#[test]
fn what_needs_a_person_is_told_once_and_not_when_it_is_answered_already() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["needs_you"]);
    let workflow = workflow(&ada);
    ask(&ada, &workflow, "Which <@U1> one?").ok();
    let told = receiver.next().json();
    assert_eq!(told["type"], "needs_you");
    assert_eq!(told["data"]["item"], "question:Q1");
    assert_eq!(told["data"]["title"], "Which <@U1> one?");
    let url = told["data"]["url"].as_str().unwrap();
    assert!(
        url.ends_with(&format!("/inbox/{workflow}.question:Q1")),
        "{url}"
    );

    // Events during a pause are sent afterwards, if they still need attention.
    let pause = |paused: bool| json!({ "webhook": webhook, "paused": paused });
    mara.call("webhook_edit", &pause(true)).ok();
    ask(&ada, &workflow, "Answered already?").ok();
    ask(&ada, &workflow, "Still open?").ok();
    let answer = json!({ "workflow": workflow, "question": "Q2", "answer": "Yes" });
    mara.call("question_answer", &answer).ok();
    mara.call("webhook_edit", &pause(false)).ok();
    assert_eq!(receiver.next().json()["data"]["item"], "question:Q3");
    until(&mara, &webhook, |seen| seen["sent"] == 2);
    assert_eq!(receiver.rest().len(), 0);
}

#[test]
fn other_kinds_are_told_from_then_on() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["task_added"]);
    let first = workflow(&ada);
    ask(&ada, &first, "Not wanted").ok();
    let edit = json!({ "webhook": webhook, "kinds": ["question_*"] });
    mara.call("webhook_edit", &edit).ok();
    ask(&ada, &first, "Wanted").ok();
    let kinds = [(); 3].map(|()| receiver.next().json()["type"].clone());
    assert_eq!(kinds, ["task_added", "task_added", "question_asked"]);
    until(&mara, &webhook, |seen| seen["sent"] == 3);
    assert_eq!(receiver.rest().len(), 0);
}

#[test]
fn other_kinds_are_told_also_when_messages_are_on_their_way() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["task_added"]);
    receiver.waits();
    let first = workflow(&ada);
    receiver.next();
    let edit = json!({ "webhook": webhook, "kinds": ["question_*"] });
    mara.call("webhook_edit", &edit).ok();
    ask(&ada, &first, "Wanted").ok();
    receiver.answers(204);
    let kinds = [(); 2].map(|()| receiver.next().json()["type"].clone());
    assert_eq!(kinds, ["task_added", "question_asked"]);
}

#[test]
fn chats_get_text_that_mentions_nobody() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let (slack, discord) = (Receiver::start(), Receiver::start());
    for (receiver, format) in [(&slack, "slack"), (&discord, "discord")] {
        let create = json!({ "url": receiver.url, "format": format });
        mara.call("webhook_create", &create).ok();
    }
    let workflow = workflow(&ada);
    ask(
        &ada,
        &workflow,
        "<!channel> @everyone [x](https://evil.example)?",
    )
    .ok();
    let body = slack.next().json();
    assert!(!body["text"].as_str().unwrap().contains('<'), "{body}");
    assert_eq!(body["blocks"][0]["text"]["type"], "plain_text");
    let body = discord.next().json();
    assert_eq!(body["allowed_mentions"], json!({ "parse": [] }));
    let content = body["content"].as_str().unwrap();
    assert!(content.contains(r"\@everyone \[x\]\(https\:"), "{content}");
    assert!(
        content.contains(&format!("/inbox/{workflow}.question:Q1>")),
        "{content}"
    );
}

#[test]
fn what_fails_is_sent_again_under_the_same_id() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(
        &mara,
        &receiver.url,
        &["workflow_created", "question_asked"],
    );
    receiver.answers(500);
    let workflow = workflow(&ada);
    let first = receiver.next();
    let seen = until(&mara, &webhook, |seen| seen["waiting"].is_array());
    let letter = &seen["waiting"][0];
    assert_eq!(letter["kind"], "workflow_created");
    assert_eq!(letter["attempts"], 1);
    assert!(letter["retry_at"].is_string());
    assert!(
        letter["error"].as_str().unwrap().contains("500"),
        "{letter}"
    );
    // Later messages are not delayed, and it is retried automatically.
    receiver.answers(200);
    ask(&ada, &workflow, "Which?").ok();
    let next = [receiver.next(), receiver.next()];
    let again = next
        .iter()
        .find(|one| one.json()["type"] == "workflow_created");
    let again = again.expect("it is sent again");
    assert_eq!(again.header("webhook-id"), first.header("webhook-id"));
    assert_eq!(again.body, first.body);
    until(&mara, &webhook, |seen| {
        seen["sent"] == 2 && seen["waiting"].is_null()
    });
}

#[test]
fn what_is_given_up_is_shown_and_sent_again_on_demand() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["workflow_created"]);
    receiver.answers_with(503, "retry-after", "3600");
    workflow(&ada);
    let first = receiver.next();
    let seen = until(&mara, &webhook, |seen| seen["waiting"][0]["attempts"] == 1);
    let letter = seen["waiting"][0]["id"].clone();
    // The retries are triggered manually instead of waiting for three days.
    let again = json!({ "webhook": webhook, "letter": letter });
    for attempt in 2..=10 {
        mara.call("webhook_resend", &again).ok();
        receiver.next();
        until(&mara, &webhook, |seen| {
            seen["waiting"][0]["attempts"] == attempt || seen["dead"][0]["attempts"] == attempt
        });
    }
    let seen = listed(&mara, &webhook);
    assert_eq!(seen["waiting"], Value::Null, "{seen}");
    assert_eq!(seen["dead"][0]["id"], letter);
    assert_eq!(seen["dead"][0]["retry_at"], Value::Null);
    receiver.answers(200);
    let resent = mara
        .call("webhook_resend", &json!({ "webhook": webhook }))
        .ok();
    assert_eq!(resent["resending"], 1);
    assert_eq!(
        receiver.next().header("webhook-id"),
        first.header("webhook-id")
    );
    until(&mara, &webhook, |seen| {
        seen["sent"] == 1 && seen["dead"].is_null()
    });
    mara.call("webhook_resend", &again)
        .problem(404, "not_found");
    let none = mara
        .call("webhook_resend", &json!({ "webhook": webhook }))
        .ok();
    assert_eq!(none["resending"], 0);
}

#[test]
fn a_receiver_that_is_gone_is_left_alone() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["workflow_created"]);
    receiver.answers(410);
    workflow(&ada);
    receiver.next();
    let seen = until(&mara, &webhook, |seen| seen["paused"].is_string());
    assert!(seen["paused"].as_str().unwrap().contains("410"), "{seen}");
    workflow(&ada);
    // A test is still sent, and shows that nothing else was.
    receiver.answers(200);
    let tested = mara
        .call("webhook_test", &json!({ "webhook": webhook }))
        .ok();
    assert_eq!(tested["arrived"], true, "{tested}");
    assert_eq!(receiver.next().json()["type"], "webhook_test");
    assert_eq!(receiver.rest().len(), 0);
    mara.call(
        "webhook_edit",
        &json!({ "webhook": webhook, "paused": false }),
    )
    .ok();
    receiver.next();
    receiver.next();
    until(&mara, &webhook, |seen| {
        seen["sent"] == 2 && seen["waiting"].is_null()
    });
}

#[test]
fn a_redirect_is_not_followed() {
    let server = server();
    let mara = server.person("mara", "owner");
    let (receiver, other) = (Receiver::start(), Receiver::start());
    let (webhook, _) = make(&mara, &receiver.url, &["*"]);
    for status in [301, 302, 307, 308] {
        receiver.answers_with(status, "location", &other.url);
        let tested = mara
            .call("webhook_test", &json!({ "webhook": webhook }))
            .ok();
        assert_eq!(tested["arrived"], false, "{tested}");
        assert_eq!(tested["answer"]["status"], status);
        receiver.next();
    }
    assert_eq!(other.rest().len(), 0);
}

#[test]
fn nothing_inside_the_network_is_reached_unless_it_is_allowed() {
    let server = Server::start();
    let mara = server.person("mara", "owner");
    let receiver = Receiver::start();
    let port = receiver.url.rsplit_once(':').unwrap().1.to_owned();
    for host in [
        "127.0.0.1",
        "localhost",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "[::ffff:127.0.0.1]",
        "[::1]",
        "0.0.0.0",
        "169.254.169.254",
        "10.0.0.1",
    ] {
        let (webhook, _) = make(&mara, &format!("http://{host}:{port}/"), &["*"]);
        let tested = mara
            .call("webhook_test", &json!({ "webhook": webhook }))
            .ok();
        assert_eq!(tested["arrived"], false, "{host}: {tested}");
        let error = tested["answer"]["error"].as_str().unwrap();
        assert!(error.contains("--webhook-allow"), "{host}: {error}");
        mara.call("webhook_delete", &json!({ "webhook": webhook }))
            .ok();
    }
    assert_eq!(receiver.rest().len(), 0);
}

#[test]
fn what_was_under_way_when_loci_was_killed_arrives_under_the_same_id() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, secret) = make(&mara, &receiver.url, &["workflow_created"]);
    receiver.hangs();
    workflow(&ada);
    let first = receiver.next();
    server.signal("KILL");
    receiver.answers(200);
    let server = Server::start_in(server.stop_dead(), &ALLOWED);
    let again = receiver.next();
    assert_eq!(again.header("webhook-id"), first.header("webhook-id"));
    let position = |received: &Received| received.json()["data"]["position"].clone();
    assert_eq!(position(&again), position(&first));
    assert!(is_signed(&again, &secret));
    let mara = server.signed_in("mara");
    until(&mara, &webhook, |seen| seen["sent"] == 1);
    let jobs = mara.call("job_list", &json!({})).ok();
    assert_eq!(jobs["items"], json!([]), "{jobs}");
}

#[test]
fn what_was_erased_meanwhile_is_not_sent() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["workflow_created"]);
    receiver.answers_with(503, "retry-after", "3600");
    let workflow = workflow(&ada);
    receiver.next();
    let seen = until(&mara, &webhook, |seen| seen["waiting"].is_array());
    let stream = format!("workflow:{workflow}");
    mara.call("purge", &json!({ "stream": stream })).ok();
    let again = json!({ "webhook": webhook, "letter": seen["waiting"][0]["id"] });
    mara.call("webhook_resend", &again).ok();
    until(&mara, &webhook, |seen| {
        seen["waiting"].is_null() && seen["dead"].is_null()
    });
    assert_eq!(receiver.rest().len(), 0);
}

#[test]
fn a_secret_is_shown_once_and_changes_over_in_peace() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let url = format!("{}/services/T00/B00/hidden-path", receiver.url);
    let create = json!({ "url": url, "kinds": ["workflow_created"], "name": "ops" });
    let keyed = mara.clone().header("idempotency-key", "k1");
    let made = keyed.call("webhook_create", &create).ok();
    let again = keyed.call("webhook_create", &create).ok();
    assert_eq!(again["webhook"], made["webhook"]);
    assert_eq!(again["secret"], Value::Null, "{again}");
    let (webhook, before) = (
        made["webhook"].as_str().unwrap(),
        made["secret"].as_str().unwrap(),
    );
    let rotated = mara
        .call("webhook_rotate", &json!({ "webhook": webhook }))
        .ok();
    let secret = rotated["secret"].as_str().unwrap().to_owned();
    assert_ne!(secret, before);
    workflow(&ada);
    let message = receiver.next();
    assert!(is_signed(&message, &secret) && is_signed(&message, before));
    until(&mara, webhook, |seen| seen["sent"] == 1);

    let everything = [
        mara.call("webhook_list", &json!({})).body,
        mara.call("audit_list", &json!({ "limit": 200 })).body,
        mara.call("activity_list", &json!({ "limit": 200 })).body,
        mara.get("/api/audit.jsonl").body,
        mara.get("/settings/webhooks").body,
        server.cli(&["audit"]).stdout.escape_ascii().to_string(),
    ];
    for shown in &everything {
        assert!(shown.contains("webhook"), "{shown}");
        for hidden in [&secret[6..], &before[6..], "hidden-path"] {
            assert!(!shown.contains(hidden), "{shown}");
        }
    }
    assert!(everything[1].contains("rotated the secret of the webhook “ops”"));
    let (folder, logged) = server.stop_told();
    let log = std::fs::read(folder.path().join("data/log.sqlite")).unwrap();
    let log = String::from_utf8_lossy(&log);
    for hidden in [&secret[6..], &before[6..], "hidden-path"] {
        assert!(!logged.contains(hidden) && !log.contains(hidden));
    }
}

#[test]
fn webhooks_are_for_owners_and_deleted_for_good() {
    let server = server();
    let mara = server.person("mara", "owner");
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["workflow_created"]);
    let named = json!({ "webhook": webhook });
    let create = json!({ "url": receiver.url });
    for other in [
        server.agent("bob", "worker"),
        server.agent("orch", "orchestrator"),
        server.person("noor", "member"),
    ] {
        other
            .call("webhook_create", &create)
            .problem(403, "forbidden");
        other
            .call("webhook_list", &json!({}))
            .problem(403, "forbidden");
        for name in [
            "webhook_test",
            "webhook_resend",
            "webhook_rotate",
            "webhook_delete",
            "webhook_edit",
        ] {
            other.call(name, &named).problem(403, "forbidden");
        }
    }
    let bob = server.agent("bob", "worker");
    let path = format!("/api/events?stream=webhook:{webhook}");
    bob.get(&path).problem(404, "not_found");
    mara.call("webhook_delete", &named).ok();
    for name in [
        "webhook_test",
        "webhook_resend",
        "webhook_rotate",
        "webhook_delete",
        "webhook_edit",
    ] {
        // The erasure in the background turns "not found" into "gone".
        let answer = mara.call(name, &named);
        assert!(matches!(answer.status, 404 | 410), "{name}: {answer:?}");
    }
    assert_eq!(listed(&mara, &webhook), Value::Null);
    workflow(&server.agent("ada", "orchestrator"));
    let (other, _) = make(&mara, &receiver.url, &["agent_paused"]);
    mara.call("webhook_test", &json!({ "webhook": other })).ok();
    assert_eq!(receiver.next().json()["type"], "webhook_test");
}

#[test]
fn odd_webhooks_are_refused_and_nothing_is_kept() {
    let server = server();
    let mara = server.person("mara", "owner");
    let url = "https://hooks.example.org/x";
    for (arguments, pointer) in [
        (json!({}), "/url"),
        (json!({ "url": 7 }), "/url"),
        (json!({ "url": "ftp://x" }), "/url"),
        (json!({ "url": "https://user:pass@example.org" }), "/url"),
        (json!({ "url": url, "kinds": 7 }), "/kinds"),
        (json!({ "url": url, "kinds": [["needs_you"]] }), "/kinds/0"),
        (
            json!({ "url": url, "kinds": ["task_complete"] }),
            "/kinds/0",
        ),
        (json!({ "url": url, "format": "teams" }), "/format"),
        (json!({ "url": url, "name": "x".repeat(101) }), "/name"),
        (json!({ "url": url, "name": "two\nlines" }), "/name"),
    ] {
        let answer = mara.call("webhook_create", &arguments);
        answer.wrong(400, "invalid", pointer);
    }
    let near = json!({ "url": url, "kinds": ["task_complete"] });
    let told = mara.call("webhook_create", &near).body;
    assert!(told.contains("Did you mean `task_completed`"), "{told}");
    assert_eq!(mara.call("webhook_list", &json!({})).ok()["total"], 0);
}

#[test]
fn a_receiver_that_does_not_answer_holds_up_nobody() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let slow: Vec<Receiver> = (0..6).map(|_| Receiver::start()).collect();
    for receiver in &slow {
        receiver.hangs();
        make(&mara, &receiver.url, &["*"]);
    }
    let quick = Receiver::start();
    make(&mara, &quick.url, &["workflow_created"]);
    workflow(&ada);
    for receiver in &slow {
        receiver.next();
    }
    assert_eq!(quick.next().json()["type"], "workflow_created");
}
