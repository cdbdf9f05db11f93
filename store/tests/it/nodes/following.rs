//! Changes by one kernel are visible in the other: states, lists, search, the live feed, waiting calls.

use std::sync::Arc;
use std::time::Duration;

use engine::workflow::ops::task_add::TaskAdd;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::workflow_list::WorkflowList;
use engine::workspace::ops::agent_pause::AgentPause;
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::Time;
use kernel::ports::clock::Clock;
use kernel::ports::log::Log;
use serde_json::json;
use store::clock::Hands;
use store::{MemoryLog, SystemClock};

use crate::nodes::pair::{Node, Pair, StillClock, lead, owner, until, worker};

#[tokio::test]
async fn what_one_was_told_the_other_reads() {
    let pair = Pair::new().await;
    for n in 0..5 {
        let (workflow, _) = pair.a.workflow(&format!("goal {n}"), 2).await;
        let word = format!("xylophone{n}");
        let position = pair.a.note(workflow, &word).await.unwrap();
        pair.b.caught_up(position).await;
        let (ours, theirs) = (
            pair.a.state(workflow).await.unwrap(),
            pair.b.state(workflow).await.unwrap(),
        );
        assert_eq!(ours, theirs);
        let find = json!({ "query": word });
        let found = pair.b.call::<WorkflowList>(&owner(), find).await.unwrap();
        let found = serde_json::to_value(&found.output).unwrap();
        assert_eq!(found["items"].as_array().unwrap().len(), 1, "{found}");
        assert!(found.to_string().contains(&workflow.to_string()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_live_feed_of_one_has_the_facts_of_both_once_and_in_order() {
    let pair = Pair::new().await;
    let mut feeds = [pair.a.hub.subscribe(), pair.b.hub.subscribe()];
    let write = async |node: &crate::nodes::pair::Node, name: &str| {
        for n in 0..15 {
            let (workflow, _) = node.workflow(&format!("{name} {n}"), 1).await;
            node.note(workflow, "noted").await.unwrap();
        }
    };
    tokio::join!(write(&pair.a, "a"), write(&pair.b, "b"));
    let facts = pair.settled().await;
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
    let pair = Pair::new().await;
    let (workflow, position) = pair.a.workflow("to wait for", 0).await;
    pair.b.caught_up(position).await;
    let one = worker("w1");
    let claim = json!({ "workflow": workflow, "wait": 60 });
    let waiting = pair.b.call::<TaskClaim>(&one, claim);
    let adding = async {
        until(async || pair.b.hub.gauges().waiting == 1).await;
        let add = json!({ "workflow": workflow, "title": "at last" });
        pair.a.call::<TaskAdd>(&lead(), add).await.unwrap();
    };
    let (claimed, ()) = tokio::join!(waiting, adding);
    let title = claimed.unwrap().output.task.title;
    assert_eq!(&*title, "at last");
}

#[tokio::test]
async fn who_is_paused_by_one_is_refused_by_the_other() {
    let pair = Pair::new().await;
    let (workflow, _) = pair.a.workflow("guarded", 1).await;
    let register = json!({ "name": "w1", "role": "worker" });
    let registered = pair.a.call::<AgentRegister>(&owner(), register).await;
    registered.unwrap();
    let pause = json!({ "agent": "w1" });
    let paused = pair.a.call::<AgentPause>(&owner(), pause).await.unwrap();
    pair.b.caught_up(paused.position).await;
    let claim = json!({ "workflow": workflow });
    let refused = pair.b.call::<TaskClaim>(&worker("w1"), claim.clone()).await;
    let error = refused.unwrap_err();
    assert_eq!(error.extra.reason.as_deref(), Some("paused"), "{error:?}");
    let taken = pair.b.call::<TaskClaim>(&worker("w2"), claim).await;
    assert!(taken.is_ok());
}

struct StoppedHands;

impl Hands for StoppedHands {
    fn system(&self) -> Duration {
        Duration::from_secs(1_000_000_000)
    }
    fn steady(&self) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn a_clock_follows_the_times_of_others_unless_they_are_implausible() {
    let clock = SystemClock::new(StoppedHands);
    let (now, year) = (Time(1_000_000_000_000), 366 * 86_400_000);
    assert_eq!(clock.now(), now);
    for (follows, expected) in [
        (now.plus(30_000), 30_000),
        (now.plus(29_999), 30_000),
        (Time(0), 30_000),
        (now.plus(30_000 + year + 1), 30_000),
        (now.plus(30_000 + year), 30_000 + year),
    ] {
        clock.follow(follows);
        assert_eq!(clock.now().since(now), expected, "{follows}");
    }
}

#[tokio::test]
async fn what_is_written_after_a_fact_is_not_dated_before_it() {
    let log = MemoryLog::new();
    let clocks = [1, 2].map(|machine| Arc::new(StillClock::of_machine(machine)));
    clocks[0].pass(30_000);
    let a = Node::on(Arc::new(log.clone()), &clocks[0]).await;
    let b = Node::on(Arc::new(log.clone()), &clocks[1]).await;
    let (workflow, position) = a.workflow("dated", 1).await;
    b.caught_up(position).await;
    b.note(workflow, "by a machine that is behind")
        .await
        .unwrap();
    let facts = log.follow(0, 100).await.unwrap();
    let times: Vec<_> = facts.iter().map(|fact| fact.at).collect();
    assert!(times.is_sorted(), "{times:?}");
    assert_eq!(times.last(), Some(&Time(1_800_000_030_000)));
}

#[tokio::test]
async fn a_kernel_that_comes_later_has_what_was_there() {
    let pair = Pair::new().await;
    let (workflow, _) = pair.a.workflow("early", 1).await;
    let position = pair.b.note(workflow, "noted by the other").await;
    // The other had not received it: a state is read from the log, regardless of a kernel's position.
    pair.a.caught_up(position.unwrap()).await;
    let head = pair.log.head().await.unwrap();
    pair.b.caught_up(head.position).await;
    assert_eq!(
        pair.a.state(workflow).await.unwrap(),
        pair.b.state(workflow).await.unwrap()
    );
}
