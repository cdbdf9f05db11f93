//! All addresses of the dashboard, with the base path. No link is written by hand.

use std::fmt::Write;

use doors::base_path::{self, at};
use engine::numbers::TaskNo;
use kernel::Id;

mod crystal_address;
mod mind_address;
mod session_address;
mod workflow_address;

pub use crystal_address::{
    CrystalPlace, CrystalsAddress, crystal, crystals, crystals_of_agent, crystals_of_core,
    crystals_of_session,
};
pub use mind_address::{MindAddress, MindView, MindsAddress, VERSIONS, mind, minds};
pub use session_address::{PadPlace, SessionAddress, scope_named, scratchpads, session, sessions};
pub use workflow_address::{Order, View, WorkflowAddress};

/// Declares addresses without parameters.
macro_rules! addresses {
    ($($(#[$says:meta])+ $name:ident: $path:literal;)+) => {$(
        $(#[$says])+
        #[must_use]
        pub fn $name() -> String {
            doors::base_path::at($path)
        }
    )+};
}

use addresses;

addresses! {
    /// Overview.
    overview: "/";
    /// Inbox.
    inbox: "/inbox";
    /// List of workflows.
    workflows: "/workflows";
    /// Form that creates a workflow.
    new_workflow: "/workflows#new";
    /// Imports from other tools.
    import: "/import";
    /// Agents and their tokens.
    agents: "/settings/agents";
    /// The audit log: sign-ins, and changes of tokens, people and settings.
    settings_audit: "/settings/audit";
    /// Background jobs.
    settings_jobs: "/settings/jobs";
    /// Webhooks.
    settings_webhooks: "/settings/webhooks";
    /// Settings for sessions and memory.
    settings_memory: "/settings/memory";
    /// Creates the owner account at the first start.
    setup: "/setup";
    /// Signs the person out.
    sign_out: "/sign-out";
    /// Changes the theme.
    theme: "/theme";
    /// Explanation of the terms.
    help: "/help";
    /// API reference.
    api_docs: "/api/docs";
    /// API description for programs.
    openapi: "/api/openapi.json";
    /// Audit log as CSV.
    audit_csv: "/api/audit.csv";
    /// Audit log as JSON Lines.
    audit_lines: "/api/audit.jsonl";
}

/// Id of the form that creates a workflow, on the page of the list.
pub const NEW: &str = "new";

/// Returns the address of an inbox item: `item` is its kind and subject, such as `review:T7`.
#[must_use]
pub fn inbox_item(workflow: Id, item: &str) -> String {
    format!("{}/{workflow}.{}", inbox(), percent_encode(item))
}

/// Prefix of the last part of an inbox address that names the waiting memories of a core.
const OF_CORE: &str = "core:";

/// Returns the inbox address of a core's memories that wait for approval.
#[must_use]
pub fn inbox_memories(core: &str) -> String {
    format!("{}/{OF_CORE}{}", inbox(), percent_encode(core))
}

/// Returns the core whose waiting memories the last part of an inbox address names.
#[must_use]
pub fn core_in_inbox(item: &str) -> Option<&str> {
    item.strip_prefix(OF_CORE)
}

/// Returns the address of a workflow.
#[must_use]
pub fn workflow(id: Id) -> String {
    format!("{}/{id}", workflows())
}

/// Returns the address of a noun in the API reference.
#[must_use]
pub fn api_noun(noun: &str) -> String {
    format!("{}/{noun}", api_docs())
}

/// Returns the address of a workflow's export.
#[must_use]
pub fn export(workflow: Id, format: &str) -> String {
    at(&format!(
        "/api/workflow_export.file?workflow={workflow}&format={format}"
    ))
}

/// Returns the address of a view of a workflow: graph, table, decisions, discoveries, artifacts, activity.
#[must_use]
pub fn workflow_view(id: Id, view: &str) -> String {
    format!("{}?view={view}", workflow(id))
}

/// Returns the address of a workflow with a task's panel open.
#[must_use]
pub fn task(id: Id, task: TaskNo) -> String {
    format!("{}?task={task}", workflow(id))
}

/// Returns the address of an agent.
#[must_use]
pub fn agent(name: &str) -> String {
    at(&format!("/agents/{}", percent_encode(name)))
}

/// Appends the non-empty parameters of `query` to `path`.
#[must_use]
pub fn with_query(path: &str, query: &[(&str, Option<&str>)]) -> String {
    let mut address = path.to_owned();
    let mut mark = '?';
    for (name, value) in query {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            let _ = write!(address, "{mark}{name}={}", percent_encode(value));
            mark = '&';
        }
    }
    address
}

/// Returns the address of the sign-in page, which then opens the page `next`, or the overview if that is empty.
#[must_use]
pub fn sign_in(next: &str) -> String {
    with_query(&at("/sign-in"), &[("next", Some(next))])
}

/// Adds the base path to an address from a text, unless it has it already. Addresses copied from a browser contain
/// it, those from the documentation do not.
#[must_use]
pub fn with_base_path(address: &str) -> String {
    match base_path::within(address) {
        Some(_) => address.to_owned(),
        None => at(address),
    }
}

/// Percent-encodes `text` for a part of an address.
#[must_use]
pub fn percent_encode(text: &str) -> String {
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
    use super::{percent_encode, with_query};

    #[test]
    fn addresses_hold_any_text() {
        assert_eq!(percent_encode("review:T7"), "review:T7");
        assert_eq!(percent_encode("a b/ü&?"), "a%20b%2F%C3%BC%26%3F");
        assert_eq!(
            with_query(
                "/x",
                &[("view", Some("table")), ("task", None), ("q", Some("a&b"))]
            ),
            "/x?view=table&q=a%26b"
        );
    }
}
