//! Laws for any sequence of calls: a state is the fold of its facts, derived data follows from it, the graph has no
//! cycle, a task has one holder, branches are settled.

use std::collections::BTreeMap;

use engine::workflow::graph::Gate;
use engine::workflow::ops::NOT_TAKEN;
use engine::workflow::shown::UPSTREAM_FAILED;
use engine::workflow::state::{Status, Workflow};
use engine::workflow::task::TaskStatus;
use engine::workflow::warning::WarningKind;
use kernel::fact::Fact;
use kernel::memory::Memory;
use proptest::prelude::*;

use crate::workflow::calls::{calls, run};
use crate::workflow::harness::{World, fold};

/// Checks all derived data against a computation from the body alone.
fn check_derived(state: &Workflow, when: &str) {
    let json = serde_json::to_string(state).unwrap();
    let read: Workflow = serde_json::from_str(&json).unwrap();
    assert_eq!(
        serde_json::to_string(&read).unwrap(),
        json,
        "the snapshot, {when}"
    );
    assert_eq!(read.derived(), state.derived(), "beside the body, {when}");
    check_open(state, when);
}

/// Checks that exactly the items that need a person are found by name.
fn check_items(state: &Workflow) {
    for item in state.items() {
        assert_eq!(state.find_item(&item.item), Some(item));
    }
    for name in [
        "",
        "review:T999",
        "review",
        "T1",
        "question:T1",
        "lead_vacant:",
    ] {
        let found = state.find_item(name).map(|item| item.item);
        assert!(found.is_none(), "{name} found {found:?}");
    }
}

/// Checks the open tasks against the rule.
fn check_open(state: &Workflow, when: &str) {
    let open: Vec<u32> = state
        .tasks
        .iter()
        .filter(|task| task.status.is_waiting() && state.gate(task) == Gate::Open)
        .map(|task| task.id.0)
        .collect();
    let mut kept: Vec<u32> = state.derived().open.iter().map(|(_, _, no)| *no).collect();
    kept.sort_unstable();
    assert_eq!(kept, open, "the open ones, {when}");
}

/// Checks the counts against the displayed status of each task.
fn check_counts(state: &Workflow, when: &str) {
    let mut counts = [0; 9];
    for task in state.tasks.iter() {
        let is_cut = task.status.is_waiting() && state.gate(task) == Gate::Cut;
        let (status, reason) = state.visible_status_and_reason(task);
        assert_eq!(is_cut, reason.as_deref() == Some(UPSTREAM_FAILED), "{when}");
        assert_eq!(status == task.status, !is_cut, "{when}");
        counts[status as usize] += 1;
    }
    assert_eq!(counts, state.derived().counts, "the counts, {when}");
}

fn check_graph(state: &Workflow) {
    assert_eq!(
        state.in_reverse_order().len(),
        state.tasks.len(),
        "there is a cycle"
    );
    for task in state.tasks.iter() {
        for need in &task.depends_on {
            let before = state.tasks.find(need.task).unwrap();
            assert!(
                before.blocks.contains(&task.id),
                "edges are known at both ends"
            );
        }
        for behind in &task.blocks {
            let behind = state.tasks.find(*behind).unwrap();
            assert!(behind.depends_on.iter().any(|need| need.task == task.id));
        }
    }
}

fn check_holders(state: &Workflow) {
    for task in state.tasks.iter() {
        let running = task
            .attempts
            .iter()
            .filter(|attempt| attempt.outcome.is_none())
            .count();
        if let Some(lease) = &task.lease {
            assert!(task.status.is_held());
            assert_eq!(lease.fence, task.fence);
            assert_eq!(running, 1);
            assert_eq!(task.attempt().unwrap().agent, lease.holder);
        } else {
            // A blocked task stays blocked when its lease ends.
            let is_on_hold = task.status == TaskStatus::Blocked;
            assert!(
                is_on_hold || !task.status.is_held(),
                "{} is held by nobody",
                task.id
            );
            assert_eq!(running, 0);
        }
        let fences: Vec<u32> = task.attempts.iter().map(|attempt| attempt.fence).collect();
        assert!(fences.is_sorted_by(|one, next| one < next), "fences grow");
    }
}

/// Checks that nothing waits on a branch that is not taken, and that nothing skipped by Loci could still be done.
fn check_settled(state: &Workflow) {
    for task in state.tasks.iter() {
        let is_off = state.gate(task) == Gate::Skip;
        let was_off =
            task.status == TaskStatus::Skipped && task.reason.as_deref() == Some(NOT_TAKEN);
        assert!(
            !(task.status.is_waiting() && is_off),
            "{} waits for nothing",
            task.id
        );
        assert!(!was_off || is_off, "{} could be done", task.id);
    }
}

