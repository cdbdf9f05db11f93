//! What all parts of the page share: the living state, the address, the clock. One for each workflow that
//! is opened.

use std::time::Duration;

use engine::numbers::TaskNo;
use engine::workflow::{self, Task, Workflow};
use engine::workspace::TakenIn;
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::{Id, Time};
use leptos::prelude::*;

use super::load::{Known, Loads, Opened, newest};
use crate::context::viewer;
use crate::live::{Folded, feed};
use crate::pages::fresh::fresh;
use crate::paths::WorkflowAddress;

/// The least time between two drawings of a graph that grows.
const REDRAW: Duration = Duration::from_secs(1);

/// Takes something of the state.
type Take<T> = dyn Fn(&Workflow) -> T + Send + Sync;

/// What all parts of the page share.
#[derive(Clone, Copy)]
pub struct Scene {
    /// The workflow.
    pub id: Id,
    /// Its state, which lives unless an earlier version is looked at.
    pub state: RwSignal<Workflow>,
    /// The version that is looked at, when it is not the newest.
    pub past: Option<Version>,
    /// The newest version.
    pub newest: Memo<Version>,
    /// The address.
    pub address: Memo<WorkflowAddress>,
    /// The server's time; in an earlier version, the time of its last fact.
    pub now: Memo<Time>,
    loads: StoredValue<Loads>,
    viewer: StoredValue<Option<Actor>>,
    agents: StoredValue<Vec<Known>>,
    taken_in: StoredValue<Option<TakenIn>>,
}

impl Scene {
    /// Brings a state to life: it folds the facts that follow.
    pub fn begin(opened: Opened, address: Memo<Option<WorkflowAddress>>, loads: &Loads) -> Self {
        let Opened {
            workflow: state,
            past,
            newest,
            agents,
            taken_in,
        } = opened;
        let id = state.id;
        let feed = feed();
        let address = Memo::new(move |before: Option<&WorkflowAddress>| {
            let kept = || before.cloned().unwrap_or_else(|| WorkflowAddress::of(id));
            address.get().unwrap_or_else(kept)
        });
        // An earlier version stands still, and so does its time. Nobody can do anything in it.
        let then = past.map(|_| state.updated_at);
        // The scene's own, so that nothing of it is told the time when it has made room for another.
        let now = Memo::new(move |_| then.unwrap_or_else(|| feed.now.get()));
        let (state, viewer, agents) = match past {
            Some(_) => (RwSignal::new(state), None, Vec::new()),
            None => (live(id, state), viewer(), agents),
        };
        let scene = Self {
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
        };
        scene.redraw_on_change();
        let (stream, prompt) = (engine::workflow::stream(id), loads.prompt);
        fresh(
            move |fact| (past.is_none() && fact.stream == stream).then_some(()),
            move |()| prompt.refetch(),
        );
        scene
    }

    /// Asks for the drawing anew when tasks, rooms or edges have changed: at once, and while they go on
    /// changing no more than once in a while.
    fn redraw_on_change(self) {
        let topology = self.read(Workflow::topology);
        let (redraw, rests) = (self.loads().redraw, StoredValue::new(false));
        let changed = StoredValue::new(false);
        let draw = move || redraw.update(|times| *times += 1);
        Effect::new(move |before: Option<u64>| {
            let now = topology.get();
            if before.is_none_or(|before| before == now) {
                return now;
            }
            if rests.get_value() {
                changed.set_value(true);
                return now;
            }
            rests.set_value(true);
            draw();
            let rested = move || {
                rests.try_set_value(false);
                if changed.try_get_value() == Some(true) {
                    changed.set_value(false);
                    draw();
                }
            };
            set_timeout(rested, REDRAW);
            now
        });
    }

    /// Something of the state; recomputed with every fact, told on only when it differs.
    pub fn read<T: PartialEq + Send + Sync + 'static>(
        self,
        take: impl Fn(&Workflow) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.read_by(Box::new(take))
    }

    /// One for all that read the same type.
    fn read_by<T: PartialEq + Send + Sync + 'static>(self, take: Box<Take<T>>) -> Memo<T> {
        Memo::new(move |_| self.state.with(&take))
    }

    /// Something of one task; the default when there is no such task.
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

    /// The server's time in milliseconds, for ages.
    pub fn clock(self) -> Signal<i64> {
        Signal::derive(move || self.now.get().0)
    }

    /// Who looks.
    pub fn viewer(self) -> Option<Actor> {
        self.viewer.get_value()
    }

    /// What is fetched.
    pub fn loads(self) -> Loads {
        self.loads.get_value()
    }

    /// The workspace's agents, as they were when the page was made.
    pub fn agents(self) -> Vec<Known> {
        self.agents.get_value()
    }

    /// Who took it in with its history, where somebody did.
    pub fn taken_in(self) -> Option<TakenIn> {
        self.taken_in.get_value()
    }

    /// The address of the page with a change.
    pub fn href(
        self,
        change: impl Fn(&mut WorkflowAddress) + Send + Sync + 'static,
    ) -> impl Fn() -> String + Send + Sync + 'static {
        move || self.address.get().with(&change).href()
    }

    /// The address at which a task's panel is open.
    pub fn href_of(self, no: TaskNo) -> impl Fn() -> String + Copy + Send + Sync + 'static {
        move || self.address.get().showing(no).href_to_panel()
    }
}

/// What all parts of the page share.
pub fn scene() -> Scene {
    expect_context()
}

/// The state, folding what follows it; loaded anew when a fact was missed.
fn live(id: Id, state: Workflow) -> RwSignal<Workflow> {
    let version = state.version;
    let again = Callback::new(move |living: Folded<Workflow>| {
        leptos::task::spawn_local(async move {
            if let Ok(state) = newest(id).await {
                let version = state.version;
                living.renew(state, version);
            }
        });
    });
    feed()
        .fold(workflow::stream(id), state, version, again)
        .state
}
