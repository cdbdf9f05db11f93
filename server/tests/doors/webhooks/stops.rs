//! What keeps messages from being sent: people who want none any more, and receivers that want to be left alone.

use serde_json::json;

use super::{make, server, until, workflow};
use crate::harness::Receiver;

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
    // It is sent when all that was begun has ended.
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
    // A test is somebody's wish; that it does not arrive proves that nothing else was sent before it.
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
