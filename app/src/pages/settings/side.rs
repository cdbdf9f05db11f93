//! Navigation of the settings.

use engine::activity::ops::audit_list::AuditList;
use engine::delivery::ops::webhook_list::WebhookList;
use leptos::prelude::*;

use crate::pages::ask::may;
use crate::parts::{Glyph, Icon};
use crate::paths;

/// Navigation next to every page of the settings.
#[component]
pub fn Side(
    /// Address of the current page.
    here: String,
) -> impl IntoView {
    let current = |its: &str| (its == here).then_some("page");
    let audit = may::<AuditList>().then(|| {
        view! {
            <li>
                <a href=paths::settings_audit() aria-current=current(&paths::settings_audit())><Glyph icon=Icon::List />"Audit"</a>
            </li>
        }
    });
    let webhooks = may::<WebhookList>().then(|| {
        view! {
            <li>
                <a href=paths::settings_webhooks() aria-current=current(&paths::settings_webhooks())><Glyph icon=Icon::Nudge />"Webhooks"</a>
            </li>
        }
    });
    view! {
        <nav class="side" aria-label="Settings">
            <ul>
                <li>
                    <a href=paths::agents() aria-current=current(&paths::agents())><Glyph icon=Icon::Key />"Agents and tokens"</a>
                </li>
                <li>
                    <a href=paths::settings_memory() aria-current=current(&paths::settings_memory())><Glyph icon=Icon::Session />"Memory"</a>
                </li>
                <li>
                    <a href=paths::settings_jobs() aria-current=current(&paths::settings_jobs())><Glyph icon=Icon::InProgress />"Jobs"</a>
                </li>
                {webhooks}
                {audit}
                <li>
                    <a href=paths::api_docs() rel="external"><Glyph icon=Icon::Link />"API reference"</a>
                </li>
                <li>
                    <a href=paths::help() rel="external"><Glyph icon=Icon::Link />"Concepts"</a>
                </li>
            </ul>
        </nav>
    }
}
