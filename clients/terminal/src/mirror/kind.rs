//! The files of a mirror. Knows nothing of what is in them.

/// One file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The mind's document.
    Document,
    /// The notes that wait for a dream.
    Scratch,
    /// What an agent is given for a task.
    Context,
}

impl Kind {
    /// Where it stands in the folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document => "MEMORY.md",
            Self::Scratch => "memory/scratch.md",
            Self::Context => "CONTEXT.md",
        }
    }

    /// Its name in the mirror's own folder.
    #[must_use]
    pub const fn own(self) -> &'static str {
        match self {
            Self::Document => "MEMORY.md",
            Self::Scratch => "scratch.md",
            Self::Context => "CONTEXT.md",
        }
    }
}
