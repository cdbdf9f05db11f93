//! Files of a mirror.

/// File of a mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Document of the mind.
    Document,
    /// Notes that wait for a dream.
    Scratch,
    /// Context of a task.
    Context,
}

impl Kind {
    /// Returns the path in the folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document => "MEMORY.md",
            Self::Scratch => "memory/scratch.md",
            Self::Context => "CONTEXT.md",
        }
    }

    /// Returns the name in the mirror's internal folder.
    #[must_use]
    pub const fn own(self) -> &'static str {
        match self {
            Self::Document => "MEMORY.md",
            Self::Scratch => "scratch.md",
            Self::Context => "CONTEXT.md",
        }
    }
}
