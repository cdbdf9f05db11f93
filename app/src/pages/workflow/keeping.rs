//! Cores of long-term memory that learnings can be promoted to, and the memories in them that wait for approval.

use engine::crystal::governing::Approval;
use engine::crystal::ops::core_list::CoreList;
use engine::crystal::ops::memory_waiting::MemoryWaiting;
use serde::{Deserialize, Serialize};

use crate::call::call;

/// Core that learnings can be promoted to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeps {
    /// Name of the core.
    pub name: String,
    /// True if memories of agents need a person's approval there.
    pub asks: bool,
}

/// Cores that learnings can be promoted to, and memories that wait for approval.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeping {
    /// Cores to choose from.
    pub cores: Vec<Keeps>,
    /// Core and id of the memories that wait.
    pub waiting: Vec<(String, String)>,
}

/// Loads the cores and waiting memories; empty if they cannot be loaded, because the page works with the suggested
/// core alone.
pub async fn load_keeping(is_wanted: bool) -> Keeping {
    if !is_wanted {
        return Keeping::default();
    }
    let cores = CoreList {
        limit: Some(200),
        ..CoreList::default()
    };
    let cores = call(cores)
        .await
        .map_or_else(|_| Vec::new(), |list| list.items);
    let waiting = MemoryWaiting {
        limit: Some(200),
        ..MemoryWaiting::default()
    };
    let waiting = call(waiting)
        .await
        .map_or_else(|_| Vec::new(), |list| list.items);
    // Excludes messages, and the cores of single sessions and minds: learnings are not kept there.
    let is_common = |name: &str| !name.contains('/');
    let cores = cores.into_iter().filter(|core| is_common(&core.name));
    Keeping {
        cores: cores
            .map(|core| Keeps {
                asks: core.approval != Approval::Off,
                name: core.name,
            })
            .collect(),
        waiting: waiting.into_iter().map(|one| (one.core, one.id)).collect(),
    }
}
