//! Errors are helpful: each says what is wrong, about which thing, and which call helps. The world checks that every
//! error names a call; these tests check the text of common ones, and call all operations with missing things.

use kernel::actor::Actor;
use kernel::error::Error;
use kernel::operation::{Effect, Operation, Visitor};
use kernel::{Code, Id};
use serde_json::{Value, json};

use crate::workflow::harness::{World, lead, other, person, reviewer, worker};

/// Calls an operation by name, as a door would.
struct Call<'a> {
    world: &'a mut World,
    actor: Actor,
    name: &'a str,
    args: Value,
    answer: Option<Result<(), Error>>,
}

impl Visitor for Call<'_> {
    fn visit<O: Operation>(&mut self) {
        if O::SPEC.name == self.name {
            let op: O = serde_json::from_value(self.args.clone())
                .unwrap_or_else(|error| panic!("{}: {error}", self.name));
            self.answer = Some(self.world.call(&self.actor, op).map(drop));
        }
    }
}

/// Calls the operation of that name, in the workflow unless the arguments name another.
pub fn call(world: &mut World, actor: &Actor, name: &str, mut args: Value) -> Result<(), Error> {
    if args.get("workflow").is_none() {
        args["workflow"] = json!(world.workflow());
    }
    let mut call = Call {
        world,
        actor: actor.clone(),
        name,
        args,
        answer: None,
    };
    engine::operations::each(&mut call);
    call.answer.unwrap()
}

/// Returns a world in which T1 is held by w1, T2 waits for it, T3 is w1's and parked with Q1, T4 was w1's until its
/// lease expired, Q2 is answered, `src/main.rs` was made for T1.
fn busy() -> World {
    let mut world = World::new();
    world.add_after("First", &[]);
    world.add_after("Second", &[1]);
    world.add_after("Third", &[]);
    world.add_after("Fourth", &[]);
    world.claim(&worker(), 4).unwrap();
    world.pass(1_000);
    world.claim(&worker(), 1).unwrap();
    world.claim(&worker(), 3).unwrap();
    for (actor, name, args) in [
        (
            worker(),
            "question_ask",
            json!({ "question": "A?", "task": "T3", "lease": "T3:1" }),
        ),
        (worker(), "question_ask", json!({ "question": "B?" })),
        (
            person(),
            "question_answer",
            json!({ "question": "Q2", "answer": "yes" }),
        ),
        (
            worker(),
            "artifact_record",
            json!({ "type": "code", "path": "src/main.rs", "content": "x", "associated_task": "T1" }),
        ),
    ] {
        call(&mut world, &actor, name, args).unwrap();
    }
    world
}

/// Actor, operation, arguments, and parts of the error's text.
type Case<'a> = (Actor, &'a str, Value, &'a [&'a str]);

fn each_says(cases: &[Case]) {
    let world = busy();
    for (actor, name, args, words) in cases {
        let error = call(&mut world.clone(), actor, name, args.clone()).unwrap_err();
        for word in *words {
            assert!(
                error.detail.contains(word),
                "{name} {args}, {word}: {error}"
            );
        }
    }
}

#[test]
fn what_is_held_or_was_says_by_whom_and_what_helps() {
    let ran_out = kernel::Time(1_800_000_000_000).plus(900_000).to_string();
    each_says(&[
        // An expired lease, for its holder and for others.
        (
            worker(),
            "task_complete",
            json!({ "task": "T4", "lease": "T4:1", "summary": "s" }),
            &["Your lease T4:1 ran out at", &ran_out, "`task_claim`"],
        ),
        (
            other(),
            "task_complete",
            json!({ "task": "T4", "lease": "T4:1", "summary": "s" }),
            &[
                "Nobody holds T4 now: the last was w1, whose lease ran out at",
                &ran_out,
                "`task_claim`",
            ],
        ),
        (
            other(),
            "task_heartbeat",
            json!({ "task": "T2", "lease": "T2:1" }),
            &["Nobody holds T2 now, and nobody has yet", "`task_explain`"],
        ),
        // Held by oneself or by others, also while a person is asked.
        (
            worker(),
            "task_claim",
            json!({ "task": "T1" }),
            &["You hold T1 already", "T1:1", "`resume`", "`task_claim`"],
        ),
        (
            other(),
            "task_claim",
            json!({ "task": "T1" }),
            &["T1 is held by w1 until", "`task_claim`"],
        ),
        (
            other(),
            "task_claim",
            json!({ "task": "T3" }),
            &[
                "T3 is held by w1, who waits for a person to answer Q1",
                "`task_claim`",
            ],
        ),
        (
            other(),
            "task_claim",
            json!({ "task": "T3", "resume": true }),
            &["who waits for a person to answer Q1", "`task_claim`"],
        ),
        (
            other(),
            "task_complete",
            json!({ "task": "T3", "lease": "T3:1", "summary": "s" }),
            &["who waits for a person to answer Q1", "`task_claim`"],
        ),
        (
            other(),
            "task_claim",
            json!({ "task": "T4", "resume": true }),
            &["Nobody holds T4 now", "`task_claim`"],
        ),
        (
            other(),
            "task_claim",
            json!({ "resume": true }),
            &["You hold no task here", "`task_claim` without `resume`"],
        ),
        (
            other(),
            "task_claim",
            json!({ "task": "T2" }),
            &["T2 is not ready: T1", "must be completed", "`task_claim`"],
        ),
    ]);
}

