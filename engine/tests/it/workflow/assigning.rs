//! Assignments: only to an agent that can do the task, with a notice, and for a limited time.

use engine::workflow::attention::ItemKind;
use engine::workflow::ops::sweep::Sweep;
use engine::workflow::ops::task_add::NewTask;
use engine::workflow::ops::task_assign::{TaskAssign, Tokens};
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_explain::TaskExplain;
use engine::workflow::ops::task_review::TaskReview;
use engine::workflow::ops::task_update::{Progress, TaskUpdate};
use engine::workflow::ops::tasked::Tasked;
use engine::workflow::task::{ReviewStatus, TaskStatus};
use engine::workspace::ops::agent_pause::AgentPause;
use engine::workspace::ops::agent_register::AgentRegister;
use engine::workspace::ops::noted::Noted;
use engine::workspace::{TokenCreated, TokenRevoked};
use kernel::actor::{Actor, Role};
use kernel::error::Result;
use kernel::memory::Memory;

use crate::workflow::harness::{World, lead, other, reviewer, task, word, worker};
use crate::workflow::standing::complete;

fn assign(world: &mut World, agent: &str, tokens: Tokens) -> Result<Tasked> {
    let op = TaskAssign {
        workflow: Some(world.workflow()),
        task: task(1),
        agent: Some(agent.into()),
        tokens,
    };
    world.call(&lead(), op)
}

fn with_agents() -> World {
    let mut world = World::new();
    let owner = Actor::new("olga", Role::Owner);
    for (name, role) in [
        ("lib", Role::Librarian),
        ("eye", Role::Observer),
        ("r2", Role::Reviewer),
        ("resting", Role::Worker),
    ] {
        let op = AgentRegister {
            name: name.into(),
            role,
        };
        world.ok(&owner, op);
    }
    let op = AgentPause {
        agent: "resting".into(),
        reason: None,
    };
    world.ok(&owner, op);
    world.add(NewTask {
        title: "Test the login".into(),
        needs_review: true,
        ..NewTask::default()
    });
    world
}

fn live(roles: &[Role]) -> Tokens {
    Tokens::Live(roles.to_vec())
}

#[test]
fn a_task_is_kept_only_for_who_can_take_it() {
    for (agent, tokens, refused) in [
        ("w1", live(&[Role::Worker]), None),
        ("w1", Tokens::Never, None),
        ("lead", live(&[Role::Orchestrator]), None),
        ("r1", live(&[Role::Reviewer]), None),
        ("w1", Tokens::Ended, Some("no_token")),
        ("w1", live(&[Role::Observer]), Some("no_token")),
        ("w1", live(&[Role::Observer, Role::Worker]), None),
        ("resting", live(&[Role::Worker]), Some("paused")),
        ("lib", live(&[Role::Librarian]), Some("invalid")),
        ("eye", live(&[Role::Observer]), Some("invalid")),
        ("eye", live(&[Role::Worker]), None),
        ("nobody", Tokens::Never, Some("invalid")),
    ] {
        let mut world = with_agents();
        let agent = if agent == "lead" {
            lead().id
        } else {
            agent.to_owned()
        };
        let can_call = matches!(tokens, Tokens::Live(_));
        let answer = assign(&mut world, &agent, tokens);
        match (answer, refused) {
            (Ok(answer), None) => {
                assert_eq!(answer.task.assigned_to, Some(agent.clone()));
                assert_eq!(answer.warnings.is_empty(), can_call, "{agent}");
            }
            (Err(error), Some(expected)) => {
                assert_eq!(word(&error), expected, "{agent}: {}", error.detail);
                assert_eq!(world.status(1), TaskStatus::Pending, "{agent}");
            }
            (answer, _) => panic!("{agent}: {answer:?}"),
        }
    }
}

