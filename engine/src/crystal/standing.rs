//! How a crystal stands when it is read: how strong it is, the stage of its life, when it will be archived.
//! Says which of its fields decide that; how they do is in [`decay`](crate::crystal::decay).

use crate::crystal::decay::{CrystalKind, Hold, Life, millionths};
use crate::crystal::record::{Crystal, Provenance, Trust};
use crate::session::record::MemoryType;
use kernel::time::Time;

/// What does not say how much it matters matters so much.
const USUAL: f64 = 0.5;

/// How much a crystal matters and how strongly it was felt, in millionths.
#[must_use]
pub fn weigh(crystal: &Crystal) -> (u32, u32) {
    let kind = crystal.kind.unwrap_or(CrystalKind::of(crystal.memory_type));
    let weight = crystal.importance.unwrap_or(USUAL) * kind.relevance();
    (
        millionths(weight),
        millionths(crystal.valence.unwrap_or(0.0).abs()),
    )
}

/// Whether a crystal fades.
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
    /// What decides how it fades.
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

    /// Whether it is to be believed at `now` as it stands: no other one stands in its place, what it says is so
    /// still, and nobody holds it back. It may have faded.
    #[must_use]
    pub fn is_current(&self, now: Time) -> bool {
        let is_over = |end: Option<Time>| end.is_some_and(|end| end <= now);
        self.merged_into.is_none()
            && self.trust != Trust::Quarantined
            && !is_over(self.valid_to)
            && !is_over(self.expires_at)
    }

    /// Says how strong it is at `now`, the stage of its life, and when it will be archived.
    pub fn stand(&mut self, now: Time) {
        let life = self.life();
        // Four digits are as much as anybody reads.
        self.strength = Some((life.strength(now) * 1e4).round() / 1e4);
        self.lifecycle = Some(life.lifecycle(now));
        self.decays_at = match life.hold {
            Hold::Fades => life.archives_at(),
            Hold::Merged | Hold::Stays | Hold::Frozen => None,
        };
    }

    /// The same crystal with how it stands.
    #[must_use]
    pub fn standing(mut self, now: Time) -> Self {
        self.stand(now);
        self
    }
}
