//! Tests of lost connections to the log, and of logs that lost commits: answers are true, and nothing is done twice.

use std::sync::Arc;
use std::time::Duration;

use engine::workflow::ops::task_add::TaskAdd;
use kernel::answer::Answer;
use kernel::ports::log::Log;
use kernel::{Code, Id, Operation, Result};
use serde_json::json;
use store::MemoryLog;
use store::conformance::lossy::{Loss, LossyLog};
use tokio::task::JoinHandle;

use crate::nodes::pair::{Node, StillClock, lead, stream, until};

/// A kernel on a log whose connection can be lost.
struct World {
    node: Arc<Node>,
    log: Arc<LossyLog>,
    database: MemoryLog,
    clock: Arc<StillClock>,
    workflow: Id,
}

async fn world() -> World {
    let (database, clock) = (MemoryLog::new(), Arc::default());
    let log = Arc::new(LossyLog::new(Arc::new(database.clone())));
    let node = Arc::new(Node::on(log.clone(), &clock).await);
    let (workflow, _) = node.workflow("lossy", 0).await;
    World {
        node,
        log,
        database,
        clock,
        workflow,
    }
}

impl World {
    /// Adds a task under a key in the background.
    fn adding(&self, key: &str) -> JoinHandle<Result<Answer<<TaskAdd as Operation>::Output>>> {
        let (node, key) = (self.node.clone(), key.to_owned());
        let op = json!({ "workflow": self.workflow, "title": key });
        tokio::spawn(async move { node.keyed::<TaskAdd>(&lead(), &key, op).await })
    }

    /// Returns the number of tasks with this title in the log.
    async fn added(&self, title: &str) -> usize {
        let facts = self.database.read(&stream(self.workflow), 0, 1_000).await;
        let facts = facts.unwrap();
        let has_title = |body: &str| body.contains(&format!("\"{title}\""));
        facts
            .iter()
            .filter(|fact| has_title(fact.body.get()))
            .count()
    }

    /// Waits until `more` further batches were sent to the log.
    async fn sent(&self, more: usize) {
        let mut sent = self.log.sent();
        let before = sent.borrow().len();
        let sent = sent.wait_for(|sent| sent.len() >= before + more);
        let patience = Duration::from_mins(1);
        drop(tokio::time::timeout(patience, sent).await.unwrap().unwrap());
    }
}

#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_sent_again_and_stored_once() {
    for (n, losses) in [
        vec![Loss::After],
        vec![Loss::Before],
        vec![Loss::After, Loss::Before],
        // A rejection by the log is only about the last attempt.
        vec![Loss::After, Loss::Refused],
        vec![Loss::Before, Loss::Refused],
    ]
    .into_iter()
    .enumerate()
    {
        let world = world().await;
        let key = format!("lost {n}");
        let sent = world.log.sent();
        let before = sent.borrow().len();
        world.log.lose(losses.clone());
        let added = world.adding(&key).await.unwrap().unwrap();
        assert_eq!(world.added(&key).await, 1, "{losses:?}");
        let head = world.database.head().await.unwrap();
        assert_eq!(added.position, head.position);
        let ids = sent.borrow()[before..].to_vec();
        assert_eq!(ids.len(), losses.len() + 1, "{losses:?}");
        assert!(ids.iter().all(|id| *id == ids[0]), "the same batch");
        let (state, version) = world.node.state(world.workflow).await.unwrap();
        assert_eq!(Some(version), added.version);
        assert_eq!(state.tasks.len(), 1);
        // Without an earlier loss, a rejection is final.
        world.log.lose([Loss::Refused]);
        let refused = world.adding("refused").await.unwrap().unwrap_err();
        assert!(refused.detail.contains("nothing was stored"), "{refused}");
        assert_eq!(world.added("refused").await, 0);
    }
}

/// A call that looks at the log between the commit and its answer would otherwise read the commit, and load its states.
#[tokio::test]
async fn a_commit_of_this_process_is_not_read_from_the_log() {
    const ROUNDS: usize = 20;
    let world = world().await;
    let before = world.log.followed();
    for round in 0..ROUNDS {
        world.log.lose([Loss::Late]);
        let added = world.adding(&format!("task {round}"));
        world.sent(1).await;
        let hub = world.node.hub.clone();
        let looking = tokio::spawn(async move { hub.refresh().await });
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        world.log.release();
        added.await.unwrap().unwrap();
        looking.await.unwrap().unwrap();
    }
    // A look that waits for too long reads.
    let read = world.log.followed() - before;
    assert!(read < ROUNDS / 2, "{read}");
    let (state, _) = world.node.state(world.workflow).await.unwrap();
    assert_eq!(state.tasks.len(), ROUNDS);
}

/// The commit stays unanswered, and looks are answered.
#[tokio::test]
async fn a_look_does_not_wait_for_long() {
    let world = world().await;
    world.log.lose([Loss::Late]);
    let added = world.adding("late");
    world.sent(1).await;
    world.node.hub.refresh().await.unwrap();
    let (state, _) = world.node.state(world.workflow).await.unwrap();
    assert_eq!(state.tasks.len(), 1);
    assert!(!added.is_finished());
    world.log.release();
    added.await.unwrap().unwrap();
}

