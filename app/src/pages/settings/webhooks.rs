//! `/settings/webhooks`: webhooks, their events, and the state of their deliveries.

mod letters;
mod row;

use engine::delivery::ops::webhook_create::WebhookCreate;
use engine::delivery::ops::webhook_list::WebhookList;
use engine::delivery::ops::webhook_rotate::WebhookRotate;
use engine::delivery::ops::{WebhookSecret, WebhookShown};
use engine::webhook::Format;
use kernel::operation::Operation;
use kernel::page::Page;
use leptos::prelude::*;
use leptos_meta::Title;

use super::settings_page;
use super::tokens::{no_secret, secret_section};
use crate::pages::answered::{Post, answer};
use crate::pages::ask::{ask, why_not};
use crate::pages::trouble::show_page;
use crate::parts::{ACTIONS, Area, Choice, CopyRow, Field, Need, Pick, Sect, table};
use crate::paths;

/// Hint below a field of events.
const EVENTS: &str = "needs_you means everything that appears in the inbox. Or kinds of facts: task_completed, a prefix such as workflow_*, or * for all.";

/// Page of the webhooks.
#[component]
pub fn Webhooks() -> impl IntoView {
    view! {
        <Title text="Webhooks, settings" />
        {show_page(ask(WebhookList {}), body)}
    }
}

fn body(page: Page<WebhookShown>) -> AnyView {
    let letters = letters::letters(&page.items);
    let columns = [("Webhook", ""), ("Deliveries", ""), ACTIONS];
    let rows = page.items.iter().map(row::row).collect();
    let content = view! {
        {secret()}
        <Sect id="h-webhooks" title="Webhooks">
            {row::test_result()}
            {table(&columns, rows, ("No webhooks.", "Create one below."))}
        </Sect>
        {letters}
        {create()}
    };
    settings_page(
        &paths::settings_webhooks(),
        "Webhooks",
        "Loci notifies other programs about items that need a person, and about other events. Messages are signed and delivered at least once.",
        None,
        content.into_any(),
    )
}

/// Renders the secret of the webhook that was just created or rotated.
fn secret() -> Option<AnyView> {
    let made: WebhookSecret = answer::<WebhookRotate>().or_else(answer::<WebhookCreate>)?;
    let title = format!("Secret of {}", made.name);
    let Some(secret) = made.secret else {
        made.note?;
        return Some(secret_section(
            title,
            no_secret("Rotate the secret of the webhook."),
        ));
    };
    let before = made.before_until;
    let before = before.map(|_| " The previous secret signs them too for one day.");
    let content = view! {
        <div class="once" role="status">
            <p>"Copy it now. It is not shown again. It signs every message." {before}</p>
            <CopyRow text=secret label="Copy secret" />
        </div>
    };
    Some(secret_section(title, content.into_any()))
}

/// Renders the form that creates a webhook.
fn create() -> AnyView {
    let label = |format| match format {
        Format::Standard => "JSON (Standard Webhooks)",
        Format::Slack => "Slack",
        Format::Discord => "Discord",
    };
    let formats = Format::ALL.map(|format| Choice::new(format.name(), label(format)));
    let form = match why_not::<WebhookCreate>() {
        Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
        None => view! {
            <Post spec=WebhookCreate::SPEC id="new-webhook" class="form form--wide">
                <Field
                    label="URL"
                    name="url"
                    kind="url"
                    need=Need::Required
                    autocomplete="off"
                    placeholder="https://"
                    hint="It may contain a secret of the receiver. Only its host is shown afterwards."
                />
                <Area label="Events, one per line" name="kinds[lines]" id="new-kinds" rows=2 value="needs_you" hint=EVENTS />
                <div class="form-line">
                    <Field label="Name" name="name" id="new-name" autocomplete="off" />
                    <Pick label="Format" name="format" choices=formats />
                    <button class="btn" type="submit">"Create webhook"</button>
                </div>
            </Post>
        }
        .into_any(),
    };
    view! { <Sect id="h-new" title="Create a webhook">{form}</Sect> }.into_any()
}
