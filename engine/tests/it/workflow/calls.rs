//! Random calls: any operation on tasks and their decisions, by any actor.

use engine::numbers::{DecisionNo, QuestionNo, Ref, TaskNo};
use engine::workflow::edge::{Join, When};
use engine::workflow::ops::artifact_record::{ArtifactRecord, NewArtifact};
use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::decision_reject::DecisionReject;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::nudge_send::NudgeSend;
use engine::workflow::ops::question_answer::QuestionAnswer;
use engine::workflow::ops::question_ask::QuestionAsk;
use engine::workflow::ops::sweep::Sweep;
use engine::workflow::ops::task_accept_failed::TaskAcceptFailed;
use engine::workflow::ops::task_add::{NewNeed, NewTask, TaskAdd};
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_cancel::TaskCancel;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_edit::TaskEdit;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_heartbeat::TaskHeartbeat;
use engine::workflow::ops::task_link::TaskLink;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_review::{Remarks, TaskReview};
use engine::workflow::ops::task_skip::TaskSkip;
use engine::workflow::ops::task_unlink::TaskUnlink;
use engine::workflow::ops::task_update::{Progress, TaskUpdate};
use engine::workflow::people::{Priority, Target};
use engine::workflow::shared::ArtifactKind;
use engine::workflow::task::ReviewStatus;
use kernel::actor::{Actor, Role};
use kernel::{Id, Operation};
use proptest::prelude::*;

use crate::workflow::harness::{World, lead, lease, other, person, reviewer, task, worker};

/// One call: the operation, its actor, the tasks, the choices.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    what: u8,
    who: u8,
    one: u8,
    two: u8,
    choice: u8,
}

/// Generates up to `most` calls.
pub fn calls(most: usize) -> impl Strategy<Value = Vec<Call>> {
    let call = (0..30u8, 0..5u8, any::<u8>(), any::<u8>(), any::<u8>());
    let call = call.prop_map(|(what, who, one, two, choice)| Call {
        what,
        who,
        one,
        two,
        choice,
    });
    prop::collection::vec(call, 1..most)
}

/// A call with its choices made concrete.
struct Turn<'a> {
    world: &'a mut World,
    actor: Actor,
    at: Option<Id>,
    one: u32,
    two: u32,
    lease: Option<String>,
    call: Call,
}

impl Turn<'_> {
    fn make(&mut self, op: impl Operation) {
        let actor = self.actor.clone();
        self.make_as(&actor, op);
    }

    /// Makes a call, which may be rejected: only the state afterwards matters.
    fn make_as<O: Operation>(&mut self, actor: &Actor, op: O) {
        drop(self.world.call(actor, op));
    }

    fn pick<T: Copy, const N: usize>(&self, from: [T; N]) -> T {
        from[usize::from(self.call.choice) % N]
    }

    /// Returns true once in `n` times.
    fn once_in(&self, n: u8) -> bool {
        self.call.choice.is_multiple_of(n)
    }
}

/// Makes a call.
pub fn run(world: &mut World, call: Call) {
    let actors = [worker(), other(), lead(), reviewer(), person()];
    let actor = actors[usize::from(call.who)].clone();
    let tasks = u32::try_from(world.state().tasks.len()).unwrap();
    let one = u32::from(call.one) % tasks.max(1) + 1;
    let two = u32::from(call.two) % tasks.max(1) + 1;
    let is_doer = matches!(actor.role, Role::Worker | Role::Orchestrator);
    let lease = (is_doer && tasks > 0 && !call.choice.is_multiple_of(8)).then(|| lease(world, one));
    let mut turn = Turn {
        at: Some(world.workflow()),
        world,
        actor,
        one,
        two,
        lease,
        call,
    };
    match call.what {
        0..=3 => add(&mut turn, tasks > 0),
        4..=15 => work(&mut turn),
        16..=21 => rule(&mut turn),
        22..=24 => shape(&mut turn),
        25..=28 => talk(&mut turn),
        _ => turn.world.pass(i64::from(call.choice) * 8),
    }
}