#[test]
fn a_reviewer_takes_what_is_kept_for_it_and_nothing_else() {
    let mut world = with_agents();
    let error = world.claim(&reviewer(), 1).unwrap_err();
    assert!(error.detail.contains("`task_assign`"), "{}", error.detail);
    let any = TaskClaim {
        workflow: Some(world.workflow()),
        ..TaskClaim::default()
    };
    assert_eq!(
        word(&world.refused(&reviewer(), any.clone())),
        "nothing_ready"
    );
    assign(&mut world, "r1", live(&[Role::Reviewer])).unwrap();
    let told = world.state().inbox(&reviewer(), world.now);
    assert!(told[0].message.contains("T1 is kept for you"), "{told:?}");
    assert!(world.claim(&other(), 1).is_err());
    world.ok(&reviewer(), any);
    complete(&mut world, &reviewer(), 1).unwrap();
    assert_eq!(world.status(1), TaskStatus::Review);
    // It cannot review its own work.
    assert_eq!(
        word(&assign(&mut world, "r1", live(&[Role::Reviewer])).unwrap_err()),
        "invalid"
    );
}

#[test]
fn the_review_of_what_was_handed_in_is_kept_for_a_reviewer() {
    let mut world = with_agents();
    world.claim(&worker(), 1).unwrap();
    complete(&mut world, &worker(), 1).unwrap();
    assert_eq!(
        word(&assign(&mut world, "w2", live(&[Role::Worker])).unwrap_err()),
        "invalid"
    );
    let answer = assign(&mut world, "r1", live(&[Role::Reviewer])).unwrap();
    assert_eq!(answer.task.status, TaskStatus::Review);
    assert_eq!(answer.task.reviewer.as_deref(), Some("r1"));
    let told = world.state().inbox(&reviewer(), world.now);
    assert!(
        told[0].message.contains("The review of T1 is kept for you"),
        "{told:?}"
    );
    let review = TaskReview {
        workflow: Some(world.workflow()),
        task: task(1),
        status: ReviewStatus::Approved,
        comments: None,
        force: false,
        lines: std::collections::BTreeMap::new(),
    };
    let second = Actor::new("r2", Role::Reviewer);
    assert_eq!(word(&world.refused(&second, review.clone())), "kept");
    world.ok(&reviewer(), review);
    assert_eq!(world.status(1), TaskStatus::Completed);
}

#[test]
fn what_nobody_takes_in_time_is_told() {
    let mut world = with_agents();
    assign(&mut world, "w1", live(&[Role::Worker])).unwrap();
    let sweep = |world: &mut World| {
        let op = Sweep {
            workflow: world.workflow(),
        };
        world.ok(&Actor::system(), op).untaken
    };
    world.pass(899);
    assert!(sweep(&mut world).is_empty());
    world.pass(1);
    assert_eq!(world.state().due(), Some(world.now));
    assert_eq!(sweep(&mut world), [engine::numbers::TaskNo(1)]);
    assert!(sweep(&mut world).is_empty(), "it is told once");
    let item = world.state().find_item("warning:W1").unwrap();
    assert_eq!(item.kind, ItemKind::Warning);
    assert!(item.detail.contains("T1 is kept for w1"), "{}", item.detail);
    let told = world.state().inbox(&lead(), world.now);
    assert!(
        told.iter().any(|notice| notice.kind == "warning"),
        "{told:?}"
    );
    // Once assigned to another agent and claimed, it needs no attention any more.
    assign(&mut world, "w2", live(&[Role::Worker])).unwrap();
    let told = world.state().inbox(&worker(), world.now);
    let gone = "T1 is not kept for you any more, but for w2.";
    assert!(told.iter().any(|notice| notice.message == gone), "{told:?}");
    assert!(world.state().find_item("warning:W1").is_none());
    world.pass(901);
    sweep(&mut world);
    assert!(world.state().find_item("warning:W2").is_some());
    world.claim(&other(), 1).unwrap();
    assert!(world.state().find_item("warning:W2").is_none());
}