#[test]
fn what_there_is_not_comes_with_what_there_is() {
    each_says(&[
        // Already done by people.
        (
            person(),
            "question_answer",
            json!({ "question": "Q2", "answer": "no" }),
            &["answered Q2 already", "yes", "`nudge_send`"],
        ),
        (
            person(),
            "task_review",
            json!({ "task": "T3", "status": "approved" }),
            &[
                "T3 waits for a person and cannot be reviewed",
                "`task_release`",
            ],
        ),
        // Missing things, with a list of the existing ones.
        (
            worker(),
            "task_get",
            json!({ "task": "T99" }),
            &["no T99", "T1 to T4", "`task_list`"],
        ),
        (
            worker(),
            "decision_supersede",
            json!({ "decision": "D1", "choice": "a", "rationale": "b" }),
            &["no D1", "no decisions yet", "`workflow_get`"],
        ),
        (
            person(),
            "question_answer",
            json!({ "question": "Q9", "answer": "no" }),
            &["no Q9", "Q1 to Q2", "`workflow_get`"],
        ),
        (
            worker(),
            "approval_request",
            json!({ "subject": { "artifact": "A7" }, "reason": "r" }),
            &["/subject", "no A7", "is A1", "`artifact_list`"],
        ),
        (
            lead(),
            "task_add",
            json!({ "tasks": [
                { "key": "design", "title": "a" }, { "title": "b", "depends_on": ["desing"] },
            ] }),
            &["`desing` is no task and no key", "T1 to T4", "design"],
        ),
        (
            lead(),
            "task_unlink",
            json!({ "from": "T3", "to": "T2" }),
            &["T2 does not wait for T3: it waits for T1", "`task_get`"],
        ),
        (
            worker(),
            "discovery_record",
            json!({ "type": "risk", "content": "c", "affects_tasks": ["T1", "T77"] }),
            &["/affects_tasks/1", "no T77", "T1 to T4"],
        ),
    ]);
}

#[test]
fn plans_that_cannot_be_say_what_can() {
    each_says(&[
        // Impossible plans.
        (
            lead(),
            "task_link",
            json!({ "from": "T2", "to": "T1" }),
            &["T1", "`task_release`"],
        ),
        (
            lead(),
            "task_edit",
            json!({ "task": "T3", "depends_on": ["T2", "T2"] }),
            &["T3", "`task_release`"],
        ),
        (
            worker(),
            "task_add",
            json!({ "title": "More" }),
            &["`workers_add_tasks`", "`question_ask`"],
        ),
        (
            lead(),
            "workflow_complete",
            json!({}),
            &["T1", "Q1", "`task_skip`"],
        ),
        (
            worker(),
            "question_ask",
            json!({ "question": "C?", "deadline_seconds": 60 }),
            &["/default", "a deadline needs", "leave the deadline out"],
        ),
    ]);
}

/// Returns values for an argument of that name that refer to missing things.
fn odd(name: &str) -> Vec<Value> {
    match name {
        "task" | "from" | "to" | "focus" => vec![json!("T99")],
        "decision" => vec![json!("D99")],
        "artifact" => vec![json!("A99")],
        "nudge" => vec![json!("N99")],
        "question" => vec![json!("Q99")],
        "approval" => vec![json!("P99")],
        "warning" => vec![json!("W99")],
        "subject" => vec![json!({ "task": "T99" })],
        "item" => vec![json!("question:Q99")],
        "lease" => vec![json!("T99:1")],
        "agent" | "target" => vec![json!("nobody")],
        "type" => vec![json!("insight"), json!("code")],
        "status" => vec![json!("approved"), json!("in_progress"), json!("active")],
        "action" => vec![json!("renew"), json!("release")],
        "force" | "retryable" | "granted" | "approved" => vec![json!(false)],
        "version" => vec![json!(9_999)],
        "seconds" => vec![json!(60)],
        _ => vec![json!("something"), json!(true), json!(1), json!([])],
    }
}

