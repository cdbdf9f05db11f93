//! Where what a workflow teaches can be kept: the cores of long-term memory, and which of the memories in them wait for
//! a person. Knows no learning.

use engine::crystal::governing::Approval;
use engine::crystal::ops::core_list::CoreList;
use engine::crystal::ops::memory_waiting::MemoryWaiting;
use serde::{Deserialize, Serialize};

use crate::call::call;

/// A core of long-term memory in which something can be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeps {
    /// Its name.
    pub name: String,
    /// Whether what agents keep in it waits for a person.
    pub asks: bool,
}

/// Where learnings can be kept, and which of the memories there wait for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeping {
    /// The cores.
    pub cores: Vec<Keeps>,
    /// The memories that wait: core and id.
    pub waiting: Vec<(String, String)>,
}

/// Where learnings can be kept; nowhere else than suggested when that cannot be told, because the page is whole
/// without it.
pub async fn kept(is_wanted: bool) -> Keeping {
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
    // Messages, and what belongs to one session or one mind, are no place for what a workflow teaches.
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
