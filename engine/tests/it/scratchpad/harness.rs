//! Helpers for changing scratchpads, mostly of the session `s1`.

use std::sync::Arc;

use engine::scratchpad::ops::scratchpad_define::ScratchpadDefine;
use engine::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use engine::scratchpad::{Pad, Scope, Scratchpads, stream};
use kernel::Fact;
use kernel::error::Error;
use kernel::memory::Memory as _;
use kernel::stream::StreamId;
use kernel::tx::States as _;
use serde_json::Value;

pub use crate::scratchpad::actors::{other, person, word, worker};
pub use crate::scratchpad::world::{World, lead};

impl World {
    /// Returns every state of scratchpads in its stored form.
    pub fn bytes(&self) -> Vec<(StreamId, String)> {
        let mut all: Vec<_> = self
            .hot
            .0
            .iter()
            .filter_map(|(stream, loaded)| {
                let state = loaded.state.downcast_ref::<Scratchpads>()?;
                Some((stream.clone(), serde_json::to_string(state).unwrap()))
            })
            .collect();
        all.sort();
        all
    }

    /// Returns an owner's scratchpads.
    pub fn pads(&self, scope: Scope, owner: &str) -> Arc<Scratchpads> {
        let loaded = self.hot.find(&stream(scope, owner)).unwrap();
        loaded.state.downcast::<Scratchpads>().unwrap()
    }

    /// Returns the main scratchpad of the session `s1`.
    pub fn main(&self) -> Pad {
        let state = self.pads(Scope::Thread, "s1");
        state.pad("main").unwrap().clone()
    }
}

/// Returns an update of the main scratchpad of the session `s1`.
pub fn patch(patch: Value) -> ScratchpadUpdate {
    ScratchpadUpdate {
        owner: Some("s1".into()),
        patch,
        ..ScratchpadUpdate::default()
    }
}

/// Returns a definition of the main scratchpad of the session `s1`.
pub fn define() -> ScratchpadDefine {
    ScratchpadDefine {
        owner: Some("s1".into()),
        ..ScratchpadDefine::default()
    }
}

/// Folds facts.
pub fn fold(facts: &[Fact]) -> Scratchpads {
    let mut state = Scratchpads::default();
    for fact in facts {
        state.apply_fact(fact);
    }
    state
}

/// Returns the pointers of the fields in an error.
pub fn pointers(error: &Error) -> Vec<&str> {
    let fields = error.extra.fields.iter();
    fields.map(|field| field.pointer.as_str()).collect()
}
