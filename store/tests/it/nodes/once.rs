//! Exactly-once delivery: notices delivered by one kernel are not delivered again by the other.

use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::workflow_get::WorkflowGet;
use engine::workspace::audit::{TokenExpired, TokenUsed};
use engine::workspace::ops::noted::Noted;
use kernel::{Actor, Caller, Door, Time};
use serde_json::json;

use crate::nodes::pair::{Pair, lead, until, worker};

/// A token is used on both at the same moment, from two addresses. Its later expiry is also noticed by both.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_both_notice_of_a_token_is_noted_once() {
    let pair = Pair::new().await;
    for n in 0..10 {
        let token = format!("token{n}");
        let used = |address: &str| {
            Noted::TokenUsed(TokenUsed {
                token: token.clone(),
                agent: "w1".into(),
                address: address.into(),
            })
        };
        let expired = || {
            Noted::TokenExpired(TokenExpired {
                token: token.clone(),
                agent: "w1".into(),
                expires_at: Time(5),
            })
        };
        let caller = |actor| Caller::new(Some(actor), Door::Http, "test".into());
        let (on_a, on_b) = (used("10.0.0.1"), used("10.0.0.2"));
        let noted = tokio::join!(
            on_a.tell(pair.a.hub.clone(), caller(worker("w1"))),
            on_b.tell(pair.b.hub.clone(), caller(worker("w1"))),
        );
        assert!(noted.0.is_ok() && noted.1.is_ok(), "{noted:?}");
        for node in [&pair.a, &pair.b] {
            let expired = expired();
            let told = expired.tell(node.hub.clone(), caller(Actor::system()));
            told.await.unwrap();
        }
        let facts = pair.settled().await;
        let of_token = facts.iter().filter(|fact| fact.body.get().contains(&token));
        let kinds: Vec<_> = of_token.map(|fact| fact.kind.as_str()).collect();
        assert_eq!(kinds, ["token_used", "token_expired"], "{n}");
    }
}

#[tokio::test]
async fn a_nudge_is_delivered_by_one_of_them() {
    let pair = Pair::new().await;
    let (workflow, _) = pair.a.workflow("nudged", 1).await;
    for n in 0..10 {
        let (deliverer, other) = match n % 2 {
            0 => (&pair.a, &pair.b),
            _ => (&pair.b, &pair.a),
        };
        let words = format!("look at {n}");
        let nudge = json!({ "workflow": workflow, "target": "w1", "message": words });
        let sent = pair.a.call::<NudgeSend>(&lead(), nudge).await.unwrap();
        pair.b.caught_up(sent.position).await;
        let get = json!({ "workflow": workflow });
        let one = worker("w1");
        let heard = deliverer.call::<WorkflowGet>(&one, get.clone()).await;
        let heard: Vec<_> = heard.unwrap().inbox;
        assert_eq!(heard.len(), 1, "{heard:?}");
        assert!(heard[0].message.contains(&words));
        // The receipt is a fact like any other.
        until(async || other.hub.gauges().head > sent.position).await;
        for node in [other, deliverer] {
            let again = node.call::<WorkflowGet>(&one, get.clone()).await.unwrap();
            assert_eq!((again.inbox.len(), again.inbox_waiting), (0, 0));
        }
        pair.settled().await;
    }
}
