//! The places of the settings.

use engine::activity::ops::audit_list::AuditList;
use engine::delivery::ops::webhook_list::WebhookList;
use leptos::prelude::*;

use crate::pages::ask::may;
use crate::parts::{Glyph, Icon};
use crate::paths;

/// The list beside every page of the settings.
#[component]
pub fn Side(
    /// The page that it stands beside.
    here: &'static str,
) -> impl IntoView {
    let current = move |its: &str| (its == here).then_some("page");
    let audit = may::<AuditList>().then(|| {
        view! {
            <li>
                <a href=paths::SETTINGS_AUDIT aria-current=current(paths::SETTINGS_AUDIT)><Glyph icon=Icon::List />"Audit"</a>
            </li>
        }
    });
    let webhooks = may::<WebhookList>().then(|| {
        view! {
            <li>
                <a href=paths::SETTINGS_WEBHOOKS aria-current=current(paths::SETTINGS_WEBHOOKS)><Glyph icon=Icon::Nudge />"Webhooks"</a>
            </li>
        }
    });
    view! {
        <nav class="side" aria-label="Settings">
            <ul>
                <li>
                    <a href=paths::AGENTS aria-current=current(paths::AGENTS)><Glyph icon=Icon::Key />"Agents and tokens"</a>
                </li>
                <li>
                    <a href=paths::SETTINGS_MEMORY aria-current=current(paths::SETTINGS_MEMORY)><Glyph icon=Icon::Session />"Memory"</a>
                </li>
                <li>
                    <a href=paths::SETTINGS_JOBS aria-current=current(paths::SETTINGS_JOBS)><Glyph icon=Icon::InProgress />"Jobs"</a>
                </li>
                {webhooks}
                {audit}
                <li>
                    <a href="/api/docs" rel="external"><Glyph icon=Icon::Link />"API reference"</a>
                </li>
                <li>
                    <a href="/help" rel="external"><Glyph icon=Icon::Link />"Concepts"</a>
                </li>
            </ul>
        </nav>
    }
}
