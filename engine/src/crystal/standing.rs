//! Strength, stage and archiving time of a memory when it is read. Chooses the fields that decide them;
//! [`decay`](crate::crystal::decay) computes them.

use crate::crystal::decay::{CrystalKind, Hold, Life, millionths};
use crate::crystal::record::{Crystal, Provenance, Trust};
use crate::session::record::MemoryType;
use kernel::time::Time;

/// Importance of memories that have none.
const DEFAULT_IMPORTANCE: f64 = 0.5;

/// Returns the importance and the emotional intensity of a memory, in millionths.
#[must_use]
pub fn weigh(crystal: &Crystal) -> (u32, u32) {
    let kind = crystal.kind.unwrap_or(CrystalKind::of(crystal.memory_type));
    let weight = crystal.importance.unwrap_or(DEFAULT_IMPORTANCE) * kind.relevance();
    (
        millionths(weight),
        millionths(crystal.valence.unwrap_or(0.0).abs()),
    )
}

/// Returns the decay mode of a memory.
#[must_use]
pub fn hold(crystal: &Crystal) -> Hold {
    if crystal.merged_into.is_some() {
        Hold::Merged
    } else if crystal.frozen {
        Hold::Frozen
    } else if crystal.pinned || crystal.memory_type == MemoryType::Message {
        Hold::Stays
    } else {
        Hold::Fades
    }
}

impl Crystal {
    /// Returns the values that decide how it fades.
    #[must_use]
    pub fn life(&self) -> Life {
        let (weight, feeling) = weigh(self);
        let stored = self.persisted_at.max(self.updated_at);
        Life {
            weight,
            feeling,
            begun: self.persisted_at,
            touched: self.last_accessed.max(stored),
            recalls: self.access_count,
            seeded: self.provenance.as_ref().is_some_and(Provenance::is_seed),
            hold: hold(self),
            expires_at: self.expires_at,
        }
    }

    /// Returns true if it holds at `now`: neither merged nor quarantined, and neither its validity nor its lifetime is
    /// over. It may have faded.
    #[must_use]
    pub fn is_current(&self, now: Time) -> bool {
        let is_over = |end: Option<Time>| end.is_some_and(|end| end <= now);
        self.merged_into.is_none()
            && self.trust != Trust::Quarantined
            && !is_over(self.valid_to)
            && !is_over(self.expires_at)
    }

    /// Sets its strength, its stage and its archiving time as of `now`.
    pub fn stand(&mut self, now: Time) {
        let life = self.life();
        // Four digits suffice for any reader.
        self.strength = Some((life.strength(now) * 1e4).round() / 1e4);
        self.lifecycle = Some(life.lifecycle(now));
        self.decays_at = match life.hold {
            Hold::Fades => life.archives_at(),
            Hold::Merged | Hold::Stays | Hold::Frozen => None,
        };
    }

    /// Returns the memory with its strength and stage as of `now`.
    #[must_use]
    pub fn standing(mut self, now: Time) -> Self {
        self.stand(now);
        self
    }
}
