//! Helpers for the mind of `ada`, a worker.

use std::sync::Arc;

use engine::crystal::{Core, of_mind};
use engine::mind::mood::Felt;
use engine::mind::ops::mind_sweep::{MindSweep, Swept};
use engine::mind::ops::note_write::NoteWrite;
use engine::mind::{Mind, Signal, stream};
use kernel::fact::Meta;
use kernel::memory::Memory as _;
use kernel::time::Time;
use kernel::tx::States as _;
use kernel::{Actor, Role};

pub use crate::mind::world::{World, lead};

/// Returns the agent of the mind.
pub fn ada() -> Actor {
    Actor::new("ada", Role::Worker)
}

/// Returns a person who takes part.
pub fn mara() -> Actor {
    Actor::new("mara", Role::Member)
}

/// Returns a note to oneself.
pub fn note(text: &str) -> NoteWrite {
    NoteWrite {
        note: text.into(),
        ..NoteWrite::default()
    }
}

/// Returns a signal at full strength.
pub fn felt(signal: Signal, at: Time) -> Felt {
    Felt {
        signal,
        strength: 1.0,
        at,
        reason: None,
        source: None,
    }
}

impl World {
    /// Returns the mind of that agent.
    pub fn mind(&self, agent: &str) -> Arc<Mind> {
        let loaded = self.hot.find(&stream(agent)).unwrap();
        loaded.state.downcast().unwrap()
    }

    /// Returns the core of that mind.
    pub fn core(&self, agent: &str) -> Arc<Core> {
        let loaded = self.hot.find(&of_mind(agent)).unwrap();
        loaded.state.downcast().unwrap()
    }

    /// Records a fact in the mind of `ada`, bypassing operations.
    pub fn tell(&mut self, event: impl Into<engine::mind::Event>) {
        let event = event.into();
        let told = self.decide(&Actor::system(), None, 0, |tx| {
            tx.draft::<Mind>(&stream("ada"))?.record(event);
            Ok(())
        });
        told.unwrap();
    }

    /// Sweeps the mind of `ada`, with `memories` new memories.
    pub fn sweep(&mut self, memories: u64) -> Swept {
        let sweep = MindSweep {
            agent: "ada".into(),
            memories,
        };
        self.ok(&Actor::system(), sweep)
    }

    /// Advances the clock.
    pub fn wait(&mut self, milliseconds: i64) {
        self.now = self.now.plus(milliseconds);
    }

    /// Asserts that both the snapshot of `ada`'s mind and the fold of all its facts equal the state.
    pub fn check_folds(&self) {
        let state = self.mind("ada");
        let stored = serde_json::to_string(&*state).unwrap();
        assert_eq!(serde_json::from_str::<Mind>(&stored).unwrap(), *state);
        let mut again = Mind::default();
        for fact in self.facts_of(&stream("ada")) {
            let meta: Meta = fact.meta();
            assert_eq!(meta.version, again.version + 1);
            again.apply_fact(&fact);
        }
        assert_eq!(again, *state);
    }
}