fn condition(choice: u8) -> When {
    match choice % 5 {
        0 | 1 => When::Success,
        2 => When::Failure,
        3 => When::Done,
        _ => When::Choice {
            decision: DecisionNo(u32::from(choice / 5 % 3) + 1),
            option: side(choice),
        },
    }
}

fn side(choice: u8) -> String {
    if choice > 127 { "left" } else { "right" }.into()
}

fn need(no: u32, choice: u8) -> NewNeed {
    NewNeed::Full {
        task: format!("T{no}"),
        when: condition(choice).into(),
    }
}

const JOINS: [Join; 3] = [Join::All, Join::Any, Join::NoneFailed];

fn add(turn: &mut Turn, can_wait: bool) {
    let call = turn.call;
    let mut needs = vec![need(turn.one, call.two)];
    if turn.one != turn.two {
        needs.push(need(turn.two, call.one));
    }
    needs.truncate(if can_wait {
        usize::from(call.choice % 3)
    } else {
        0
    });
    let task = NewTask {
        title: "A task".into(),
        join: JOINS[usize::from(call.one % 3)],
        depends_on: needs,
        priority: Some(call.choice % 5),
        needs_review: call.choice % 4 == 1,
        retries: Some(u32::from(call.choice % 2)),
        cooldown_seconds: u32::from(call.two % 3) * 30,
        estimate_minutes: call.one.is_multiple_of(2).then_some(call.two.into()),
        ..NewTask::default()
    };
    let op = TaskAdd {
        decisions: Vec::new(),
        workflow: turn.world.workflow(),
        task,
        tasks: Vec::new(),
    };
    turn.make_as(&lead(), op);
}

/// Operations of a holder.
fn work(turn: &mut Turn) {
    let (at, no, lease) = (turn.at, task(turn.one), turn.lease.clone());
    match turn.call.what {
        4..=6 => turn.make(TaskClaim {
            workflow: at,
            task: (turn.call.what == 4).then_some(no),
            resume: turn.once_in(7),
            ..TaskClaim::default()
        }),
        7..=10 => turn.make(TaskComplete {
            force: turn.once_in(3),
            workflow: at,
            task: no,
            summary: "done".into(),
            next_steps: Vec::new(),
            artifacts: artifacts(turn.call),
            lease,
        }),
        11 => turn.make(TaskFail {
            workflow: at,
            task: no,
            error: "broken".into(),
            retryable: turn.once_in(2),
            lease,
        }),
        12 => turn.make(TaskRelease {
            workflow: at,
            task: no,
            handoff_note: None,
            lease,
        }),
        13 => turn.make(TaskUpdate {
            workflow: at,
            task: no,
            status: turn.pick([Progress::InProgress, Progress::Blocked, Progress::Pending]),
            reason: Some("so".into()),
            note: None,
            lease,
        }),
        14 => turn.make(TaskHeartbeat {
            workflow: at,
            task: no,
            lease: lease.unwrap_or_default(),
            lease_seconds: Some(900),
        }),
        _ => turn.make(QuestionAsk {
            workflow: turn.world.workflow(),
            task: Some(no),
            question: "Which?".into(),
            options: Vec::new(),
            default: turn.once_in(2).then(|| "this".into()),
            deadline: None,
            deadline_seconds: turn.once_in(2).then_some(120),
            lease,
        }),
    }
}

/// Operations of leads and reviewers.
fn rule(turn: &mut Turn) {
    let (workflow, task, reason) = (turn.at, task(turn.one), None);
    match turn.call.what {
        16 => turn.make(TaskReview {
            force: turn.once_in(3),
            workflow,
            task,
            status: turn.pick([
                ReviewStatus::Approved,
                ReviewStatus::NeedsRework,
                ReviewStatus::Rejected,
            ]),
            comments: Some(Remarks::Text("so".into())),
            lines: std::collections::BTreeMap::new(),
        }),
        17 => turn.make(TaskSkip {
            workflow,
            task,
            reason,
        }),
        18 => turn.make(TaskCancel {
            workflow,
            task,
            reason,
        }),
        19 => turn.make(TaskRetry {
            workflow,
            task,
            reason,
        }),
        20 => turn.make(TaskAcceptFailed {
            workflow,
            task,
            reason,
        }),
        _ => turn.make(TaskAssign {
            tokens: engine::workflow::ops::task_assign::Tokens::Unknown,
            workflow,
            task,
            agent: turn
                .pick([None, Some("w1"), Some("w2"), Some("r1")])
                .map(Into::into),
        }),
    }
}

