//! Readers of the memories that sessions promote: those of the namespace's core, or only those of the session. The
//! workspace sets this, and a core can override it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crystal::state::Core;
use crate::crystal::{private, stream};
use crate::session::state::Session;
use crate::workspace::settings::{PromotedReaders, Settings};
use kernel::access::Readers;
use kernel::stream::StreamId;

/// Readers of a long-term memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadBy {
    /// Everyone in the workspace.
    Everyone,
    /// The agents that the core names, orchestrators and people.
    Core,
    /// Everyone who may read the session.
    Session,
}

/// Core for a session's memories of one namespace, and its readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Destination {
    /// Name of the core.
    pub core: String,
    /// Readers of the core.
    pub read_by: ReadBy,
}

impl Destination {
    /// Returns the destination of memories that `session` promotes into the namespace's core `home`.
    #[must_use]
    pub fn of(home: &StreamId, core: &Core, session: &Session, settings: &Settings) -> Self {
        let readers = core.promoted_readers.unwrap_or(settings.promoted_readers);
        let (stream, read_by) = match (readers, &core.readers) {
            (PromotedReaders::Session, _) => (private(session), ReadBy::Session),
            (PromotedReaders::Core, Readers::Everyone) => (home.clone(), ReadBy::Everyone),
            (PromotedReaders::Core, _) => (home.clone(), ReadBy::Core),
        };
        Self {
            core: stream.id().into(),
            read_by,
        }
    }

    /// Returns the core's stream.
    #[must_use]
    pub fn stream(&self) -> StreamId {
        stream(&self.core)
    }
}

impl ReadBy {
    /// Describes the readers.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Everyone => "everyone in the workspace",
            Self::Core => "the agents that the core names, orchestrators and people",
            Self::Session => "whoever may read this session",
        }
    }
}
