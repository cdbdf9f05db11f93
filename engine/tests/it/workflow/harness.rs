//! A workspace with agents and one workflow, and helpers to change it.

use std::sync::Arc;

use engine::numbers::{Ref, TaskNo};
use engine::workflow::ops::task_add::{Added, NewTask, TaskAdd};
use engine::workflow::ops::task_claim::{Claimed, TaskClaim};
use engine::workflow::ops::workflow_create::WorkflowCreate;
use engine::workflow::state::Workflow;
use engine::workflow::task::{Task, TaskStatus};
use engine::workspace::ops::agent_register::AgentRegister;
use kernel::actor::{Actor, Role};
use kernel::error::Result;
use kernel::memory::Memory;
use kernel::time::SECOND;
use kernel::tx::States;
use kernel::{Fact, Id};

pub use crate::workflow::actors::{other, person, word, worker};
pub use crate::workflow::world::{World, at_once, lead, tags};

/// Returns a reviewer that is no worker.
pub fn reviewer() -> Actor {
    Actor::new("r1", Role::Reviewer)
}

impl World {
    /// Returns a workspace with its agents and one workflow that `lead` leads.
    pub fn new() -> Self {
        let mut world = Self::empty();
        for agent in [lead(), worker(), other(), reviewer()] {
            world.ok(
                &Actor::new("olga", Role::Owner),
                AgentRegister {
                    name: agent.id,
                    role: agent.role,
                },
            );
        }
        world.ok(
            &lead(),
            WorkflowCreate {
                name: "Auth".into(),
                goal: "Tokens for the API".into(),
                ..WorkflowCreate::default()
            },
        );
        world
    }

    /// Returns the first workflow, which most calls are about.
    pub fn workflow(&self) -> Id {
        let mut streams = self.facts.iter().map(|fact| &fact.stream);
        let first = streams.find(|stream| stream.kind() == "workflow");
        first.unwrap().id().parse().unwrap()
    }

    /// Returns the workflow's state.
    pub fn state(&self) -> Arc<Workflow> {
        self.hot
            .find(&engine::workflow::stream(self.workflow()))
            .and_then(|loaded| loaded.state.downcast::<Workflow>().ok())
            .unwrap()
    }

    /// Returns the current state of a task.
    pub fn task(&self, no: u32) -> Task {
        self.state().tasks.find(TaskNo(no)).unwrap().clone()
    }

    /// Returns a task's status.
    pub fn status(&self, no: u32) -> TaskStatus {
        self.task(no).status
    }

    /// Advances the clock.
    pub fn pass(&mut self, seconds: i64) {
        self.now = self.now.plus(seconds * SECOND);
    }

    /// Adds a task.
    pub fn add(&mut self, task: NewTask) -> TaskNo {
        let Added { ids, .. } = self.ok(
            &lead(),
            TaskAdd {
                decisions: Vec::new(),
                workflow: self.workflow(),
                task,
                tasks: Vec::new(),
            },
        );
        ids[0]
    }

    /// Adds a task of that title which needs the success of others.
    pub fn add_after(&mut self, title: &str, needs: &[u32]) -> TaskNo {
        self.add(NewTask {
            title: title.into(),
            depends_on: needs
                .iter()
                .map(|no| format!("T{no}").as_str().into())
                .collect(),
            ..NewTask::default()
        })
    }

    /// Lets `actor` claim a task.
    pub fn claim(&mut self, actor: &Actor, no: u32) -> Result<Claimed> {
        self.call(
            actor,
            TaskClaim {
                workflow: Some(self.workflow()),
                task: Some(task(no)),
                capabilities: vec!["rust".into()],
                ..TaskClaim::default()
            },
        )
    }

    /// Returns the facts of the workflow.
    pub fn workflow_facts(&self) -> Vec<Fact> {
        self.facts_of(&engine::workflow::stream(self.workflow()))
    }
}

/// Returns a reference to a task.
pub fn task(no: u32) -> Ref<TaskNo> {
    Ref::local(TaskNo(no))
}

/// Returns the id of a task's current or last lease.
pub fn lease(world: &World, no: u32) -> String {
    let task = world.task(no);
    engine::workflow::task::Lease::id_of(task.id, task.fence)
}

/// Folds facts.
pub fn fold(facts: &[Fact]) -> Workflow {
    let mut state = Workflow::default();
    for fact in facts {
        state.apply_fact(fact);
    }
    state
}

/// A field, and a function that makes it invalid.
pub type Breaking<O> = (&'static str, fn(&mut O));
