//! Content hash of a memory: tells without the record whether writing the memory again would change anything. Excludes
//! the times and counts that Loci maintains itself.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use sha2::{Digest as _, Sha256};

use crate::crystal::decay::CrystalKind;
use crate::crystal::key::Key;
use crate::crystal::record::Crystal;
use crate::session::record::MemoryType;
use kernel::time::{OffsetTime, Time};

/// Extraction strategy of memories that name none.
const DISCRETE: &str = "discrete";

/// Content hash of a memory.
#[skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Hash of the fields that every API can set.
    words: Key,
    /// Hash of the fields that only some APIs can set (importance, valence, workflow, kind, frozen, validity and
    /// expiry). `None` if none is set.
    beside: Option<Key>,
}

#[derive(Serialize)]
struct Words<'a> {
    text: &'a str,
    memory_type: MemoryType,
    namespace: Option<&'a str>,
    user_id: Option<&'a str>,
    session_id: Option<&'a str>,
    topics: &'a [String],
    entities: &'a [String],
    pinned: bool,
    event_date: Option<OffsetTime>,
    is_extracted: bool,
    extracted_from: &'a [String],
    extraction_strategy: &'a str,
    extraction_strategy_config: Option<&'a Map<String, Value>>,
    metadata: Option<&'a Map<String, Value>>,
}

#[derive(Default, PartialEq, Serialize)]
struct Beside<'a> {
    importance: Option<f64>,
    valence: Option<f64>,
    workflow: Option<&'a str>,
    kind: Option<CrystalKind>,
    frozen: bool,
    valid_from: Option<Time>,
    valid_to: Option<Time>,
    expires_at: Option<Time>,
}

impl Said {
    /// Computes the content hash of a memory.
    #[must_use]
    pub fn of(crystal: &Crystal) -> Self {
        let words = Words {
            text: &crystal.text,
            memory_type: crystal.memory_type,
            namespace: crystal.namespace.as_deref(),
            user_id: crystal.user_id.as_deref(),
            session_id: crystal.session_id.as_deref(),
            topics: &crystal.topics,
            entities: &crystal.entities,
            pinned: crystal.pinned,
            event_date: crystal.event_date,
            is_extracted: crystal.discrete_memory_extracted.as_deref() == Some("t"),
            extracted_from: &crystal.extracted_from,
            extraction_strategy: crystal.extraction_strategy.as_deref().unwrap_or(DISCRETE),
            extraction_strategy_config: crystal.extraction_strategy_config.as_ref(),
            metadata: crystal.metadata.as_ref(),
        };
        let beside = Beside {
            importance: crystal.importance,
            valence: crystal.valence,
            workflow: crystal.workflow.as_deref(),
            kind: crystal.kind,
            frozen: crystal.frozen,
            valid_from: crystal.valid_from,
            valid_to: crystal.valid_to,
            expires_at: crystal.expires_at,
        };
        let says_more = beside != Beside::default();
        Self {
            words: key(&words),
            beside: says_more.then(|| key(&beside)),
        }
    }

    /// Returns true if storing `again` in its place would change nothing.
    #[must_use]
    pub fn holds(&self, again: &Self) -> bool {
        self.words == again.words && (again.beside.is_none() || self.beside == again.beside)
    }
}

fn key(what: &impl Serialize) -> Key {
    // A memory always has a JSON form.
    let json = serde_json::to_vec(what).unwrap_or_default();
    Key::begin(Sha256::digest(json).into())
}
