//! State of the page: the workflow at the moment asked for, and everything that its views depend on.

use engine::numbers::{ArtifactNo, Number as _, TaskNo};
use engine::team::ops::agent_list::Seen;
use engine::workflow::Workflow;
use engine::workspace::TakenIn;
use kernel::Time;
use kernel::actor::Actor;
use kernel::stream::Version;
use leptos::prelude::*;

use crate::parts::{Ago, Wording};
use crate::paths::{View, WorkflowAddress};

/// State of the page. Views are functions of it.
pub struct Scene {
    /// The workflow.
    pub workflow: Workflow,
    /// Address of the page.
    pub address: WorkflowAddress,
    /// Version that is open, if it is not the newest. It is read-only.
    pub past: Option<Version>,
    /// Newest version.
    pub newest: Version,
    /// Time of the page; in an earlier version, the time of its last fact.
    pub now: Time,
    /// Viewer of the page; `None` in an earlier version.
    pub viewer: Option<Actor>,
    /// Agents of the workspace; empty in an earlier version.
    pub agents: Vec<Seen>,
    /// Import record, if the workflow was imported with its history.
    pub taken_in: Option<TakenIn>,
}

impl Scene {
    /// Returns true if an earlier version is open.
    pub const fn is_past(&self) -> bool {
        self.past.is_some()
    }

    /// Returns the address of the page with a change.
    pub fn href(&self, change: impl FnOnce(&mut WorkflowAddress)) -> String {
        self.address.with(change).href()
    }

    /// Returns the address at which a task's panel is open.
    pub fn href_of(&self, no: TaskNo) -> String {
        self.address.showing(no).href_to_panel()
    }

    /// Returns the address at which an artifact is open, compared with the version `from`.
    pub fn href_of_artifact(&self, no: ArtifactNo, from: Option<ArtifactNo>) -> String {
        self.href(|address| {
            address.view = View::Artifacts;
            (address.artifact, address.from) = (Some(no), from);
        })
    }

    /// Returns the address at which a thing of the workflow is shown: `T3`, `D2`, `F7` or `A1`.
    pub fn href_of_thing(&self, id: &str) -> String {
        if let Some(no) = TaskNo::parse(id) {
            return self.href_of(no);
        }
        if let Some(no) = ArtifactNo::parse(id) {
            return self.href_of_artifact(no, None);
        }
        let view = match id.chars().next() {
            Some('D') => View::Decisions,
            Some('F') => View::Discoveries,
            _ => View::Activity,
        };
        format!("{}#{id}", self.address.viewing(view).href())
    }

    /// Renders the age of a moment: "12 min ago".
    pub fn ago(&self, at: Time) -> AnyView {
        view! { <Ago at=at.0 now=self.now.0/> }.into_any()
    }

    /// Renders the age of a moment for a column of ages: "12 min".
    pub fn age(&self, at: Time) -> AnyView {
        view! { <Ago at=at.0 now=self.now.0 wording=Wording::Bare/> }.into_any()
    }
}
