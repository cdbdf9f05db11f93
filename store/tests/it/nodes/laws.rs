//! For any sequence of actions by two kernels, both end with the states that the log folds into, and with indexes that
//! equal rebuilt ones.

use engine::derived::ops::purge::Purge;
use engine::workflow::ops::task_add::TaskAdd;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::workflow_list::WorkflowList;
use engine::workflow::state::Workflow;
use kernel::{Code, Id};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::nodes::pair::{Node, Pair, fold, lead, owner, stream, until, worker};

/// An action on one of three workflows.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Note(usize),
    Add(usize),
    Claim(usize),
    Begin,
    Purge(usize),
}

/// Actions of each kernel; true if they are concurrent.
#[derive(Clone, Debug)]
struct Step {
    a: Vec<Deed>,
    b: Vec<Deed>,
    wait: bool,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let deed = prop_oneof![
        8 => (0..3_usize).prop_map(Deed::Note),
        4 => (0..3_usize).prop_map(Deed::Add),
        4 => (0..3_usize).prop_map(Deed::Claim),
        2 => Just(Deed::Begin),
        1 => (0..3_usize).prop_map(Deed::Purge),
    ];
    let deeds = prop::collection::vec(deed, 0..5);
    let step = (deeds.clone(), deeds, any::<bool>());
    let step = step.prop_map(|(a, b, wait)| Step { a, b, wait });
    prop::collection::vec(step, 1..8)
}

async fn act(node: &Node, name: &str, workflows: &[Id], deeds: &[Deed]) {
    for deed in deeds {
        // Rejections are included: they must leave nothing.
        match *deed {
            Deed::Note(at) => drop(node.note(workflows[at], name).await),
            Deed::Add(at) => {
                let op = json!({ "workflow": workflows[at], "title": name });
                drop(node.call::<TaskAdd>(&lead(), op).await);
            }
            Deed::Claim(at) => {
                let op = json!({ "workflow": workflows[at] });
                drop(node.call::<TaskClaim>(&worker(name), op).await);
            }
            Deed::Begin => drop(node.workflow(name, 1).await),
            Deed::Purge(at) => {
                let op = json!({ "stream": stream(workflows[at]) });
                drop(node.call::<Purge>(&owner(), op).await);
            }
        }
    }
}

async fn rows(node: &Node) -> Value {
    let all = json!({ "limit": 200 });
    let rows = node.call::<WorkflowList>(&owner(), all).await.unwrap();
    let mut rows = serde_json::to_value(&rows.output).unwrap()["items"].take();
    let id = |row: &Value| row.to_string();
    rows.as_array_mut().unwrap().sort_by_key(id);
    rows
}

async fn follow(steps: Vec<Step>) {
    let pair = Pair::new().await;
    let mut workflows = Vec::new();
    for name in ["one", "two", "three"] {
        workflows.push(pair.a.workflow(name, 1).await.0);
    }
    for step in steps {
        tokio::join!(
            act(&pair.a, "a", &workflows, &step.a),
            act(&pair.b, "b", &workflows, &step.b),
        );
        if step.wait {
            pair.settled().await;
        }
    }
    let facts = pair.settled().await;
    let mut known: Vec<_> = facts.iter().map(|fact| fact.stream.clone()).collect();
    known.extend(workflows.iter().map(|workflow| stream(*workflow)));
    known.retain(|stream| stream.kind() == "workflow");
    known.sort();
    known.dedup();
    for node in [&pair.a, &pair.b] {
        for stream in &known {
            if facts.iter().all(|fact| fact.stream != *stream) {
                let state = async || node.hub.state::<Workflow>(stream).await;
                let is_gone = |error: kernel::Error| error.code == Code::Gone;
                until(async || state().await.is_err_and(is_gone)).await;
                continue;
            }
            let (state, _) = node.hub.state::<Workflow>(stream).await.unwrap();
            assert_eq!(*state, fold::<Workflow>(&facts, stream), "{stream}");
        }
        let count = known
            .iter()
            .filter(|stream| facts.iter().any(|fact| fact.stream == **stream));
        let count = count.count();
        until(async || rows(node).await.as_array().unwrap().len() == count).await;
    }
    let followed = [rows(&pair.a).await, rows(&pair.b).await];
    assert_eq!(followed[0], followed[1]);
    pair.b.hub.rebuild_index().await.unwrap();
    assert_eq!(rows(&pair.b).await, followed[1]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn both_end_with_what_the_log_says(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(3)
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(follow(steps));
    }
}
