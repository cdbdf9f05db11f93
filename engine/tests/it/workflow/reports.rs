//! Usage reports, and an agent's own log.

use engine::workflow::ops::usage_report::UsageReport;

use crate::workflow::harness::{World, fold, lease, other, person, reviewer, task, word, worker};
use engine::workflow::ops::task_release::TaskRelease;

fn report(world: &World, no: Option<u32>) -> UsageReport {
    UsageReport {
        workflow: world.workflow(),
        task: no.map(task),
        window: Some(200_000),
        window_used: Some(50_000),
        blocks: [("task".to_owned(), 900)].into(),
        tokens_in: 1_000,
        tokens_out: 200,
        cost: Some(0.1),
        log_ref: None,
    }
}

fn claimed() -> World {
    let mut world = World::new();
    world.add_after("Tokens", &[]);
    world.claim(&worker(), 1).unwrap();
    world
}

#[test]
fn usage_adds_up_by_agent_and_attempt() {
    let mut world = claimed();
    let (mine, all) = (report(&world, Some(1)), report(&world, None));
    let mut broken = all.clone();
    broken.cost = Some(-1.0);
    world.ok(&worker(), mine.clone());
    let sum = world.ok(&worker(), all).contribution.unwrap();
    assert_eq!(
        (sum.tokens_in, sum.tokens_out, sum.cost_micros),
        (2_000, 400, 200_000)
    );
    assert_eq!((sum.window_used, sum.blocks["task"]), (Some(50_000), 900));
    world.ok(&other(), mine);
    let attempt = world.task(1).attempts[0].clone();
    assert_eq!((attempt.tokens_in, attempt.cost_micros), (1_000, 100_000));
    assert_eq!(
        world.refused(&worker(), broken).extra.fields[0].pointer,
        "/cost"
    );
    assert_eq!(fold(&world.workflow_facts()), *world.state());
}

#[test]
fn what_a_task_used_counts_whoever_reports_it() {
    let mut world = claimed();
    let release = TaskRelease {
        workflow: Some(world.workflow()),
        task: task(1),
        handoff_note: None,
        lease: Some(lease(&world, 1)),
    };
    world.ok(&worker(), release);
    for (nth, actor) in [worker(), other(), reviewer(), person()].iter().enumerate() {
        let op = report(&world, Some(1));
        let answer = world.ok(actor, op);
        let times = nth as u64 + 1;
        let used = world.task(1).usage;
        assert_eq!(answer.task_usage, Some(used), "{}", actor.id);
        assert_eq!(
            (used.tokens_in, used.tokens_out, used.cost_micros),
            (1_000 * times, 200 * times, 100_000 * times)
        );
        assert_eq!(answer.contribution.is_some(), actor.role.is_agent());
    }
    assert_eq!(world.state().usage, world.task(1).usage);
    assert_eq!(
        world.task(1).attempts[0].tokens_in,
        1_000,
        "its agent's own"
    );
    let read: engine::workflow::Workflow =
        serde_json::from_value(serde_json::json!(*world.state())).unwrap();
    assert_eq!(read, *world.state());
}

#[test]
fn a_log_is_what_was_done_in_this_workflow_unless_the_agent_says_where() {
    let mut world = claimed();
    let usual = format!("/api/activity_list?workflow={}&agent=w1", world.workflow());
    let logged = |world: &mut World, log_ref: Option<&str>| {
        let mut op = report(world, None);
        op.log_ref = log_ref.map(Into::into);
        world.call(&worker(), op)
    };
    let given = logged(&mut world, None).unwrap().contribution.unwrap();
    assert_eq!(given.log_ref, usual);
    let long = "x".repeat(201);
    let far = format!("https://a.example/{}", "x".repeat(2_000));
    for bad in [
        "",
        " ",
        "javascript:alert(1)",
        "data:text/html,x",
        "//evil.example",
        "/api/x",
        "a b",
        "https://",
        "https://a.example/\n",
        "http://a.example/\"x",
        "ftp://a.example",
        &long,
        &far,
    ] {
        let error = logged(&mut world, Some(bad)).unwrap_err();
        assert_eq!(
            error.extra.fields[0].pointer,
            "/log_ref",
            "{bad:?} {}",
            word(&error)
        );
    }
    for good in [
        "https://a.example/runs/7?x=1#y",
        "http://a.example",
        "run-7_a.b/c",
    ] {
        let given = logged(&mut world, Some(good))
            .unwrap()
            .contribution
            .unwrap();
        assert_eq!(given.log_ref, good);
        let given = logged(&mut world, None).unwrap().contribution.unwrap();
        assert_eq!(given.log_ref, good, "it stays");
    }
}