/// Operations that change the graph.
fn shape(turn: &mut Turn) {
    let (workflow, from, to) = (turn.at, task(turn.one), task(turn.two));
    match turn.call.what {
        22 => turn.make(TaskLink {
            workflow,
            from,
            to,
            when: condition(turn.call.choice).into(),
        }),
        23 => turn.make(TaskUnlink { workflow, from, to }),
        _ => turn.make(TaskEdit {
            join: Some(turn.pick(JOINS)),
            priority: Some(turn.call.two % 5),
            estimate_minutes: Some(turn.call.choice.into()),
            depends_on: turn
                .once_in(5)
                .then(|| vec![need(turn.one, turn.call.choice)]),
            ..TaskEdit::of(workflow, to)
        }),
    }
}

/// Decisions, answers, artifacts, and sweeps.
fn talk(turn: &mut Turn) {
    let call = turn.call;
    match call.what {
        25 => decide(turn),
        26 => turn.make(QuestionAnswer {
            workflow: turn.at,
            question: Ref::local(QuestionNo(u32::from(call.one % 4) + 1)),
            answer: "that".into(),
        }),
        27 => {
            let op = Sweep {
                workflow: turn.world.workflow(),
            };
            turn.make_as(&Actor::system(), op);
        }
        _ => {
            let new = made(&format!("src/{}.rs", call.two % 4), call.one);
            turn.make(ArtifactRecord {
                workflow: turn.world.workflow(),
                kind: new.kind,
                path: new.path,
                description: None,
                associated_task: turn.once_in(2).then(|| task(turn.one)),
                content: new.content,
                checksum: None,
                commit: None,
            });
            let nudge = NudgeSend {
                workflow: turn.world.workflow(),
                target: Target::All,
                message: "hello".into(),
                priority: Priority::Normal,
                ttl_seconds: Some(60 + u32::from(call.choice)),
                task: None,
            };
            turn.make_as(&lead(), nudge);
        }
    }
}

fn decide(turn: &mut Turn) {
    let call = turn.call;
    let made = u32::try_from(turn.world.state().decisions.len()).unwrap();
    if made < 2 || call.one.is_multiple_of(4) {
        turn.make(DecisionRecord {
            decision: None,
            workflow: turn.world.workflow(),
            question: "Which way?".into(),
            choice: side(call.choice),
            alternatives: Vec::new(),
            rationale: "so".into(),
            affects_tasks: vec![Ref::local(TaskNo(turn.one))],
            reversible: true,
        });
        return;
    }
    let decision = Ref::local(DecisionNo(u32::from(call.one) % made + 1));
    if call.two.is_multiple_of(4) {
        turn.make(DecisionReject {
            workflow: turn.at,
            decision,
            comments: "so".into(),
        });
    } else {
        turn.make(DecisionSupersede {
            workflow: turn.at,
            decision,
            question: None,
            choice: side(call.choice),
            alternatives: Vec::new(),
            rationale: "so".into(),
            affects_tasks: None,
            reversible: None,
        });
    }
}

fn made(path: &str, content: u8) -> NewArtifact {
    NewArtifact {
        kind: ArtifactKind::Code,
        path: path.into(),
        description: None,
        content: Some(kernel::ports::blobs::Content::Text(content.to_string())),
        checksum: None,
        commit: None,
    }
}

fn artifacts(call: Call) -> Vec<NewArtifact> {
    (0..call.choice % 3)
        .map(|nth| made(&format!("src/{}.rs", call.two % 4), nth))
        .collect()
}
