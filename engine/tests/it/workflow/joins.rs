//! Edges and joins: every condition for every end of the task before, and every join for every combination of edge
//! states, compared with tables written by hand.

use engine::numbers::{DecisionNo, TaskNo};
use engine::workflow::edge::{Join, Need, When};
use engine::workflow::facts::{
    DecisionRecorded, DecisionRuled, Event, TaskAdded, TaskLinked, TaskUpdated,
};
use engine::workflow::graph::{EdgeState, Gate};
use engine::workflow::state::Workflow;
use engine::workflow::task::TaskStatus;
use kernel::fact::Meta;
use kernel::memory::Memory;

use EdgeState::{Dead, Holds, NotTaken, Waits};

use crate::workflow::harness::lead;

struct Story(Workflow, u64);

impl Story {
    fn new() -> Self {
        Self(Workflow::default(), 0)
    }

    fn tell(&mut self, event: impl Into<Event>) -> &mut Self {
        self.1 += 1;
        let meta = Meta {
            version: self.1,
            at: kernel::Time(1_000),
            actor: lead(),
        };
        self.0.apply(&meta, &event.into());
        self
    }

    fn task(&mut self, id: u32, join: Join, depends_on: Vec<Need>) -> &mut Self {
        self.tell(TaskAdded {
            id: TaskNo(id),
            title: format!("Task {id}"),
            description: String::new(),
            acceptance: Vec::new(),
            depends_on,
            join,
            group: None,
            priority: 2,
            needs_review: false,
            capabilities: Vec::new(),
            retries: 0,
            cooldown_seconds: 0,
            estimate_minutes: None,
            branch: None,
            links: Vec::new(),
            paths: Vec::new(),
            tokens: 0,
        })
    }

    /// Puts a task into a status, regardless of its history.
    fn put(&mut self, id: u32, status: TaskStatus) -> &mut Self {
        self.tell(TaskUpdated {
            id: TaskNo(id),
            status,
            reason: None,
            note: None,
        })
    }

    fn decide(&mut self, id: u32, choice: &str, supersedes: Option<u32>) -> &mut Self {
        self.tell(DecisionRecorded {
            id: DecisionNo(id),
            question: "Which way?".into(),
            choice: choice.into(),
            alternatives: Vec::new(),
            rationale: "because".into(),
            affects_tasks: Vec::new(),
            reversible: true,
            supersedes: supersedes.map(DecisionNo),
            tokens: 0,
        })
    }

    fn rule(&mut self, id: u32, approved: bool) -> &mut Self {
        self.tell(DecisionRuled {
            id: DecisionNo(id),
            approved,
            comments: None,
        })
    }

    fn edge(&self, when: &When) -> EdgeState {
        self.0.edge_state(&Need {
            task: TaskNo(1),
            when: when.clone(),
        })
    }
}

#[test]
fn every_condition_for_every_status_of_the_task_before() {
    use TaskStatus::{
        Assigned, Blocked, Cancelled, Completed, Failed, InProgress, Pending, Review, Skipped,
    };
    let choice = When::Choice {
        decision: DecisionNo(1),
        option: "left".into(),
    };
    // The conditions: success, failure, done, and a choice that was made for this edge.
    let table = [
        (Pending, [Waits, Waits, Waits, Waits]),
        (Assigned, [Waits, Waits, Waits, Waits]),
        (InProgress, [Waits, Waits, Waits, Waits]),
        (Blocked, [Waits, Waits, Waits, Waits]),
        (Review, [Waits, Waits, Waits, Waits]),
        (Completed, [Holds, NotTaken, Holds, Holds]),
        (Failed, [Dead, Holds, Holds, Dead]),
        (Cancelled, [Dead, NotTaken, Holds, Dead]),
        (Skipped, [NotTaken, NotTaken, Holds, NotTaken]),
    ];
    for (status, expected) in table {
        let mut story = Story::new();
        story.task(1, Join::All, Vec::new()).put(1, status);
        story.decide(1, "left", None);
        let conditions = [When::Success, When::Failure, When::Done, choice.clone()];
        for (when, expected) in conditions.iter().zip(expected) {
            assert_eq!(story.edge(when), expected, "{status:?} {when:?}");
        }
    }
}

