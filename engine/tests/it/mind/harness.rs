//! Short ways to do something to the mind of `ada`, who works.

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

/// The agent whose mind it is.
pub fn ada() -> Actor {
    Actor::new("ada", Role::Worker)
}

/// A person who takes part.
pub fn mara() -> Actor {
    Actor::new("mara", Role::Member)
}

/// A note to oneself.
pub fn note(text: &str) -> NoteWrite {
    NoteWrite {
        note: text.into(),
        ..NoteWrite::default()
    }
}

/// A signal at full strength.
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
    /// The mind of that agent.
    pub fn mind(&self, agent: &str) -> Arc<Mind> {
        let loaded = self.hot.find(&stream(agent)).unwrap();
        loaded.state.downcast().unwrap()
    }

    /// What that mind remembers.
    pub fn core(&self, agent: &str) -> Arc<Core> {
        let loaded = self.hot.find(&of_mind(agent)).unwrap();
        loaded.state.downcast().unwrap()
    }

    /// Records a fact in the mind of `ada`, as nobody else could.
    pub fn tell(&mut self, event: impl Into<engine::mind::Event>) {
        let event = event.into();
        let told = self.decide(&Actor::system(), None, 0, |tx| {
            tx.draft::<Mind>(&stream("ada"))?.record(event);
            Ok(())
        });
        told.unwrap();
    }

    /// Loci looks after the mind of `ada`, who got so many memories.
    pub fn sweep(&mut self, memories: u64) -> Swept {
        let sweep = MindSweep {
            agent: "ada".into(),
            memories,
        };
        self.ok(&Actor::system(), sweep)
    }

    /// Moves the clock.
    pub fn wait(&mut self, milliseconds: i64) {
        self.now = self.now.plus(milliseconds);
    }

    /// Whether the snapshot of `ada`'s mind is the state, and so is the fold of all its facts.
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
