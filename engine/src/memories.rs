//! The table of memories: dispatches descriptions and due work to the memory of a stream.

use std::sync::Arc;

use kernel::fact::Fact;
use kernel::host::{Hub, Kind};
use kernel::memory::Memory;
use kernel::{
    actor::Caller,
    error::{Error, Result},
    stream::StreamId,
};

use crate::derived::ops::purge::Purge;
use crate::jobs::{Due, JobKind};

macro_rules! memories {
    ($( $state:ty { words: $words:path $(, due: $due:path)? $(, notes: $notes:ty)? $(,)? } )+) => {
        /// Returns every memory for the kernel.
        #[must_use]
        pub fn kinds() -> Vec<Kind> {
            vec![ $( Kind::of::<$state>() $( .noting::<$notes>() )? ),+ ]
        }

        /// Returns the description of a fact by its memory; `None` if it is unreadable.
        #[must_use]
        pub fn describe(fact: &Fact) -> Option<String> {
            match fact.stream.kind() {
                $( kind if kind == <$state as Memory>::KIND => $words(fact), )+
                _ => None,
            }
        }

        /// Returns every kind of fact, grouped by memory.
        #[must_use]
        pub fn fact_kinds() -> Vec<(&'static str, &'static str)> {
            let mut kinds = Vec::new();
            $( kinds.extend(
                <$state as Memory>::Event::KINDS.iter().map(|(kind, _)| (<$state as Memory>::KIND, *kind)),
            ); )+
            kinds
        }

        async fn sweep_due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
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

/// Records the effects of time on a stream, erases it after its restore period, and returns the jobs to start.
///
/// # Errors
/// Returns an error if they cannot be recorded: the stream stays due.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Vec<JobKind>> {
    let due = sweep_due(hub, stream).await?;
    if due.purge {
        hub.run(Purge::of(stream.clone()), Caller::system()).await?;
    }
    Ok(due.jobs)
}
