//! Shared data of the page: live state, address and clock. One instance per open workflow.

use engine::numbers::TaskNo;
use engine::workflow::{Task, Workflow};
use engine::workspace::TakenIn;
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::{Id, Time};
use leptos::prelude::*;

use super::load::{Known, Loads, Opened};
use crate::context::viewer;
use crate::live::feed;
use crate::paths::WorkflowAddress;

/// Function that reads a value from the state.
type Take<T> = dyn Fn(&Workflow) -> T + Send + Sync;

/// Shared data of the page.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Id of the workflow.
    pub id: Id,
    /// State of the workflow, live unless an earlier version is open.
    pub state: RwSignal<Workflow>,
    /// Version that is open, if it is not the newest.
    pub past: Option<Version>,
    /// Newest version.
    pub newest: Memo<Version>,
    /// Address of the page.
    pub address: Memo<WorkflowAddress>,
    /// Server time; in an earlier version, the time of its last fact.
    pub now: Memo<Time>,
    loads: StoredValue<Loads>,
    viewer: StoredValue<Option<Actor>>,
    agents: StoredValue<Vec<Known>>,
    taken_in: StoredValue<Option<TakenIn>>,
}

impl Scene {
    /// Creates the shared data.
    pub fn begin(opened: Opened, address: Memo<Option<WorkflowAddress>>, loads: &Loads) -> Self {
        let Opened {
            workflow: state,
            past,
            newest,
            agents,
            taken_in,
        } = opened;
        let id = state.id;
        let address = Memo::new(move |before: Option<&WorkflowAddress>| {
            let kept = || before.cloned().unwrap_or_else(|| WorkflowAddress::of(id));
            address.get().unwrap_or_else(kept)
        });
        // An earlier version is fixed, and so is its time. It is read-only.
        let then = past.map(|_| state.updated_at);
        let now = then.unwrap_or_else(|| feed().now);
        let now = Memo::new(move |_| now);
        let (state, viewer, agents) = match past {
            Some(_) => (RwSignal::new(state), None, Vec::new()),
            None => (RwSignal::new(state), viewer(), agents),
        };
        Self {
            id,
            state,
            past,
            newest: Memo::new(move |_| newest.unwrap_or_else(|| state.with(|state| state.version))),
            address,
            now,
            loads: StoredValue::new(*loads),
            viewer: StoredValue::new(viewer),
            agents: StoredValue::new(agents),
            taken_in: StoredValue::new(taken_in),
        }
    }

    /// Returns a live value of the state: recomputed after every fact, propagated only when it differs.
    pub fn read<T: PartialEq + Send + Sync + 'static>(
        self,
        take: impl Fn(&Workflow) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.read_by(Box::new(take))
    }

    /// Not generic over the closure: one instance for all that read the same type.
    fn read_by<T: PartialEq + Send + Sync + 'static>(self, take: Box<Take<T>>) -> Memo<T> {
        Memo::new(move |_| self.state.with(&take))
    }

    /// Returns a live value of one task; the default if there is no such task.
    pub fn of_task<T: Default + PartialEq + Send + Sync + 'static>(
        self,
        no: TaskNo,
        take: impl Fn(&Workflow, &Task) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.read(move |workflow| {
            workflow
                .tasks
                .get(no)
                .map(|task| take(workflow, task))
                .unwrap_or_default()
        })
    }

    /// Returns the server time in milliseconds, for ages.
    pub fn clock(self) -> Signal<i64> {
        Signal::derive(move || self.now.get().0)
    }

    /// Returns the viewer of the page; `None` in an earlier version.
    pub fn viewer(self) -> Option<Actor> {
        self.viewer.get_value()
    }

    /// Returns the resources of the page.
    pub fn loads(self) -> Loads {
        self.loads.get_value()
    }

    /// Returns the agents of the workspace at rendering.
    pub fn agents(self) -> Vec<Known> {
        self.agents.get_value()
    }

    /// Returns the import record, if the workflow was imported with its history.
    pub fn import_record(self) -> Option<TakenIn> {
        self.taken_in.get_value()
    }

    /// Returns the address of the page with a change.
    pub fn href(
        self,
        change: impl Fn(&mut WorkflowAddress) + Send + Sync + 'static,
    ) -> impl Fn() -> String + Send + Sync + 'static {
        move || self.address.get().with(&change).href()
    }

    /// Returns the address at which a task's panel is open.
    pub fn href_of(self, no: TaskNo) -> impl Fn() -> String + Copy + Send + Sync + 'static {
        move || self.address.get().showing(no).href_to_panel()
    }
}

/// Returns the shared data of the page.
pub fn scene() -> Scene {
    expect_context()
}
