//! An erasure by one kernel also erases from the other's memory, index and folder.

use engine::derived::ops::purge::Purge;
use engine::derived::ops::redact::Redact;
use engine::workflow::ops::workflow_list::WorkflowList;
use engine::workflow::state::Workflow;
use kernel::Code;
use kernel::ports::log::Log;
use serde_json::json;
use store::conformance::samples::files_with;

use crate::nodes::pair::{Node, Pair, fold, owner, stream, until};

async fn found(node: &Node, word: &str) -> usize {
    let find = json!({ "query": word });
    let found = node.call::<WorkflowList>(&owner(), find).await.unwrap();
    let found = serde_json::to_value(&found.output).unwrap();
    found["items"].as_array().unwrap().len()
}

#[tokio::test]
async fn a_purged_stream_is_gone_from_both() {
    let pair = Pair::new().await;
    let (workflow, _) = pair.a.workflow("quagga", 1).await;
    let (stays, _) = pair.a.workflow("zebra", 1).await;
    for node in [&pair.a, &pair.b, &pair.a] {
        let position = node.note(workflow, "quagga words").await.unwrap();
        pair.a.caught_up(position).await;
        pair.b.caught_up(position).await;
    }
    assert_eq!(found(&pair.b, "quagga").await, 1);
    assert!(!files_with(pair.b.folder.path(), "quagga").is_empty());
    let purge = json!({ "stream": stream(workflow) });
    pair.a.call::<Purge>(&owner(), purge).await.unwrap();
    let is_gone = |error: kernel::Error| error.code == Code::Gone;
    until(async || pair.b.state(workflow).await.is_err_and(is_gone)).await;
    until(async || found(&pair.b, "quagga").await == 0).await;
    until(async || files_with(pair.b.folder.path(), "quagga").is_empty()).await;
    assert_eq!(files_with(pair.a.folder.path(), "quagga"), [""; 0]);
    let refused = pair.b.note(workflow, "more").await.unwrap_err();
    assert_eq!(refused.code, Code::Gone);
    // Everything else continues.
    let position = pair.b.note(stays, "zebra words").await.unwrap();
    pair.a.caught_up(position).await;
    assert_eq!(found(&pair.a, "zebra").await, 1);
    assert_eq!(found(&pair.b, "zebra").await, 1);
}

#[tokio::test]
async fn a_redacted_fact_is_in_no_state_and_no_index_of_both() {
    let pair = Pair::new().await;
    let (workflow, _) = pair.a.workflow("kept", 1).await;
    let mut version = 0;
    for words in ["first words", "okapi words", "last words"] {
        let position = pair.b.note(workflow, words).await.unwrap();
        pair.a.caught_up(position).await;
        pair.b.caught_up(position).await;
        if words.starts_with("okapi") {
            version = pair.a.state(workflow).await.unwrap().1;
        }
    }
    let redact = json!({ "stream": stream(workflow), "fact": version });
    pair.a.call::<Redact>(&owner(), redact).await.unwrap();
    until(async || files_with(pair.b.folder.path(), "okapi").is_empty()).await;
    assert_eq!(found(&pair.b, "okapi").await, 0);
    assert_eq!(found(&pair.b, "last").await, 1);
    for words in ["one more", "and one more", "and a snapshot"] {
        let position = pair.b.note(workflow, words).await.unwrap();
        pair.a.caught_up(position).await;
    }
    let facts = pair.settled().await;
    let folded: Workflow = fold(&facts, &stream(workflow));
    for node in [&pair.a, &pair.b] {
        assert_eq!(*node.state(workflow).await.unwrap().0, folded);
        node.hub.close().await;
        assert_eq!(files_with(node.folder.path(), "okapi"), [""; 0]);
    }
    // Closing stored snapshots of states without it.
    let snapshot = pair.log.snapshot(&stream(workflow)).await.unwrap();
    let state = snapshot.map(|kept| String::from_utf8(kept.state).unwrap());
    assert!(!state.unwrap_or_default().contains("okapi"));
}

#[tokio::test]
async fn what_was_erased_while_one_was_away_is_gone_when_it_comes_back() {
    let pair = Pair::new().await;
    let (workflow, _) = pair.a.workflow("kept", 1).await;
    let position = pair.b.note(workflow, "okapi words").await.unwrap();
    pair.a.caught_up(position).await;
    let (redacted, position) = (pair.a.state(workflow).await.unwrap().1, position);
    let (purged, also) = pair.a.workflow("quagga", 1).await;
    pair.b.caught_up(position.max(also)).await;
    assert!(!files_with(pair.b.folder.path(), "okapi").is_empty());
    let away = async |a: &Node| {
        let redact = json!({ "stream": stream(workflow), "fact": redacted });
        a.call::<Redact>(&owner(), redact).await.unwrap();
        let purge = json!({ "stream": stream(purged) });
        a.call::<Purge>(&owner(), purge).await.unwrap();
    };
    let pair = pair.without_b(away).await;
    for word in ["okapi", "quagga"] {
        assert_eq!(files_with(pair.b.folder.path(), word), [""; 0], "{word}");
        assert_eq!(found(&pair.b, word).await, 0);
    }
    assert_eq!(found(&pair.b, "kept").await, 1);
}
