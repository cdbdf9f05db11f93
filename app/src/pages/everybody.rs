//! Loading of all agents, for pages that need the whole list.

use engine::team::ops::agent_list::{AgentList, Seen};

use crate::pages::ask::{Loaded, ask};

/// Page size of the requests.
const PAGE_SIZE: u32 = 200;
/// Maximum number of agents that a page loads.
const MAX_AGENTS: usize = 2_000;

/// Returns the agents by name.
///
/// # Errors
/// Returns the refusal.
pub async fn everybody() -> Loaded<Vec<Seen>> {
    let mut all = Vec::new();
    let mut cursor = None;
    loop {
        let limit = Some(PAGE_SIZE);
        let page = ask(AgentList { limit, cursor }).await?;
        all.extend(page.items);
        cursor = page.next_cursor;
        if cursor.is_none() || all.len() >= MAX_AGENTS {
            return Ok(all);
        }
    }
}
