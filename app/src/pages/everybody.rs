//! The agents, all of them where a page has to know them all. Shows none.

use engine::team::ops::agent_list::{AgentList, Seen};

use crate::pages::ask::{Loaded, ask};

/// How many are asked for at once.
const AT_ONCE: u32 = 200;
/// How many are known to a page at most.
const MOST: usize = 2_000;

/// The agents by name.
///
/// # Errors
/// The refusal.
pub async fn everybody() -> Loaded<Vec<Seen>> {
    let mut all = Vec::new();
    let mut cursor = None;
    loop {
        let limit = Some(AT_ONCE);
        let page = ask(AgentList { limit, cursor }).await?;
        all.extend(page.items);
        cursor = page.next_cursor;
        if cursor.is_none() || all.len() >= MOST {
            return Ok(all);
        }
    }
}