#[test]
fn a_task_that_is_kept_for_an_agent_which_rests_is_told_as_such() {
    let mut world = with_agents();
    assign(&mut world, "w1", live(&[Role::Worker])).unwrap();
    let pause = AgentPause {
        agent: "w1".into(),
        reason: None,
    };
    world.ok(&Actor::new("olga", Role::Owner), pause);
    world.pass(900);
    let sweep = Sweep {
        workflow: world.workflow(),
    };
    world.ok(&Actor::system(), sweep);
    let warned = world.state().find_item("warning:W1").unwrap().detail;
    assert!(warned.contains("has been paused since"), "{warned}");
    let explain = TaskExplain {
        workflow: Some(world.workflow()),
        task: task(1),
    };
    let explained = world.ok(&lead(), explain).task;
    assert!(!explained.ready);
    assert_eq!(explained.waits_for.len(), 1);
    assert!(explained.waits_for[0].text.contains("who is paused"));
}

#[test]
fn a_task_kept_for_an_agent_without_a_token_is_told_as_such() {
    let created = |token: &str, expires_at| {
        Noted::TokenCreated(TokenCreated {
            token: token.into(),
            agent: "w1".into(),
            role: Role::Worker,
            expires_at,
            workflow: None,
            user_id: None,
            namespace: None,
        })
    };
    let revoked = |token: &str| {
        Noted::TokenRevoked(TokenRevoked {
            token: token.into(),
            agent: "w1".into(),
        })
    };
    let mut world = with_agents();
    let expires = world.now.plus(60_000);
    world.ok(&Actor::system(), created("one", None));
    world.ok(&Actor::system(), created("two", Some(expires)));
    assign(&mut world, "w1", live(&[Role::Worker])).unwrap();
    let sweep = |world: &mut World| {
        let op = Sweep {
            workflow: world.workflow(),
        };
        world.ok(&Actor::system(), op).untaken.len()
    };
    world.ok(&Actor::system(), revoked("one"));
    world.ok(&Actor::system(), revoked("unknown"));
    world.pass(59);
    assert_eq!(sweep(&mut world), 0, "the second one is valid");
    world.pass(1);
    assert_eq!(sweep(&mut world), 1);
    assert_eq!(sweep(&mut world), 0, "once");
    let warned = world.state().find_item("warning:W1").unwrap().detail;
    let words = format!("T1 is kept for w1, who has had no valid token since {expires}");
    assert!(warned.contains(&words), "{warned}");
}

#[test]
fn whom_a_task_is_assigned_to_begins_it_with_its_status() {
    let update = |world: &World, note: Option<&str>| TaskUpdate {
        workflow: Some(world.workflow()),
        task: task(1),
        status: Progress::InProgress,
        reason: None,
        note: note.map(str::to_owned),
        lease: None,
    };
    let mut world = with_agents();
    assign(&mut world, "w1", live(&[Role::Worker])).unwrap();
    let op = update(&world, Some("reading"));
    assert_eq!(
        word(&world.call(&other(), op.clone()).unwrap_err()),
        "invalid"
    );
    let seen = Some(world.task(1).changed);
    let begun = world.call_at(&worker(), op, seen).unwrap();
    let lease = begun.task.lease.expect("it has one");
    assert_eq!(
        (begun.task.status, lease.holder.as_str()),
        (TaskStatus::InProgress, "w1")
    );
    assert_eq!(lease.id, "T1:1");
    let attempts = &world.task(1).attempts;
    assert_eq!(attempts.len(), 1);
    assert_eq!(attempts[0].notes, ["reading"]);
    // From then on the holder sends the lease.
    let op = update(&world, Some("writing"));
    assert_eq!(word(&world.call(&worker(), op).unwrap_err()), "invalid");
    // The reasons that prevent a claim prevent an assignment, too.
    let mut world = with_agents();
    assign(&mut world, "w1", live(&[Role::Worker])).unwrap();
    let pause = AgentPause {
        agent: "w1".into(),
        reason: None,
    };
    world.ok(&Actor::new("olga", Role::Owner), pause);
    let op = update(&world, None);
    assert_eq!(word(&world.call(&worker(), op).unwrap_err()), "paused");
}