#[tokio::test]
async fn calls_wait_fifteen_seconds_for_an_outcome_and_the_commit_goes_on() {
    for loss in [Loss::Before, Loss::After] {
        let world = world().await;
        world
            .log
            .lose([loss].into_iter().chain([Loss::Before; 10_000]));
        let first = world.adding("first");
        world.sent(2).await;
        let behind = world.adding("behind");
        world.clock.pass(14_999);
        // Checked several times since.
        world.sent(5).await;
        assert!(!first.is_finished() && !behind.is_finished());
        assert!(world.node.hub.can_write());
        world.clock.pass(1);
        let first = first.await.unwrap();
        if loss == Loss::After {
            // The answer can be read.
            assert_eq!(first.unwrap().output.ids.len(), 1);
        } else {
            let error = first.unwrap_err();
            assert_eq!(error.code, Code::Unavailable);
            assert_eq!(error.extra.reason.as_deref(), Some("unknown_outcome"));
            assert_eq!(error.extra.retry_after_seconds, Some(1));
            assert!(!error.detail.contains("nothing was stored"), "{error}");
        }
        // Calls behind it were not sent, and new calls do not wait.
        for call in [behind, world.adding("late")] {
            let error = call.await.unwrap().unwrap_err();
            assert_eq!((error.code, error.extra.reason), (Code::Unavailable, None));
            assert!(
                error.detail.contains("nothing was stored"),
                "{}",
                error.detail
            );
        }
        assert!(!world.node.hub.can_write());
        // The log is available again: it gets the commit first.
        world.log.lose([]);
        until(async || world.node.hub.can_write()).await;
        assert_eq!(world.added("first").await, 1, "{loss:?}");
        assert_eq!(world.added("behind").await + world.added("late").await, 0);
        let again = world.adding("first").await.unwrap().unwrap();
        let behind = world.adding("behind").await.unwrap().unwrap();
        assert_eq!(behind.position, again.position + 1);
        assert_eq!(world.added("first").await, 1);
        let (state, _) = world.node.state(world.workflow).await.unwrap();
        assert_eq!(state.tasks.len(), 2);
    }
}

#[tokio::test]
async fn a_kernel_says_that_its_log_was_replaced_and_writes_nothing_more() {
    for (what, expected) in [("epoch", "epoch"), ("lost", "position")] {
        let world = world().await;
        let kept = world.database.head().await.unwrap().position;
        world.adding("first").await.unwrap().unwrap();
        match what {
            "epoch" => world.database.begin_epoch(),
            _ => world.database.lose_after(kept),
        }
        let replaced = world.node.hub.until_replaced();
        let reason = tokio::time::timeout(Duration::from_mins(1), replaced).await;
        let reason = reason.unwrap();
        assert!(reason.contains(expected), "{what}: {reason}");
        let refused = world.adding("late").await.unwrap().unwrap_err();
        assert_eq!(refused.code, Code::Unavailable);
        assert!(refused.detail.contains("nothing was stored"), "{refused}");
        assert_eq!(world.added("late").await, 0, "{what}");
        // The next start has the content of the log.
        world.node.hub.close().await;
        let log = Arc::new(world.database.clone());
        let next = Node::on(log, &world.clock).await;
        let (state, _) = next.state(world.workflow).await.unwrap();
        let tasks = usize::from(what == "epoch");
        assert_eq!(state.tasks.len(), tasks, "{what}");
    }
}

#[tokio::test]
async fn a_write_finds_that_commits_were_lost_also_when_others_wrote_as_many() {
    let world = world().await;
    let kept = world.database.head().await.unwrap().position;
    let other = world.database.clone();
    world.adding("first").await.unwrap().unwrap();
    world.database.lose_after(kept);
    // The other process has not seen the lost commit and continues.
    let node = Node::on(Arc::new(other), &world.clock).await;
    let op = json!({ "workflow": world.workflow, "title": "theirs" });
    node.call::<TaskAdd>(&lead(), op).await.unwrap();
    let refused = world.adding("late").await.unwrap().unwrap_err();
    assert!(refused.detail.contains("was replaced"), "{refused}");
    let reason = world.node.hub.until_replaced().await;
    assert!(!reason.is_empty());
    assert_eq!(world.added("theirs").await, 1);
    assert_eq!(world.added("late").await, 0);
}

/// The kernel looks at its log every second. A look that fails later than that must not keep calls waiting.
#[tokio::test]
async fn calls_are_refused_while_a_log_is_away_and_succeed_afterwards() {
    let world = world().await;
    world.log.go_away(Some(Duration::from_millis(1_200)));
    for key in ["first", "second", "third"] {
        let refused = tokio::time::timeout(Duration::from_mins(1), world.adding(key)).await;
        let refused = refused.unwrap().unwrap().unwrap_err();
        assert_eq!(refused.code, Code::Unavailable, "{refused}");
    }
    world.log.go_away(None);
    until(async || world.adding("first").await.unwrap().is_ok()).await;
    assert_eq!(world.added("first").await, 1);
    assert_eq!(world.added("second").await, 0);
}
