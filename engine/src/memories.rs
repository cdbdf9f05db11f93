//! The memories that the engine keeps, one line each: what is asked of any of them leads from here to its own
//! words and its own due work. Knows nothing of what they are about.

#[cfg(feature = "host")]
use std::sync::Arc;

use kernel::fact::Fact;
#[cfg(feature = "host")]
use kernel::host::{Hub, Kind};
use kernel::memory::Memory;
#[cfg(feature = "host")]
use kernel::{
    actor::Caller,
    error::{Error, Result},
    stream::StreamId,
};

#[cfg(feature = "host")]
use crate::derived::ops::purge::Purge;
#[cfg(feature = "host")]
use crate::jobs::{Due, JobKind};

macro_rules! memories {
    ($( $state:ty { words: $words:path $(, due: $due:path)? $(, notes: $notes:ty)? $(,)? } )+) => {
        /// Every memory, for the kernel to keep.
        #[cfg(feature = "host")]
        #[must_use]
        pub fn kinds() -> Vec<Kind> {
            vec![ $( Kind::of::<$state>() $( .noting::<$notes>() )? ),+ ]
        }

        /// What a fact says, in the words of the memory that it is of; `None` when it cannot be read.
        #[must_use]
        pub fn describe(fact: &Fact) -> Option<String> {
            match fact.stream.kind() {
                $( kind if kind == <$state as Memory>::KIND => $words(fact), )+
                _ => None,
            }
        }

        /// Every kind of fact, memory by memory.
        #[must_use]
        pub fn fact_kinds() -> Vec<(&'static str, &'static str)> {
            let mut kinds = Vec::new();
            $( kinds.extend(
                <$state as Memory>::Event::KINDS.iter().map(|(kind, _)| (<$state as Memory>::KIND, *kind)),
            ); )+
            kinds
        }

        #[cfg(feature = "host")]
        async fn brought(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
            match stream.kind() {
                $($( kind if kind == <$state as Memory>::KIND => $due(hub, stream).await, )?)+
                _ => Err(Error::internal("nobody knows what to do when its time has come")),
            }
        }
    };
}

memories! {
    crate::workflow::Workflow {
        words: crate::workflow::describe::describe,
        due: crate::workflow::due::due,
    }
    crate::scratchpad::Scratchpads {
        words: crate::scratchpad::describe::describe,
        due: crate::scratchpad::due::due,
    }
    crate::workspace::Workspace {
        words: crate::workspace::describe::describe,
        notes: crate::workspace::ops::noted::Noted,
    }
    crate::session::Session {
        words: crate::session::describe::describe,
        due: crate::conversation::due::due,
    }
    crate::crystal::Core {
        words: crate::crystal::describe::describe,
        due: crate::crystal::due::due,
    }
    crate::mind::Mind {
        words: crate::mind::describe::describe,
        due: crate::mind::due::due,
    }
    crate::summary_view::SummaryView {
        words: crate::summary_view::describe::describe,
        due: crate::summary_view::due::due,
    }
    crate::webhook::Webhook {
        words: crate::webhook::describe::describe,
        due: crate::webhook::due::due,
    }
}

/// Writes what time alone has brought to a stream, erases it when the time to restore it has passed, and gives the
/// jobs that are to be begun.
///
/// # Errors
/// When that cannot be written: it stays due.
#[cfg(feature = "host")]
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Vec<JobKind>> {
    let due = brought(hub, stream).await?;
    if due.purge {
        hub.run(Purge::of(stream.clone()), Caller::system()).await?;
    }
    Ok(due.jobs)
}
