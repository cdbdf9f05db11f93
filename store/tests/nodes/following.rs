//! What one does, the other shows: states, lists, search, the live feed, those who wait.

use engine::workflow::ops::task_add::TaskAdd;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::workflow_list::WorkflowList;
use engine::workspace::ops::agent_pause::AgentPause;
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::ports::log::Log;
use serde_json::json;

use crate::house::{House, lead, owner, until, worker};

#[tokio::test]
async fn what_one_was_told_the_other_reads() {
    let house = House::new().await;
    for n in 0..5 {
        let (workflow, _) = house.a.workflow(&format!("goal {n}"), 2).await;
        let word = format!("xylophone{n}");
        let position = house.a.note(workflow, &word).await.unwrap();
        house.b.caught_up(position).await;
        let (ours, theirs) = (
            house.a.state(workflow).await.unwrap(),
            house.b.state(workflow).await.unwrap(),
        );
        assert_eq!(ours, theirs);
        let find = json!({ "query": word });
        let found = house.b.call::<WorkflowList>(&owner(), find).await.unwrap();
        let found = serde_json::to_value(&found.output).unwrap();
        assert_eq!(found["items"].as_array().unwrap().len(), 1, "{found}");
        assert!(found.to_string().contains(&workflow.to_string()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_live_feed_of_one_has_the_facts_of_both_once_and_in_order() {
    let house = House::new().await;
    let mut feeds = [house.a.hub.subscribe(), house.b.hub.subscribe()];
    let write = async |node: &crate::house::Node, name: &str| {
        for n in 0..15 {
            let (workflow, _) = node.workflow(&format!("{name} {n}"), 1).await;
            node.note(workflow, "noted").await.unwrap();
        }
    };
    tokio::join!(write(&house.a, "a"), write(&house.b, "b"));
    let facts = house.settled().await;
    let expected: Vec<u64> = facts.iter().map(|fact| fact.position).collect();
    for feed in &mut feeds {
        let mut seen = Vec::new();
        while seen.len() < expected.len() {
            let fact = feed.next().await.unwrap().unwrap();
            let logged = &facts[seen.len()];
            assert_eq!(*fact.json, *serde_json::to_string(logged).unwrap());
            seen.push(fact.position);
        }
        assert_eq!(seen, expected);
    }
}

#[tokio::test]
async fn a_claim_that_waits_is_woken_by_a_task_of_the_other() {
    let house = House::new().await;
    let (workflow, position) = house.a.workflow("to wait for", 0).await;
    house.b.caught_up(position).await;
    let one = worker("w1");
    let claim = json!({ "workflow": workflow, "wait": 60 });
    let waiting = house.b.call::<TaskClaim>(&one, claim);
    let adding = async {
        until(async || house.b.hub.gauges().waiting == 1).await;
        let add = json!({ "workflow": workflow, "title": "at last" });
        house.a.call::<TaskAdd>(&lead(), add).await.unwrap();
    };
    let (claimed, ()) = tokio::join!(waiting, adding);
    let title = claimed.unwrap().output.task.title;
    assert_eq!(&*title, "at last");
}

#[tokio::test]
async fn who_is_paused_by_one_is_refused_by_the_other() {
    let house = House::new().await;
    let (workflow, _) = house.a.workflow("guarded", 1).await;
    let register = json!({ "name": "w1", "role": "worker" });
    let registered = house.a.call::<AgentRegister>(&owner(), register).await;
    registered.unwrap();
    let pause = json!({ "agent": "w1" });
    let paused = house.a.call::<AgentPause>(&owner(), pause).await.unwrap();
    house.b.caught_up(paused.position).await;
    let claim = json!({ "workflow": workflow });
    let refused = house
        .b
        .call::<TaskClaim>(&worker("w1"), claim.clone())
        .await;
    let error = refused.unwrap_err();
    assert_eq!(error.extra.reason.as_deref(), Some("paused"), "{error:?}");
    let taken = house.b.call::<TaskClaim>(&worker("w2"), claim).await;
    assert!(taken.is_ok());
}

#[tokio::test]
async fn a_kernel_that_comes_later_has_what_was_there() {
    let house = House::new().await;
    let (workflow, _) = house.a.workflow("early", 1).await;
    let position = house.b.note(workflow, "noted by the other").await;
    // The other had not heard of it: a state is read from the log, however far a node has followed.
    house.a.caught_up(position.unwrap()).await;
    let head = house.log.head().await.unwrap();
    house.b.caught_up(head.position).await;
    assert_eq!(
        house.a.state(workflow).await.unwrap(),
        house.b.state(workflow).await.unwrap()
    );
}
