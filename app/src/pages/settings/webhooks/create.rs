//! Form that creates a webhook. Its secret is shown once, in the response of the form.

use engine::delivery::ops::WebhookSecret;
use engine::delivery::ops::webhook_create::WebhookCreate;
use engine::delivery::ops::webhook_rotate::WebhookRotate;
use engine::webhook::Format;
use leptos::prelude::*;

use crate::pages::answered::{FormAction, Post};
use crate::pages::ask::why_not;
use crate::pages::settings::token_create::Lost;
use crate::parts::alive;
use crate::parts::{Area, Choice, CopyRow, Field, Need, Pick, Sect};

/// Hint below a field of event kinds.
pub const KINDS: &str = "needs_you is what the inbox shows. Or kinds of facts: task_completed, a beginning such as workflow_*, or * for all.";

/// Secret that was just created; empty before.
#[component]
pub fn Secret(
    /// Action that creates a webhook.
    create: FormAction<WebhookCreate>,
    /// Action that rotates a secret.
    rotate: FormAction<WebhookRotate>,
) -> impl IntoView {
    alive(move || {
        let made: WebhookSecret = rotate.answer().or_else(|| create.answer())?;
        let title = format!("The secret of {}", made.name);
        let Some(secret) = made.secret else {
            let lost = view! { <Sect id="h-secret" title><Lost instead="Give the webhook another secret."/></Sect> };
            return made.note.map(|_| lost.into_any());
        };
        let before = made
            .before_until
            .map(|_| " For a day the secret before signs, too.");
        Some(view! {
            <Sect id="h-secret" title>
                <div class="once" role="status">
                    <p>"Take it now: nobody can read it again. It signs every message." {before}</p>
                    <CopyRow text=secret label="Copy secret" />
                </div>
            </Sect>
        }
        .into_any())
    })
}

/// Returns the message formats, with their labels.
fn formats() -> Vec<Choice> {
    let label = |format| match format {
        Format::Standard => "JSON (Standard Webhooks)",
        Format::Slack => "Slack",
        Format::Discord => "Discord",
    };
    Format::ALL
        .map(|format| Choice::new(format.name(), label(format)))
        .into()
}

/// Section with the form.
#[component]
pub fn NewWebhook(
    /// Action of the form.
    action: FormAction<WebhookCreate>,
) -> impl IntoView {
    view! {
        <Sect id="h-new" title="Make a webhook">
            {match why_not::<WebhookCreate>() {
                Some(why) => view! { <p class="field-hint">{why}</p> }.into_any(),
                None => {
                    view! {
                        <Post action id="new-webhook" class="form form--wide">
                            <Field
                                label="Address"
                                name="url"
                                kind="url"
                                need=Need::Required
                                autocomplete="off"
                                placeholder="https://"
                                hint="It may hold a secret of its receiver: nobody is shown more of it again than its host."
                            />
                            <Area label="Kinds, one a line" name="kinds[lines]" id="new-kinds" rows=2 value="needs_you" hint=KINDS />
                            <div class="form-line">
                                <Field label="Name" name="name" id="new-name" autocomplete="off" />
                                <Pick label="Format" name="format" choices=formats() />
                                <button class="btn" type="submit">"Make a webhook"</button>
                            </div>
                        </Post>
                    }
                        .into_any()
                }
            }}
        </Sect>
    }
}
