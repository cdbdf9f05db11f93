//! Exactly-once delivery: notices delivered by one kernel are not delivered again by the other.

use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::workflow_get::WorkflowGet;
use serde_json::json;

use crate::nodes::pair::{Pair, lead, until, worker};

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
        // The receipt is a fact like others.
        until(async || other.hub.gauges().head > sent.position).await;
        for node in [other, deliverer] {
            let again = node.call::<WorkflowGet>(&one, get.clone()).await.unwrap();
            assert_eq!((again.inbox.len(), again.inbox_waiting), (0, 0));
        }
        pair.settled().await;
    }
}
