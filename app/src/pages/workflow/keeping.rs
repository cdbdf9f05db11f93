//! Cores of long-term memory that learnings can be promoted to, and the memories in them that wait for approval.

use engine::crystal::governing::Approval;
use engine::crystal::ops::core_list::CoreList;
use engine::crystal::ops::memory_waiting::MemoryWaiting;

use crate::call::call;
use crate::pages::crystal::core_word;
use crate::parts::Choice;

/// Maximum number of cores and of waiting memories.
const LISTED: u32 = 200;
/// Maximum number of cores that a form offers.
const OFFERED: usize = 40;

/// Cores that learnings can be promoted to, and memories that wait for approval.
#[derive(Default)]
pub struct Keeping {
    /// Cores to choose from, each with its label.
    cores: Vec<Choice>,
    /// Core and id of the memories that wait.
    waiting: Vec<(String, String)>,
}

impl Keeping {
    /// Returns true if the memory waits for approval.
    pub fn waits(&self, core: &str, memory: &str) -> bool {
        self.waiting
            .iter()
            .any(|(its, id)| its == core && id == memory)
    }

    /// Returns the available cores, with the suggested one first if it is not among them.
    pub fn choices(&self, suggested: &str) -> Vec<Choice> {
        let known = self.cores.iter().find(|core| core.value == suggested);
        let new = || Choice::new(suggested, format!("{} (new)", core_word(suggested)));
        let mut choices = vec![known.cloned().unwrap_or_else(new)];
        let others = self.cores.iter().filter(|core| core.value != suggested);
        choices.extend(others.take(OFFERED).cloned());
        choices
    }
}

/// Loads the cores and waiting memories; empty if they cannot be loaded, because the page works with the suggested
/// core alone.
pub async fn load_keeping() -> Keeping {
    let cores = CoreList {
        limit: Some(LISTED),
        ..CoreList::default()
    };
    let cores = call(cores).await.map(|list| list.items);
    let waiting = MemoryWaiting {
        limit: Some(LISTED),
        ..MemoryWaiting::default()
    };
    let waiting = call(waiting).await.map(|list| list.items);
    // Excludes messages, and the cores of single sessions and minds: learnings are not kept there.
    let cores = cores.unwrap_or_default().into_iter();
    let cores = cores.filter(|core| !core.name.contains('/')).map(|core| {
        let asks = match core.approval {
            Approval::Off => "",
            _ => " (requires approval)",
        };
        Choice::new(&core.name, format!("{}{asks}", core_word(&core.name)))
    });
    let waiting = waiting.unwrap_or_default().into_iter();
    Keeping {
        cores: cores.collect(),
        waiting: waiting.map(|one| (one.core, one.id)).collect(),
    }
}
