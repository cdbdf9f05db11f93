//! Every address of the dashboard. No link is written by hand.

use std::fmt::Write;

use engine::numbers::TaskNo;
use kernel::Id;

mod crystal_address;
mod mind_address;
mod session_address;
mod workflow_address;

pub use crystal_address::{
    CRYSTALS, CrystalPlace, CrystalsAddress, crystal, crystals_of_agent, crystals_of_core,
    crystals_of_session,
};
pub use mind_address::{MINDS, MindAddress, MindView, MindsAddress, VERSIONS, mind};
pub use session_address::{PadPlace, SCRATCHPADS, SESSIONS, SessionAddress, scope_named, session};
pub use workflow_address::{Order, View, WorkflowAddress};

/// The overview.
pub const OVERVIEW: &str = "/";
/// The inbox.
pub const INBOX: &str = "/inbox";
/// The list of workflows.
pub const WORKFLOWS: &str = "/workflows";
/// The id of the form that begins a workflow, on the page of the list.
pub const NEW: &str = "new";
/// The form that begins a workflow.
pub const NEW_WORKFLOW: &str = "/workflows#new";
/// Where things from elsewhere are taken in.
pub const IMPORT: &str = "/import";
/// Agents and their tokens.
pub const AGENTS: &str = "/settings/agents";
/// Who came in, and what became of tokens, people and settings.
pub const SETTINGS_AUDIT: &str = "/settings/audit";
/// The work that Loci does by itself.
pub const SETTINGS_JOBS: &str = "/settings/jobs";
/// What is told to other programs.
pub const SETTINGS_WEBHOOKS: &str = "/settings/webhooks";
/// How sessions are summarised and kept.
pub const SETTINGS_MEMORY: &str = "/settings/memory";
/// People sign in here.
pub const SIGN_IN: &str = "/sign-in";
/// The first start.
pub const SETUP: &str = "/setup";

/// One item of the inbox: `item` is the kind and the thing, such as `review:T7`.
#[must_use]
pub fn inbox_item(workflow: Id, item: &str) -> String {
    format!("/inbox/{workflow}.{}", encoded(item))
}

/// What begins the last part of an address in the inbox that is the memories waiting in a core.
const OF_CORE: &str = "core:";

/// The memories of a core that wait for a person, in the inbox.
#[must_use]
pub fn inbox_memories(core: &str) -> String {
    format!("{INBOX}/{OF_CORE}{}", encoded(core))
}

/// The core whose waiting memories the last part of an address in the inbox means.
#[must_use]
pub fn core_in_inbox(item: &str) -> Option<&str> {
    item.strip_prefix(OF_CORE)
}

/// A workflow.
#[must_use]
pub fn workflow(workflow: Id) -> String {
    format!("/workflows/{workflow}")
}

/// A workflow as a file.
#[must_use]
pub fn export(workflow: Id, format: &str) -> String {
    format!("/api/workflow_export.file?workflow={workflow}&format={format}")
}

/// A view of a workflow: graph, table, decisions, discoveries, artifacts, activity.
#[must_use]
pub fn workflow_view(workflow: Id, view: &str) -> String {
    format!("/workflows/{workflow}?view={view}")
}

/// A workflow with a task's panel open.
#[must_use]
pub fn task(workflow: Id, task: TaskNo) -> String {
    format!("/workflows/{workflow}?task={task}")
}

/// An agent.
#[must_use]
pub fn agent(name: &str) -> String {
    format!("/agents/{}", encoded(name))
}

/// `path` with those of `query` that are given.
#[must_use]
pub fn with_query(path: &str, query: &[(&str, Option<&str>)]) -> String {
    let mut address = path.to_owned();
    let mut mark = '?';
    for (name, value) in query {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            let _ = write!(address, "{mark}{name}={}", encoded(value));
            mark = '&';
        }
    }
    address
}

/// Where one signs in, to come back to the page `next`.
#[must_use]
pub fn sign_in(next: &str) -> String {
    with_query(SIGN_IN, &[("next", Some(next))])
}

/// `text` as a part of an address.
#[must_use]
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b':' => {
                out.push(byte.into());
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{encoded, with_query};

    #[test]
    fn addresses_hold_any_text() {
        assert_eq!(encoded("review:T7"), "review:T7");
        assert_eq!(encoded("a b/ü&?"), "a%20b%2F%C3%BC%26%3F");
        assert_eq!(
            with_query(
                "/x",
                &[("view", Some("table")), ("task", None), ("q", Some("a&b"))]
            ),
            "/x?view=table&q=a%26b"
        );
    }
}
