//! Data that the components of the page share.

use std::sync::Arc;

use engine::conversation::ops::session_get::SessionView;
use engine::session::SessionKey;
use engine::workspace::settings::Settings;
use kernel::operation::Spec;
use leptos::prelude::*;

use super::load::Window;
use crate::pages::ask::forbids;
use crate::paths::SessionAddress;

/// Data that the components of the page share.
pub struct Scene {
    /// The session; its messages are those of the window.
    pub view: SessionView,
    /// Range of the messages.
    pub window: Window,
    /// Settings of the workspace.
    pub settings: Settings,
    /// Address of the page.
    pub address: SessionAddress,
}

impl Scene {
    /// Returns the title of the page: the beginning of the session, or its id while it has no messages.
    pub fn title(&self) -> String {
        let topic = self.view.topic.clone();
        topic.unwrap_or_else(|| self.key().id.to_string())
    }

    /// Returns the key of the session.
    pub const fn key(&self) -> &SessionKey {
        &self.address.key
    }

    /// Returns true if an earlier version is open.
    pub const fn is_past(&self) -> bool {
        self.address.at.is_some()
    }

    /// Returns the address of the page with a change.
    pub fn href(&self, change: impl FnOnce(&mut SessionAddress)) -> String {
        self.address.with(change).href()
    }

    /// Returns the reason why the viewer may not run an operation now, or `None`.
    pub fn refusal(&self, spec: &Spec) -> Option<String> {
        let version = self.address.at;
        let past = version.map(|version| {
            format!("Version {version} is open, and earlier versions are read-only.")
        });
        past.or_else(|| forbids(spec))
    }
}

/// Returns the shared data of the page.
pub fn scene() -> Arc<Scene> {
    expect_context()
}