/// Checks that completed tasks have their prerequisites, or are marked otherwise.
fn check_standing(state: &Workflow) {
    for task in state
        .tasks
        .iter()
        .filter(|task| task.status == TaskStatus::Completed)
    {
        let is_said = !task.unmet.is_empty()
            || state
                .warnings
                .iter()
                .any(|warning| warning.kind == WarningKind::Unmet && warning.task == task.id);
        assert!(
            state.stands(task) || is_said,
            "{} stands on nothing",
            task.id
        );
    }
}

/// Checks that newly completed tasks had all their prerequisites, or that a person overrode them.
fn check_completions(before: &Workflow, after: &Workflow) {
    for task in after
        .tasks
        .iter()
        .filter(|task| task.status == TaskStatus::Completed)
    {
        let Some(was) = before.tasks.get(task.id) else {
            continue;
        };
        if was.status != TaskStatus::Completed {
            let is_met = before.unmet(was).is_empty();
            assert!(
                is_met || !task.unmet.is_empty(),
                "{} is done too early",
                task.id
            );
        }
    }
}

/// Checks that the fences of a task's claims increase in the order of the facts.
fn check_fences(facts: &[Fact]) {
    let mut last: BTreeMap<String, u64> = BTreeMap::new();
    for fact in facts.iter().filter(|fact| fact.kind == "task_claimed") {
        let body: serde_json::Value = serde_json::from_str(fact.body.get()).unwrap();
        let (id, fence) = (body["id"].to_string(), body["fence"].as_u64().unwrap());
        assert!(last.insert(id, fence).is_none_or(|before| before < fence));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_calls_keep_the_laws(calls in calls(80), cut in any::<prop::sample::Index>()) {
        let mut world = World::new();
        for call in calls {
            let before = world.state();
            run(&mut world, call);
            let state = world.state();
            check_completions(&before, &state);
            check_standing(&state);
            prop_assert_eq!(state.status, Status::Active);
            check_graph(&state);
            check_holders(&state);
            check_settled(&state);
            check_items(&state);
            check_open(&state, "after a call");
            check_counts(&state, "after a call");
        }
        let facts = world.workflow_facts();
        check_fences(&facts);
        let state = world.state();
        let folded = fold(&facts);
        prop_assert_eq!(&folded, &*state, "state is the fold of its facts");
        check_derived(&state, "at the end");

        // Also from a snapshot taken anywhere.
        let (before, after) = facts.split_at(cut.index(facts.len()));
        let snapshot = fold(before);
        check_derived(&snapshot, "at the cut");
        let json = serde_json::to_string(&snapshot).unwrap();
        let mut resumed: Workflow = serde_json::from_str(&json).unwrap();
        for fact in after {
            resumed.apply_fact(fact);
        }
        prop_assert_eq!(&resumed, &*state, "state is the fold from a snapshot");
    }

    #[test]
    fn no_order_of_facts_breaks_the_fold(
        calls in calls(60),
        order in prop::collection::vec(any::<prop::sample::Index>(), 1..200),
    ) {
        let mut world = World::new();
        for call in calls {
            run(&mut world, call);
        }
        // Missing, repeated and reordered facts: a fact that makes no sense changes nothing.
        let facts = world.workflow_facts();
        let told: Vec<Fact> = order.iter().map(|at| facts[at.index(facts.len())].clone()).collect();
        let state = fold(&told);
        check_graph(&state);
        check_open(&state, "out of order");
        check_counts(&state, "out of order");
        let json = serde_json::to_string(&state).unwrap();
        let read: Workflow = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&read.derived().open, &state.derived().open);
        prop_assert_eq!(&read.derived().heights, &state.derived().heights);
        prop_assert_eq!(&read.derived().leases, &state.derived().leases);
        prop_assert_eq!(&read.derived().cut, &state.derived().cut);
        prop_assert_eq!(&read.derived().counts, &state.derived().counts);
        prop_assert_eq!(&read.derived().wanting, &state.derived().wanting);
        prop_assert_eq!(&read.derived().choosers, &state.derived().choosers);
        prop_assert_eq!(&read.derived().to_all, &state.derived().to_all);
        prop_assert_eq!(&read.derived().heard, &state.derived().heard);
        prop_assert_eq!(&read.derived().to_lead, &state.derived().to_lead);
        prop_assert_eq!(&read.derived().to_agent, &state.derived().to_agent);
        prop_assert_eq!(&read.derived().nudge_ends, &state.derived().nudge_ends);
        prop_assert_eq!(&read.derived().deadlines, &state.derived().deadlines);
        prop_assert_eq!(&read.derived().open_questions, &state.derived().open_questions);
        prop_assert_eq!(&read.derived().fresh_answers, &state.derived().fresh_answers);
    }
}
