//! Who reads what sessions promote: whoever may read the namespace's core, or only whoever may read the session.
//! A setting of the workspace, and of a core before it. Decides nothing of who may write.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::crystal::state::Core;
use crate::crystal::{private, stream};
use crate::session::state::Session;
use crate::workspace::settings::{PromotedReaders, Settings};
use kernel::access::Readers;
use kernel::stream::StreamId;

/// Who reads a long-term memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadBy {
    /// Everyone in the workspace.
    Everyone,
    /// The agents that the core names, orchestrators and people.
    Core,
    /// Whoever may read the session.
    Session,
}

/// Where a session's memories of one namespace go, and who reads them there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Destination {
    /// The core.
    pub core: String,
    /// Who reads what is in it.
    pub read_by: ReadBy,
}

impl Destination {
    /// Where what `session` promotes into the namespace's core `home` goes.
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

    /// The core's stream.
    #[must_use]
    pub fn stream(&self) -> StreamId {
        stream(&self.core)
    }
}

impl ReadBy {
    /// Who that is, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Everyone => "everyone in the workspace",
            Self::Core => "the agents that the core names, orchestrators and people",
            Self::Session => "whoever may read this session",
        }
    }
}
