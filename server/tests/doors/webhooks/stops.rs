//! Pauses of webhooks, by people and by receivers.

use serde_json::json;

use super::{ALLOWED, ask, make, server, until, workflow};
use crate::harness::{Received, Receiver, Server};

#[test]
fn nothing_more_is_sent_once_a_webhook_is_paused() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["task_added"]);
    receiver.hangs();
    workflow(&ada);
    receiver.next();
    let pause = json!({ "webhook": webhook, "paused": true });
    mara.call("webhook_edit", &pause).ok();
    receiver.answers(204);
    // It is sent after all previous deliveries have ended.
    mara.call("webhook_test", &json!({ "webhook": webhook }))
        .ok();
    assert_eq!(receiver.next().json()["type"], "webhook_test");
    assert_eq!(receiver.rest().len(), 0);
}

#[test]
fn what_is_sent_after_a_webhook_was_moved_goes_to_the_new_address() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let (before, after) = (Receiver::start(), Receiver::start());
    let (webhook, _) = make(&mara, &before.url, &["task_added"]);
    before.hangs();
    workflow(&ada);
    before.next();
    let moved = json!({ "webhook": webhook, "url": after.url });
    mara.call("webhook_edit", &moved).ok();
    before.answers(204);
    after.next();
    after.next();
    until(&mara, &webhook, |seen| {
        seen["sent"] == 2 && seen["waiting"].is_null()
    });
    assert_eq!(before.rest().len(), 0);
}

#[test]
fn a_receiver_that_asks_for_a_rest_gets_it() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["task_added"]);
    receiver.answers_with(429, "retry-after", "3600");
    workflow(&ada);
    receiver.next();
    until(&mara, &webhook, |seen| seen["waiting"][0]["attempts"] == 1);
    workflow(&ada);
    // A failed test shows that nothing else was sent before it.
    let test = json!({ "webhook": webhook });
    let tested = mara.call("webhook_test", &test).ok();
    assert_eq!(tested["arrived"], false, "{tested}");
    assert_eq!(receiver.next().json()["type"], "webhook_test");
    assert_eq!(receiver.rest().len(), 0);
    receiver.answers(204);
    mara.call("webhook_resend", &test).ok();
    for _ in 0..4 {
        receiver.next();
    }
    until(&mara, &webhook, |seen| {
        seen["sent"] == 4 && seen["waiting"].is_null()
    });
}

#[test]
fn a_restart_is_no_attempt_that_failed() {
    let mut server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["task_added"]);
    receiver.waits();
    workflow(&ada);
    for _ in 0..3 {
        receiver.next();
        let mara = server.signed_in("mara");
        let jobs = mara.call("job_list", &json!({})).ok();
        assert_eq!(jobs["items"][0]["attempt"], 1, "{jobs}");
        server = Server::start_in(server.stop(), &ALLOWED);
    }
    receiver.answers(204);
    let mara = server.signed_in("mara");
    until(&mara, &webhook, |seen| {
        seen["sent"] == 2 && seen["waiting"].is_null()
    });
}

#[test]
fn what_was_sent_before_a_stop_is_not_sent_again() {
    let server = server();
    let (mara, ada) = (
        server.person("mara", "owner"),
        server.agent("ada", "orchestrator"),
    );
    let receiver = Receiver::start();
    let (webhook, _) = make(&mara, &receiver.url, &["question_asked"]);
    receiver.waits();
    let workflow = workflow(&ada);
    for question in ["First?", "Second?", "Third?"] {
        ask(&ada, &workflow, question).ok();
    }
    let first = receiver.next();
    server.signal("TERM");
    receiver.answers(204);
    let server = Server::start_in(server.stop_dead(), &ALLOWED);
    let mara = server.signed_in("mara");
    until(&mara, &webhook, |seen| seen["sent"] == 3);
    let rest = receiver.rest();
    let is_first = |one: &Received| one.header("webhook-id") == first.header("webhook-id");
    assert_eq!((rest.len(), rest.iter().any(is_first)), (2, false));
}

#[test]
fn a_webhook_is_its_owners_by_every_way() {
    let server = server();
    let (mara, pete) = (
        server.person("mara", "owner"),
        server.person("pete", "member"),
    );
    let ada = server.agent("ada", "orchestrator");
    let receiver = Receiver::start();
    let (webhook, secret) = make(&mara, &receiver.url, &["task_added"]);
    receiver.waits();
    workflow(&ada);
    receiver.next();
    let stream = format!("webhook:{webhook}");
    let job = json!({ "stream": stream, "kind": "webhook" });
    for (operation, body) in [
        ("purge", json!({ "stream": stream })),
        ("redact", json!({ "stream": stream, "fact": 2 })),
        ("job_stop", job.clone()),
        ("job_run", job),
    ] {
        pete.call(operation, &body).problem(403, "forbidden");
    }
    mara.call("purge", &json!({ "stream": stream })).ok();
    let kept = std::fs::read(server.data().join("accounts.sqlite")).unwrap();
    let holds = |text: &str| {
        kept.windows(text.len())
            .any(|bytes| bytes == text.as_bytes())
    };
    assert!(!holds(&secret) && !holds(&receiver.url));
}