/// Calls every operation with references to missing things, as each permitted role.
struct Walk<'a> {
    world: &'a World,
    workflow: Id,
    refused: Vec<&'static str>,
    failed: Vec<String>,
}

impl Walk<'_> {
    /// Returns the required arguments of an operation, with every possible value for each.
    fn arguments<O: Operation>(&self) -> Vec<Value> {
        let schema = serde_json::to_value(schemars::schema_for!(O)).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let is_meant = |name: &str| {
            required.contains(&json!(name))
                || ["task", "decision", "question", "artifact", "lease"].contains(&name)
        };
        let mut all = vec![json!({})];
        for name in properties.keys() {
            if name == "workflow" {
                for args in &mut all {
                    args["workflow"] = json!(self.workflow);
                }
            } else if is_meant(name) {
                let values = odd(name);
                let with = |args: &Value| {
                    let mut with = Vec::new();
                    for value in &values {
                        let mut args = args.clone();
                        args[name] = value.clone();
                        with.push(args);
                    }
                    with
                };
                all = all.iter().flat_map(with).collect();
            }
        }
        all
    }
}

impl Visitor for Walk<'_> {
    fn visit<O: Operation>(&mut self) {
        // Reads of lists and of the log need more than states, and an import is parsed before its decision.
        let needs_more = matches!(O::SPEC.name, "sweep" | "workflow_import");
        if O::SPEC.effect == Effect::Read || needs_more {
            return;
        }
        for args in self.arguments::<O>() {
            let Ok(op) = serde_json::from_value::<O>(args.clone()) else {
                continue;
            };
            for actor in [worker(), other(), lead(), reviewer(), person()] {
                if O::SPEC.access.allows(actor.role)
                    && let Err(error) = self.world.clone().call(&actor, op.clone())
                {
                    self.refused.push(O::SPEC.name);
                    if error.code == Code::Internal {
                        self.failed
                            .push(format!("{} {args}: {error}", O::SPEC.name));
                    }
                }
            }
        }
    }
}

#[test]
fn every_operation_leads_on_whoever_asks_for_what_there_is_not() {
    let active = busy();
    let mut paused = active.clone();
    call(&mut paused, &person(), "workflow_pause", json!({})).unwrap();
    let mut ended = active.clone();
    call(
        &mut ended,
        &person(),
        "workflow_cancel",
        json!({ "reason": "enough" }),
    )
    .unwrap();
    let unknown = Id::from_parts(active.now, 77);
    for (world, workflow) in [
        (&active, active.workflow()),
        (&paused, active.workflow()),
        (&ended, active.workflow()),
        (&active, unknown),
    ] {
        let mut walk = Walk {
            world,
            workflow,
            refused: Vec::new(),
            failed: Vec::new(),
        };
        engine::operations::workflows(&mut walk);
        assert!(walk.failed.is_empty(), "{:?}", walk.failed);
        walk.refused.dedup();
        // The world checked each error.
        assert!(walk.refused.len() >= 25, "{:?}", walk.refused);
    }
}

#[test]
fn what_nobody_can_read_is_no_text() {
    let world = busy();
    let told = |actor: &Actor, name: &str, args: Value| call(&mut world.clone(), actor, name, args);
    for unseen in [
        "\u{200b}",
        "\u{202e}",
        " \u{2060}\u{feff}\u{ad} ",
        "\u{3164}",
        "\u{e0041}",
    ] {
        for (actor, name, args, field) in [
            (lead(), "workflow_edit", json!({ "name": unseen }), "/name"),
            (lead(), "workflow_edit", json!({ "goal": unseen }), "/goal"),
            (lead(), "task_add", json!({ "title": unseen }), "/title"),
            (
                lead(),
                "task_edit",
                json!({ "task": "T2", "title": unseen }),
                "/title",
            ),
            (
                worker(),
                "question_ask",
                json!({ "question": unseen }),
                "/question",
            ),
        ] {
            let error = told(&actor, name, args).unwrap_err();
            assert_eq!(error.code, Code::Invalid, "{name} {unseen:?}");
            assert_eq!(error.extra.fields[0].pointer, field, "{name} {unseen:?}");
            assert!(error.detail.contains("nobody sees"), "{}", error.detail);
        }
    }
    for seen in ["\u{1f469}\u{200d}\u{1f4bb}", "a\u{200b}", "\u{5d0}\u{200f}"] {
        told(&lead(), "task_add", json!({ "title": seen })).unwrap();
    }
}