#[test]
fn a_choice_follows_the_decision_that_has_the_word() {
    type Told = fn(&mut Story) -> &mut Story;
    let table: [(&str, Told, EdgeState); 8] = [
        ("not made", |s| s, Waits),
        ("left", |s| s.decide(1, "left", None), Holds),
        ("right", |s| s.decide(1, "right", None), NotTaken),
        (
            "left, approved",
            |s| s.decide(1, "left", None).rule(1, true),
            Holds,
        ),
        (
            "left, rejected",
            |s| s.decide(1, "left", None).rule(1, false),
            Waits,
        ),
        (
            "right, then left in its place",
            |s| s.decide(1, "right", None).decide(2, "left", Some(1)),
            Holds,
        ),
        (
            "left, then right, then left",
            |s| {
                s.decide(1, "left", None)
                    .decide(2, "right", Some(1))
                    .decide(3, "left", Some(2))
            },
            Holds,
        ),
        (
            "left, then right in its place",
            |s| s.decide(1, "left", None).decide(2, "right", Some(1)),
            NotTaken,
        ),
    ];
    let when = When::Choice {
        decision: DecisionNo(1),
        option: "left".into(),
    };
    for (name, told, expected) in table {
        let mut story = Story::new();
        story
            .task(1, Join::All, Vec::new())
            .put(1, TaskStatus::Completed);
        let need = Need {
            task: TaskNo(1),
            when: when.clone(),
        };
        story.task(2, Join::All, vec![need]);
        told(&mut story);
        assert_eq!(story.edge(&when), expected, "{name}");
        let is_open = story.0.derived().open.iter().any(|(_, _, no)| *no == 2);
        assert_eq!(is_open, expected == Holds, "{name}: the open ones follow");
    }
}

#[test]
fn every_join_of_every_combination_of_edges() {
    use Gate::{Cut, Open, Skip, Waiting};
    // The set of edge states, and the results of all, any and none_failed.
    let table: [(&[EdgeState], [Gate; 3]); 16] = [
        (&[], [Open, Open, Open]),
        (&[Holds], [Open, Open, Open]),
        (&[Waits], [Waiting, Waiting, Waiting]),
        (&[Dead], [Cut, Cut, Cut]),
        (&[NotTaken], [Skip, Skip, Skip]),
        (&[Holds, Waits], [Waiting, Open, Waiting]),
        (&[Holds, Dead], [Cut, Open, Cut]),
        (&[Holds, NotTaken], [Skip, Open, Open]),
        (&[Waits, Dead], [Cut, Waiting, Cut]),
        (&[Waits, NotTaken], [Skip, Waiting, Waiting]),
        (&[Dead, NotTaken], [Skip, Cut, Cut]),
        (&[Holds, Waits, Dead], [Cut, Open, Cut]),
        (&[Holds, Waits, NotTaken], [Skip, Open, Waiting]),
        (&[Holds, Dead, NotTaken], [Skip, Open, Cut]),
        (&[Waits, Dead, NotTaken], [Skip, Waiting, Cut]),
        (&[Holds, Waits, Dead, NotTaken], [Skip, Open, Cut]),
    ];
    for (says, expected) in table {
        for (join, expected) in [Join::All, Join::Any, Join::NoneFailed]
            .into_iter()
            .zip(expected)
        {
            // One edge of each kind, and then two of each: their number does not matter.
            for times in 1..=2 {
                let mut story = Story::new();
                let mut needs = Vec::new();
                for (no, state) in (1..).zip(says.iter().cycle().take(says.len() * times)) {
                    story.task(no, Join::All, Vec::new());
                    match state {
                        Holds => story.put(no, TaskStatus::Completed),
                        Waits => &mut story,
                        Dead => story.put(no, TaskStatus::Failed),
                        NotTaken => story.put(no, TaskStatus::Skipped),
                    };
                    needs.push(Need {
                        task: TaskNo(no),
                        when: When::Success,
                    });
                }
                story.task(100, join, needs);
                let task = story.0.tasks.find(TaskNo(100)).unwrap();
                assert_eq!(story.0.gate(task), expected, "{join:?} of {says:?}");
            }
        }
    }
}

#[test]
fn an_edge_from_nowhere_is_dead() {
    assert_eq!(Story::new().edge(&When::Done), Dead);
}

#[test]
fn facts_that_would_close_a_cycle_are_left_out() {
    let edge = |from, to| TaskLinked {
        from: TaskNo(from),
        to: TaskNo(to),
        when: When::Success,
    };
    let mut story = Story::new();
    for no in 1..=3 {
        story.task(no, Join::All, Vec::new());
    }
    story
        .tell(edge(1, 2))
        .tell(edge(2, 3))
        .tell(edge(3, 1))
        .tell(edge(2, 2));
    let needs = |no| story.0.tasks.find(TaskNo(no)).unwrap().depends_on.len();
    assert_eq!([needs(1), needs(2), needs(3)], [0, 1, 1]);
    assert_eq!(story.0.in_reverse_order().len(), 3);
}
