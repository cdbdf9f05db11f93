//! Tests of concurrent calls on both kernels: one wins, and both answers are true.

use std::sync::Arc;

use engine::conversation::ops::session_put::SessionPut;
use engine::jobs::JobKind;
use engine::session::SessionKey;
use engine::team::ops::token_create::TokenCreate;
use engine::work::ops::job_take::JobTake;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use engine::workflow::state::Workflow;
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::Actor;
use kernel::ports::accounts::Accounts;
use kernel::ports::log::Log;
use serde_json::json;
use store::MemoryLog;
use tokio::task::JoinSet;

use crate::nodes::pair::{Node, Pair, fold, lead, owner, stream, worker};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_claims_of_one_task_exactly_one_wins() {
    let pair = Pair::new().await;
    for n in 0..20 {
        let (workflow, position) = pair.a.workflow(&format!("race {n}"), 1).await;
        pair.b.caught_up(position).await;
        let claim = json!({ "workflow": workflow, "task": "T1" });
        let (one, two) = (worker("w1"), worker("w2"));
        let (a, b) = tokio::join!(
            pair.a.call::<TaskClaim>(&one, claim.clone()),
            pair.b.call::<TaskClaim>(&two, claim.clone()),
        );
        assert!(a.is_ok() != b.is_ok(), "{n}: {a:?} {b:?}");
        let winner = if a.is_ok() { "w1" } else { "w2" };
        let refused = a.err().or(b.err()).unwrap();
        assert_eq!(refused.code, kernel::Code::Conflict, "{refused:?}");
        let facts = pair.settled().await;
        for node in [&pair.a, &pair.b] {
            let (state, _) = node.state(workflow).await.unwrap();
            assert_eq!(*state, fold::<Workflow>(&facts, &stream(workflow)));
            let json = serde_json::to_string(&*state).unwrap();
            assert!(json.contains(winner), "{json}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_both_write_to_one_stream_is_all_there_and_linear() {
    let pair = Pair::new().await;
    let (workflow, position) = pair.a.workflow("shared", 1).await;
    pair.b.caught_up(position).await;
    let write = async |node: &crate::nodes::pair::Node, name: &str| {
        let mut told = Vec::new();
        for n in 0..40 {
            let text = format!("{name} wrote {n}");
            told.push((node.note(workflow, &text).await.unwrap(), text));
        }
        told
    };
    let (mut told, others) = tokio::join!(write(&pair.a, "a/1"), write(&pair.b, "b/1"));
    told.extend(others);
    told.sort();
    let facts = pair.settled().await;
    let of_stream = facts.iter().filter(|fact| fact.stream == stream(workflow));
    let versions: Vec<u64> = of_stream.map(|fact| fact.version).collect();
    let expected: Vec<u64> = (1..=versions.len() as u64).collect();
    assert_eq!(versions, expected);
    let noted: Vec<_> = facts
        .iter()
        .filter(|fact| fact.body.get().contains(" wrote "))
        .collect();
    assert_eq!(
        noted.len(),
        told.len(),
        "neither less nor more than was told"
    );
    for (fact, (position, text)) in noted.iter().zip(&told) {
        assert_eq!(fact.position, *position);
        assert!(fact.body.get().contains(text));
    }
    let folded: Workflow = fold(&facts, &stream(workflow));
    for node in [&pair.a, &pair.b] {
        assert_eq!(*node.state(workflow).await.unwrap().0, folded);
    }
    let report = pair.log.verify(None).await.unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
}

/// With optimistic attempts alone, four kernels rejected each other's calls as `contended`.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_four_kernels_on_one_stream_none_is_refused() {
    let (log, clock) = (MemoryLog::new(), Arc::default());
    let mut nodes = Vec::new();
    for _ in 0..4 {
        nodes.push(Arc::new(Node::on(Arc::new(log.clone()), &clock).await));
    }
    let (workflow, position) = nodes[0].workflow("shared", 1).await;
    for node in &nodes {
        node.caught_up(position).await;
    }
    let mut writers = JoinSet::new();
    for (node, name) in nodes.iter().cloned().zip(["a", "b", "c", "d"]) {
        for call in 0..4 {
            let node = node.clone();
            writers.spawn(async move {
                for n in 0..10 {
                    let text = format!("{name} wrote {call}.{n}");
                    node.note(workflow, &text).await.unwrap();
                }
            });
        }
    }
    while let Some(written) = writers.join_next().await {
        written.unwrap();
    }
    let facts = log.follow(position, 1_000).await.unwrap();
    let noted = facts
        .iter()
        .filter(|fact| fact.body.get().contains(" wrote "));
    assert_eq!(noted.count(), 160);
    // After a conflict a kernel got the turn: its next attempt succeeded.
    for node in &nodes {
        let gauges = node.hub.gauges();
        assert!(
            gauges.commits_failed <= gauges.commits,
            "{}",
            gauges.commits_failed
        );
    }
    assert_eq!(log.verify(None).await.unwrap().faults, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_retry_on_the_other_kernel_gets_the_first_answer_also_when_it_would_be_refused() {
    let pair = Pair::new().await;
    for n in 0..20 {
        let (workflow, position) = pair.a.workflow(&format!("retried {n}"), 1).await;
        pair.b.caught_up(position).await;
        let claim = json!({ "workflow": workflow, "task": "T1" });
        let (one, key) = (worker("w1"), format!("key {n}"));
        let (a, b) = tokio::join!(
            pair.a.keyed::<TaskClaim>(&one, &key, claim.clone()),
            pair.b.keyed::<TaskClaim>(&one, &key, claim.clone()),
        );
        assert_eq!(a.unwrap().version, b.unwrap().version, "{n}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_key_on_both_makes_one_token() {
    let pair = Pair::new().await;
    let owner = owner();
    for n in 0..10 {
        let (key, name) = (format!("key {n}"), format!("agent{n}"));
        let register = json!({ "name": name, "role": "worker" });
        let registered = pair.a.call::<AgentRegister>(&owner, register).await;
        pair.b.caught_up(registered.unwrap().position).await;
        let op = json!({ "agent": name });
        let (a, b) = tokio::join!(
            pair.a.keyed::<TokenCreate>(&owner, &key, op.clone()),
            pair.b.keyed::<TokenCreate>(&owner, &key, op.clone()),
        );
        let (a, b) = (a.unwrap().output, b.unwrap().output);
        assert_eq!(a.info.id, b.info.id, "{n}");
        let secrets = [a.token, b.token].into_iter().flatten();
        assert_eq!(secrets.count(), 1, "the secret is told once");
        let mut made = 0;
        for node in [&pair.a, &pair.b] {
            made += node.store.accounts.tokens().await.unwrap().len();
        }
        assert_eq!(made, n + 1);
    }
    // A rejection releases the key at once.
    let wrong = json!({ "agent": "nobody" });
    for node in [&pair.a, &pair.b, &pair.a] {
        let refused = node.keyed::<TokenCreate>(&owner, "wrong", wrong.clone());
        assert_eq!(refused.await.unwrap_err().code, kernel::Code::NotFound);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_key_on_both_is_done_once_and_answered_the_same() {
    let pair = Pair::new().await;
    for n in 0..20 {
        let (key, name) = (format!("key {n}"), format!("once {n}"));
        let op = json!({ "name": name, "goal": "once" });
        let (lead, before) = (lead(), pair.log.head().await.unwrap().position);
        let (a, b) = tokio::join!(
            pair.a.keyed::<WorkflowCreate>(&lead, &key, op.clone()),
            pair.b.keyed::<WorkflowCreate>(&lead, &key, op.clone()),
        );
        let (a, b) = (a.unwrap(), b.unwrap());
        assert_eq!(a.output.workflow, b.output.workflow);
        assert_eq!((a.version, a.position), (b.version, b.position));
        let facts = pair.log.follow(before, 100).await.unwrap();
        let begun = facts.iter().filter(|fact| fact.version == 1);
        assert_eq!(begun.count(), 1, "{n}");
        // Both reject another request under the same key.
        let other = json!({ "name": "another", "goal": "once" });
        for node in [&pair.a, &pair.b] {
            let refused = node
                .keyed::<WorkflowCreate>(&lead, &key, other.clone())
                .await;
            let reason = refused.unwrap_err().extra.reason;
            assert_eq!(reason.as_deref(), Some("idempotency_key_reused"));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_job_is_taken_by_one_process() {
    let pair = Pair::new().await;
    for n in 0..10 {
        let session = format!("talk {n}");
        let words = "a word after the other ".repeat(200);
        let message = json!({ "role": "user", "content": words });
        let put = json!({ "session": session, "context_window": 1_000,
                          "messages": [message, message, message, message] });
        let answer = pair.a.call::<SessionPut>(&worker("w1"), put).await;
        pair.b.caught_up(answer.unwrap().position).await;
        let about = SessionKey::parse(&session).unwrap().stream();
        let take = |by: &str| json!({ "stream": about, "job": JobKind::Summary, "by": by });
        let system = Actor::system();
        let (a, b) = tokio::join!(
            pair.a.call::<JobTake>(&system, take("a/1")),
            pair.b.call::<JobTake>(&system, take("b/1")),
        );
        let taken = [a, b].map(|taken| taken.unwrap().output.held.is_some());
        assert!(taken[0] != taken[1], "{n}: {taken:?}");
        pair.settled().await;
        let (node, by) = if taken[0] {
            (&pair.b, "b/1")
        } else {
            (&pair.a, "a/1")
        };
        let late = node.call::<JobTake>(&system, take(by)).await.unwrap();
        assert!(late.output.held.is_none());
        // The next start with the same place takes it over at once. Another place waits until the lease has expired.
        let (own, others) = if taken[0] {
            ("a/2", "b/2")
        } else {
            ("b/2", "a/2")
        };
        for (passed, by, is_taken) in [
            (0, others, false),
            (0, own, true),
            (59_999, others, false),
            (1, others, true),
        ] {
            pair.clock.pass(passed);
            let taken = node.call::<JobTake>(&system, take(by)).await.unwrap();
            assert_eq!(taken.output.held.is_some(), is_taken, "{n}: {by}");
        }
    }
}
